"""A table shown again whenever something has happened: as NDJSON, or as server-sent events."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Literal

import msgspec
from starlette.responses import Response, StreamingResponse

from siberia.engine.errors import SiberiaError
from siberia.web.http.api.operations import NDJSON, SSE, ApiCall, Operation
from siberia.web.http.api.playing import found, may_look, seat_of
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.views import Answer, shown
from siberia.web.http.middleware import network_of
from siberia.web.http.streams import (
    HEARTBEAT,
    ROOM_FOR_WATCHERS,
    UNBUFFERED,
    counted,
    has_too_many,
)
from siberia.web.tables.store import StoreError
from siberia.web.tables.table import Table

# How a table is written in a stream, and how it is said that the stream is still there.
Writing = tuple[Callable[[bytes], bytes], bytes]
WRITINGS: dict[str, Writing] = {
    NDJSON: (lambda said: said + b"\n", b"\n"),
    SSE: (lambda said: b"data: " + said + b"\n\n", b": still here\n\n"),
}


class Following(msgspec.Struct, forbid_unknown_fields=True):
    """How a table is followed."""

    # Whether also after what one has done oneself.
    own: Literal["yes", "no"] = "yes"


async def stream(call: ApiCall) -> Response:
    """Show a table whenever something has happened there, for as long as somebody listens."""
    table, asked = await found(call), call.query(Following)
    media = SSE if SSE in call.request.headers.get("accept", "") else NDJSON
    if call.request.method == "HEAD":
        # Nothing of a stream would be sent, and it would never end.
        return StreamingResponse([], media_type=media, headers=UNBUFFERED)
    open_streams, address = call.request.app.state.open_streams, network_of(call.request)
    is_one_too_many = call.guest_id and has_too_many(call.services.changes, call.guest_id)
    share = 1.0 if table.seats.admits(call.guest_id) or call.is_bot else ROOM_FOR_WATCHERS
    if is_one_too_many or not open_streams.has_room_for(address, share):
        raise NotServed("Too many streams are open; close some.", 429, {"Retry-After": "10"})
    told = shown_again(call, table, *WRITINGS[media], own=asked.own == "yes")
    lines = counted(open_streams, address, told)
    return StreamingResponse(lines, media_type=media, headers=UNBUFFERED)


async def shown_again(
    call: ApiCall, followed: Table, write: Callable[[bytes], bytes], still: bytes, *, own: bool
) -> AsyncIterator[bytes]:
    """Show a table now, and again whenever something has happened there."""
    changes, tables, table_id = call.services.changes, call.services.tables, followed.id
    is_seen: AbstractContextManager[None] = nullcontext()
    if seat_of(followed, call) is None and not followed.seats.admits(call.guest_id):
        is_seen = tables.watchers.watching(table_id, call.guest_id, await call.guest_name())
    followed_here = changes.subscribe(call.guest_id, frozenset({table_id}), own=own)
    with is_seen, followed_here as subscription:
        while not changes.is_closed:
            told = dict(subscription.take())
            try:
                table = await tables.told_of(table_id, told.get(table_id))
            except SiberiaError:
                return
            if table is None or not await may_look(call, table):
                return
            yield write(shown(table, seat_of(table, call)))
            is_woken = False
            while not is_woken:
                is_woken = await subscription.is_woken(HEARTBEAT)
                # A token that was revoked meanwhile opens nothing any more.
                if not await is_still_known(call):
                    return
                if not is_woken:
                    yield still


async def is_still_known(call: ApiCall) -> bool:
    """Say whether the token of a stream, if it has one, is still known."""
    token = call.request.scope["token"]
    if not token or call.is_bot:
        return True
    try:
        return await call.services.tokens.grant(token) is not None
    except StoreError:
        return False


operations = (
    Operation(
        "GET",
        "/tables/{table}/stream",
        "stream",
        "What the seat sees, now and whenever something has happened",
        stream,
        "One object a line, or with `Accept: text/event-stream` one an event: each is what"
        " `GET /tables/{table}` answers then. An empty line, or a comment, says every 20 seconds"
        " that the stream is still there. A stream that breaks is opened anew, and begins with how"
        " the table stands. With `own=no` nothing comes of what one does oneself: the answers to it"
        " have shown that already. So it is not for two bots of one guest at one table.",
        who="anybody",
        query=Following,
        answers=((200, Answer),),
        media=(NDJSON, SSE),
        problems=(410, 422),
    ),
)
