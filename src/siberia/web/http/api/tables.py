"""Tables for programs: opening them, finding them, sitting down, and who sits there."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from siberia.bots.levels import CHARACTERS
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import EDITIONS, FEWEST_SEATS, MOST_SEATS
from siberia.match.games import GAMES
from siberia.web.http.api.operations import ROOT, ApiCall, Operation, data
from siberia.web.http.api.people import named
from siberia.web.http.api.playing import AT_TABLE, SENT, found, seat_of
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import Name, moment
from siberia.web.http.context import BadForm
from siberia.web.http.new_table import (
    MOST_UNFINISHED,
    NewTableForm,
    chosen_seats,
    created,
    new_row,
    refusal,
    why_no_table,
)
from siberia.web.http.routes.lobby import take_seat
from siberia.web.http.routes.people import invited
from siberia.web.http.routes.table import seat_links
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.ladder import may_count
from siberia.web.tables.offered import MARK
from siberia.web.tables.pace import DAYS, MINUTES
from siberia.web.tables.public import PublicTable
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.settings import SPEEDS
from siberia.web.tables.store.rows import LobbyRow, SeatKind, TableRow, Talking, Watching

MOST_LISTED = 50
PACES = (*(f"{n} minutes" for n in MINUTES), *(f"{n} days" for n in DAYS))
# Who can sit somewhere: one of these, a level of ours, or a bot that is offered, as @NAME.
SITTERS = ("me", "link", "anyone", *CHARACTERS)
Sitter = Annotated[
    str,
    msgspec.Meta(pattern=f"^({'|'.join(SITTERS)}|{MARK}[A-Za-z0-9._-]{{1,18}})$", examples=["me"]),
]


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit somewhere: me, who has the link, anyone who comes, a level, or @ and a bot."""

    # `me`, `link`, `anyone`, a level, or `@` and the name of a bot that is offered.
    sitter: Sitter
    # How a seat for who comes with its link is called until somebody sits there.
    name: Name | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table as its opener wants it."""

    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=FEWEST_SEATS, max_length=MOST_SEATS)]
    name: Name | None = None
    # The card game's rules.
    edition: Literal[tuple(EDITIONS)] | None = None  # type: ignore[valid-type]
    # The board game's: whether with the salesman cards.
    expansion: bool = False
    # The board game's: the sides of its five exchanges, such as `ABBAA`, or one for all of them;
    # or whether the start player settles them (`choose`), or chance (`random`).
    exchanges: Annotated[str, msgspec.Meta(pattern="^(choose|random|[AB]|[AB]{5})$")] | None = None
    # The seat that starts; without one chance decides.
    start: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)] | None = None
    # How fast the computer plays.
    speed: Literal[tuple(SPEEDS)] = "normal"  # type: ignore[valid-type]
    # So many minutes for all of a player's match, or so many days for each turn; null is no clock.
    pace: Literal[PACES] | None = None  # type: ignore[valid-type]
    # Who may watch: `link` is whoever has the table's address, `everyone` lists it in the lobby.
    watching: Watching = "nobody"
    # How people talk here: with words, with quick phrases only, or not at all.
    talk: Talking = "words"
    # Whether the adviser may be asked.
    hints: bool = True


class SeatLinkInfo(msgspec.Struct):
    """The link to an open seat: whoever comes first with it has the seat."""

    seat: int
    link: str


class Opened(msgspec.Struct):
    """A table that was opened: its address, and the links to its open seats."""

    table: str
    url: str
    links: tuple[SeatLinkInfo, ...]


class SeatInfo(msgspec.Struct):
    """Who sits on a seat, as the others know them."""

    number: int
    name: str
    kind: SeatKind
    level: str | None


class TableInfo(msgspec.Struct):
    """A table as anybody at it may know it, besides what lies on it."""

    table: str
    url: str
    name: str
    game: str
    edition: str
    expansion: bool
    seats: tuple[SeatInfo, ...]
    is_over: bool
    # The fingerprint of the deal.
    commitment: str
    # Of which day it is the deal; null where it is of none.
    day: date | None
    pace: str
    watching: Watching
    talk: Talking
    hints: bool
    speed: str
    # The links to its open seats, for its host.
    links: tuple[SeatLinkInfo, ...]


class MyTable(msgspec.Struct):
    """One's own table in a list."""

    table: str
    name: str
    game: str
    is_over: bool
    # Whether something is to be decided there by whoever asks.
    is_my_turn: bool


