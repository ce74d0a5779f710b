"""Bots that are offered as opponents: their programs hear here where they must decide."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from time import monotonic

from starlette.responses import Response, StreamingResponse

from siberia.engine.errors import SiberiaError
from siberia.web.http.api.operations import NDJSON, ApiCall, Operation
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.views import AskedSeat, asked_at, encode
from siberia.web.http.middleware import network_of
from siberia.web.http.offered import NOTED_EVERY
from siberia.web.http.streams import HEARTBEAT, UNBUFFERED, counted
from siberia.web.tables.table import Table

# So often it is looked whether a bot sits at another table.
LOOKED_EVERY = 1.0


async def bot_stream(call: ApiCall) -> Response:
    """Tell a bot's program wherever it must decide something, for as long as it listens."""
    level = call.grant.level if call.grant is not None else None
    if level is None:
        raise NotServed("This is for the programs of bots that are offered here.", 403)
    if not call.services.is_ready.is_set():
        raise NotServed("The server is just starting; one moment.", 503, {"Retry-After": "2"})
    if call.request.method == "HEAD":
        return StreamingResponse([], media_type=NDJSON, headers=UNBUFFERED)
    open_streams, address = call.request.app.state.open_streams, network_of(call.request)
    if not open_streams.has_room_for(address):
        raise NotServed("Too many streams are open; close some.", 429, {"Retry-After": "10"})
    lines = counted(open_streams, address, decisions(call, level))
    return StreamingResponse(lines, media_type=NDJSON, headers=UNBUFFERED)


async def decisions(call: ApiCall, level: str) -> AsyncIterator[bytes]:
    """Tell each decision of a bot, once; an empty line says that the stream is still there."""
    services, told = call.services, set[tuple[str, int, int]]()
    noted = said = -HEARTBEAT
    while not services.changes.is_closed:
        now = monotonic()
        if now - noted > NOTED_EVERY:
            await services.offered.note_connected(level)
            noted = now
        if now - said > HEARTBEAT:
            yield b"\n"
            said = now
        ids = await services.store.programs.tables_of_offered(level, level)
        with services.changes.subscribe(level, frozenset(ids)) as subscription:
            for table in await tables_of(call, ids):
                for seat in seats_of(table, level):
                    key = (table.id, seat, table.seq)
                    if seat in table.awaited and key not in told:
                        told.add(key)
                        yield encode(asked_at(table, seat)) + b"\n"
            told = {key for key in told if key[0] in ids}
            await subscription.is_woken(LOOKED_EVERY)


async def tables_of(call: ApiCall, ids: Sequence[str]) -> list[Table]:
    """Return some tables, those left out with which something is wrong."""
    found = []
    for table_id in ids:
        with suppress(SiberiaError):
            found.append(await call.services.tables.get(table_id))
    return [table for table in found if table is not None]


def seats_of(table: Table, level: str) -> tuple[int, ...]:
    """Return the seats where a bot sits itself."""
    return tuple(s.number for s in table.seats if s.kind == "bot" and s.level == level)


operations = (
    Operation(
        "GET",
        "/bot/stream",
        "botStream",
        "Where an offered bot must decide something",
        bot_stream,
        "For bots that whoever runs the server offers as opponents (docs/API.md): each line is a"
        " table where the bot must decide, with what its seat sees. It answers by playing words"
        " there. An empty line every 20 seconds says that the stream is still there.",
        who="bot",
        answers=((200, AskedSeat),),
        media=(NDJSON,),
    ),
)
