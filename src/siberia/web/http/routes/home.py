"""Home: play now, open a table, sit down at one, go on where one was."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.bots import levels
from siberia.match.games import GAMES
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.lists import lists
from siberia.web.http.new_table import NewTableForm, new_row, opened, why_no_table
from siberia.web.http.today import today_in_short
from siberia.web.pages.home import (
    TableEntry,
    broken_entry,
    ended_entry,
    lesson_entry,
    pictures,
    table_entry,
)
from siberia.web.pages.lobby import FOR_HOME
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.names import bot_names
from siberia.web.tables.store.rows import SeatedTable, SeatRow, TableRow

MOST_LISTED = 20
# What the line for a new table opens, unless its seats are chosen first: anyone may come. Among
# strangers nobody asks for hints, so that the match counts for the ladder.
NEW_LINE = NewTableForm(seat1="anyone", seat2="medium", hints="no")
Short = Annotated[str, msgspec.Meta(max_length=20)]


class PlayForm(msgspec.Struct):
    """A match against bots with one click."""

    game: Short
    opponents: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    level: Short = "medium"


async def home(request: Request) -> Response:
    """Show the home page."""
    return await home_page(RequestContext(request))


async def home_page(
    context: RequestContext, notice: str = "", status: int = 200, *, asks_name: bool = False
) -> Response:
    """Show the home page, with a line that says what went wrong.

    It may ask for another name before somebody sits down with strangers.
    """
    is_ready = context.services.is_ready.is_set()
    rows = await context.services.store.tables_of(context.guest_id) if context.guest_id else []
    name = await context.guest_name()
    model = {
        "guest_name": name,
        "mine": await my_tables(context, rows[:MOST_LISTED]) if is_ready else [],
        "finished": sum(row.finished is not None for row in rows),
        "day": await today_in_short(context) if is_ready else None,
        "is_ready": is_ready,
        "levels": levels.CHARACTERS,
        "offered": {game: tuple(context.services.offered.names(game)) for game in GAMES},
        "lists": await lists(context, FOR_HOME, asks_name=asks_name) if is_ready else None,
        "notice": notice,
        "line": NEW_LINE,
        "line_bot": bot_names([name])[0],
        "quick": PlayForm(game=""),
        "pictures": pictures(context.language),
        "lessons": [lesson_entry(game, context.learning(game)) for game in GAMES],
    }
    return context.page("home.html", model, status)


async def my_tables(context: RequestContext, rows: list[TableRow]) -> list[TableEntry]:
    """List the guest's tables: those that wait for them first, the finished ones last."""
    found = await finished_entries(context, [row for row in rows if row.finished])
    for row in rows:
        if row.finished:
            continue
        try:
            table = await context.services.tables.get(row.id)
        except BrokenTable:
            found.append(broken_entry(row, context.language))
            continue
        assert table is not None
        found.append(table_entry(table, context.guest_id, context.language))
    return sorted(found, key=lambda entry: (entry.is_over, not entry.is_my_turn))


async def finished_entries(context: RequestContext, rows: list[TableRow]) -> list[TableEntry]:
    """List tables whose match is over, by no more of it than how it ended."""
    services, language = context.services, context.language
    tables = [SeatedTable(row, tuple(await services.store.seats.of(row.id))) for row in rows]
    ended = {one.row.id: one for one in await services.endings.of(tables)}
    return [
        ended_entry(ended[row.id], context.guest_id, language)
        if row.id in ended
        else broken_entry(row, language)
        for row in rows
    ]


async def play_now(request: Request) -> Response:
    """Open a table against bots and go there."""
    context = RequestContext(request)
    _ = context.language.gettext
    try:
        form = await context.form(PlayForm)
    except BadForm:
        form = PlayForm(game="")
    is_offered = context.services.offered.is_open(form.level, form.game)
    if form.game not in GAMES or not (is_offered or form.level in levels.CHARACTERS):
        return await home_page(context, _("Choose a game, 1 to 3 opponents and a level."), 400)
    guest = await context.guest_or_new()
    if refused := await too_many(context, guest.id):
        return refused
    seats = [SeatRow("", 0, "guest", guest.id, None, guest.name)]
    for number, name in enumerate(bot_names([guest.name])[: form.opponents], 1):
        seats.append(SeatRow("", number, "bot", None, form.level, name))
    wanted = NewTableForm(game=form.game, sides="random")
    return await opened(context, new_row(context, guest, wanted, len(seats)), seats)


async def too_many(context: RequestContext, owner: str) -> Response | None:
    """Return the page that says why somebody cannot open another table now, if they cannot."""
    notice, status = await why_no_table(context, owner)
    return await home_page(context, notice, status) if notice else None


routes = [
    Route("/", home),
    Route("/play", play_now, methods=["POST"]),
]
