"""What would follow: words tried on a position in which all that a seat cannot know is drawn anew.

Pages ask here what can be clicked and what it brings, so that no rule is written twice; and since
the position is imagined from what the seat may see, no answer can give away more than that.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Generic, NamedTuple, Self, TypeVar, cast

from siberia.engine.contract import Reason
from siberia.engine.loops import LONGEST_LINE, MOST_LINES, no_outlook
from siberia.match.engines import engine
from siberia.match.games import View
from siberia.match.known import Knowledge
from siberia.match.position import Position

# The same imagined world each time: a page that is drawn twice looks the same twice.
WORLD = 0
# B12: placing under Research is always allowed, so this lets any seat's placing go by.
ANY_PLACING = "place research"
# What changes least for others, in the order in which it is looked for; and how many words others
# may need until a seat is asked again.
IDLE = ("pass", "stop", "decline", "wild none", "keep", "draw 0")
MOST_IDLE = 60

V = TypeVar("V", bound=View)


class Continuation(NamedTuple):
    """Words that can be played one after the other, and what the seat has in dollars after them."""

    words: tuple[str, ...]
    score: int


class Preview(Generic[V]):
    """A position as one seat imagines it, to try words on. V is the view of its game."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = seat
        self._position = position.imagine(seat, WORLD)

    @classmethod
    def of_placing(cls, position: Position, seat: int) -> Self:
        """Return the position as if this seat were asked first where its counters go (B11)."""
        preview = cls(position, seat)
        while preview.to_move != seat:
            preview._try(ANY_PLACING)
        return preview

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the match is over."""
        return self._position.to_move

    @cached_property
    def _legal(self) -> tuple[str, ...]:
        # Nothing changes a preview once it is made: words are tried on another one.
        return self._position.legal()

    def legal(self) -> tuple[str, ...]:
        """Return the words that can be played here."""
        return self._legal

    @property
    def position(self) -> Position:
        """The position itself, as its seat imagines it."""
        return self._position.copy()

    def caution(self, word: str) -> Reason | None:
        """Return what the player should know before playing a legal word, if anything."""
        if word not in self._cautions:
            self._cautions[word] = self._position.caution(word)
        return self._cautions[word]

    @cached_property
    def _cautions(self) -> dict[str, Reason | None]:
        # A page asks for the same ones at each look.
        return {}

    @property
    def view(self) -> V:
        """What the seat would see."""
        return cast(V, self._position.view(self.seat))

    def known(self, log: Sequence[tuple[int, str | None]]) -> Knowledge:
        """Return the position as data for a bot elsewhere, with the log as the seat knows it."""
        return Knowledge.of(self._position, self.seat, log)

    @cached_property
    def score(self) -> int:
        """What the seat would have in dollars."""
        return self._position.scores()[self.seat]

    def after(self, *words: str) -> Self:
        """Return the position after some legal words."""
        later = object.__new__(type(self))
        later.seat, later._position = self.seat, self._position.copy()
        for word in words:
            later._try(word)
        return later

    def when_asked(self) -> Self | None:
        """Return the position when its seat is asked next, as if others did as little as they can.

        None if the seat is not asked again before something is revealed.
        """
        if self.to_move == self.seat:
            return self
        later = self.after()
        position, words = later._position, later._position.vocabulary
        for _ in range(MOST_IDLE):
            moves = {words[move]: move for move in position.legal_moves()}
            if not moves:
                # With the cards that are imagined for them others cannot go on as they began.
                return None
            word = next((word for word in IDLE if word in moves), next(iter(moves)))
            position.apply(moves[word])
            if position.reveals != self._position.reveals or later.to_move is None:
                return None
            if later.to_move == self.seat:
                return later
        return None

    def _try(self, word: str) -> None:
        """Play a word here. One that is not legal is the caller's mistake, not a player's."""
        position = self._position
        move = position.setup.vocabulary.move(word, position.legal)
        assert move in position.legal_moves(), f"{word} is not legal"
        position.apply(move)

    def lines(self, phase: str) -> list[Continuation]:
        """Return each way to play a legal word and go on for as long as that leads to a phase."""
        position = self._position
        room = no_outlook(position.rules)
        room.states[0] = position.state
        number = position.rules.PHASES.index(phase)
        count = engine(position.game).loops.look_ahead(room, number, self.seat)
        lengths, scores = room.lengths[:count].tolist(), room.scores[:count].tolist()
        assert count < MOST_LINES
        assert max(lengths, default=0) < LONGEST_LINE
        words = position.vocabulary.__getitem__
        return [
            Continuation(tuple(map(words, moves[:length])), score)
            for moves, length, score in zip(
                room.lines[:count].tolist(), lengths, scores, strict=True
            )
        ]
