"""The review of a finished match, and its costly decisions to try again."""
