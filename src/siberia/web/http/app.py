"""The app: routes, what happens at start and stop, and what people see when something fails."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Lifespan, Receive, Scope, Send

from siberia.web.http import static_files
from siberia.web.http.answering import Answering
from siberia.web.http.api.problems import is_for_programs, refused
from siberia.web.http.api.routes import routes as api_routes
from siberia.web.http.context import RequestContext
from siberia.web.http.identity import Identity
from siberia.web.http.middleware import Guard
from siberia.web.http.observing import count_what_there_is, request_log
from siberia.web.http.opening import open_patiently
from siberia.web.http.routes import (
    ahead,
    daily,
    home,
    ladder,
    learn,
    lobby,
    new_table,
    operations,
    people,
    reach,
    records,
    replay,
    review,
    rules,
    table,
    talk,
    tokens,
    trying,
    watching,
)
from siberia.web.http.routing import Routes
from siberia.web.http.services import make_services, tidy_up
from siberia.web.http.settings import Settings, prepare_folder, secret_keys
from siberia.web.http.streams import OpenStreams
from siberia.web.tables.bot_queue import note_failure
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.store import StoreError

log = logging.getLogger("siberia")


ROUTES = (
    *table.routes,
    *ahead.routes,
    *watching.routes,
    *talk.routes,
    *review.routes,
    *trying.routes,
    *replay.routes,
    *records.routes,
    *api_routes,
    *static_files.routes,
    *home.routes,
    *lobby.routes,
    *new_table.routes,
    *daily.routes,
    *people.routes,
    *ladder.routes,
    *tokens.routes,
    *reach.routes,
    *rules.routes,
    *learn.routes,
    *operations.routes,
)


class App(Starlette):
    """The app. Its requests are answered by one layer of our own."""

    def __init__(self, settings: Settings, lifespan: Lifespan[Starlette]) -> None:
        super().__init__(lifespan=lifespan)
        self._answering = Answering(
            Guard(settings.is_https, settings.names),
            Routes(ROUTES),
            missing,
            {StoreError: store_failed, BrokenTable: table.broken},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop."""
        scope["app"] = self
        if scope["type"] == "http":
            await self._answering(scope, receive, send)
        else:
            await self.router(scope, receive, send)


def app(settings: Settings) -> Starlette:
    """Return the app; it opens its store when it starts."""

    @asynccontextmanager
    async def lifespan(running: Starlette) -> AsyncIterator[None]:
        prepare_folder(settings.data)
        store = await open_patiently(settings.database)
        services = make_services(settings, Identity(*secret_keys(settings.data)), store)
        running.state.services = services
        await services.timekeeper.begin()
        chores = [
            services.warm_up(),
            tidy_up(store),
            count_what_there_is(services, running.state.open_streams),
            services.daily.keep_deals(),
            services.offered.keep_looking(),
            services.timekeeper.keep_time(),
            services.notices.watch(),
        ]
        if store.database.is_shared:
            await services.neighbours.join()
            services.notices.crier = services.neighbours
            chores.append(services.neighbours.go_round())
        beside = [asyncio.create_task(chore) for chore in chores]
        for task in beside:
            task.add_done_callback(note_failure)
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            services.changes.close()
            await services.delivery.close()
            await services.bots.close()
            await services.ahead.close()
            await services.reviews.close()
            await store.close()
            request_log.write()

    made = App(settings, lifespan)
    # The other half of the connections is for pages and moves.
    made.state.open_streams = OpenStreams(settings.connections // 2)
    return made


async def missing(request: Request, _error: Exception) -> Response:
    """Say that there is nothing here."""
    return RequestContext(request).page("missing.html", {}, 404)


async def store_failed(request: Request, error: Exception) -> Response:
    """Say that something could not be kept or read; what, and where, is for who runs the server."""
    if is_for_programs(request):
        return refused(StoreError(str(error)))
    log.error("store: %s", error)
    _ = RequestContext(request).language.gettext
    if request.method in ("GET", "HEAD"):
        message = _("This cannot be looked up just now. Nothing is lost: try again in a moment.")
    else:
        message = _("This could not be saved, so it was not done; everything before is safe.")
    return PlainTextResponse(message, 503)
