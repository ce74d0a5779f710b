"""What would follow: words tried on a copy in which all that a seat cannot know is drawn anew.

Pages ask here what can be clicked and what it brings, so that no rule is written twice; and since
the copy is imagined from what the seat may see, no answer can give away more than that.
"""

from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from siberia.engine.schema import copy_of
from siberia.match import Match
from siberia.match.games import engine
from siberia.match.setup import SEATS

# The same imagined world each time: a page that is drawn twice looks the same twice.
WORLD = 0
# B12: placing under Research is always allowed, so this lets any seat's placing go by.
ANY_PLACING = "place research"


class Preview:
    """A position as one seat imagines it, to try words on."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.players = match.players
        self._box = match.setup.box
        self._game = engine(match.game).game
        self._words = match.vocabulary
        self._numbers = {word: move for move, word in enumerate(self._words)}
        self._state = match.imagine(seat, WORLD)

    @classmethod
    def of_placing(cls, match: Match, seat: int) -> Self:
        """Return the position as if this seat were asked first where its counters go (B11)."""
        preview = cls(match, seat)
        while preview.to_move != seat:
            preview._apply(ANY_PLACING)
        return preview

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the match is over."""
        return None if self._state.phase == self._game.OVER else int(self._state.player)

    @property
    def legal(self) -> tuple[str, ...]:
        """The words that can be played here."""
        moves = np.zeros(self._game.MOVES, np.int64)
        count = self._game.legal(self._state, moves)
        return tuple(self._words[move] for move in moves[:count])

    @property
    def view(self) -> Any:
        """What the seat would see."""
        return self._game.view(self._state, self.seat, self._box)

    @property
    def score(self) -> int:
        """What the seat would have in dollars."""
        points = np.zeros(SEATS[-1], np.int64)
        self._game.scores(self._state, points)
        return int(points[self.seat])

    def after(self, *words: str) -> Self:
        """Return the position after some legal words."""
        later = object.__new__(type(self))
        later.__dict__ = {**self.__dict__, "_state": copy_of(self._state)}
        for word in words:
            later._apply(word)
        return later

    def lines(self, verb: str) -> Iterator[tuple[str, ...]]:
        """Return each way of going on with words of one verb for as long as only they are legal."""
        legal = self.legal
        if not all(word.startswith(verb) for word in legal) or not legal:
            yield ()
            return
        for word in legal:
            for rest in self.after(word).lines(verb):
                yield (word, *rest)

    def _apply(self, word: str) -> None:
        assert word in self.legal, f"{word} is not legal"
        self._game.apply(self._state, self._numbers[word])
