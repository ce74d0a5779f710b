"""What a table looks like to a seat, as data."""

from typing import Annotated, Any

import msgspec

from siberia.web.http.api.schemas import VIEW
from siberia.web.tables.table import Table


class Answer(msgspec.Struct):
    """A table as a seat sees it: how long its log is, what can be played, and the view."""

    # How many entries its log has: words are played for this number.
    seq: int
    # The seat whose eyes these are; null for who only watches.
    seat: int | None
    # The seats that must decide something now.
    awaited: tuple[int, ...]
    is_over: bool
    # The words that this seat can play; while counters are placed, the first of its placing.
    legal: tuple[str, ...]
    # What lies on the table, as this seat sees it.
    view: Annotated[Any, VIEW]


class AskedSeat(Answer, kw_only=True):
    """A table at which a bot must decide something, as its seat sees it."""

    table: str


encode = msgspec.json.Encoder().encode


def shown(table: Table, seat: int | None) -> bytes:
    """Return a table as a seat sees it; who asks again before anything happens is told the same."""
    told, awaited = table.fold.told, table.awaited
    key = ("json", seat, awaited)
    if key not in told:
        told[key] = encode(answer_at(table, seat))
    said: bytes = told[key]
    return said


def answer_at(table: Table, seat: int | None) -> Answer:
    """Return a table as a seat sees it."""
    return Answer(
        seq=table.seq,
        seat=seat,
        awaited=table.awaited,
        is_over=table.match.is_over,
        legal=legal_for(table, seat),
        view=table.fold.view_of(seat),
    )


def asked_at(table: Table, seat: int) -> AskedSeat:
    """Return what a bot is asked for its seat."""
    return AskedSeat(**msgspec.structs.asdict(answer_at(table, seat)), table=table.id)


def legal_for(table: Table, seat: int | None) -> tuple[str, ...]:
    """Return what a seat can play now."""
    if seat is None or seat not in table.awaited:
        return ()
    if table.is_placing:
        return table.imagined(seat).legal()
    return table.match.legal()