class MyTables(msgspec.Struct):
    """One's own tables, those that go on first."""

    tables: tuple[MyTable, ...]


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """A seat link, whole or what stands behind its #, and how one wants to be called there."""

    link: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    name: Name | None = None


class SittingDown(msgspec.Struct, forbid_unknown_fields=True):
    """How one wants to be called at a table; without a name as one is called."""

    name: Name | None = None


class FoundSeat(msgspec.Struct):
    """A seat of a table that anybody may find, and whether it waits for anyone who comes."""

    name: str
    kind: SeatKind
    anyone: bool


class FoundTable(msgspec.Struct):
    """A table that anybody may find: how many entries its log has, and how many people watch."""

    table: str
    game: str
    expansion: bool
    pace: str
    # In which language it was opened.
    language: str
    created: datetime
    length: int
    watchers: int
    # Whether its match will count for the ladder, if all play it to its end.
    ladder: bool
    seats: tuple[FoundSeat, ...]


class FoundTables(msgspec.Struct):
    """The tables that wait for players, and those that everyone may watch."""

    waiting: tuple[FoundTable, ...]
    to_watch: tuple[FoundTable, ...]


class OpponentBot(msgspec.Struct):
    """A bot that is offered here and has room: how it is seated, called, and what it plays."""

    sitter: str
    name: str
    games: tuple[str, ...]


class Opponents(msgspec.Struct):
    """Who can be played against."""

    levels: tuple[str, ...]
    bots: tuple[OpponentBot, ...]


class Seated(msgspec.Struct):
    """Where one sits now."""

    table: str
    seat: int


async def open_table(call: ApiCall) -> Response:
    """Open a table."""
    guest, sent = await call.known_guest(), await call.sent(NewTable)
    if why := misfit(sent):
        raise NotServed(why, 422)
    check_ready(call)
    if why := why_not_offered(call, sent):
        raise NotServed(why, 409)
    why, status = await why_no_table(call, guest.id)
    if why:
        raise NotServed(why, status, {"Retry-After": "60"})
    form = form_of(sent)
    try:
        seats = chosen_seats(call, form, guest)
        row = new_row(call, guest, form, len(seats))
        table_id = await created(call, row, seats)
    except SetupError as error:
        raise NotServed(str(error), 422) from None
    except BadForm as error:
        raise NotServed(refusal(call, error), 422) from None
    table = await call.services.tables.get(table_id)
    assert table is not None
    call.services.bots.look_after(table)
    call.services.lobby.expire()
    url = f"{call.services.settings.url}/t/{table_id}"
    return data(Opened(table_id, url, links_of(seat_links(call, table))), 201)


def check_ready(call: ApiCall) -> None:
    """Refuse while the rules load."""
    if not call.services.is_ready.is_set():
        raise NotServed("The server is just starting; one moment.", 503, {"Retry-After": "2"})


def misfit(sent: NewTable) -> str:
    """Say which option is not of the game that is asked for."""
    if sent.game != "card" and sent.edition is not None:
        return "Only the card game has editions."
    if sent.game != "board" and (sent.expansion or sent.exchanges is not None):
        return "Only the board game has an expansion and exchanges."
    if sent.start is not None and sent.start >= len(sent.seats):
        return "There is no such seat to start."
    if any(seat.name is not None and seat.sitter != "link" for seat in sent.seats):
        return "Only a seat for who comes with its link is given a name."
    return ""


def why_not_offered(call: ApiCall, sent: NewTable) -> str:
    """Say which bot that is asked for cannot be had now."""
    for sitter in {seat.sitter for seat in sent.seats if seat.sitter.startswith(MARK)}:
        if not call.services.offered.is_open(sitter, sent.game):
            named = f"{sitter} is not offered here for this game, or has no room now"
            return f"{named}: GET {ROOT}/opponents lists who can be chosen."
    return ""


