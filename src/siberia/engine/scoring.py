"""Who has won, and how much of the win is whose (C25, B31)."""

from typing import Any

from siberia.engine.jit import rule


@rule
def share_win(points: Any, seats: int, shares: Any) -> None:
    """Write each seat's share of the win: those with the most points share it equally."""
    best, winners = points[0], 0
    for seat in range(1, seats):
        best = max(best, points[seat])
    for seat in range(seats):
        winners += points[seat] == best
    for seat in range(seats):
        shares[seat] = 1.0 / winners if points[seat] == best else 0.0
