"""The World Bank's Indicators API v2: what it replies, and how a whole snapshot is pulled from it."""
