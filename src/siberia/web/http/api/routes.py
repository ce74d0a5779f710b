"""All that programs can ask for, and the document that tells of it."""

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia import __version__
from siberia.web.http.api import (
    bots,
    ladder,
    looking_back,
    people,
    playing,
    streaming,
    tables,
    talking,
)
from siberia.web.http.api.document import document
from siberia.web.http.api.operations import JSON, ROOT
from siberia.web.http.api.page import page
from siberia.web.http.compression import compressed

OPERATIONS = (
    *people.operations,
    *tables.operations,
    *playing.operations,
    *streaming.operations,
    *talking.operations,
    *looking_back.operations,
    *ladder.operations,
    *bots.operations,
)


@cache
def written() -> bytes:
    """Return the document as it is sent."""
    return msgspec.json.encode(document(OPERATIONS, __version__))


async def openapi(request: Request) -> Response:
    """Send the document."""
    return compressed(request, Response(written(), media_type=JSON))


async def api_page(request: Request) -> Response:
    """Show the page that tells of it."""
    return await page(request, OPERATIONS, __version__)


routes = [
    *(operation.route for operation in OPERATIONS),
    Route(f"{ROOT}/openapi.json", openapi),
    Route("/api", api_page),
]
