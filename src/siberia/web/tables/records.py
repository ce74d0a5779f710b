"""Records that somebody gave, each under a key made of its text, and as a table to look back on."""

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta

from cachetools import LRUCache

from siberia.match import Match
from siberia.match.origin import written
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import SeatRow, TableRow
from siberia.web.tables.table import Table

# So many are kept folded: those that are looked at just now.
KEPT = 32
KEY_DIGITS = 20
# So often it is noted that somebody has opened a record, and after so long without that it goes.
NOTED_EVERY = timedelta(days=1)
FORGOTTEN_AFTER = timedelta(days=180)
# No record says when its match was played, or how long that took.
LONG_AGO = datetime(2012, 1, 1, tzinfo=UTC)
LAID_ASIDE = timedelta(days=1)


class Records:
    """The records of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[str, Table] = LRUCache(KEPT)

    async def keep(self, text: str) -> str:
        """Check a record, keep it and return its key; a RecordError says what is wrong with it."""
        match = await asyncio.to_thread(Match.read, text)
        # As it is always written, whatever the lines of this one ended with.
        written = match.record()
        key = key_of(written)
        await self._store.records.keep(key, written, datetime.now(UTC))
        return key

    async def get(self, key: str) -> Table | None:
        """Return a record as a finished table, and note that somebody has opened it."""
        now = datetime.now(UTC)
        text = await self._store.records.open(key, now, now - NOTED_EVERY)
        if text is None:
            return None
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(table_of, key, text)
        return self._kept[key]


def key_of(text: str) -> str:
    """Return the key of a record: what is the same lies at the same address."""
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_DIGITS]


def table_of(key: str, text: str) -> Table:
    """Return a table that no store has, at which a recorded match was played."""
    match = Match.read(text)
    table = Table(table_row(key, match), seats_of(match))
    fold = table.fold.copy()
    for word in match.words:
        fold.play(word, None)
    table.adopt(fold, ())
    table.seq, table.moved_at = match.ply, LONG_AGO + LAID_ASIDE
    return table


def table_row(key: str, match: Match) -> TableRow:
    """Return the row of such a table."""
    return TableRow(
        id=key,
        name="",
        game=match.game,
        edition=match.setup.edition,
        expansion=match.setup.expansion,
        exchanges=match.setup.exchanges,
        seats=match.seats,
        start=match.setup.start,
        seed=f"{match.seed:032x}",
        salt=match.salt,
        owner="",
        speed="normal",
        created=LONG_AGO,
        finished=LONG_AGO,
        rules=match.setup.rules,
        components=match.setup.components,
        origin=written(match.origins) or None,
    )


def seats_of(match: Match) -> list[SeatRow]:
    """Return who played: names, and nobody who is known here."""
    names = enumerate(match.players)
    return [SeatRow("", number, "guest", None, None, name) for number, name in names]
