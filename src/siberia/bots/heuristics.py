"""What a bot must know of a game beyond its rules; one module a game."""

from typing import Any, Protocol

from siberia.bots import board_heuristics, card_heuristics


class Heuristics(Protocol):
    """Rules of thumb for one game, compiled like rules."""

    # By so much two scores must differ for a clear lead, and for so many moves a search plays on.
    SCALE: float
    HORIZON: int

    def weigh(self, state: Any, moves: Any, count: int, weights: Any) -> None:
        """Write how much each of the legal moves is worth trying: whole numbers above 0."""
        ...

    def evaluate(self, state: Any, seat: int) -> float:
        """Estimate a seat's final score."""
        ...


HEURISTICS: dict[str, Heuristics] = {"card": card_heuristics, "board": board_heuristics}
