"""Where facts come from: dated, hashed, read-only snapshots of published data, and the names in them."""
