"""The way in for programs: words as JSON, and what a seat sees as JSON. Nothing is drawn.

What is refused is a problem as RFC 9457 has it, with the rule where there is one.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from siberia.engine.errors import IllegalWord, SiberiaError
from siberia.web.http.compression import compressed
from siberia.web.http.context import RequestContext
from siberia.web.http.middleware import network_of
from siberia.web.http.streams import HEARTBEAT, UNBUFFERED, counted, has_too_many
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.store import StoreError
from siberia.web.tables.table import Table

log = logging.getLogger("siberia")

Word = Annotated[str, msgspec.Meta(max_length=60)]


class Answer(msgspec.Struct):
    """A table as a seat sees it: how long its log is, what can be played, and the view."""

    seq: int
    # The seat whose eyes these are; none for a host who only watches.
    seat: int | None
    # The seats that must decide something now.
    awaited: tuple[int, ...]
    is_over: bool
    # The words that this seat can play; while counters are placed, the first of its plan.
    legal: tuple[str, ...]
    view: Any


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """Words to play, all or none, if the log is still as long as it was seen."""

    seq: Annotated[int, msgspec.Meta(ge=0)]
    words: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=24)]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why something was not done."""

    title: str
    status: int
    # By which rule of docs/RULES.md, and what is legal instead.
    rule: str = ""
    legal: tuple[str, ...] = ()


encode = msgspec.json.Encoder().encode
decode_words = msgspec.json.Decoder(Words).decode


def problem(title: str, status: int, **more: Any) -> Response:
    """Say why something was not done."""
    said = encode(Problem(title, status, **more))
    return Response(said, status, media_type="application/problem+json")


def seat_of(table: Table, guest: str) -> int | None:
    """Return the seat of a guest; of several the one that must decide."""
    mine = table.seats.of_guest(guest)
    return next((seat for seat in mine if seat in table.awaited), mine[0] if mine else None)


def shown(table: Table, seat: int | None) -> bytes:
    """Return a table as a seat sees it; who asks again before anything happens is told the same."""
    told, awaited = table.fold.told, table.awaited
    key = ("json", seat, awaited)
    if key not in told:
        told[key] = encode(
            Answer(
                seq=table.seq,
                seat=seat,
                awaited=awaited,
                is_over=table.is_over,
                legal=legal_for(table, seat),
                view=table.fold.view_of(seat),
            )
        )
    said: bytes = told[key]
    return said


def answer(request: Request, table: Table, seat: int | None) -> Response:
    """Show a table to a seat."""
    return compressed(request, Response(shown(table, seat), media_type="application/json"))


def legal_for(table: Table, seat: int | None) -> tuple[str, ...]:
    """Return what a seat can play now."""
    if seat is None or seat not in table.awaited:
        return ()
    if table.is_placing:
        return table.imagined(seat).legal()
    return table.match.legal()


Deed = Callable[[RequestContext, Table, int | None], Awaitable[None]]


def table_route(deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Make a route of something done at a table; the answer is the table as it is then."""

    async def endpoint(request: Request) -> Response:
        context = RequestContext(request)
        try:
            table = await found(context)
            seat = seat_of(table, context.guest_id)
            await deed(context, table, seat)
        except SiberiaError as error:
            return refused(error)
        context.services.bots.look_after(table)
        return answer(request, table, seat)

    return endpoint


class NotServed(SiberiaError):
    """Something that is not for whoever asks, or not now."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


async def found(context: RequestContext) -> Table:
    """Return the table that is asked for, if it may be seen by who asks."""
    if not context.services.is_ready.is_set():
        raise NotServed("The server is just starting; one moment.", 503)
    table = await context.services.tables.get(context.request.path_params["table"])
    if table is None or not table.seats.admits(context.guest_id):
        raise NotServed("You have no seat at this table.", 403)
    return table


def refused(error: SiberiaError) -> Response:
    """Say why something was not done."""
    match error:
        case NotServed():
            return problem(str(error), error.status)
        case IllegalWord():
            return problem(str(error), 409, rule=error.rule, legal=error.legal)
        case BrokenTable():
            return problem("This table cannot be continued.", 410)
        case StoreError():
            log.error("store: %s", error)
            return problem(f"It was not saved, so it was not done. {error}", 503)
    return problem(str(error), 409)


async def look(_context: RequestContext, _table: Table, _seat: int | None) -> None:
    """Only look."""


async def play(context: RequestContext, table: Table, seat: int | None) -> None:
    """Play words, or hand in where counters go."""
    try:
        sent = decode_words(await context.request.body())
    except msgspec.DecodeError as error:
        raise NotServed(f"This cannot be understood: {error}", 400) from None
    if seat is None:
        raise NotServed("You have no seat here to play for.", 403)
    tables = context.services.tables
    if table.is_placing:
        await tables.plan(table, seat, sent.seq, sent.words)
    else:
        await tables.play(table, seat, sent.seq, sent.words, context.guest_id)


async def stream(request: Request) -> Response:
    """Show a table whenever something has happened there: one object a line, for as long as asked.

    An empty line says that the stream is still there. With `own=no` nothing comes of what the
    guest does: the answer to it has shown that already.
    """
    context, changes = RequestContext(request), request.app.state.services.changes
    try:
        table = await found(context)
    except SiberiaError as error:
        return refused(error)
    open_streams, address = request.app.state.open_streams, network_of(request)
    if not open_streams.has_room_for(address) or has_too_many(changes, context.guest_id):
        return problem("Too many streams are open; close some.", 429)
    own = request.query_params.get("own") != "no"
    lines = counted(open_streams, address, shown_again(context, table.id, own=own))
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=UNBUFFERED)


async def shown_again(context: RequestContext, table_id: str, *, own: bool) -> AsyncIterator[bytes]:
    """Show a table to a guest now, and again whenever something has happened there."""
    changes, guest = context.services.changes, context.guest_id
    tables = context.services.tables
    with changes.subscribe(guest, frozenset({table_id}), own=own) as subscription:
        while not changes.is_closed:
            told = dict(subscription.take())
            try:
                table = await tables.told_of(table_id, told.get(table_id))
            except SiberiaError:
                return
            if table is None or not table.seats.admits(guest):
                return
            yield shown(table, seat_of(table, guest)) + b"\n"
            while not await subscription.is_woken(HEARTBEAT):
                yield b"\n"


routes = [
    Route("/api/v1/tables/{table}", table_route(look)),
    Route("/api/v1/tables/{table}/stream", stream, methods=["GET"]),
    Route("/api/v1/tables/{table}/words", table_route(play), methods=["POST"]),
]
