"""A new table: its form, what it will be like so far, and opening it."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.bots import levels
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import EDITIONS
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.new_table import (
    NewTableForm,
    chosen_seats,
    new_row,
    opened,
    refusal,
    why_no_table,
    why_not,
)
from siberia.web.pages.new_table import Foretold, LastTime, Wanted, last_time, summary
from siberia.web.tables.clocks import FREE
from siberia.web.tables.pace import DAYS, MINUTES, read_pace
from siberia.web.tables.store.rows import SeatedTable


async def new_page(request: Request) -> Response:
    """Show the form, filled in as the address says: by the home page, or as last time."""
    return await form_page(RequestContext(request), asked_for(request))


def asked_for(request: Request) -> NewTableForm:
    """Return the form as an address fills it in; what cannot be understood is left as it was."""
    fields = dict(request.query_params)
    try:
        return msgspec.convert(fields, NewTableForm, strict=False)
    except msgspec.ValidationError:
        return NewTableForm()


async def form_page(
    context: RequestContext, form: NewTableForm, notice: str = "", status: int = 200
) -> Response:
    """Show the form of a new table, with a line that says what went wrong."""
    model = {
        "form": form,
        "notice": notice,
        "summary": summed_up(context, form),
        "levels": levels.CHARACTERS,
        "offered": context.services.offered.names(form.game),
        "editions": EDITIONS,
        "minutes": MINUTES,
        "days": DAYS,
        "free_seconds": FREE.seconds,
        "last": await as_last_time(context),
        "guest_name": await context.guest_name(),
    }
    return context.page("new_table.html", model, status)


def summed_up(context: RequestContext, form: NewTableForm) -> Foretold:
    """Return what a table will be like, and why it cannot be opened so, if it cannot."""
    try:
        pace = read_pace(form.chosen_pace)
    except SetupError:
        pace = None
    wanted = Wanted(
        game="card" if form.game == "card" else "board",
        kinds=form.seats,
        names=form.names,
        pace=pace,
        watching=form.watching,
        talk=form.talk,
        exchanges=form.exchanges,
        edition=form.edition,
        start=form.start,
        expansion=form.expansion,
        hints=form.hints == "yes",
    )
    return summary(wanted, why_not(context, form), context.language)


async def as_last_time(context: RequestContext) -> LastTime | None:
    """Return how somebody opened their last table with other people, if they did."""
    store, guest = context.services.store, context.guest_id
    rows = await store.tables_of(guest) if guest else []
    own = [row for row in rows if row.owner == guest and row.day is None]
    for row in sorted(own, key=lambda row: row.created, reverse=True)[:1]:
        seats = tuple(await store.seats.of(row.id))
        if any(seat.guest not in (None, guest) for seat in seats):
            return last_time(SeatedTable(row, seats), guest, context.language)
    return None


async def look(request: Request) -> Response:
    """Sum up what the form has by now."""
    context = RequestContext(request)
    try:
        form = await context.form(NewTableForm)
    except BadForm as error:
        return context.page(
            "new_summary.html", {"summary": Foretold((), "", refusal(context, error))}
        )
    return context.page("new_summary.html", {"summary": summed_up(context, form)})


async def open_table(request: Request) -> Response:
    """Open a table as its opener wants it."""
    context = RequestContext(request)
    form = NewTableForm()
    try:
        form = await context.form(NewTableForm)
        guest = await context.guest_or_new()
        seats = chosen_seats(context, form, guest)
        row = new_row(context, guest, form, len(seats))
        notice, status = await why_no_table(context, guest.id)
        if not notice:
            return await opened(context, row, seats)
    except (BadForm, SetupError) as error:
        notice, status = refusal(context, error), 400
    return context.signed(await form_page(context, form, notice, status))


routes = [
    Route("/tables/new", new_page),
    Route("/tables/new/look", look, methods=["POST"]),
    Route("/tables", open_table, methods=["POST"]),
]
