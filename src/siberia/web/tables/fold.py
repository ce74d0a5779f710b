"""The log of a table, folded: the match it leads to, and what each of its words did."""

from dataclasses import dataclass, field, replace
from sys import intern
from typing import Any, NamedTuple, Self

from siberia.boardgame import BoardView
from siberia.drawing.pawns import Places, settle, standing
from siberia.events import Event, opening_events, word_events
from siberia.match import Match, Preview
from siberia.match.games import View

# The phase in which everyone plans at the same time (B11).
PLACING = "place"
# How many words back one must look to find how something was paid.
EARLIER = 6
# What was told of words that are further back than this is forgotten: no page shows so many lines.
STILL_TOLD = 80


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """One word as it was played: by whom, and what it did."""

    seat: int
    word: str
    # The guest who played it; "" is a bot, None is not known.
    guest: str | None
    events: tuple[Event, ...]
    # Where each pawn stood before, on the board game's map.
    places: Places | None
    # What was told of it, by whom it was told to: each word's lines are written once.
    told: dict[Any, Any] = field(default_factory=dict)


class DecisionMoment(NamedTuple):
    """Who had to decide, and in which turn, before a word was played: for clocks."""

    seat: int
    turn: int
    is_placing: bool


class Fold:
    """A match with the story of its words; it grows word by word, and can be tried on a copy."""

    def __init__(self, match: Match, *, has_clocks: bool = False) -> None:
        self.match = match
        # For each entry of the log whose decision it was; None for one that took a word back.
        self.moments: list[DecisionMoment | None] | None = [] if has_clocks else None
        self.steps: list[Step] = []
        # What everyone may see now; and the seat for which it was last asked.
        self.view = match.view(None)
        self._seen: View | None = None
        # What was last imagined of it, for pages that ask what can be done; and the end of the log
        # as it was told, by whom it was told to.
        self.imagined: Preview[Any] | None = None
        self.told: dict[Any, Any] = {}
        self.opening = opening_events(self.view)
        self.places = settled(None, self.view)

    def copy(self) -> Self:
        """Return an independent copy, on which words can be tried."""
        other = object.__new__(type(self))
        own = {"match": self.match.copy(), "steps": list(self.steps)}
        own |= {"_seen": None, "imagined": None, "told": {}}
        own["moments"] = None if self.moments is None else list(self.moments)
        other.__dict__ = {**self.__dict__, **own}
        return other

    def view_of(self, seat: int | None) -> View:
        """Return what a seat may see now, or everyone."""
        if seat is None:
            return self.view
        # Only one is kept: views are what takes room, and who points at something looks again.
        if self._seen is None or self._seen.seat != seat:
            self._seen = self.match.view(seat)
        return self._seen

    def play(self, word: str, guest: str | None = None) -> None:
        """Play a guest's word for the seat to move, or raise a WordError and change nothing."""
        seat, before, turn = self.match.to_move, self.view, self.match.turn
        self.match.play(word)
        assert seat is not None
        if self.moments is not None:
            self.moments.append(DecisionMoment(seat, turn, before.phase == PLACING))
        self.view, self._seen, self.imagined, self.told = self.match.view(None), None, None, {}
        earlier = [step.word for step in self.steps[-EARLIER:]]
        events = word_events(before, self.view, seat, word, earlier)
        # The same words are played again and again: one text for all of them.
        self.steps.append(Step(seat, intern(word), guest, events, self.places))
        if len(self.steps) > STILL_TOLD:
            self.steps[-STILL_TOLD - 1].told.clear()
        self.places = settled(self.places, self.view, before)

    def undo(self) -> None:
        """Take the last word back."""
        self.match.undo()
        step = self.steps.pop()
        if self.moments is not None:
            self.moments.append(None)
        # Made again rather than kept: views are what takes room.
        self.view, self._seen, self.imagined, self.told = self.match.view(None), None, None, {}
        self.places = step.places

    def forget(self, guest: str) -> None:
        """Let what a guest played count as a bot's, which plays on for them for good."""
        self.steps = [
            replace(step, guest="") if step.guest == guest else step for step in self.steps
        ]

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """What happened word by word; what came before the first word is number 0."""
        return [self.opening, *(step.events for step in self.steps)]


def settled(places: Places | None, view: View, before: View | None = None) -> Places | None:
    """Say where each pawn stands on the board game's map; most words move none."""
    if not isinstance(view, BoardView):
        return None
    if isinstance(before, BoardView) and standing(before) == standing(view):
        return places
    return settle(places, view)
