"""SIBERIA, the card game and the board game by Reiner Stockhausen, as a library.

    >>> from siberia import Match
    >>> match = Match.new("card", seats=3, seed=1, start=0)
    >>> match.play("flip 4")
    >>> "draw 2" in match.legal()
    True

An independent implementation; the name belongs to its publisher.
"""

from siberia import drawing as drawing  # views learn here how they draw themselves
from siberia.engine.errors import (
    ComponentsError,
    FileError,
    IllegalWord,
    MalformedWord,
    RecordError,
    SeatError,
    SetupError,
    SiberiaError,
    UndoError,
    UnknownWord,
    WordError,
)
from siberia.match import Match

__version__ = "0.1.0"

__all__ = [
    "ComponentsError",
    "FileError",
    "IllegalWord",
    "MalformedWord",
    "Match",
    "RecordError",
    "SeatError",
    "SetupError",
    "SiberiaError",
    "UndoError",
    "UnknownWord",
    "WordError",
    "__version__",
]
