"""The doors: command line first. No rule of the domain lives here."""
