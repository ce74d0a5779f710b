"""Home: play now, open a table, go on where one was."""

from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siberia.bots import levels
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import EDITIONS, MOST_SEATS
from siberia.match.games import GAMES
from siberia.web.http.context import BadForm, RequestContext, name_rule, tidy_name
from siberia.web.http.today import today_in_short
from siberia.web.pages.home import (
    TableEntry,
    broken_entry,
    ended_entry,
    lesson_entry,
    pictures,
    table_entry,
)
from siberia.web.tables import clock
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.names import bot_names
from siberia.web.tables.store.rows import Guest, SeatedTable, SeatRow, TableRow

MOST_LISTED = 20
# So many unfinished tables one guest can have opened.
MOST_UNFINISHED = 100
Short = Annotated[str, msgspec.Meta(max_length=20)]


class PlayForm(msgspec.Struct):
    """A match against bots with one click."""

    game: Short
    opponents: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    level: Short = "medium"


class NewTableForm(msgspec.Struct):
    """A table as its opener wants it; a seat is me, device, link, a level, or nothing.

    Names have no limit here: one that is too long is told so like any other bad name.
    """

    game: Short = "board"
    name: str = ""
    edition: Short = "dlp"
    expansion: bool = False
    # How the exchange sides are settled; for "pattern" by the letters of `pattern`.
    sides: Short = "choose"
    pattern: Short = ""
    start: Short = "random"
    seat0: Short = "me"
    seat1: Short = "medium"
    seat2: Short = ""
    seat3: Short = ""
    name0: str = ""
    name1: str = ""
    name2: str = ""
    name3: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """What each of the four places is to be."""
        return (self.seat0, self.seat1, self.seat2, self.seat3)

    @property
    def names(self) -> tuple[str, ...]:
        """What was written beside each place."""
        return (self.name0, self.name1, self.name2, self.name3)

    @property
    def exchanges(self) -> str:
        """How the sides are settled, as a set-up takes it; "" where there are none."""
        if self.game != "board":
            return ""
        return self.pattern.strip().upper() if self.sides == "pattern" else self.sides

    @property
    def starter(self) -> int:
        """The seat that starts, -1 for a random one; seats count without the empty places."""
        taken = [str(place + 1) for place in range(MOST_SEATS) if self.seats[place]]
        return taken.index(self.start) if self.start in taken else -1


class BadTable(BadForm):
    """A table that cannot be opened so, and why, in the language of who wanted it."""


async def home(request: Request) -> Response:
    """Show the home page."""
    return await home_page(RequestContext(request))


