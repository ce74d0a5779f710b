"""How fast things are, beside the best peer in the same run; each file says how to run it."""
