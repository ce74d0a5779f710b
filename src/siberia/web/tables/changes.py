"""Tells open pages that a table has changed. Only that: what they may see they ask for."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

# For so long it is remembered when somebody stopped following a table: longer than anyone asks.
REMEMBERED = 3600.0


@dataclass(eq=False)
class Subscription:
    """Somebody who follows some tables, and what they have not been told yet."""

    guest: str
    tables: frozenset[str]
    changed: set[str] = field(default_factory=set)
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, tables: frozenset[str]) -> None:
        """Note that tables have changed, and wake whoever waits for that."""
        self.changed |= tables
        self.awake.set()

    def take(self) -> list[str]:
        """Return the tables that have changed since this was last asked."""
        self.awake.clear()
        changed, self.changed = self.changed, set()
        return sorted(changed)


class Changes:
    """All who follow tables in this process."""

    def __init__(self) -> None:
        self._subscriptions: set[Subscription] = set()
        # When a guest stopped following a table.
        self._left: dict[tuple[str, str], float] = {}
        self.is_closed = False

    def tell(self, table: str, guest: str | None = None) -> None:
        """Say that a table has changed: to everyone who follows it, or to one guest only."""
        for subscription in self._subscriptions:
            if table in subscription.tables and guest in (None, subscription.guest):
                subscription.add(frozenset({table}))

    def tell_all(self) -> None:
        """Say that everything may have changed."""
        for subscription in self._subscriptions:
            subscription.add(subscription.tables)

    def close(self) -> None:
        """Wake everyone for the last time, so that the server can stop."""
        self.is_closed = True
        for subscription in self._subscriptions:
            subscription.awake.set()

    def count(self, guest: str) -> int:
        """Count a guest's subscriptions."""
        return sum(subscription.guest == guest for subscription in self._subscriptions)

    def away(self, guest: str, table: str) -> float | None:
        """Return for how many seconds a guest has not followed a table; None: never seen to."""
        if any(s.guest == guest and table in s.tables for s in self._subscriptions):
            return 0.0
        left = self._left.get((guest, table))
        return None if left is None else monotonic() - left

    @contextmanager
    def subscribe(self, guest: str, tables: frozenset[str]) -> Iterator[Subscription]:
        """Follow some tables for as long as the context lasts."""
        subscription = Subscription(guest, tables)
        self._subscriptions.add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions.discard(subscription)
            now = monotonic()
            self._left = {who: at for who, at in self._left.items() if now - at < REMEMBERED}
            self._left |= dict.fromkeys(((guest, table) for table in tables), now)
