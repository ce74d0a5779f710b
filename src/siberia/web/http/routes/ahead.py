"""Planning ahead: lining up words for one's next turn, while others act."""

from starlette.routing import Route

from siberia.web.http.context import RequestContext
from siberia.web.http.routes.table import TableForm, acting_seat, table_action
from siberia.web.pages.ahead import AHEAD, planned_by
from siberia.web.tables.table import Table


async def line_up(context: RequestContext, table: Table, form: TableForm) -> None:
    """Line up further words."""
    seat = acting_seat(context, table, form)
    form.draft = AHEAD
    await context.services.ahead.add(table, seat, form.seq, form.words.split(", "))


async def step_back(context: RequestContext, table: Table, form: TableForm) -> None:
    """Take the last planned word back."""
    seat = acting_seat(context, table, form)
    form.draft = AHEAD
    left = max(0, len(planned_by(table, seat)) - 1)
    await context.services.ahead.shorten(table, seat, to=left)


async def drop(context: RequestContext, table: Table, form: TableForm) -> None:
    """Forget what was planned."""
    await context.services.ahead.shorten(table, acting_seat(context, table, form), to=0)


async def play(context: RequestContext, table: Table, form: TableForm) -> None:
    """Play what was planned, after a look at what has shown since."""
    await context.services.ahead.go_on(table, acting_seat(context, table, form), form.seq)


routes = [
    Route("/t/{table}/ahead", table_action(line_up, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/ahead-back", table_action(step_back, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/ahead-drop", table_action(drop), methods=["POST"]),
    Route("/t/{table}/ahead-play", table_action(play), methods=["POST"]),
]
