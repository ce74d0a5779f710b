"""The moves of a match: the lines of its log from first to last, each with its moment."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from siberia.drawing.cards import mark_disc
from siberia.drawing.svg import join
from siberia.web.i18n.languages import Language
from siberia.web.pages.log import event_lines
from siberia.web.pages.parts import part
from siberia.web.pages.replay.verdict import Verdict
from siberia.web.pages.review.points import signed
from siberia.web.tables.finished import Finished

# So many lines are one part of the page: most parts stay when one goes on.
PIECE = 12


class Move(NamedTuple):
    """A line: after how many words it was said, whose it is, and what it says."""

    ply: int
    seat: int | None
    text: Markup


def moves(finished: Finished, language: Language) -> tuple[Move, ...]:
    """Tell a whole match, once in each language."""
    names, fold = finished.table.shown_names(language), finished.fold
    listener = ("moves", language.code, names)
    if listener not in fold.told:
        fold.told[listener] = tuple(
            Move(ply, line.seat, line.text)
            for ply, events in enumerate(fold.events)
            for line in event_lines(language, events, names)
        )
    told: tuple[Move, ...] = fold.told[listener]
    return told


def said_at(all_moves: Iterable[Move], ply: int) -> list[Move]:
    """Return what the word of a moment did; there may be nothing to say of it."""
    return [move for move in all_moves if move.ply == ply]


def pieces(
    all_moves: Sequence[Move], ply: int, verdict: Verdict, address: str, language: Language
) -> list[Markup]:
    """Draw the moves in pieces; the last one that was played by then is marked.

    `address` is that of any moment, without its number. Only the piece with the mark is drawn
    differently than the last time.
    """
    now = max((move.ply for move in all_moves if move.ply <= ply), default=-1)
    pins = frozenset(
        (cost.ply, PIN.format(cost.number, signed(language, -cost.points)))
        for cost in verdict.costly
    )
    drawn = []
    for number, first in enumerate(range(0, len(all_moves), PIECE)):
        some = tuple(all_moves[first : first + PIECE])
        marked = now if some[0].ply <= now <= some[-1].ply else None
        lines = lines_of(some, marked, pins, address)
        drawn.append(part("replay_moves_piece.html", language, number=number, lines=lines))
    return drawn


@lru_cache(maxsize=4096)
def lines_of(
    some: tuple[Move, ...], now: int | None, pins: frozenset[tuple[int, Markup]], address: str
) -> Markup:
    """Draw some lines of the moves."""
    drawn = dict(pins)
    return join(
        line(move, address, drawn.get(move.ply, Markup()), move.ply == now) for move in some
    )


NOBODY = Markup('<span class="no-mark"></span>')
PIN = Markup('<i class="pin-n">{}</i><b class="cost">{}</b>')
LINE = Markup('<li{}><a href="{}{}" data-ply="{}" tabindex="-1">{}<span>{}</span>{}</a></li>\n')


def line(move: Move, address: str, pin: Markup, is_now: bool) -> Markup:
    """Draw a line of the moves, with the number of a costly decision and what that cost."""
    now = Markup(' class="now" aria-current="step"') if is_now else ""
    mark = NOBODY if move.seat is None else mark_disc(move.seat, 18)
    return LINE.format(now, address, move.ply, move.ply, mark, move.text, pin)
