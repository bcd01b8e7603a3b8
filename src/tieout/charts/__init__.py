"""Charts: rows of published values as a small picture, drawn on this machine (extra ``web``)."""
