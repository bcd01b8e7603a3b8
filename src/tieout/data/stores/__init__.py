"""Where the rows of a snapshot are kept: in memory, in a SQLite file, in PostgreSQL, in a warehouse."""
