"""Where a match began that was taken over: a moment of another one, as a seat knew it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from siberia.engine.errors import SetupError
from siberia.engine.rng import SEED_BITS

WRITTEN = re.compile(r"([0-9a-f]{32}) (0|[1-9]\d{0,5}) ([1-9])")
# A match can be taken over from one that was taken over; nobody does that more often.
MOST_ORIGINS = 20


@dataclass(frozen=True)
class Origin:
    """What came before: the words of a match dealt from `seed`, as far as `ply`.

    There all that `seat` could not know was drawn anew, from the next origin's seed or, after the
    last one, from the seed of the match itself.
    """

    seed: int
    ply: int
    seat: int

    def __str__(self) -> str:
        return f"{self.seed:032x} {self.ply} {self.seat + 1}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return an origin as a record has it; None if it is none."""
        found = WRITTEN.fullmatch(text)
        return cls(int(found[1], 16), int(found[2]), int(found[3]) - 1) if found else None


def written(origins: Sequence[Origin]) -> str:
    """Write origins as a record has them, the first one first."""
    return ", ".join(map(str, origins))


def read(text: str) -> tuple[Origin, ...] | None:
    """Return the origins that a record has; None if they are not written so."""
    found = [Origin.read(part) for part in text.split(", ")]
    known = tuple(origin for origin in found if origin is not None)
    return known if len(known) == len(found) else None


def checked_origins(origins: Sequence[Origin], seats: int) -> tuple[Origin, ...]:
    """Return origins that follow each other, or raise SetupError."""
    plies = [origin.ply for origin in origins]
    if plies != sorted(plies) or len(plies) > MOST_ORIGINS:
        raise SetupError(f"at most {MOST_ORIGINS} origins, one after the other", about="origins")
    for origin in origins:
        if origin.seat not in range(seats) or origin.seed >> SEED_BITS or origin.ply < 0:
            raise SetupError(f"there is no origin like '{origin}' in this match", about="origins")
    return tuple(origins)
