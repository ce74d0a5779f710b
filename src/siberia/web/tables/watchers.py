"""Who watches tables without a seat there: in this process, and as far as the neighbours say."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Protocol

from siberia.web.tables.changes import Changes

# So many seconds later it is told who came and went: of a crowd at once.
SETTLES = 2.0
# Of so many the names are told; the others are only counted.
MOST_NAMED = 12
# What a neighbour said of its watchers counts for so many seconds. It says so again before that.
FRESH = 75.0


@dataclass(frozen=True)
class Audience:
    """How many watch a table, and what some of them are called; who has no name is not among them.

    Nobody is told more of who watches than this.
    """

    count: int = 0
    names: tuple[str, ...] = ()

    @property
    def others(self) -> int:
        """How many of them are not named."""
        return self.count - len(self.names)


NOBODY = Audience()


class WatchCarrier(Protocol):
    """Tells other processes who watches in this one."""

    def carry_watchers(self, table: str, audience: Audience) -> None:
        """Say who watches a table here."""
        ...


class Watchers:
    """Those who watch, by table: somebody with several pages is one."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        # By table, then by person, with their name and how many pages they have of it.
        self._here: defaultdict[str, dict[str, tuple[str, int]]] = defaultdict(dict)
        # By table, then by process.
        self._elsewhere: defaultdict[str, dict[str, tuple[Audience, float]]] = defaultdict(dict)
        # Who was here when that was last told.
        self._settled: dict[str, Audience] = {}
        self._streams: Counter[str] = Counter()
        # Those whom nobody knows are told apart, too.
        self._strangers = count(1)
        self._untold: set[str] = set()
        self.neighbours: WatchCarrier | None = None

    @contextmanager
    def watching(self, table: str, guest: str, name: str) -> Iterator[None]:
        """Count somebody for as long as the context lasts; a stranger is the guest ""."""
        person = guest or f"stranger {next(self._strangers)}"
        _, pages = self._here[table].get(person, ("", 0))
        self._here[table][person] = (name, pages + 1)
        self._streams[person] += 1
        self._tell_soon(table)
        try:
            yield
        finally:
            self._leave(table, person)

    def _leave(self, table: str, person: str) -> None:
        name, pages = self._here[table].pop(person)
        if pages > 1:
            self._here[table][person] = (name, pages - 1)
        if not self._here[table]:
            del self._here[table]
        self._streams[person] -= 1
        if not self._streams[person]:
            del self._streams[person]
        self._tell_soon(table)

    def streams_of(self, guest: str) -> int:
        """Count the pages with which a guest watches, at all tables."""
        return self._streams[guest]

    def of(self, table: str) -> Audience:
        """Return who watches a table, as was told: to come and go changes no page at once."""
        here, now = self.here(table), monotonic()
        elsewhere = self._elsewhere.get(table)
        if elsewhere is None:
            return here
        fresh = [found for found, said in elsewhere.values() if now - said < FRESH]
        names = dict.fromkeys(name for found in (here, *fresh) for name in found.names)
        total = here.count + sum(found.count for found in fresh)
        return Audience(total, tuple(sorted(names))[:MOST_NAMED])

    def here(self, table: str) -> Audience:
        """Return who watches a table in this process, as was told."""
        return self._settled.get(table, NOBODY)

    @property
    def watched(self) -> list[str]:
        """The tables that somebody watches here."""
        return list(self._settled)

    def hear(self, process: str, table: str, audience: Audience) -> None:
        """Note what a neighbour says of its watchers."""
        said = self._elsewhere[table]
        before, _ = said.pop(process, (NOBODY, 0.0))
        if audience.count:
            said[process] = (audience, monotonic())
        elif not said:
            del self._elsewhere[table]
        if audience != before:
            self._changes.hear(table)

    # ------------------------------------------------------------ telling

    def _tell_soon(self, table: str) -> None:
        if table not in self._untold:
            self._untold.add(table)
            asyncio.get_running_loop().call_later(SETTLES, self._tell, table)

    def _tell(self, table: str) -> None:
        self._untold.discard(table)
        people = self._here.get(table)
        if people:
            names = sorted({name for name, _ in people.values() if name})
            self._settled[table] = Audience(len(people), tuple(names[:MOST_NAMED]))
        else:
            self._settled.pop(table, None)
        self._changes.hear(table)
        if self.neighbours is not None:
            self.neighbours.carry_watchers(table, self.here(table))
