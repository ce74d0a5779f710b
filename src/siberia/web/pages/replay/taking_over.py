"""What is offered to whoever would like to play on from a moment of a finished match."""

from dataclasses import dataclass
from typing import ClassVar

from siberia.bots.levels import CHARACTERS
from siberia.web.pages.replay.page import Moment
from siberia.web.tables.finished import Finished


@dataclass(frozen=True)
class Offer:
    """A table from here: the moment, the seats by name, and the seat that is proposed."""

    ply: int
    names: tuple[str, ...]
    seat: int
    # Whether it begins earlier for some seat: where the turn began that goes on.
    is_within_turn: bool
    # How strong the others can play, and what is proposed.
    levels: ClassVar[tuple[str, ...]] = tuple(CHARACTERS)
    level: ClassVar[str] = "hard"


def offer_of(finished: Finished, moment: Moment, names: tuple[str, ...]) -> Offer | None:
    """Return what is offered at a moment; nothing where the match is over, or its deal a secret."""
    if moment.ply >= finished.match.ply or not finished.tells_deal:
        return None
    seat = finished.seat if moment.seat is None else moment.seat
    then = finished.match.at(moment.ply)
    is_within = any(then.open_to(one) < moment.ply for one in range(then.seats))
    return Offer(moment.ply, names, seat or 0, is_within)