async def home_page(
    context: RequestContext, notice: str = "", status: int = 200, form: NewTableForm | None = None
) -> Response:
    """Show the home page, with a line that says what went wrong and the form as it was sent."""
    is_ready = context.services.is_ready.is_set()
    rows = await context.services.store.tables_of(context.guest_id) if context.guest_id else []
    model = {
        "guest_name": await context.guest_name(),
        "mine": await my_tables(context, rows[:MOST_LISTED]) if is_ready else [],
        "finished": sum(row.finished is not None for row in rows),
        "day": await today_in_short(context) if is_ready else None,
        "is_ready": is_ready,
        "levels": levels.CHARACTERS,
        "editions": EDITIONS,
        "notice": notice,
        "form": form or NewTableForm(),
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
    tables = [SeatedTable(row, tuple(await services.store.seats(row.id))) for row in rows]
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
    if form.game not in GAMES or form.level not in levels.CHARACTERS:
        return await home_page(context, _("Choose a game, 1 to 3 opponents and a level."), 400)
    guest = await context.guest_or_new()
    seats = [SeatRow("", 0, "guest", guest.id, None, guest.name)]
    for number, name in enumerate(bot_names([guest.name])[: form.opponents], 1):
        seats.append(SeatRow("", number, "bot", None, form.level, name))
    exchanges = "random" if form.game == "board" else ""
    row = new_row(guest, NewTableForm(game=form.game), len(seats), exchanges, name="")
    return await opened(context, row, seats)


async def new_table(request: Request) -> Response:
    """Open a table as its opener wants it."""
    context = RequestContext(request)
    form = None
    try:
        form = await context.form(NewTableForm)
        guest = await context.guest_or_new()
        seats = chosen_seats(context, form, guest)
        name = chosen_name(context, form.name)
        return await opened(context, new_row(guest, form, len(seats), form.exchanges, name), seats)
    except (BadForm, SetupError) as error:
        return context.signed(await home_page(context, refusal(context, error), 400, form))


async def why_no_table(context: RequestContext, guest: str) -> tuple[str, int]:
    """Say why a guest cannot open a table now, and by which status; "" if they can."""
    _ = context.language.gettext
    owned = await context.services.store.count_unfinished(guest)
    if owned >= MOST_UNFINISHED:
        message = _("You have {count} unfinished tables; play on at one of them first.")
        return message.format(count=owned), 429
    if context.services.bots.is_overloaded:
        return _("The computer plays at too many tables here to open another; try later."), 503
    return "", 200


async def too_many(context: RequestContext, owner: str) -> Response | None:
    """Return the page that says why somebody cannot open another table now, if they cannot."""
    notice, status = await why_no_table(context, owner)
    return await home_page(context, notice, status) if notice else None


async def opened(context: RequestContext, row: TableRow, seats: list[SeatRow]) -> Response:
    """Open a table and go there, unless there are too many already."""
    if refused := await too_many(context, row.owner):
        return refused
    table_id = await context.services.tables.create(row, seats)
    return context.signed(RedirectResponse(f"/t/{table_id}", 303))


def new_row(guest: Guest, form: NewTableForm, seats: int, exchanges: str, name: str) -> TableRow:
    """Return a table whose secrets are still to be drawn."""
    is_board = form.game == "board"
    return TableRow(
        id="",
        name=name,
        game=form.game,
        edition="dlp" if is_board else form.edition,
        expansion=form.expansion and is_board,
        exchanges=exchanges,
        seats=seats,
        start=form.starter,
        seed="",
        salt="",
        owner=guest.id,
        speed="normal",
        created=clock.now(),
    )


def refusal(context: RequestContext, error: BadForm | SetupError) -> str:
    """Say what must be changed before a table can be opened."""
    _ = context.language.gettext
    if isinstance(error, BadTable):
        return str(error)
    return {
        "seats": _("A table needs 2 to 4 players; give another seat to somebody."),
        "exchanges": _("Exchange sides are five letters, each of them A or B."),
    }.get(getattr(error, "about", ""), _("The table cannot be opened like this; choose once more."))


def chosen_seats(context: RequestContext, form: NewTableForm, guest: Guest) -> list[SeatRow]:
    """Return the seats of a new table, or say what is wrong with them."""
    _ = context.language.gettext
    seats: list[SeatRow] = []
    for place, kind in enumerate(form.seats):
        number = len(seats)
        name = chosen_name(context, form.names[place]) if kind in ("device", "link") else ""
        if kind == "me":
            seats.append(SeatRow("", number, "guest", guest.id, None, guest.name))
        elif kind == "device":
            called = name or _("Player {number}").format(number=number + 1)
            seats.append(SeatRow("", number, "guest", guest.id, None, called))
        elif kind == "link":
            called = name or _("Open seat {number}").format(number=number + 1)
            seats.append(SeatRow("", number, "open", None, None, called))
        elif kind in levels.CHARACTERS:
            seats.append(SeatRow("", number, "bot", None, kind, ""))
        elif kind:
            raise BadTable(
                _("A seat is for you, somebody here, a friend by link, or the computer.")
            )
    people = [seat.name for seat in seats if seat.kind != "bot"]
    if len({name.casefold() for name in people}) < len(people):
        raise BadTable(_("Everyone at a table needs a name of their own."))
    rivers = iter(bot_names(people))
    return [replace(seat, name=seat.name or next(rivers)) for seat in seats]


def chosen_name(context: RequestContext, written: str) -> str:
    """Return a name that was written, "" if none was, or say what a name may be."""
    name = tidy_name(written) if written.strip() else ""
    if name is None:
        raise BadTable(name_rule(context.language))
    return name


routes = [
    Route("/", home),
    Route("/play", play_now, methods=["POST"]),
    Route("/tables", new_table, methods=["POST"]),
]