def form_of(sent: NewTable) -> NewTableForm:
    """Return what is wanted as the page's form says it, so that both are checked alike."""
    exchanges = sent.exchanges or "choose"
    sides = exchanges if len(exchanges) != 5 else "pattern"
    amount, _, unit = (sent.pace or "").partition(" ")
    places: dict[str, Any] = {"pace": unit, unit: amount} if unit else {}
    for number in range(MOST_SEATS):
        seat = sent.seats[number] if number < len(sent.seats) else None
        places[f"seat{number}"] = seat.sitter if seat else ""
        places[f"name{number}"] = (seat.name or "") if seat else ""
    return NewTableForm(
        game=sent.game,
        name=sent.name or "",
        edition=sent.edition or "dlp",
        expansion=sent.expansion,
        sides=sides,
        pattern=exchanges if sides == "pattern" else "",
        start="random" if sent.start is None else str(sent.start + 1),
        speed=sent.speed,
        watching=sent.watching,
        talk=sent.talk,
        hints="yes" if sent.hints else "no",
        **places,
    )


def links_of(links: dict[int, str]) -> tuple[SeatLinkInfo, ...]:
    """Return the links to open seats as data."""
    return tuple(SeatLinkInfo(*link) for link in sorted(links.items()))


async def table_info(call: ApiCall) -> Response:
    """Tell what anybody at a table may know of it."""
    table = await found(call)
    links = seat_links(call, table) if table.row.owner == call.guest_id else {}
    is_whole = call.grant is None or call.grant.table is None
    shown = links_of(links) if is_whole and not table.match.is_over else ()
    url = f"{call.services.settings.url}/t/{table.id}"
    return data(info_of(table.public(call.language), table.row, url, shown))


def info_of(
    table: PublicTable, row: TableRow, url: str, links: tuple[SeatLinkInfo, ...]
) -> TableInfo:
    """Return what is told of a table."""
    return TableInfo(
        table=table.id,
        url=url,
        name=table.name,
        game=table.game,
        edition=table.edition,
        expansion=table.expansion,
        seats=tuple(SeatInfo(s.number, s.name, s.kind, s.level) for s in table.seats),
        is_over=table.is_over,
        commitment=table.commitment,
        day=table.day,
        pace=row.pace,
        watching=row.watching,
        talk=row.talk,
        hints=row.hints,
        speed=table.speed,
        links=links,
    )


async def my_tables(call: ApiCall) -> Response:
    """List one's own tables."""
    guest = await call.known_guest()
    check_ready(call)
    rows = (await call.services.store.tables_of(guest.id))[:MOST_LISTED]
    return data(MyTables(tuple([await my_table(call, row) for row in rows])))


async def my_table(call: ApiCall, row: TableRow) -> MyTable:
    """Return one's own table as it is listed."""
    is_my_turn = False
    if row.finished is None:
        try:
            table = await call.services.tables.get(row.id)
        except BrokenTable:
            table = None
        is_my_turn = table is not None and seat_of(table, call) in table.awaited
    return MyTable(row.id, row.name, row.game, row.finished is not None, is_my_turn)


async def sit_down(call: ApiCall) -> Response:
    """Take the seat of a link: the first who comes has it."""
    guest, sent = await call.known_guest(), await call.sent(Sitting)
    check_ready(call)
    name = named(sent.name or guest.name)
    key = sent.link.rpartition("#")[2]
    invitation = await invited(call, key)
    if invitation is None and (mine := await taken_by(call, key, guest.id)):
        # Whoever did not hear the answer sends the same link again.
        return data(mine)
    if invitation is None:
        raise NotServed("This link was used or taken back, or was not made here.", 410)
    link, table = invitation
    if not await call.services.tables.seating.claim(table, link.seat, link.claim, guest.id, name):
        raise NotServed("Somebody else was faster.", 410)
    call.services.bots.look_after(table)
    return data(Seated(table.id, link.seat))


