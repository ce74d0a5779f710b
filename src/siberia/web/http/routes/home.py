"""Home: play now, open a table, go on where one was."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.bots import levels
from siberia.drawing import scenery
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import EDITIONS
from siberia.match.games import GAMES
from siberia.match.setup import Setup
from siberia.web.http.context import BadForm, Caller, tidy_name
from siberia.web.tables.store.rows import Guest, SeatRow, TableRow
from siberia.web.tables.table import Table

# Bots are named after rivers of Siberia.
RIVERS = ("Angara", "Tunguska", "Irtysh", "Selenga")
SEATS = range(4)
MOST_LISTED = 20
# A value on the picture of the card game.
PICTURED = 6000
Short = Annotated[str, msgspec.Meta(max_length=20)]


class PlayNow(msgspec.Struct):
    """A match against bots with one click."""

    game: Short
    opponents: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    level: Short = "medium"


class NewTable(msgspec.Struct):
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


async def shown(
    caller: Caller, notice: str = "", status: int = 200, wish: NewTable | None = None
) -> Response:
    """Show the home page, with a line that says what went wrong and the form as it was sent."""
    is_ready = caller.server.is_ready.is_set()
    context = {
        "mine": await my_tables(caller) if is_ready else [],
        "is_ready": is_ready,
        "levels": levels.CHARACTERS,
        "editions": EDITIONS,
        "notice": notice,
        "wish": wish or NewTable(),
        "quick": PlayNow(game=""),
        "morning": scenery.home_scene(caller.language.say),
        "pictures": {
            "board": scenery.board_picture(caller.language.say),
            "card": scenery.cards_picture(caller.language.number(PICTURED)),
        },
    }
    return caller.page("home.html", context, status)


async def my_tables(caller: Caller) -> list[Mine]:
    """List the caller's tables: those that wait for them first, the finished ones last."""
    if caller.guest is None:
        return []
    found = []
    for row in (await caller.server.store.tables_of(caller.guest_id))[:MOST_LISTED]:
        table = await caller.server.tables.get(row.id)
        assert table is not None
        seats = table.seats_of(caller.guest_id)
        others = [seat.name for seat in table.seats if seat.number not in seats]
        found.append(
            Mine(
                id=row.id,
                title=row.name or caller.language.listing(others, "and") or table.seats[0].name,
                game=row.game,
                detail=detail(caller, table),
                is_my_turn=any(seat in seats for seat in table.awaited),
                is_over=table.match.is_over,
            )
        )
    return sorted(found, key=lambda one: (one.is_over, not one.is_my_turn))


def detail(caller: Caller, table: Table) -> str:
    """Say shortly where a match stands, and for whom it waits."""
    _, language, view = caller.language.gettext, caller.language, table.open_view
    if table.match.is_over:
        winners = [table.match.players[seat] for seat in table.match.winners()]
        return _("won by {names}").format(names=language.listing(winners, "and"))
    awaited = [table.seats[seat] for seat in table.awaited]
    if not any(seat.guest == caller.guest_id for seat in awaited):
        names = language.listing([seat.name for seat in awaited], "and")
        return _("waiting for {names}").format(names=names)
    if table.row.game == "board":
        return _("board game · round {number}").format(number=max(view.round, 1))
    return language.ngettext(
        "card game · {count} card in the stack",
        "card game · {count} cards in the stack",
        view.stack,
    ).format(count=view.stack)


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
    wish = None
    try:
        wish = await caller.form(NewTable)
        guest = await caller.somebody()
        seats = wished_seats(caller, wish, guest)
        row = wished_row(caller, wish, guest, len(seats))
        created = await caller.server.tables.create(row, seats)
    except (BadForm, SetupError) as error:
        return caller.signed(await shown(caller, refusal(caller, error), 400, wish))
    return caller.signed(RedirectResponse(f"/t/{created}", 303))


class BadWish(BadForm):
    """A wish that cannot be granted, and why, in the language of who wished."""


def refusal(caller: Caller, error: BadForm | SetupError) -> str:
    """Say what must be changed before a table can be opened."""
    _ = caller.language.gettext
    if isinstance(error, BadWish):
        return str(error)
    return {
        "seats": _("A table needs 2 to 4 players; give another seat to somebody."),
        "exchanges": _("Exchange sides are five letters, each of them A or B."),
    }.get(getattr(error, "about", ""), _("The table cannot be opened like this; choose once more."))


def wished_seats(caller: Caller, wish: NewTable, guest: Guest) -> list[SeatRow]:
    """Return the seats of a new table, or say what is wrong with them."""
    _ = caller.language.gettext
    seats: list[SeatRow] = []
    for place in SEATS:
        kind, number = wish.seats[place], len(seats)
        name = wished_name(caller, wish.names[place]) if kind in ("device", "link") else ""
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
            raise BadWish(_("A seat is yours, another's here, a friend's by link, or a bot's."))
    return seats


def wished_name(caller: Caller, written: str) -> str:
    """Return a name that was written, "" if none was, or say what a name may be."""
    name = tidy_name(written) if written.strip() else ""
    if name is None:
        raise BadWish(caller.language.gettext("A name has 1 to 40 letters and no comma."))
    return name


def wished_row(caller: Caller, wish: NewTable, guest: Guest, seats: int) -> TableRow:
    """Return a new table's row, if such a match can be set up."""
    is_board = wish.game == "board"
    sides = wish.pattern.strip().upper() if wish.sides == "pattern" else wish.sides
    row = table_row(
        guest,
        wish.game,
        seats,
        name=wished_name(caller, wish.name),
        edition="dlp" if is_board else wish.edition,
        expansion=wish.expansion and is_board,
        sides=sides if is_board else "",
        start=wished_start(wish),
    )
    check(row)
    return row


def wished_start(wish: NewTable) -> int:
    """Return the seat that starts, -1 for a random one; seats count without the empty places."""
    taken = [str(place + 1) for place in SEATS if wish.seats[place]]
    return taken.index(wish.start) if wish.start in taken else -1


def check(row: TableRow) -> None:
    """Let the rules say whether such a match can be set up; they need not be compiled for that."""
    Setup.new(
        row.game,
        seats=row.seats,
        start=0,
        edition=row.edition,
        expansion=row.expansion,
        exchanges=row.sides or None,
    )


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
