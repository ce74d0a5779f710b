"""Which pawn is which: a view counts workers, but a pawn that moves must stay the same pawn."""

from collections import Counter

from siberia.boardgame.view import BoardView
from siberia.components.board import PAWNS

VLADIVOSTOK = "Vladivostok"

# For each seat, where its pawns stand; None is off the map: in the supply or at an exchange.
Places = tuple[tuple[str | None, ...], ...]


def workers_of(view: BoardView, seat: int) -> Counter[str]:
    """Count a seat's workers by where they stand."""
    counts = Counter({area.name: area.workers[seat] for area in view.areas})
    counts[VLADIVOSTOK] = view.players[seat].vladivostok
    return counts


def standing(view: BoardView) -> list[object]:
    """Return what must have changed if any worker has moved."""
    workers: list[object] = [area.workers for area in view.areas]
    workers.extend(player.vladivostok for player in view.players)
    return workers


def settle(previous: Places | None, view: BoardView) -> Places:
    """Say where each pawn stands now; who need not move keeps the place, who left goes on."""
    if previous is None or len(previous) != view.seats:
        previous = ((None,) * PAWNS,) * view.seats
    now = tuple(settle_seat(previous[seat], workers_of(view, seat)) for seat in range(view.seats))
    # Most words move nobody: where all stay, nothing new need be kept.
    return previous if now == previous else now


def settle_seat(before: tuple[str | None, ...], wanted: Counter[str]) -> tuple[str | None, ...]:
    """Settle one seat; of a stack the last pawn leaves, because it lies on top."""
    after: list[str | None] = [None] * PAWNS
    missing = Counter(wanted)
    for pawn, place in enumerate(before):
        if place is not None and missing[place] > 0:
            after[pawn] = place
            missing[place] -= 1
    idle = [pawn for pawn in range(PAWNS) if after[pawn] is None]
    # Pawns that just left a place go before those of the supply.
    idle.sort(key=lambda pawn: (before[pawn] is None, pawn))
    for pawn, place in zip(idle, (+missing).elements(), strict=False):
        after[pawn] = place
    return before if after == list(before) else tuple(after)


def stack(places: Places, seat: int, location: str) -> list[int]:
    """Return the numbers of a seat's pawns in a location, the topmost last."""
    return [pawn for pawn, place in enumerate(places[seat]) if place == location]
