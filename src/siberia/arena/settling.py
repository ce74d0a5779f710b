"""When a contest of two bots is settled: a test that may be looked at after every deal.

Whoever looks at an ordinary interval until it leaves out what is even finds a winner in the end,
also between equals. Here somebody bets against the two being equal: on each deal a part of what is
left, at odds that are fair if they are. Then the capital is not expected to grow, and that it ever
comes to twenty times its beginning is less likely than 1 in 20, whenever one looks (Ville's
inequality). Many stakes are tried at once, on either bot, and the capital is their average.
"""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

import numpy as np

from siberia.arena.play import Result
from siberia.arena.schedule import Plan, schedule
from siberia.engine.errors import SetupError

# What is staked, in parts of the capital: on the first bot, or on the second.
STAKES = np.array([sign * 0.9 / 2**n for n in range(7) for sign in (1, -1)])
# How likely equals may be taken for unequal.
DOUBT = 0.05


class Settling:
    """The contest of a plan's two bots, deal by deal in the order of the schedule.

    Only whole deals count, and only when those before are whole, so that it does not matter which
    matches take longer.
    """

    def __init__(self, plan: Plan) -> None:
        names = tuple(dict.fromkeys(plan.bots))
        if len(names) != 2:
            message = f"a contest is settled between two different bots, not {len(names)}"
            raise SetupError(message, about="bots")
        self.bots = names
        self._adjusted = plan.adjusted
        self._missing: dict[int, int] = defaultdict(int)
        for fixture in schedule(plan):
            self._missing[fixture.deal] += 1
        self._edges: dict[int, list[float]] = defaultdict(list)
        self.deals = 0
        self._capitals = np.ones(len(STAKES))
        self._most = 1.0
        self._sum = 0.0

    def add(self, results: Iterable[Result]) -> None:
        """Count more results."""
        for result in results:
            self._edges[result.deal].append(self.edge(result))
            self._missing[result.deal] -= 1
        while self._missing.get(self.deals) == 0:
            self._bet(fmean(self._edges.pop(self.deals)))
            self.deals += 1

    def edge(self, result: Result) -> float:
        """Return by how much the first bot's share of a match was more than even."""
        seats = [seat for seat, name in enumerate(result.bots) if name == self.bots[0]]
        shares = result.adjusted if self._adjusted else result.shares
        return sum(shares[seat] for seat in seats) - len(seats) / len(result.bots)

    def _bet(self, edge: float) -> None:
        # What is adjusted for luck could be more than all: as much as is staked can be lost.
        bounded = min(1.0, max(-1.0, edge))
        self._sum += bounded
        self._capitals *= 1 + STAKES * bounded
        self._most = max(self._most, float(self._capitals.mean()))

    @property
    def chance(self) -> float:
        """At most so likely it would ever have looked like this between equals."""
        return 1 / self._most

    @property
    def is_settled(self) -> bool:
        """Whether one of the two is the better one."""
        return self.chance < DOUBT

    @property
    def ahead(self) -> str:
        """The bot that is ahead so far."""
        return self.bots[self._sum < 0]
