"""What may be said: areas, indicators, periods, units, observations, facts and what is derived from them."""
