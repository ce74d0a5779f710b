"""The events of a word, of a beginning or of a whole match, in either game."""

from collections.abc import Sequence

from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.events import board, card
from siberia.events.event import Event
from siberia.match import Match
from siberia.match.games import View


def word_events(
    before: View, after: View, seat: int, word: str, earlier: Sequence[str] = ()
) -> tuple[Event, ...]:
    """Return what a seat's word did, from the spectator views just before and after it.

    `earlier` are the words before it, last word last: three at least, or as many as one has. The
    card game finds in them how an action was paid; the board game does not look at them.
    """
    if (before.seat, after.seat) != (None, None):
        raise ValueError("only what a spectator sees can be told to all")
    if isinstance(before, CardView) and isinstance(after, CardView):
        return card.word_events(before, after, seat, word, earlier)
    assert isinstance(before, BoardView)
    assert isinstance(after, BoardView)
    return board.word_events(before, after, seat, word)


def opening_events(view: View) -> tuple[Event, ...]:
    """Return what happened before the first word, from the first spectator view.

    The board game's first round has begun already where nobody chooses the exchange sides.
    """
    return (board.round_begun(view),) if isinstance(view, BoardView) and view.round else ()


def match_events(match: Match) -> tuple[tuple[Event, ...], ...]:
    """Return the events of a match so far: before the first word, then those of each word.

    So what the word that made it ply 7 did is at 7.
    """
    again = match.at(0)
    before = again.view(None)
    events = [opening_events(before)]
    words = match.words
    for ply, word in enumerate(words):
        seat = again.to_move
        assert seat is not None
        again.play(word)
        after = again.view(None)
        events.append(word_events(before, after, seat, word, words[:ply]))
        before = after
    return tuple(events)
