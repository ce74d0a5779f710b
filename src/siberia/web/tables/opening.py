"""How tables are opened: a new one, one where a match goes on that was taken over, a rematch."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from siberia.match import Match, Setup
from siberia.match.origin import written
from siberia.match.record import RULES_AMONG_PEOPLE
from siberia.match.setup import checked_salt, checked_seed
from siberia.web.tables import clock
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Conflict, Store
from siberia.web.tables.store.rows import Deal, SeatRow, TableRow
from siberia.web.tables.table import Table


async def open_table(
    store: Store,
    row: TableRow,
    seats: Sequence[SeatRow],
    table_id: str = "",
    deal: Deal | None = None,
) -> str:
    """Open a table and return its id. Seed and salt are drawn here, in secret, or a day's deal.

    What cannot be set up so is a SetupError. A `start` below 0 leaves it to chance.
    """
    seed = checked_seed(None) if deal is None else int(deal.seed, 16)
    setup = Setup.new(
        row.game,
        seats=row.seats,
        start=row.start if row.start >= 0 else None,
        seed=seed,
        edition=row.edition,
        expansion=row.expansion,
        exchanges=row.exchanges or None,
    )
    row = replace(
        row,
        id=table_id or new_id(),
        exchanges=setup.exchanges,
        seed=f"{seed:032x}",
        salt=checked_salt(None if deal is None else deal.salt),
        start=setup.start,
        created=clock.now(),
        rules=RULES_AMONG_PEOPLE,
        components=setup.components,
        origin=None,
        day=deal.day if deal else None,
        counts=row.counts and deal is not None,
    )
    await store.add_table(row, [replace(seat, table=row.id) for seat in seats])
    return row.id


async def open_taken_over(
    store: Store, source: TableRow, match: Match, owner: str, seats: Sequence[SeatRow]
) -> str:
    """Open a table at which a match that was taken over goes on, and return its id.

    `source` is the row of the table it was taken over from. All its words are in the log.
    """
    row = replace(
        source,
        id=new_id(),
        name="",
        seed=f"{match.seed:032x}",
        salt=match.salt,
        owner=owner,
        speed="normal",
        created=clock.now(),
        finished=None,
        rematch=None,
        rules=match.setup.rules,
        components=match.setup.components,
        origin=written(match.origins),
        # It is no try of a day's deal, even if it was taken over from one.
        day=None,
        counts=False,
        changes=0,
        # It is nobody's but theirs, until they open it to others.
        watching="nobody",
        pace="",
        hints=True,
        language="",
    )
    seats = [replace(seat, table=row.id) for seat in seats]
    await store.add_table(row, seats, match.words)
    return row.id


async def open_rematch(tables: Tables, table: Table) -> str:
    """Open the next table with the same people, each one seat further; the same for all."""
    # Of two who ask at once the first one's id stays, and a crash in between is mended here.
    following = await tables.store.set_rematch(table.id, new_id())
    table.row = replace(table.row, rematch=following)
    if await tables.store.table(following) is None:
        count = table.row.seats
        seats = [
            replace(seat, number=(seat.number + 1) % count, claim=0)
            for seat in table.seats.in_next_match()
        ]
        seats.sort(key=lambda seat: seat.number)
        row = replace(table.row, finished=None, rematch=None, start=-1)
        with suppress(Conflict):
            await open_table(tables.store, row, seats, following)
        tables.changes.tell(following)
    tables.changes.tell(table.id)
    return following


def new_id() -> str:
    """Return a name for a table that nobody guesses."""
    return secrets.token_urlsafe(9)
