"""The four languages of the pages."""
