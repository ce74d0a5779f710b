"""The names of things: small integers inside, words at the edge.

Every order here is the order of docs/NOTATION.md, and is used wherever an order is needed.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

# Both games are for two to four players; arrays by seat have room for four.
FEWEST_SEATS, MOST_SEATS = 2, 4

RESOURCES: Final = ("gas", "coal", "oil", "gold", "diamond")
GAS, COAL, OIL, GOLD, DIAMOND = range(5)

# The persons on the card game's action cards.
CARD_PERSONS: Final = ("investor", "worker", "salesman")

# The card game's symbols: the five resources, then the persons. An action is named by its symbol.
SYMBOLS: Final = RESOURCES + CARD_PERSONS
INVESTOR, WORKER, SALESMAN = range(5, 8)

# An action card shows one person and one resource; its kind is person × 5 + resource.
ACTION_CARDS: Final = tuple(
    f"{person}/{resource}" for person in CARD_PERSONS for resource in RESOURCES
)

# The persons on the board game's action counters, and the counters: a manager shows no resource.
BOARD_PERSONS: Final = ("logistician", "salesman", "worker", "investor", "manager")
ACTION_COUNTERS: Final = (
    *(f"{person}/{resource}" for person in BOARD_PERSONS[:4] for resource in RESOURCES),
    "manager",
)

# The ten actions of a panel; beside them stands Research.
ACTIONS: Final = ("manager", "logistician", "salesman", "worker", "investor", *RESOURCES)

# Words of the board game's notation that no area or exchange may be named by.
RESERVED_NAMES: Final = ("Vladivostok", "supply", "card")

EDITIONS: tuple[str, ...] = ("dlp", "oya")


def listing(names: Sequence[str], last: str = "or") -> str:
    """Join names as people write them: ``a, b or c``."""
    *most, final = names
    return f"{', '.join(most)} {last} {final}" if most else str(final)


def spelled(counts: Iterable[int], names: tuple[str, ...]) -> tuple[str, ...]:
    """Name everything that is counted: ``[2, 0, 1]`` of ``a, b, c`` is ``a, a, c``."""
    return spelled_out(tuple(counts), names)


# From one word to the next hardly anything is counted otherwise, and every seat is told the same.
@lru_cache(maxsize=8192)
def spelled_out(counts: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Name everything that is counted."""
    return tuple(name for name, count in zip(names, counts, strict=True) for _ in range(count))


def held(owners: Sequence[int], seat: int, names: Sequence[str]) -> tuple[str, ...]:
    """Name the things that a seat, or whoever `owners` means by it, has."""
    if seat not in owners:
        return ()
    return tuple(names[which] for which in range(len(owners)) if owners[which] == seat)
