"""A match as people use it: its set-up, its position, its words, its record."""

from siberia.match.match import Match

__all__ = ["Match"]
