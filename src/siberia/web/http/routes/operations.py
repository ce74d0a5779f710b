"""For those who run the server: is it alive, is it ready, what has it counted."""

import asyncio
from ipaddress import ip_address

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from siberia.web import metrics
from siberia.web.http.services import Services
from siberia.web.tables.store import Store, StoreError

ALIVE = "alive"
# A database that takes so many seconds to answer is of no use to anybody who plays.
ANSWERS_WITHIN = 3.0


async def health(_request: Request) -> Response:
    """Say that the server is alive; if it does not, it should be started again."""
    return PlainTextResponse(ALIVE)


async def ready(request: Request) -> Response:
    """Say whether people can play now: rules compiled, database there and of our form."""
    services: Services = request.app.state.services
    if services.has_failed:
        return PlainTextResponse("failed: the rules could not be loaded; the log says why", 500)
    if not services.is_ready.is_set():
        return PlainTextResponse("starting", 503, {"Retry-After": "1"})
    # Not cancelled and waited for: the driver would then wait for the database, too.
    checking = asyncio.create_task(checked(services.store))
    await asyncio.wait({checking}, timeout=ANSWERS_WITHIN)
    if not checking.done():
        checking.cancel()
        return PlainTextResponse(f"failed: {services.store.database.place} does not answer.", 503)
    problem = checking.result()
    return PlainTextResponse(f"failed: {problem}", 503) if problem else PlainTextResponse("ready")


async def checked(store: Store) -> str | None:
    """Return what is wrong with the store, if anything is."""
    try:
        await store.check()
    except StoreError as error:
        return str(error)
    return None


async def counted(request: Request) -> Response:
    """Show what was counted, to this machine and its network; the world has no use for it."""
    host = request.client.host if request.client else ""
    if not is_near(host):
        return PlainTextResponse("Only this machine and its network may see that.", 403)
    text = await run_in_threadpool(metrics.exposition)
    return Response(text, media_type=CONTENT_TYPE_LATEST)


def is_near(host: str) -> bool:
    """Say whether an address is of this machine or of a private network."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private


routes = [Route("/health", health), Route("/ready", ready), Route("/metrics", counted)]
