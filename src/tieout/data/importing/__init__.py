"""Tables of other publishers, made into a snapshot by a card that says what their columns mean."""
