"""Who may think next: decisions wait in line, and no guest's tables keep another's waiting.

Each guest has used up so much thinking; whoever has used least is next, and of one guest's
decisions the cheapest. So a crowd of tables, or bots that think long, delay only each other.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(eq=False)
class Waiting:
    """A decision in line: of which table, for which guest, what it costs, when it came."""

    table: str
    guest: str
    cost: float
    number: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.Future[None]())


class FairQueue:
    """Lets so many decisions be thought about at a time."""

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._waiting: list[Waiting] = []
        self._came = 0
        # What each guest has used up, and what the one had who was let in last: who comes anew has
        # used as much, or somebody who was away for a day would be first for as long.
        self._used: dict[str, float] = {}
        self._level = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def taken(self) -> int:
        """How many are being thought about."""
        return self._places - self._free

    @property
    def is_full(self) -> bool:
        """Whether who comes now must wait."""
        return self._free == 0

    def ahead(self, table: str) -> int:
        """How many decisions come before the first one of a table, as things stand."""
        order = [one.table for one in sorted(self._waiting, key=self._rank)]
        return order.index(table) if table in order else 0

    @asynccontextmanager
    async def turn(self, table: str, guest: str, cost: float) -> AsyncIterator[None]:
        """Wait for one's turn, and have a place for as long as the context lasts."""
        self._came += 1
        self._used[guest] = max(self._used.get(guest, 0.0), self._level)
        one = Waiting(table, guest, cost, self._came)
        self._waiting.append(one)
        self._let_in()
        try:
            await one.turn
        except asyncio.CancelledError:
            if one in self._waiting:
                self._waiting.remove(one)
            else:
                self._give_back()
            raise
        try:
            yield
        finally:
            self._give_back()

    def _rank(self, one: Waiting) -> tuple[float, float, int]:
        return self._used[one.guest], one.cost, one.number

    def _let_in(self) -> None:
        # Who has just gone away is still in line until they notice.
        while self._free and (here := [one for one in self._waiting if not one.turn.done()]):
            one = min(here, key=self._rank)
            self._waiting.remove(one)
            self._free -= 1
            self._level = self._used[one.guest]
            self._used[one.guest] += one.cost
            one.turn.set_result(None)

    def _give_back(self) -> None:
        self._free += 1
        self._let_in()
        # Who has used no more than whoever comes anew need not be remembered.
        present = {one.guest for one in self._waiting}
        self._used = {
            guest: used
            for guest, used in self._used.items()
            if used > self._level or guest in present
        }
