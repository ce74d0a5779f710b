"""A match as people use it: its set-up, its position, its words, its record."""

from siberia.match.match import Match
from siberia.match.position import Position
from siberia.match.preview import Preview
from siberia.match.setup import Setup

__all__ = ["Match", "Position", "Preview", "Setup"]
