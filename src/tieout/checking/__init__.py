"""Whether a draft is true to its facts: numbers read, claims understood, bound, recomputed."""
