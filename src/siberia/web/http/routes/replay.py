"""The replay of a finished match: each of its moments has an address."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.bots.levels import CHARACTERS
from siberia.match.origin import MOST_ORIGINS
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.looking_back import finished_match
from siberia.web.http.routes.home import home_page, too_many
from siberia.web.pages.replay.page import Moment, Replay, moment_of
from siberia.web.pages.replay.parts import replay_parts
from siberia.web.pages.replay.taking_over import offer_of
from siberia.web.pages.replay.verdict import NO_VERDICT, Verdict
from siberia.web.pages.review.verdict import verdict_of
from siberia.web.pages.table import Look
from siberia.web.tables.finished import Finished, is_sealed
from siberia.web.tables.names import bot_names
from siberia.web.tables.opening import open_taken_over
from siberia.web.tables.store.rows import Guest, SeatRow

Short = Annotated[str, msgspec.Meta(max_length=20)]


class TakeOverForm(msgspec.Struct):
    """From where somebody would like to play on, on which seat, and how strong the others are."""

    ply: Annotated[int, msgspec.Meta(ge=0)]
    seat: int
    level: Short = "hard"


class MomentForm(msgspec.Struct):
    """What a replay's page asks with: the moment it wants, and what it has already."""

    ply: Short = "0"
    eyes: Short = ""
    narrow: bool = False
    # The parts that the page has, each with its fingerprint.
    parts: Annotated[str, msgspec.Meta(max_length=12_000)] = ""


async def page(request: Request) -> Response:
    """Show a moment of a match."""
    context, query = RequestContext(request), request.query_params
    found = await finished_match(context)
    if isinstance(found, Response):
        return found
    moment = moment_of(found, query.get("ply", ""), query.get("eyes", ""))
    look = Look(narrow=context.is_narrow)
    return await show(context, "replay.html", found, moment, look)


async def step(request: Request) -> Response:
    """Show another moment on a page that is open."""
    context = RequestContext(request)
    found = await finished_match(context)
    if isinstance(found, Response):
        return found
    try:
        form = await context.form(MomentForm)
    except BadForm:
        _ = context.language.gettext
        message = _("The page sent something that cannot be understood; load it again.")
        return PlainTextResponse(message, 400)
    look = Look(narrow=form.narrow, is_update=True, parts=form.parts)
    moment = moment_of(found, form.ply, form.eyes)
    return await show(context, "replay_update.html", found, moment, look)


async def show(
    context: RequestContext, template: str, found: Finished, moment: Moment, look: Look
) -> Response:
    """Show a moment, as a whole page or as an update of one."""
    verdict = await verdict_on(context, found, moment)
    replay = Replay(found, moment, context.language, verdict, look)
    offer = offer_of(found, moment, replay.page.names)
    parts = replay_parts(replay, offer, context.theme)
    return context.page(template, {"replay": replay, "parts": parts})


async def take_over(request: Request) -> Response:
    """Open a table that goes on from a moment, with bots on the other seats."""
    context = RequestContext(request)
    found = await finished_match(context)
    if isinstance(found, Response):
        return found
    if is_sealed(found.table, ""):
        # Its record will tell what is still withheld from others.
        return context.page("private.html", {}, 403)
    try:
        form = await context.form(TakeOverForm)
    except BadForm:
        return RedirectResponse(found.address, 303)
    match = found.match
    if form.seat not in range(match.seats) or form.level not in CHARACTERS or form.ply >= match.ply:
        return RedirectResponse(found.address, 303)
    guest = await context.guest_or_new()
    if refused := await too_many(context, guest.id):
        return refused
    then = match.at(match.at(form.ply).open_to(form.seat))
    seats = seats_taken_over(form.seat, match.seats, guest, form.level)
    if len(then.origins) >= MOST_ORIGINS:
        message = context.language.gettext("This match was taken over so often that it is enough.")
        return context.signed(await home_page(context, message, 409))
    taken = then.taken_over(form.seat, players=[seat.name for seat in seats])
    store, row = context.services.store, found.table.row
    table = await open_taken_over(store, row, taken, guest.id, seats)
    return context.signed(RedirectResponse(f"/t/{table}", 303))


def seats_taken_over(own: int, count: int, guest: Guest, level: str) -> list[SeatRow]:
    """Return who plays on: a guest on their seat, and bots on the others."""
    names = iter(bot_names([guest.name]))
    return [
        SeatRow("", number, "guest", guest.id, None, guest.name)
        if number == own
        else SeatRow("", number, "bot", None, level, next(names))
        for number in range(count)
    ]


async def verdict_on(context: RequestContext, found: Finished, moment: Moment) -> Verdict:
    """Return what a review says of a match, for the seat whose eyes look; nothing without one.

    Where all eyes look, it is for whoever looks.
    """
    review = await context.services.reviews.find(found)
    if review is None:
        return NO_VERDICT
    seat = next(one for one in (moment.seat, *found.mine, 0) if one is not None)
    return verdict_of(found, review, seat, context.language)


routes = [
    route
    for match in ("/t/{table}", "/r/{record}")
    for route in (
        Route(f"{match}/replay", page),
        Route(f"{match}/replay/look", step, methods=["POST"]),
        Route(f"{match}/take-over", take_over, methods=["POST"]),
    )
]