async def taken_by(call: ApiCall, key: str, guest: str) -> Seated | None:
    """Return the seat of a link if a guest sits there already."""
    link = call.services.identity.seat(key)
    table = await call.services.tables.get(link.table) if link else None
    if link is None or table is None or link.seat not in table.seats.of_guest(guest):
        return None
    return Seated(table.id, link.seat)


async def lobby(call: ApiCall) -> Response:
    """List the tables that anybody may find."""
    check_ready(call)
    lists = call.services.lobby
    waiting, to_watch = await lists.waiting.get(), await lists.to_watch.get()
    found = [found_table(row, 0) for row in waiting]
    watched = [found_table(one.row, one.watchers) for one in to_watch]
    return data(FoundTables(tuple(found), tuple(watched)))


def found_table(row: LobbyRow, watchers: int) -> FoundTable:
    """Return a table as anybody may know it."""
    seats = tuple(FoundSeat(s.name, s.kind, s.anyone) for s in row.seats)
    when = moment(row.created)
    told = (row.id, row.game, row.expansion, row.pace, row.language, when, row.length)
    return FoundTable(*told, watchers, row.is_plain and may_count(row.seats), seats)


async def sit(call: ApiCall) -> Response:
    """Take a seat that is offered to anyone."""
    guest, sent = await call.known_guest(), await call.sent(SittingDown)
    check_ready(call)
    owned = sum(row.finished is None for row in await call.services.store.tables_of(guest.id))
    if owned >= MOST_UNFINISHED:
        message = "You have many unfinished tables; play on at one of them first."
        raise NotServed(message, 429, {"Retry-After": "60"})
    table = await call.services.tables.get(call.request.path_params["table"])
    refused = Refusal.NO_SEAT_LEFT if table is None else None
    if table is not None and guest.id not in table.seats.people:
        refused = await take_seat(call, table, named(sent.name or guest.name))
        call.services.lobby.expire()
    if refused is not None or table is None:
        raise Refused(refused or Refusal.NO_SEAT_LEFT)
    call.services.bots.look_after(table)
    mine = table.seats.of_guest(guest.id)
    if not mine:
        # They have left: a bot keeps their seat, and they come back to it another way.
        raise Refused(Refusal.NO_SEAT_LEFT)
    return data(Seated(table.id, mine[0]))


async def opponents(call: ApiCall) -> Response:
    """List who can be played against."""
    offered = call.services.offered
    games = {game: offered.names(game) for game in GAMES}
    names = {level: name for named in games.values() for level, name in named.items()}
    found = [
        OpponentBot(level, name, tuple(game for game in GAMES if level in games[game]))
        for level, name in names.items()
    ]
    return data(Opponents(tuple(CHARACTERS), tuple(found)))


operations = (
    Operation(
        "GET",
        "/opponents",
        "opponents",
        "Who can be played against: our levels, and bots that are offered",
        opponents,
        who="anybody",
        answers=((200, Opponents),),
    ),
    Operation(
        "GET",
        "/lobby",
        "lobby",
        "Tables that wait for players, and those to watch",
        lobby,
        who="anybody",
        answers=((200, FoundTables),),
    ),
    Operation(
        "POST",
        "/tables/{table}/sit",
        "sit",
        "Take a seat that is offered to anyone",
        sit,
        "The first who comes has it.",
        who="guest",
        body=SittingDown,
        answers=((200, Seated),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "POST",
        "/tables",
        "openTable",
        "Open a table",
        open_table,
        "A seat is for `me`, for who comes with its `link`, for `anyone` who finds it on the home"
        " page, or for one of our levels.",
        who="guest",
        body=NewTable,
        answers=((201, Opened),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "GET",
        "/tables",
        "myTables",
        "One's own tables",
        my_tables,
        who="guest",
        answers=((200, MyTables),),
    ),
    Operation(
        "GET",
        "/tables/{table}/info",
        "tableInfo",
        "Who sits at a table, and how it is played",
        table_info,
        who="anybody",
        answers=((200, TableInfo),),
        problems=(410,),
    ),
    Operation(
        "POST",
        "/seats",
        "takeSeat",
        "Take the seat of a link",
        sit_down,
        who="guest",
        body=Sitting,
        answers=((200, Seated),),
        problems=(*AT_TABLE, *SENT),
    ),
)
