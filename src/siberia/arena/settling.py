"""When a contest of two bots is settled: a test that may be looked at after every deal.

Whoever looks at an ordinary interval until it leaves out what is even finds a winner in the end,
also between equals. Here somebody bets against the two being equal: on each deal a part of what is
left, at odds that are fair if they are. Then the capital is not expected to grow, and that it ever
comes to twenty times its beginning is less likely than 1 in 20, whenever one looks (Ville's
inequality). Many stakes are tried at once, on either bot, and the capital is their average.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import fmean

import numpy as np

from siberia.arena.play import Result
from siberia.arena.ratings import decided
from siberia.arena.schedule import Plan, schedule
from siberia.engine.errors import SetupError

# What is staked, in parts of the capital: on the first bot, or on the second.
STAKES = np.array([sign * 0.9 / 2**n for n in range(7) for sign in (1, -1)])
# How likely equals may be taken for unequal.
DOUBT = 0.05


class Wager:
    """What has become of bets that two are not equal, edge by edge: all between -1 and 1."""

    def __init__(self) -> None:
        self._capitals = np.ones(len(STAKES))
        self._most = 1.0

    def bet(self, edge: float) -> None:
        """Bet once more, and hear by how much the first was better than even."""
        self._capitals *= 1 + STAKES * edge
        self._most = max(self._most, float(self._capitals.mean()))

    @property
    def chance(self) -> float:
        """At most so likely it would ever have come to this between equals."""
        return 1 / self._most


class Settling:
    """The contest of a plan's two bots, deal by deal in the order of the schedule.

    Only whole deals count, and only when those before are whole, so that it does not matter which
    matches take longer. Where luck was found, as much of it is taken away as it has decided in the
    deals before.
    """

    def __init__(self, plan: Plan) -> None:
        names = tuple(dict.fromkeys(plan.bots))
        if len(names) != 2:
            message = f"a contest is settled between two different bots, not {len(names)}"
            raise SetupError(message, about="bots")
        self.bots = names
        self._missing = Counter(fixture.deal for fixture in schedule(plan))
        self._results: dict[int, list[Result]] = defaultdict(list)
        # Of whole deals: by how much the first bot's share was more than even, and its luck.
        self._edges: list[float] = []
        self._lucks: list[float] = []
        self._wager = Wager()

    def add(self, results: Iterable[Result]) -> None:
        """Count more results."""
        for result in results:
            self._results[result.deal].append(result)
            self._missing[result.deal] -= 1
        while self.deals in self._missing and self._missing[self.deals] == 0:
            self._count(self._results.pop(self.deals))

    def _count(self, deal: list[Result]) -> None:
        edge = fmean(self.edge(result) for result in deal)
        luck = fmean(self.luck(result) for result in deal)
        part = decided(self._edges, self._lucks)
        # Without luck it could be more than all, and no more can be staked.
        self._wager.bet(min(1.0, max(-1.0, edge - part * luck)))
        self._edges.append(edge)
        self._lucks.append(luck)

    def edge(self, result: Result) -> float:
        """Return by how much the first bot's share of a match was more than even."""
        return sum(result.shares[n] - 1 / len(result.bots) for n in self._seats(result))

    def luck(self, result: Result) -> float:
        """Return how lucky the first bot was in a match, 0 where that was not found."""
        return sum(result.luck[n] for n in self._seats(result)) if result.luck else 0.0

    def _seats(self, result: Result) -> list[int]:
        return [seat for seat, name in enumerate(result.bots) if name == self.bots[0]]

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return len(self._edges)

    @property
    def chance(self) -> float:
        """At most so likely it would ever have looked like this between equals."""
        return self._wager.chance

    @property
    def is_settled(self) -> bool:
        """Whether one of the two is the better one."""
        return self.chance < DOUBT

    @property
    def ahead(self) -> str:
        """The bot that is ahead so far."""
        return self.bots[sum(self._edges) < 0]
