"""Tells open pages that a table has changed. Only that: what they may see they ask for."""

import asyncio
from collections import Counter, defaultdict
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
    # How long the log of a table is now; None where something else has changed.
    changed: dict[str, int | None] = field(default_factory=dict)
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, table: str, seq: int | None = None) -> None:
        """Note that a table has changed, and wake whoever waits for that."""
        only_words = seq is not None and self.changed.get(table, 0) is not None
        self.changed[table] = seq if only_words else None
        self.awake.set()

    def take(self) -> list[tuple[str, int | None]]:
        """Return which tables have changed since this was last asked, with their logs' lengths."""
        self.awake.clear()
        changed, self.changed = self.changed, {}
        return sorted(changed.items(), key=lambda one: one[0])


class Changes:
    """All who follow tables in this process, by table: a crowd elsewhere costs nothing."""

    def __init__(self) -> None:
        self._subscriptions: set[Subscription] = set()
        self._followers: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._counts: Counter[str] = Counter()
        # When a guest stopped following a table.
        self._left: dict[tuple[str, str], float] = {}
        self.is_closed = False

    def tell(self, table: str, guest: str | None = None, seq: int | None = None) -> None:
        """Say that a table has changed: to everyone who follows it, or to one guest only.

        Where only words were played, `seq` says how long the log is now: who has seen that much
        need not look.
        """
        for subscription in self._followers.get(table, ()):
            if guest in (None, subscription.guest):
                subscription.add(table, seq)

    def tell_all(self) -> None:
        """Say that everything may have changed."""
        for subscription in self._subscriptions:
            for table in subscription.tables:
                subscription.add(table)

    def close(self) -> None:
        """Wake everyone for the last time, so that the server can stop."""
        self.is_closed = True
        for subscription in self._subscriptions:
            subscription.awake.set()

    def count(self, guest: str) -> int:
        """Count a guest's subscriptions."""
        return self._counts[guest]

    def away(self, guest: str, table: str) -> float | None:
        """Return for how many seconds a guest has not followed a table; None: never seen to."""
        if any(follower.guest == guest for follower in self._followers.get(table, ())):
            return 0.0
        left = self._left.get((guest, table))
        return None if left is None else monotonic() - left

    @contextmanager
    def subscribe(self, guest: str, tables: frozenset[str]) -> Iterator[Subscription]:
        """Follow some tables for as long as the context lasts."""
        subscription = Subscription(guest, tables)
        self._subscriptions.add(subscription)
        self._counts[guest] += 1
        for table in tables:
            self._followers[table].add(subscription)
        try:
            yield subscription
        finally:
            self._leave(subscription)

    def _leave(self, subscription: Subscription) -> None:
        guest, now = subscription.guest, monotonic()
        self._subscriptions.discard(subscription)
        self._counts[guest] -= 1
        if not self._counts[guest]:
            del self._counts[guest]
        for table in subscription.tables:
            self._followers[table].discard(subscription)
            if not self._followers[table]:
                del self._followers[table]
        self._left = {who: at for who, at in self._left.items() if now - at < REMEMBERED}
        self._left |= dict.fromkeys(((guest, table) for table in subscription.tables), now)
