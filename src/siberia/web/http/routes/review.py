"""The review of a finished match: asked for by whoever opens it, and shown when it is there."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.web.http.context import RequestContext
from siberia.web.http.looking_back import finished_match
from siberia.web.http.middleware import network_of
from siberia.web.pages.review.page import review_page
from siberia.web.pages.review.waiting import waiting_page
from siberia.web.tables.finished import Finished
from siberia.web.tables.refusals import Refused


def seat_of(context: RequestContext, finished: Finished) -> int:
    """Return the seat that an address names, or the one of whoever looks."""
    named = context.request.path_params.get("seat")
    if named is None:
        return finished.mine[0] if finished.mine else 0
    if named not in map(str, range(1, finished.match.seats + 1)):
        raise HTTPException(404)
    return int(named) - 1


def who_asks(context: RequestContext) -> str:
    """Return by whom the expert is asked: no guest and no network has it all to itself."""
    return context.guest_id or network_of(context.request)


async def page(request: Request) -> Response:
    """Show the review of a match, or how far it is."""
    context = RequestContext(request)
    finished = await finished_match(context)
    if isinstance(finished, Response):
        return finished
    seat = seat_of(context, finished)
    found = await context.services.reviews.find(finished)
    if found is not None:
        shown = review_page(finished, found, seat, context.language)
        return context.page("review.html", {"page": shown})
    return waiting(context, finished, seat)


def waiting(context: RequestContext, finished: Finished, seat: int) -> Response:
    """Have a match looked at, and show how far that is."""
    reviews = context.services.reviews
    try:
        progress, refused = reviews.begin(finished, who_asks(context)), None
    except Refused as error:
        progress, refused = None, error.refusal
    ahead = reviews.ahead(finished)
    shown = waiting_page(finished, seat, progress, refused, ahead, context.language)
    return context.page("review_waiting.html", {"page": shown}, 503 if refused else 200)


routes = [
    route
    for match in ("/t/{table}", "/r/{record}")
    for route in (
        Route(f"{match}/review", page),
        Route(f"{match}/review/{{seat}}", page),
    )
]
