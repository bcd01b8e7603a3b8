"""How an answer is drafted: a bounded loop between a model, which only proposes, and the tools."""
