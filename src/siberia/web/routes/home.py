"""Home: play now, open a table, go on where one was."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.bots import levels
from siberia.errors import SetupError
from siberia.games import GAMES
from siberia.match import Match
from siberia.vocabulary import EDITIONS
from siberia.web.caller import BadForm, Caller, tidy_name
from siberia.web.store.rows import Guest, SeatRow, TableRow

# Bots are named after rivers of Siberia.
RIVERS = ("Angara", "Tunguska", "Irtysh", "Selenga")
SEATS = range(4)
Short = Annotated[str, msgspec.Meta(max_length=20)]
Name = Annotated[str, msgspec.Meta(max_length=200)]


class PlayNow(msgspec.Struct):
    """A match against bots with one click."""

    game: Short
    opponents: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    level: Short = "medium"


class NewTable(msgspec.Struct):
    """A table as its opener wants it; a seat is me, device, link, a level, or nothing."""

    game: Short
    name: Name = ""
    edition: Short = "dlp"
    expansion: bool = False
    sides: Short = "choose"
    start: Short = "random"
    seat0: Short = "me"
    seat1: Short = "medium"
    seat2: Short = ""
    seat3: Short = ""
    name0: Name = ""
    name1: Name = ""
    name2: Name = ""
    name3: Name = ""


@dataclass(frozen=True)
class Mine:
    """One of somebody's tables, as the home page lists it."""

    id: str
    title: str
    game: str
    detail: str
    is_my_turn: bool
    is_over: bool


async def home(request: Request) -> Response:
    """Show the home page."""
    return await shown(await Caller.of(request))


async def shown(caller: Caller, notice: str = "", status: int = 200) -> Response:
    """Show the home page, with a line that says what went wrong."""
    mine = await my_tables(caller) if caller.server.is_ready.is_set() else []
    context = {"mine": mine, "levels": levels.CHARACTERS, "editions": EDITIONS, "notice": notice}
    return caller.page("home.html", context, status)


async def my_tables(caller: Caller) -> list[Mine]:
    """List the caller's tables: those that wait for them first."""
    if caller.guest is None:
        return []
    found = []
    for row in (await caller.server.store.tables_of(caller.guest_id))[:20]:
        table = await caller.server.tables.get(row.id)
        assert table is not None
        seats = table.seats_of(caller.guest_id)
        others = [seat.name for seat in table.seats if seat.number not in seats]
        found.append(
            Mine(
                id=row.id,
                title=row.name or caller.language.listing(others, "and") or table.seats[0].name,
                game=row.game,
                detail=detail(caller, table.open_view, row.game),
                is_my_turn=any(seat in seats for seat in table.awaited),
                is_over=table.match.is_over,
            )
        )
    return sorted(found, key=lambda one: (one.is_over, not one.is_my_turn))


def detail(caller: Caller, view: object, game: str) -> str:
    """Say shortly where a match stands."""
    _ = caller.language.gettext
    if getattr(view, "phase", "") == "over":
        return _("finished")
    if game == "board":
        return _("Board game · round {number}").format(number=getattr(view, "round", 0))
    return _("Card game · {count} cards in the stack").format(count=getattr(view, "stack", 0))


async def play_now(request: Request) -> Response:
    """Open a table against bots and go there."""
    caller = await Caller.of(request)
    _ = caller.language.gettext
    try:
        wish = await caller.form(PlayNow)
    except BadForm:
        return await shown(caller, _("Choose a game, 1 to 3 opponents and a level."), 400)
    if wish.game not in GAMES or wish.level not in levels.CHARACTERS:
        return await shown(caller, _("Choose a game, 1 to 3 opponents and a level."), 400)
    guest = await caller.somebody()
    seats = [SeatRow("", 0, "guest", guest.id, None, guest.name)]
    seats += [bot_seat(number, wish.level) for number in range(1, wish.opponents + 1)]
    row = table_row(guest, wish.game, len(seats), sides="random" if wish.game == "board" else "")
    created = await caller.server.tables.create(row, seats)
    return caller.signed(RedirectResponse(f"/t/{created}", 303))


def bot_seat(number: int, level: str) -> SeatRow:
    """Return a seat for a bot."""
    return SeatRow("", number, "bot", None, level, RIVERS[number - 1])


def table_row(guest: Guest, game: str, seats: int, **more: object) -> TableRow:
    """Return a table whose secrets are still to be drawn."""
    told = {"name": "", "edition": "dlp", "expansion": False, "sides": "", "start": -1, **more}
    return TableRow(
        id="",
        game=game,
        seats=seats,
        seed="",
        salt="",
        owner=guest.id,
        speed="normal",
        created=datetime.now(UTC),
        **told,  # type: ignore[arg-type]
    )


async def new_table(request: Request) -> Response:
    """Open a table as it was wished for."""
    caller = await Caller.of(request)
    _ = caller.language.gettext
    try:
        wish = await caller.form(NewTable)
        guest = await caller.somebody()
        seats = wished_seats(caller, wish, guest)
        row = wished_row(wish, guest, len(seats))
        created = await caller.server.tables.create(row, seats)
    except (BadForm, SetupError) as error:
        told = _("The table cannot be opened so.") + f" {error}"
        return caller.signed(await shown(caller, told, 400))
    return caller.signed(RedirectResponse(f"/t/{created}", 303))


def wished_seats(caller: Caller, wish: NewTable, guest: Guest) -> list[SeatRow]:
    """Return the seats of a new table, or say what is wrong with them."""
    _ = caller.language.gettext
    seats: list[SeatRow] = []
    for place in SEATS:
        kind, number = getattr(wish, f"seat{place}"), len(seats)
        written = getattr(wish, f"name{place}")
        name = tidy_name(written) if written.strip() else ""
        if name is None:
            raise BadForm(_("A name has 1 to 40 letters and no comma."))
        if kind == "me":
            seats.append(SeatRow("", number, "guest", guest.id, None, guest.name))
        elif kind == "device":
            called = name or _("Player {number}").format(number=number + 1)
            seats.append(SeatRow("", number, "guest", guest.id, None, called))
        elif kind == "link":
            called = name or _("Open seat {number}").format(number=number + 1)
            seats.append(SeatRow("", number, "open", None, None, called))
        elif kind in levels.CHARACTERS:
            seats.append(SeatRow("", number, "bot", None, kind, RIVERS[place]))
        elif kind:
            raise BadForm(_("A seat is yours, another's here, a friend's by link, or a bot's."))
    return seats


def wished_row(wish: NewTable, guest: Guest, seats: int) -> TableRow:
    """Return a new table's row; the engine itself says whether such a match can be set up."""
    is_board = wish.game == "board"
    start = int(wish.start) - 1 if wish.start.isdecimal() else -1
    row = table_row(
        guest,
        wish.game,
        seats,
        name=tidy_name(wish.name) or "",
        edition="dlp" if is_board else wish.edition,
        expansion=wish.expansion and is_board,
        sides=wish.sides if is_board else "",
        start=start if start in range(seats) else -1,
    )
    Match.new(
        row.game,
        seats=row.seats,
        edition=row.edition,
        expansion=row.expansion,
        exchanges=row.sides or None,
    )
    return row


async def health(request: Request) -> Response:
    """Say that the server is there, and whether it has compiled its rules."""
    ready = request.app.state.server.is_ready.is_set()
    return PlainTextResponse("ready" if ready else "starting")


routes = [
    Route("/", home),
    Route("/play", play_now, methods=["POST"]),
    Route("/tables", new_table, methods=["POST"]),
    Route("/health", health),
]
