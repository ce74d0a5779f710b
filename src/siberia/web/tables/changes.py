"""Tells open pages that a table has changed. Only that: what they may see they ask for.

Where several processes serve the same tables, `neighbours` carries it across.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from siberia.web.tables.store.talk import Readers

# For so long it is remembered when somebody stopped following a table: longer than anyone asks.
REMEMBERED = 3600.0


@dataclass(eq=False)
class Subscription:
    """Somebody who follows some tables, and what they have not been told yet."""

    guest: str
    tables: frozenset[str]
    # Whether they are told of what they do themselves: the answer to it has shown them all of it.
    own: bool = True
    # How long the log of a table is now; None where something else has changed.
    changed: dict[str, int | None] = field(default_factory=dict)
    # Whose talk they hear, and at which tables something was said since.
    hears: Readers | None = None
    talked: set[str] = field(default_factory=set)
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, table: str, seq: int | None = None) -> None:
        """Note that a table has changed, and wake whoever waits for that."""
        only_words = seq is not None and self.changed.get(table, 0) is not None
        self.changed[table] = seq if only_words else None
        self.awake.set()

    async def is_woken(self, patience: float) -> bool:
        """Wait until something has changed, or for so many seconds; say whether something has."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + patience
        # Cheaper than to have the wait itself cancelled, and nearly every word is waited for here.
        alarm = loop.call_at(ends, self.awake.set)
        try:
            await self.awake.wait()
        finally:
            alarm.cancel()
        if not (self.changed or self.talked) and loop.time() >= ends:
            self.awake.clear()
            return False
        return True

    def take_talk(self) -> list[str]:
        """Return at which tables something was said since this was last asked."""
        talked, self.talked = self.talked, set()
        return sorted(talked)

    def take(self) -> list[tuple[str, int | None]]:
        """Return which tables have changed since this was last asked, with their logs' lengths."""
        self.awake.clear()
        changed, self.changed = self.changed, {}
        return sorted(changed.items(), key=lambda one: one[0])


class Carrier(Protocol):
    """Tells other processes what happens in this one."""

    def carry_change(self, table: str, guest: str | None, seq: int | None) -> None:
        """Say that a table has changed."""
        ...

    def carry_talk(self, table: str, readers: Readers) -> None:
        """Say that somebody has said something at a table."""
        ...

    def carry_presence(self, guest: str, tables: Iterable[str]) -> None:
        """Say that a guest follows some tables."""
        ...


class Changes:
    """All who follow tables in this process, by table: a crowd elsewhere costs nothing."""

    def __init__(self) -> None:
        self._subscriptions: set[Subscription] = set()
        self._followers: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._counts: Counter[str] = Counter()
        # When a guest stopped following a table; and when one was last known to be here at all.
        self._left: dict[tuple[str, str], float] = {}
        self._seen: dict[str, float] = {}
        self.is_closed = False
        # Whoever carries it to other processes.
        self.neighbours: Carrier | None = None
        # Are told of every table that is changed in this process.
        self.noting: list[Callable[[str], None]] = []

    def tell(
        self, table: str, guest: str | None = None, seq: int | None = None, by: str | None = None
    ) -> None:
        """Say that a table has changed: to everyone who follows it, or to one guest only.

        Where only words were played, `seq` says how long the log is now: who has seen that much
        need not look. `by` is the guest who has done it.
        """
        self.hear(table, guest, seq, by)
        for note in self.noting:
            note(table)
        if self.neighbours is not None:
            self.neighbours.carry_change(table, guest, seq)

    def hear(
        self, table: str, guest: str | None = None, seq: int | None = None, by: str | None = None
    ) -> None:
        """Tell those who follow a table in this process."""
        for subscription in self._followers.get(table, ()):
            is_known = subscription.guest == by and not subscription.own
            if guest in (None, subscription.guest) and not is_known:
                subscription.add(table, seq)

    def tell_talk(self, table: str, readers: Readers) -> None:
        """Say that something was said at a table, to those who may read it."""
        self.hear_talk(table, readers)
        if self.neighbours is not None:
            self.neighbours.carry_talk(table, readers)

    def hear_talk(self, table: str, readers: Readers) -> None:
        """Tell those who follow a table in this process that something was said there.

        What is for watchers does not even wake players: when somebody speaks tells something, too.
        """
        for subscription in self._followers.get(table, ()):
            is_for_them = readers != "watchers" or subscription.hears == "watchers"
            if subscription.hears is not None and is_for_them:
                subscription.talked.add(table)
                subscription.awake.set()

    def hear_all(self) -> None:
        """Tell everyone in this process that everything may have changed."""
        for subscription in self._subscriptions:
            for table in subscription.tables:
                subscription.add(table)

    def close(self) -> None:
        """Wake everyone for the last time, so that the server can stop."""
        self.is_closed = True
        for subscription in self._subscriptions:
            subscription.awake.set()

    @property
    def total(self) -> int:
        """How many subscriptions there are."""
        return len(self._subscriptions)

    def count(self, guest: str) -> int:
        """Count a guest's subscriptions."""
        return self._counts[guest]

    @property
    def followed(self) -> list[str]:
        """The tables that somebody follows here."""
        return list(self._followers)

    @property
    def present(self) -> list[tuple[str, frozenset[str]]]:
        """The guests who follow something here, and what."""
        return [(one.guest, one.tables) for one in self._subscriptions]

    def note_presence(self, guest: str, tables: Iterable[str]) -> None:
        """Remember that a guest follows some tables in another process, as of now."""
        self._note_left(dict.fromkeys(((guest, table) for table in tables), monotonic()))

    def away(self, guest: str, table: str) -> float | None:
        """Return for how many seconds a guest has not followed a table; None: never seen to."""
        if any(follower.guest == guest for follower in self._followers.get(table, ())):
            return 0.0
        left = self._left.get((guest, table))
        return None if left is None else monotonic() - left

    def note_seen(self, guest: str) -> None:
        """Remember that a guest is here now, whatever they look at."""
        # In the order of time, so that what is too old stands first.
        self._seen.pop(guest, None)
        self._seen[guest] = monotonic()
        while monotonic() - next(iter(self._seen.values())) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    def unseen_for(self, guest: str) -> float | None:
        """Return for how many seconds a guest has not been here; None: not since long."""
        if self._counts[guest]:
            return 0.0
        seen = self._seen.get(guest)
        return None if seen is None else monotonic() - seen

    @contextmanager
    def subscribe(
        self,
        guest: str,
        tables: frozenset[str],
        hears: Readers | None = None,
        *,
        own: bool = True,
    ) -> Iterator[Subscription]:
        """Follow some tables for as long as the context lasts, and hear what is said there."""
        subscription = Subscription(guest, tables, own, hears=hears)
        self._subscriptions.add(subscription)
        self._counts[guest] += 1
        for table in tables:
            self._followers[table].add(subscription)
        if self.neighbours is not None:
            self.neighbours.carry_presence(guest, tables)
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
        self._note_left(dict.fromkeys(((guest, table) for table in subscription.tables), now))

    def _note_left(self, left: dict[tuple[str, str], float]) -> None:
        """Remember when guests were last known to follow tables."""
        for guest in {guest for guest, _ in left}:
            self.note_seen(guest)
        # In the order of time, so that what is too old stands first.
        for who in left:
            self._left.pop(who, None)
        self._left |= left
        while self._left and monotonic() - next(iter(self._left.values())) > REMEMBERED:
            del self._left[next(iter(self._left))]
