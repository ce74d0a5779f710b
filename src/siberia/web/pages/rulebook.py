"""The rules as people read them: one file for each game and language, apart from the code.

The files are TOML, as those of the box: sentences stand in them without escapes, a translator needs
no tool, and msgspec, which is here for forms, checks them against the classes below while it reads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from siberia.engine.vocabulary import listing
from siberia.match.games import GAMES

TEXTS: Final = Path(__file__).parent / "rules"
# Which game's page a rule stands on, by the letter of its id; the expansion is the board game's.
PAGES: Final = {"C": "card", "B": "board", "X": "board"}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of docs/RULES.md; `ruling` is what we decided where the rulebooks are silent."""

    id: str
    text: str
    ruling: str = ""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some rules that are learned together, with a picture; one of `level` 2 belongs to the last.

    `picture` is one of drawing/rulepictures.py, `show` an example to try, if there is one.
    """

    key: str
    title: str
    level: int = 1
    icons: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    rule: tuple[Rule, ...] = ()
    picture: str = ""
    caption: str = ""
    show: str = ""

    @property
    def ids(self) -> str:
        """Which rules it has, shortly: "B20–B21"."""
        if not self.rule:
            return ""
        first, last = self.rule[0].id, self.rule[-1].id
        return first if first == last else f"{first}–{last}"


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a game in a language, in the order in which one learns them."""

    title: str
    lead: str
    section: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        """All rules, in the order of the page."""
        for section in self.section:
            yield from section.rule


def text_file(game: str, code: str) -> Path:
    """Return where a game's rules in a language lie."""
    return TEXTS / f"{game}.{code}.toml"


@cache
def rulebook(game: str, code: str) -> Rulebook:
    """Return the rules of a game in a language."""
    if game not in GAMES:
        raise LookupError(f"there are rules of {listing(tuple(GAMES))}, not of {game!r}")
    return msgspec.toml.decode(text_file(game, code).read_bytes(), type=Rulebook)


@dataclass(frozen=True)
class RuleLink:
    """Where a rule that a line cites can be read."""

    id: str
    address: str


def cited(line: str, table: str) -> RuleLink | None:
    """Return the rule that a line for people ends with, "… (C6)", as read from a table."""
    _, _, end = line.rpartition(" (")
    name = end.removesuffix(".").removesuffix(")")
    if not (name[:1] in PAGES and name[1:].isdecimal() and end != name):
        return None
    return RuleLink(name, address_of(name, table))


def address_of(rule: str, table: str = "") -> str:
    """Return where a rule can be read, as one comes there from a table."""
    came_from = f"?table={table}" if table else ""
    return f"/rules/{PAGES[rule[0]]}{came_from}#{rule}"
