"""Tables that anybody may find: all of them, the lists again for a page that is open, a seat."""

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siberia.match.games import GAMES
from siberia.web.http.context import BadForm, RequestContext, name_rule, tidy_name
from siberia.web.http.lists import has_name, lists
from siberia.web.http.new_table import MOST_UNFINISHED
from siberia.web.http.routes.home import home_page
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.pages.lobby import FOR_HOME, NO_CLOCK, Sought
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.table import Table

UNITS = (NO_CLOCK, "minutes", "days")


class SitForm(msgspec.Struct):
    """How somebody wants to be called who sits down; "" as before."""

    name: str = ""


def wishes_of(request: Request) -> Sought:
    """Return what somebody looks for; what there is not counts as anything."""
    asked = request.query_params
    game, language, pace = (asked.get(name, "") for name in ("game", "language", "pace"))
    return Sought(
        game if game in GAMES else "",
        language if language in LANGUAGES else "",
        pace if pace in UNITS else "",
    )


async def all_tables(request: Request) -> Response:
    """Show all tables that wait for players, and all that everyone may watch."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return context.page("warming.html", {"title": context.language.gettext("One moment")})
    wishes = wishes_of(request)
    model = {
        "lists": await lists(context, wishes),
        "wishes": wishes,
        "query": request.url.query,
        "games": tuple(GAMES),
        "units": UNITS,
        "guest_name": await context.guest_name(),
    }
    return context.page("tables.html", model)


async def again(request: Request) -> Response:
    """Show the lists to a page that is open, if they have changed since its last look."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return Response(status_code=503)
    if context.guest_id:
        context.services.changes.note_seen(context.guest_id)
    wishes = wishes_of(request) if "all" in request.query_params else FOR_HOME
    found = await lists(context, wishes)
    if request.query_params.get("sign") == found.sign:
        return Response(status_code=204)
    return context.page("lobby.html", {"lists": found})


async def sit_down(request: Request) -> Response:
    """Take a seat that is offered to anyone: the first who comes has it."""
    context = RequestContext(request)
    services, table_id = context.services, request.path_params["table"]
    if not services.is_ready.is_set():
        return RedirectResponse("/", 303)
    table = await services.tables.get(table_id)
    if table is not None and context.guest_id in table.seats.people:
        return RedirectResponse(f"/t/{table_id}", 303)
    if refused := await sits_at_too_many(context):
        return refused
    try:
        name = await wanted_name(context)
    except BadForm:
        return await home_page(context, name_rule(context.language), 400, asks_name=True)
    refusal = Refusal.NO_SEAT_LEFT if table is None else await take_seat(context, table, name)
    services.lobby.expire()
    if refusal is None:
        return context.signed(RedirectResponse(f"/t/{table_id}", 303))
    notice = context.language.gettext(refusal.value)
    asks_name = refusal is Refusal.NAME_TAKEN
    return context.signed(await home_page(context, notice, 409, asks_name=asks_name))


async def sits_at_too_many(context: RequestContext) -> Response | None:
    """Return the page that tells somebody to play on first, who holds seats enough."""
    rows = await context.services.store.tables_of(context.guest_id) if context.guest_id else []
    count = sum(row.finished is None for row in rows)
    if count < MOST_UNFINISHED:
        return None
    message = context.language.gettext(
        "You have {count} unfinished tables; play on at one of them first."
    )
    return await home_page(context, message.format(count=count), 429)


async def wanted_name(context: RequestContext) -> str:
    """Return the name that somebody gave now, or has; raise a BadForm if it is none."""
    given = (await context.form(SitForm)).name
    if not given.strip() and await has_name(context):
        return await context.guest_name()
    name = tidy_name(given)
    if name is None:
        raise BadForm("no name")
    return name


async def take_seat(context: RequestContext, table: Table, name: str) -> Refusal | None:
    """Let somebody sit down by a name; return why that is not possible, if it is not."""
    guest = await context.guest_or_new(name)
    try:
        if not await context.services.tables.seating.sit_down(table, guest.id, name):
            return Refusal.NO_SEAT_LEFT
    except Refused as error:
        return error.refusal
    if guest.name != name:
        await context.services.store.guests.rename(guest.id, name)
    return None


routes = [
    Route("/tables", all_tables),
    Route("/lobby", again),
    Route("/t/{table}/sit", sit_down, methods=["POST"]),
]
