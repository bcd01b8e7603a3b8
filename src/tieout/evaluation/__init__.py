"""Which model, which way: question sets, scoring, the runner and its report."""
