"""From a request to its answer: one layer, which every request goes through.

Starlette puts layers around each other, and each looks at every message of an answer; together they
took a tenth of what a click costs. Here an answer is made first, and sent then.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from siberia.web.http.api.problems import is_for_programs, problem, refusal
from siberia.web.http.middleware import Guard
from siberia.web.http.observing import note
from siberia.web.http.routing import Routes

log = logging.getLogger("siberia")

Endpoint = Callable[[Request], Awaitable[Response]]
# Answers a request at which something was raised.
Handler = Callable[[Request, Exception], Awaitable[Response]]
# Our fault: the details are for the log, and people are told that nothing is lost.
FAILED = "Something went wrong here. Nothing is lost: load the page again."


class Answering:
    """Answers requests, and notes what came of each."""

    def __init__(
        self,
        guard: Guard,
        routes: Routes,
        missing: Handler,
        handlers: Mapping[type[Exception], Handler],
    ) -> None:
        self._guard = guard
        self._routes = routes
        self._missing = missing
        self._handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        began, status = perf_counter(), 0
        request = Request(scope, receive)
        try:
            response = await self._response(request)
            self._guard.add_headers(request, response)
            status = response.status_code
            await response(scope, receive, send)
        except ClientDisconnect:
            # The page was closed while it was sending: there is nobody to answer.
            return
        except Exception as error:
            log.error("failed", exc_info=error)
            raise
        finally:
            note(scope, status, perf_counter() - began)

    async def _response(self, request: Request) -> Response:
        """Return the answer to a request, whatever happens."""
        try:
            refused = await self._guard.refusal(request)
            return refused or await self._answer(request)
        except ClientDisconnect:
            raise
        except Exception as error:
            log.error("failed", exc_info=error)
            return refusal(request, FAILED, 500)

    async def _answer(self, request: Request) -> Response:
        """Let the route answer; what it raises may have an answer, too."""
        try:
            endpoint: Endpoint = self._routes.find(request.scope).endpoint
            return await endpoint(request)
        except HTTPException as error:
            return await self._without_route(request, error)
        except Exception as error:
            for kind in type(error).__mro__:
                if kind in self._handlers:
                    return await self._handlers[kind](request, error)
            raise

    async def _without_route(self, request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and is_for_programs(request):
            return problem("There is nothing here; /api tells what there is.", 404)
        if error.status_code == 404:
            elsewhere = self._routes.without_slash(request.scope)
            return elsewhere or await self._missing(request, error)
        detail = error.detail
        if error.status_code == 405 and error.headers:
            detail = f"{request.method} is not possible here; {error.headers['Allow']} is."
        return refusal(request, detail, error.status_code, error.headers)
