"""What can go wrong, told apart by what one can do about it.

::

    SiberiaError
    ├── SetupError        a match that cannot be set up so: another choice of seats, edition, …
    ├── SeatError         a seat that this match does not have
    ├── WordError         a word that cannot be played; says what is legal
    │   ├── MalformedWord     not written as a word of this game is
    │   ├── UnknownWord       no word of this game
    │   └── IllegalWord       a word of this game, but not now; says by which rule
    ├── UndoError         something was revealed, or there is nothing to take back
    └── FileError         a file with something wrong in it; says where
        ├── ComponentsError   a box file
        └── RecordError       the record of a match

Every message is one sentence for people. None of them says anything a player may not know.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Reason(NamedTuple):
    """Why a word is not legal now, or what to know before playing it.

    `why` is an English sentence with named fields and `about` fills them with the engine's names
    and numbers, so that another language can put its own words in its own order.
    """

    rule: str
    why: str
    about: Mapping[str, str | int] = MappingProxyType({})

    @property
    def english(self) -> str:
        """The sentence in English."""
        return self.why.format(**self.about)


class SiberiaError(Exception):
    """Anything this package refuses, with one clear sentence."""


class SetupError(SiberiaError, ValueError):
    """A match cannot be set up in this way; `about` names the choice that is wrong."""

    def __init__(self, message: str, *, about: str) -> None:
        super().__init__(message)
        self.about = about


class SeatError(SiberiaError, ValueError):
    """A seat that this match does not have."""


class UndoError(SiberiaError):
    """A word that cannot be taken back."""


class WordError(SiberiaError, ValueError):
    """A word that cannot be played now."""

    def __init__(self, message: str, *, word: object, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.word = word
        self.legal = legal


class MalformedWord(WordError):
    """Not written as a word of this game is."""


class UnknownWord(WordError):
    """No word of this game."""


class IllegalWord(WordError):
    """A word of this game that is not legal now, with the reason."""

    def __init__(
        self, message: str, *, word: object, legal: tuple[str, ...], reason: Reason
    ) -> None:
        super().__init__(message, word=word, legal=legal)
        self.reason = reason
        self.rule = reason.rule


class FileError(SiberiaError, ValueError):
    """Something wrong in a file, with its name and line where they are known."""

    def __init__(self, problem: str, *, file: str = "", line: int | None = None) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        super().__init__(problem)

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.line is not None:
            place.append(f"line {self.line}")
        return ", ".join(place) + ": " + self.problem if place else self.problem


class ComponentsError(FileError):
    """A box file that breaks what is known of the box."""


class RecordError(FileError):
    """A record that cannot be read or does not fit the match it tells of."""
