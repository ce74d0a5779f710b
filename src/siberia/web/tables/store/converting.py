"""What is kept, as the database has it, and back: rows of values, and what they mean."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from siberia.web.tables.store.database import Value
from siberia.web.tables.store.rows import (
    Hint,
    PlacingPlan,
    SeatRow,
    TableRow,
    TableSummary,
)
from siberia.web.tables.store.times import time_from, time_text


def table_values(table: TableRow) -> tuple[Value, ...]:
    """Return the values of a table in the order of its columns."""
    return (
        *(table.id, table.name, table.game, table.edition, table.expansion, table.exchanges),
        *(table.seats, table.start, table.seed, table.salt, table.owner, table.speed),
        time_text(table.created),
        time_text(table.finished) if table.finished else None,
        *(table.rematch, table.rules, table.components, table.origin, table.changes),
        *(table.day.isoformat() if table.day else None, table.counts),
        *(table.watching, table.talk, table.pace, table.hints, table.language),
    )


def table_from(row: Sequence[Any]) -> TableRow:
    """Return a table as it was before `table_values`. SQLite has 1 and 0 for true and false."""
    raw: Any = TableRow(*row)
    table: TableRow = replace(
        raw,
        expansion=bool(raw.expansion),
        created=time_from(raw.created),
        finished=raw.finished and time_from(raw.finished),
        day=raw.day and date.fromisoformat(raw.day),
        counts=bool(raw.counts),
        hints=bool(raw.hints),
    )
    return table


def summary_from(row: Sequence[Any]) -> TableSummary:
    """Return what is to be told of a table; a word that was taken back is none, nor is that."""
    table, game, seats, created, finished, entries, undone, last = row
    return TableSummary(
        *(table, game, seats, time_from(created), finished and time_from(finished)),
        words=entries - 2 * undone,
        last_move=last and time_from(last),
    )


def seat_values(seat: SeatRow) -> tuple[Value, ...]:
    """Return the values of a seat in the order of its columns."""
    who = (seat.kind, seat.guest, seat.level, seat.name)
    return (seat.table, seat.number, *who, seat.claim, seat.anyone, seat.invited)


def seat_from(row: Sequence[Any]) -> SeatRow:
    """Return a seat as it is kept. SQLite has 1 and 0 for true and false."""
    seat = SeatRow(*row)
    return replace(seat, anyone=bool(seat.anyone), invited=bool(seat.invited))


def plan_from(row: Sequence[Any]) -> PlacingPlan:
    """Return a plan as it was when it was kept."""
    seat, seq, words, at = row
    return PlacingPlan(seat, seq, tuple(json.loads(words)), at and time_from(at))


def hint_from(seat: int, seq: int, at: str, advice: str | None) -> Hint:
    """Return a hint as it was when it was kept."""
    if advice is None:
        return Hint(seat, seq, time_from(at))
    words, share = json.loads(advice)
    return Hint(seat, seq, time_from(at), tuple(words), share)
