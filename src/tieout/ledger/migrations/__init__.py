"""The revisions of a ledger on a server, for Alembic."""
