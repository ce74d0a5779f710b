"""A word, a beginning or a whole match told, in either game."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

from siberia.events import board, card
from siberia.events.event import Event


class Told(Protocol):
    """What telling needs of a match: to play it again and look as a spectator does."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """The words played so far."""
        ...

    @property
    def to_move(self) -> int | None:
        """The seat that must decide."""
        ...

    def at(self, ply: int) -> Self:
        """Return the match as it was after so many words."""
        ...

    def play(self, word: str) -> None:
        """Play a word for the seat to move."""
        ...

    def view(self, seat: int | None) -> Any:
        """Return what a seat, or None for a spectator, may see."""
        ...


def tell(
    game: str, before: Any, after: Any, seat: int, word: str, earlier: Sequence[str] = ()
) -> tuple[Event, ...]:
    """Tell what a seat's word did, from the spectator views just before and after it.

    `earlier` are the words before it, last word last: three at least, or as many as one has. The
    card game finds in them how an action was paid; the board game does not look at them.
    """
    if (before.seat, after.seat) != (None, None):
        raise ValueError("only what a spectator sees can be told to all")
    if game == "card":
        return card.tell(before, after, seat, word, earlier)
    return board.tell(before, after, seat, word)


def opening(game: str, view: Any) -> tuple[Event, ...]:
    """Tell what there is to tell before the first word, from the first spectator view.

    The board game's first round has begun already where nobody chooses the exchange sides.
    """
    return (board.round_begun(view),) if game == "board" and view.round else ()


def tell_match(match: Told) -> tuple[tuple[Event, ...], ...]:
    """Tell a match so far: what came before the first word, then what each word did.

    So what the word that made it ply 7 did is at 7.
    """
    again = match.at(0)
    before = again.view(None)
    told = [opening(match.game, before)]
    words = match.words
    for ply, word in enumerate(words):
        seat = again.to_move
        assert seat is not None
        again.play(word)
        after = again.view(None)
        told.append(tell(match.game, before, after, seat, word, words[:ply]))
        before = after
    return tuple(told)
