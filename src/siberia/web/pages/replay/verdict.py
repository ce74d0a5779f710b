"""What a review adds to the replay: how the shares of the win went, and the costly decisions."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Costly:
    """A decision that cost much, as the replay shows it."""

    # The moment: how many words had been played when it was made.
    ply: int
    # 1 is the dearest.
    number: int
    # How many per cent of the win it cost, and what the expert does instead.
    points: int
    better: Markup
    # Where one can try it again.
    trial: str = ""


@dataclass(frozen=True)
class Verdict:
    """What a review says of a match, for one seat."""

    # In the order in which they came.
    costly: tuple[Costly, ...] = ()
    # Each seat's share of the win at every moment, from the deal to the end; none if not known.
    shares: tuple[tuple[float, ...], ...] = ()

    def at(self, ply: int) -> Costly | None:
        """Return the costly decision of a moment."""
        return next((one for one in self.costly if one.ply == ply), None)


NO_VERDICT = Verdict()
