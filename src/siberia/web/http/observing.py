"""What happened to each request: one line in the log, one count in the metrics.

A line says when, what was asked for, what came of it and how long it took; never by whom. Tables
have no names here: a route is written as it is declared.
"""

import asyncio
import logging
from functools import cache

from prometheus_client import Histogram
from starlette.types import Scope

from siberia.web import metrics
from siberia.web.http.logs import RequestLog
from siberia.web.http.services import Services
from siberia.web.http.streams import OpenStreams

log = logging.getLogger("siberia.requests")
request_log = RequestLog()

# What lasts as long as a page is open says nothing about how quick the server is.
STREAMS = (
    "/live",
    "/t/{table}/watch",
    "/api/v1/tables/{table}/stream",
    "/api/v1/bot/stream",
)
# So many seconds apart it is counted how much there is of everything.
COUNTED_EVERY = 2.0


def note(scope: Scope, status: int, seconds: float) -> None:
    """Log and count a request that is answered; status 0 is for one that nobody waited for."""
    route = route_of(scope)
    if route not in STREAMS:
        seconds_of(route, status).observe(seconds)
    # Where nobody reads such lines none is put together.
    if log.isEnabledFor(logging.INFO):
        request_log.add(scope["method"], route, status, seconds)


# There are as many as routes, each with a few statuses.
@cache
def seconds_of(route: str, status: int) -> Histogram:
    """Return where the time of such requests is counted."""
    return metrics.REQUESTS.labels(route, str(status))


def route_of(scope: Scope) -> str:
    """Return which route was asked for, without what it was asked about."""
    route = scope.get("route")
    return route.path_format if route else "unknown"


async def count_what_there_is(services: Services, open_streams: OpenStreams) -> None:
    """Keep counting how much there is of everything, when what nobody needs is put away."""
    while True:
        services.tables.put_away_finished()
        metrics.STREAMS.set(open_streams.total)
        metrics.TABLES.set(services.tables.held)
        metrics.TABLE_BYTES.set(services.tables.held_bytes)
        metrics.BOTS_WAITING.set(services.bots.waiting)
        metrics.BOTS_THINKING.set(services.bots.thinking)
        await asyncio.sleep(COUNTED_EVERY)
