"""The web and HTTP door: a desk in the browser, its review queue, and the same as JSON (extra ``web``)."""
