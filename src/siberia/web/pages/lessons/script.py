"""The scripts of the lessons and what they say: data, apart from the code.

Of each game there are two files of scripts, one with its guided match and one with the examples of
its rules, and beside each of them a file for each language with what is said.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

SCRIPTS: Final = Path(__file__).parent / "scripts"
# The lesson of a game that is its guided match; all others are examples of its rules.
FIRST: Final = "first"
# What a browser notes of a guided match that was gone through, instead of its step.
DONE: Final = "done"


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing at a time: something to do, or only something to read."""

    key: str
    # The words that the learner plays, with ", " between them; "" where there is only to read.
    asks: str = ""
    # The words that follow by themselves: what the others do, or both where a match is hurried on.
    then: str = ""
    # What is lit, by its id in the page, besides whatever plays the words that are asked for.
    light: tuple[str, ...] = ()
    # What a phone shows meanwhile, where the decision itself does not say it.
    tab: str = ""
    rule: str = ""
    # How words begin that are answered by a text of their own when they are tried here.
    wrong: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal, the words before it is one's turn to learn, and the steps; the learner has seat 0."""

    game: str
    seed: str
    step: tuple[LessonStep, ...]
    seats: int = 2
    start: int = 0
    edition: str = "dlp"
    expansion: bool = False
    exchanges: str = ""
    before: str = ""
    # How long it takes, about.
    minutes: int = 1


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says: what to do, above all why, and what it answers to wrong tries."""

    title: str
    do: str
    why: str = ""
    wrong: dict[str, str] = {}


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson says in a language."""

    title: str
    step: dict[str, StepText]


class Place(NamedTuple):
    """Where somebody is: in which lesson of which game, at which of its steps, counted from 1."""

    game: str
    name: str
    number: int = 1

    @property
    def base(self) -> str:
        """Where the lesson lies on the server."""
        is_match = self.name == FIRST
        return f"/learn/{self.game}" if is_match else f"/rules/{self.game}/try/{self.name}"

    @property
    def address(self) -> str:
        """Where the step lies on the server."""
        return f"{self.base}/{self.number}"

    def moved(self, by: int) -> "Place":
        """Return the place so many steps further on."""
        return self._replace(number=self.number + by)


def split(words: str) -> list[str]:
    """Return words that are written in one line."""
    return words.split(", ") if words else []


def file_of(game: str, name: str) -> str:
    """Return how the files begin in which a lesson stands."""
    return game if name == FIRST else f"{game}-examples"


@cache
def scripts(file: str) -> dict[str, Lesson]:
    """Return the lessons of a file, by their names."""
    path = SCRIPTS / f"{file}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Lesson])


@cache
def texts(file: str, code: str) -> dict[str, LessonText]:
    """Return what the lessons of a file say in a language."""
    path = SCRIPTS / f"{file}.{code}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, LessonText])


def examples(game: str) -> tuple[str, ...]:
    """Return the names of the examples that a game's rules have."""
    return tuple(scripts(file_of(game, "")))


def lesson(game: str, name: str) -> Lesson:
    """Return a lesson."""
    return scripts(file_of(game, name))[name]


def lesson_text(game: str, name: str, code: str) -> LessonText:
    """Return what a lesson says in a language."""
    return texts(file_of(game, name), code)[name]
