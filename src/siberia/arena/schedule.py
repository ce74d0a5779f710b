"""Who plays whom: every line-up in every rotation of the seats, over the same deals.

The luck of the cards and of the seat is the same for all: only play is compared.
"""

from dataclasses import dataclass
from itertools import combinations

from siberia.bots import bot
from siberia.engine.errors import SetupError
from siberia.match import Setup
from siberia.match.setup import checked_seed, match_seed


@dataclass(frozen=True)
class Plan:
    """What an arena plays. Two plans that are equal have equal results.

    `games` is how many matches are asked for; the options after the seed are those of `Setup.new`.
    Where results are to be `adjusted`, the luck of every match is found.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    edition: str = "dlp"
    expansion: bool = False
    exchanges: str | None = None
    adjusted: bool = False

    def setup(self) -> Setup:
        """Return how every match of the plan is set up, or raise SetupError."""
        return Setup.new(
            self.game,
            seats=self.seats,
            start=0,
            edition=self.edition,
            expansion=self.expansion,
            exchanges=self.exchanges,
        )


@dataclass(frozen=True)
class Fixture:
    """One match of a plan: its number, its deal, and which bot sits where."""

    number: int
    deal: int
    seed: int
    bots: tuple[str, ...]


def schedule(plan: Plan) -> list[Fixture]:
    """Return the fixtures of a plan: as many as asked for, rounded up to whole deals.

    Raises SetupError for a plan that cannot be played.
    """
    check(plan)
    lineups = list(dict.fromkeys(combinations(plan.bots, plan.seats)))
    seatings = [s for lineup in lineups for s in dict.fromkeys(rotations(lineup))]
    deals = -(-plan.games // len(seatings))
    return [
        Fixture(deal * len(seatings) + i, deal, match_seed(plan.seed, deal), bots)
        for deal in range(deals)
        for i, bots in enumerate(seatings)
    ]


def check(plan: Plan) -> None:
    """Raise SetupError if its matches cannot be dealt, or if bots are missing or unknown."""
    plan.setup()
    checked_seed(match_seed(plan.seed, 0))
    if len(plan.bots) < plan.seats:
        message = f"{plan.seats} players need {plan.seats} bots or more; a name may be repeated"
        raise SetupError(message, about="bots")
    for name in plan.bots:
        bot(name)


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a line-up with everyone in every seat once."""
    return [lineup[-shift:] + lineup[:-shift] if shift else lineup for shift in range(len(lineup))]
