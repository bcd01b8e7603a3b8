"""What a model may ask: read-only tools over a snapshot, with one dispatch and strict arguments."""
