"""Tables with who sits there, found in two statements however many there are."""

from collections import defaultdict

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.converting import seat_from, table_from
from siberia.web.tables.store.database import Database, Value
from siberia.web.tables.store.rows import SeatedTable, SeatRow


async def seated(database: Database, condition: str, *values: Value) -> list[SeatedTable]:
    """Return the tables that meet a condition, the newest first."""
    rows = await database.read(sql.tables_where(condition), *values)
    seats: defaultdict[str, list[SeatRow]] = defaultdict(list)
    for seat in await database.read(sql.seats_where(condition), *values):
        seats[seat[0]].append(seat_from(seat))
    return [SeatedTable(table_from(row), tuple(seats[row[0]])) for row in rows]
