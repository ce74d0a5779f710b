"""The course of a match: where its turns and its rounds lie among its words.

On the slider every turn is equally wide, however many words it took. A moment is named by its ply:
how many words were played by then.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate

from siberia.web.tables.finished import Finished

# The card game has no rounds: it is measured in so many turns.
TURNS_AT_ONCE = 10


@dataclass(frozen=True)
class Timeline:
    """A match from its first word to its last."""

    # How many words it has, and how many words were played before each turn.
    last: int
    turns: tuple[int, ...]
    # How many words were played when each round began, the first one first; in the card game every
    # tenth turn.
    rounds: tuple[int, ...]
    has_rounds: bool

    def turn_at(self, ply: int) -> int:
        """Return the number of the turn in which a word was played; 0 before the first."""
        return bisect_left(self.turns, ply)

    def round_at(self, ply: int) -> int:
        """Return the number of the round in which a moment is; 0 before the first."""
        return bisect_right(self.rounds, ply)

    def place(self, ply: int) -> float:
        """Return where a moment lies, in turns from the beginning."""
        turn = self.turn_at(ply)
        if turn == 0:
            return 0.0
        begins = self.turns[turn - 1]
        ends = self.turns[turn] if turn < len(self.turns) else self.last
        return turn - 1 + (ply - begins) / (ends - begins)

    def turn_back(self, ply: int) -> int:
        """Return the end of the turn before."""
        return max(0, self.turns[self.turn_at(ply) - 1] if ply else 0)

    def turn_on(self, ply: int) -> int:
        """Return the end of the turn that goes on, or of the next one."""
        return next((begins for begins in self.turns if begins > ply), self.last)

    def round_back(self, ply: int) -> int:
        """Return where the round began, or the one before it if it has only begun."""
        return next((begins for begins in reversed(self.rounds) if begins < ply), 0)

    def round_on(self, ply: int) -> int:
        """Return where the next round begins."""
        return next((begins for begins in self.rounds if begins > ply), self.last)


def timeline(finished: Finished) -> Timeline:
    """Measure a match."""
    match = finished.match
    lengths = [len(turn.words) for turn in match.turns()]
    turns = tuple(accumulate(lengths[:-1], initial=0))
    if match.game == "card":
        return Timeline(match.ply, turns, turns[TURNS_AT_ONCE::TURNS_AT_ONCE], False)
    rounds = tuple(
        ply
        for ply, events in enumerate(finished.fold.events)
        if any(event.kind == "round" for event in events)
    )
    return Timeline(match.ply, turns, rounds, True)
