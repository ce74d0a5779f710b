"""The record of a match as text (docs/NOTATION.md): its lines, and where in a file they stand.

Only the text lives here. `Match.record` says what goes in, `Match.read` whether it is true.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from siberia.engine.errors import RecordError
from siberia.engine.vocabulary import listing

VERSION = 1
# By which rules a match is played if nothing else is said: dealt fast, for programs.
RULES = 1
# The same, but dealt so that nobody can work out from what was dealt what is to come.
RULES_AMONG_PEOPLE = 2
FIRST = "siberia-record"
HEADERS = (
    FIRST,
    "game",
    "players",
    "seats",
    "edition",
    "expansion",
    "components",
    "sides",
    "start",
    "rules",
    "from",
    "seed",
    "salt",
    "commitment",
    "result",
)
# The header that says where a match began that was taken over.
FROM = "from"
# What the header of that name says when the salesman cards join the board game.
EXPANSION = "salesman-cards"
# Only some matches have these.
OPTIONAL = ("expansion", "sides", "from")
# A record is written before the match is over without these.
SECRET_UNTIL_OVER = ("seed", "salt", "result")


@dataclass(frozen=True)
class Turn:
    """The words of one turn; `seat` counts from 0, `line` from 1."""

    seat: int
    words: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True)
class Record:
    """A record's headers and turns, and the line on which each header stands."""

    headers: dict[str, str]
    turns: tuple[Turn, ...]
    lines: dict[str, int]

    def fail(self, header: str, problem: str) -> RecordError:
        """Return the error that a header is wrong."""
        return RecordError(problem, line=self.lines.get(header))

    def number(self, header: str) -> int:
        """Return a header that is a whole number."""
        if not re.fullmatch(r"\d{1,9}", self.headers[header]):
            found = self.headers[header][:20]
            raise self.fail(header, f"{header} must be a whole number, not {found!r}")
        return int(self.headers[header])

    def hexadecimal(self, header: str) -> str:
        """Return a header of 128 bits."""
        if not re.fullmatch(r"[0-9a-f]{32}", self.headers[header]):
            raise self.fail(header, f"{header} must be 32 hexadecimal digits")
        return self.headers[header]


def commitment(seed: int, salt: str) -> str:
    """Return what is shown before the match: the SHA-256 of seed and salt, as written in records.

    Anyone can check it: ``printf '%s%s' SEED SALT | sha256sum``.
    """
    return "sha256:" + hashlib.sha256(f"{seed:032x}{salt}".encode()).hexdigest()


def write(headers: dict[str, str], turns: list[Turn]) -> str:
    """Return the text of a record."""
    lines = [f"{name} {headers[name]}" for name in HEADERS if name in headers]
    words = [f"{turn.seat + 1}: {', '.join(turn.words)}" for turn in turns]
    return "\n".join([*lines, "", *words]) + "\n"


def read_file(file: str | Path) -> str:
    """Return a record's text from a file, or say why there is none."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", file=str(file)) from None
    except UnicodeDecodeError:
        raise RecordError("is not a text file in UTF-8", file=str(file)) from None


def parse(text: str) -> Record:
    """Take a record's text apart, or raise RecordError with the first line that is wrong."""
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    rows = text.splitlines()
    if not rows or not rows[0].startswith(FIRST + " "):
        raise RecordError(f"a record begins with '{FIRST} {VERSION}'", line=1)
    if rows[0] != f"{FIRST} {VERSION}":
        raise RecordError(version_problem(rows[0].removeprefix(FIRST + " ")), line=1)
    body = rows.index("") if "" in rows else len(rows)
    for number, row in enumerate(rows[:body], 1):
        name, _, value = row.partition(" ")
        if name not in HEADERS:
            raise RecordError(f"unknown header {name[:40]!r}", line=number)
        if name in headers:
            raise RecordError(f"a second {name!r}", line=number)
        headers[name], lines[name] = value, number
    optional = (*OPTIONAL, *SECRET_UNTIL_OVER)
    if missing := [n for n in HEADERS if n not in headers and n not in optional]:
        raise RecordError(f"no header {listing(missing)}", line=body or 1)
    turns = [turn(row, number) for number, row in enumerate(rows[body + 1 :], body + 2)]
    return Record(headers, tuple(turns), lines)


def version_problem(version: str) -> str:
    """Say what to do about a record of another version."""
    if re.fullmatch(r"[1-9]\d{0,8}", version) and int(version) > VERSION:
        return f"the record's version is {version}, this program reads {VERSION}: use a newer one"
    return f"no version {version[:20]!r}; this program reads version {VERSION}"


def turn(row: str, number: int) -> Turn:
    """Take a line of words apart."""
    match = re.fullmatch(r"([1-9]): (.+)", row)
    if not match:
        raise RecordError("a turn is written 'SEAT: word, word, …'", line=number)
    return Turn(int(match[1]) - 1, tuple(match[2].split(", ")), number)
