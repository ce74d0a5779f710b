"""The replay of a finished match: every moment of it, as anybody saw it."""
