"""Providers: anybody's model behind our own loop, by the model classes of pydantic-ai (extra `models`)."""
