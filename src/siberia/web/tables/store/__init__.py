"""Where tables are kept: in a file of SQLite, or in PostgreSQL.

A table is a few facts, its seats and a log of words that only ever grows. The key of the log,
table and number of the entry, is the only lock there is: whoever writes an entry second gets a
`Conflict`, and nothing is changed. Nothing that follows from the log is stored beside it.
"""

from siberia.web.tables.store.connecting import open_store
from siberia.web.tables.store.errors import Conflict, StoreError
from siberia.web.tables.store.rows import (
    Entry,
    Guest,
    News,
    PlacingPlan,
    SeatKind,
    SeatRow,
    TableRow,
)
from siberia.web.tables.store.store import Store

__all__ = [
    "Conflict",
    "Entry",
    "Guest",
    "News",
    "PlacingPlan",
    "SeatKind",
    "SeatRow",
    "Store",
    "StoreError",
    "TableRow",
    "open_store",
]
