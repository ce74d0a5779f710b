"""How fast a table is played, as its opener settled it."""

from dataclasses import dataclass
from typing import Literal

from siberia.engine.errors import SetupError

# What an opener can choose from.
MINUTES = (10, 20, 30, 45)
DAYS = (1, 2, 3, 7)

Unit = Literal["minutes", "days"]


@dataclass(frozen=True, slots=True)
class Pace:
    """So many minutes for all of a player's match, or so many days for each turn."""

    amount: int
    unit: Unit

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}"


def read_pace(text: str) -> Pace | None:
    """Return what `str` made of a pace; None for "", a table without a clock."""
    if not text:
        return None
    amount, _, unit = text.partition(" ")
    if unit == "minutes" and amount in map(str, MINUTES):
        return Pace(int(amount), "minutes")
    if unit == "days" and amount in map(str, DAYS):
        return Pace(int(amount), "days")
    raise SetupError(f"no such pace: {text!r}", about="pace")
