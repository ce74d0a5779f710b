"""The course of a match: where turns end, where rounds begin, where areas were exhausted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from siberia.boardgame import BoardView
from siberia.web.i18n.languages import Language
from siberia.web.tables.fold import Fold

# In the card game, which has no rounds, so many turns are told apart by a number.
TURNS_APART = 10


@dataclass(frozen=True)
class Mark:
    """Something at a moment of the match, after so many words: a round's number, or a count."""

    ply: int
    number: int


@dataclass(frozen=True)
class Course:
    """The moments of a match, counted in words."""

    has_rounds: bool
    # The beginning, and the end of each turn.
    ends: tuple[int, ...]
    rounds: tuple[Mark, ...]
    exhausted: tuple[Mark, ...]

    def column(self, ply: int) -> int:
        """Return the number of the turn's end at which a moment is shown, or of the beginning."""
        return bisect_left(self.ends, ply, hi=len(self.ends) - 1)

    def number(self, ply: int) -> int:
        """Return which round goes on after so many words; in the card game, which turn."""
        if not self.has_rounds:
            return min(bisect_right(self.ends, ply), len(self.ends) - 1)
        begun = [mark.number for mark in self.rounds if mark.ply <= ply]
        return begun[-1] if begun else 1

    def when(self, ply: int, language: Language) -> str:
        """Say which round or turn goes on after so many words."""
        _ = language.gettext
        message = _("Round {number}") if self.has_rounds else _("Turn {number}")
        return message.format(number=language.number(self.number(ply)))


def course_of(fold: Fold) -> Course:
    """Return the course of a match that is over."""
    turns = fold.match.turns()
    ends = (0, *accumulate(len(turn.words) for turn in turns))
    has_rounds = isinstance(fold.view, BoardView)
    rounds = tuple(rounds_of(fold)) if has_rounds else tuple(tenth_turns(ends))
    return Course(has_rounds, ends, rounds, tuple(exhausted(fold)))


def rounds_of(fold: Fold) -> Iterator[Mark]:
    """Find where rounds begin."""
    for ply, events in enumerate(fold.events):
        for event in events:
            if event.kind == "round":
                yield Mark(ply, event.about["number"])


def tenth_turns(ends: tuple[int, ...]) -> Iterator[Mark]:
    """Return where the first turn begins, and every tenth."""
    yield Mark(0, 1)
    for number in range(TURNS_APART, len(ends), TURNS_APART):
        yield Mark(ends[number - 1], number)


def exhausted(fold: Fold) -> Iterator[Mark]:
    """Count the exhausted areas."""
    count = 0
    for ply, events in enumerate(fold.events):
        more = sum(event.kind == "exhausted" for event in events)
        if more:
            count += more
            yield Mark(ply, count)
