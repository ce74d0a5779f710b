"""What would follow: words tried on a position in which all that a seat cannot know is drawn anew.

Pages ask here what can be clicked and what it brings, so that no rule is written twice; and since
the position is imagined from what the seat may see, no answer can give away more than that.
"""

from collections.abc import Iterator
from typing import Generic, Self, TypeVar, cast

from siberia.engine.contract import Reason
from siberia.match.games import View
from siberia.match.position import Position

# The same imagined world each time: a page that is drawn twice looks the same twice.
WORLD = 0
# B12: placing under Research is always allowed, so this lets any seat's placing go by.
ANY_PLACING = "place research"

V = TypeVar("V", bound=View)


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

    def legal(self) -> tuple[str, ...]:
        """Return the words that can be played here."""
        return self._position.legal()

    def caution(self, word: str) -> Reason | None:
        """Return what the player should know before playing a legal word, if anything."""
        return self._position.caution(word)

    @property
    def view(self) -> V:
        """What the seat would see."""
        return cast(V, self._position.view(self.seat))

    @property
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

    def _try(self, word: str) -> None:
        """Play a word here. One that is not legal is the caller's mistake, not a player's."""
        position = self._position
        move = position.setup.vocabulary.move(word, position.legal)
        assert move in position.legal_moves(), f"{word} is not legal"
        position.apply(move)

    def lines(self, verb: str) -> Iterator[tuple[str, ...]]:
        """Return each way of going on with words of one verb for as long as only they are legal."""
        legal = self.legal()
        if not all(word.startswith(verb) for word in legal) or not legal:
            yield ()
            return
        for word in legal:
            for rest in self.after(word).lines(verb):
                yield (word, *rest)
