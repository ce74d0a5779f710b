"""Watching a table: its page without a seat, and the stream by which it moves on."""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from siberia.web.http.compression import is_read_by
from siberia.web.http.context import RequestContext
from siberia.web.http.middleware import network_of
from siberia.web.http.streams import (
    ROOM_FOR_WATCHERS,
    STREAMS_FOR_EACH_GUEST,
    UNBUFFERED,
    counted,
)
from siberia.web.http.watching import Group
from siberia.web.pages.table import Look
from siberia.web.tables.table import Table


def show_watcher(context: RequestContext, table: Table, template: str, look: Look) -> Response:
    """Show a table to somebody who watches: what all see whose pages are alike."""
    group = group_of(context, table, narrow=look.narrow)
    answer = context.services.watching.answer
    return answer(context.request, table, group, template, look.parts)


def group_of(context: RequestContext, table: Table, *, narrow: bool) -> Group:
    """Return with whom somebody watches."""
    return Group(table.id, context.language.code, context.theme, narrow)


async def stream(request: Request) -> Response:
    """Send a watcher's page what changes, for as long as it is open."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return PlainTextResponse("The server is just starting.", 503, {"Retry-After": "5"})
    table = await context.services.tables.get(request.path_params["table"])
    guest = context.guest_id
    if table is None or not table.is_watchable or table.seats.admits(guest):
        return PlainTextResponse("Nobody watches here.", 403)
    open_streams, address = request.app.state.open_streams, network_of(request)
    if not open_streams.has_room_for(address, ROOM_FOR_WATCHERS):
        message = "Many people are here just now. What happens shows when you load the page."
        return PlainTextResponse(message, 503, {"Retry-After": "10"})
    if guest and context.services.tables.watchers.streams_of(guest) >= STREAMS_FOR_EACH_GUEST:
        return PlainTextResponse("Too many pages are open; close some.", 429)
    is_packed = is_read_by(request)
    headers = {**UNBUFFERED, "Vary": "Accept-Encoding"}
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        # Nothing of a stream would be sent, and it would never end.
        return StreamingResponse([], media_type="text/event-stream", headers=headers)
    watched = watch(context, table, await context.guest_name(), is_packed=is_packed)
    watched = counted(open_streams, address, watched)
    return StreamingResponse(watched, media_type="text/event-stream", headers=headers)


async def watch(
    context: RequestContext, table: Table, name: str, *, is_packed: bool
) -> AsyncIterator[bytes]:
    """Yield what changes at a table, to somebody who is counted meanwhile."""
    asked = context.request.query_params
    group = group_of(context, table, narrow=asked.get("narrow") == "1")
    watchers = context.services.tables.watchers
    with (
        watchers.watching(table.id, context.guest_id, name),
        context.services.watching.room(group) as room,
    ):
        async for event in room.stream(table, asked.get("sign", ""), is_packed=is_packed):
            yield event


routes = [Route("/t/{table}/watch", stream, methods=["GET"])]
