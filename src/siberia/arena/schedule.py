"""Who plays whom: every line-up in every rotation of the seats, over the same deals.

The luck of the cards and of the seat is the same for all: only play is compared.
"""

from dataclasses import dataclass
from itertools import combinations

from siberia.bots import bot
from siberia.engine.errors import SetupError
from siberia.match.setup import match_seed


@dataclass(frozen=True)
class Plan:
    """What an arena plays. Two plans that are equal have equal results."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    edition: str = "dlp"
    expansion: bool = False
    exchanges: str | None = None


@dataclass(frozen=True)
class Fixture:
    """One match of a plan: its number, its deal, and which bot sits where."""

    number: int
    deal: int
    seed: int
    bots: tuple[str, ...]


def schedule(plan: Plan) -> list[Fixture]:
    """Return the fixtures of a plan; as many as asked for, rounded up to whole deals."""
    if plan.players not in range(2, 5):
        raise SetupError(f"{plan.players} players; there can be 2, 3 or 4", about="players")
    if len(plan.bots) < plan.players:
        told = f"{plan.players} players need {plan.players} bots or more; a name may be repeated"
        raise SetupError(told, about="bots")
    for name in plan.bots:
        bot(name)
    lineups = list(dict.fromkeys(combinations(plan.bots, plan.players)))
    seatings = [s for lineup in lineups for s in dict.fromkeys(rotations(lineup))]
    deals = -(-plan.games // len(seatings))
    return [
        Fixture(deal * len(seatings) + i, deal, match_seed(plan.seed, deal), seats)
        for deal in range(deals)
        for i, seats in enumerate(seatings)
    ]


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a line-up with everyone in every seat once."""
    return [lineup[-shift:] + lineup[:-shift] if shift else lineup for shift in range(len(lineup))]
