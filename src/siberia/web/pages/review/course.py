"""The course of a match as a review shows it: turn by turn, with rounds and exhausted areas."""

from bisect import bisect_left
from dataclasses import dataclass

from siberia.web.i18n.languages import Language
from siberia.web.pages.replay.timeline import TURNS_AT_ONCE, Timeline, timeline
from siberia.web.tables.finished import Finished


@dataclass(frozen=True)
class CourseMark:
    """Something at a moment of the match, after so many words: a round's number, or a count."""

    ply: int
    number: int


@dataclass(frozen=True)
class MatchCourse:
    """The moments of a match that are shown: its beginning, and the end of each turn."""

    timeline: Timeline
    ends: tuple[int, ...]
    rounds: tuple[CourseMark, ...]
    exhausted: tuple[CourseMark, ...]

    @property
    def has_rounds(self) -> bool:
        """Whether moments are told by rounds, not by turns."""
        return self.timeline.has_rounds

    def column(self, ply: int) -> int:
        """Return the number of the turn's end at which a moment is shown; 0 is the beginning."""
        return bisect_left(self.ends, ply, hi=len(self.ends) - 1)

    def when(self, ply: int, language: Language) -> str:
        """Say in which round, or in which turn, something is decided after so many words."""
        _ = language.gettext
        if self.has_rounds:
            found = self.timeline.round_at(ply)
            message = _("Round {number}") if found else _("Setting up")
        else:
            found = self.timeline.turn_at(min(ply + 1, self.timeline.last))
            message = _("Turn {number}")
        return message.format(number=language.number(found))


def course_of(finished: Finished) -> MatchCourse:
    """Return the course of a match that is over."""
    measured = timeline(finished)
    if measured.has_rounds:
        rounds = [CourseMark(ply, number) for number, ply in enumerate(measured.rounds, 1)]
    else:
        tens = enumerate(measured.rounds, 1)
        rounds = [CourseMark(0, 1), *(CourseMark(ply, TURNS_AT_ONCE * n + 1) for n, ply in tens)]
    ends = (*measured.turns, measured.last)
    return MatchCourse(measured, ends, tuple(rounds), tuple(exhausted(finished)))


def exhausted(finished: Finished) -> list[CourseMark]:
    """Count the exhausted areas, at each moment at which there were more."""
    found, count = [], 0
    for ply, events in enumerate(finished.fold.events):
        more = sum(event.kind == "exhausted" for event in events)
        count += more
        if more:
            found.append(CourseMark(ply, count))
    return found
