"""How finished matches ended: folded from their logs when that is asked for.

A log that is finished never changes, so what was folded once is remembered while there is room.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from siberia.engine.errors import SiberiaError
from siberia.match import Match, Position
from siberia.match.position import folded
from siberia.match.setup import checked_players
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import SeatedTable, TableRow
from siberia.web.tables.table import deal

# So many results are remembered; each takes some 300 bytes.
REMEMBERED = 20_000
# So many matches are folded at a time, before others have their turn.
AT_ONCE = 16
log = logging.getLogger("siberia")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each seat had in the end, by seat."""

    scores: tuple[int, ...]

    def has_won(self, seat: int) -> bool:
        """Whether nobody had more (C25, B31): a win may be shared."""
        return self.scores[seat] == max(self.scores)

    def rank(self, seat: int) -> int:
        """Return a seat's rank from 1 on; equal scores share one."""
        return 1 + sum(score > self.scores[seat] for score in self.scores)


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over: its table, who sat there, and how it ended."""

    table: SeatedTable
    result: Outcome

    @property
    def row(self) -> TableRow:
        """The table's row."""
        return self.table.row

    def seat_of(self, guest: str) -> int:
        """Return the seat of a guest; of several on one device the first."""
        seats = self.table.seats
        return next(s.number for s in seats if s.kind == "guest" and s.guest == guest)


class Endings:
    """The results of a store's finished matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # None stands for a match that cannot be folded: it is left out, and tried no second time.
        self._known: LRUCache[str, Outcome | None] = LRUCache(REMEMBERED)

    async def of(self, tables: Iterable[SeatedTable]) -> list[Ended]:
        """Return how tables ended, in the same order; those that are not over are left out."""
        over = [table for table in tables if table.row.finished is not None]
        unknown = [table.row for table in over if table.row.id not in self._known]
        found: dict[str, Outcome | None] = {}
        for start in range(0, len(unknown), AT_ONCE):
            rows = unknown[start : start + AT_ONCE]
            words = [await self._store.words(row.id) for row in rows]
            results = await asyncio.to_thread(fold_all, rows, words)
            found |= dict(zip([row.id for row in rows], results, strict=True))
        for table in over:
            found.setdefault(table.row.id, self._known.get(table.row.id))
        self._known.update(found)
        return [
            Ended(table, result) for table in over if (result := found[table.row.id]) is not None
        ]


def fold_all(rows: Sequence[TableRow], words: Sequence[Sequence[str]]) -> list[Outcome | None]:
    """Return how matches ended by their words."""
    return [fold(row, of_row) for row, of_row in zip(rows, words, strict=True)]


def fold(row: TableRow, words: Sequence[str]) -> Outcome | None:
    """Return how a match ended; None for one of another box, by other rules, or without an end."""
    try:
        match = deal(row, checked_players(None, row.seats))
        if row.components not in (None, match.setup.components):
            return None
        end = end_of(match, words)
    except SiberiaError as error:
        log.error("the result of table %s cannot be told: %s", row.id, error)
        return None
    return Outcome(end.scores()) if end.is_over else None


def end_of(match: Match, words: Sequence[str]) -> Position:
    """Return where words lead; what was drawn anew on the way is drawn so only word by word."""
    if not match.origins:
        return folded(match.setup, match.seed, words)
    match.play_on(words)
    return match
