"""What somebody asks for who opens a table, checked; and the table that is opened then."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from starlette.responses import RedirectResponse, Response

from siberia.bots import levels
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.setup import Setup
from siberia.web.http.context import BadForm, RequestContext, name_rule, tidy_name
from siberia.web.tables import clock
from siberia.web.tables.names import bot_names
from siberia.web.tables.offered import name_of
from siberia.web.tables.opening import open_table
from siberia.web.tables.pace import read_pace
from siberia.web.tables.store.rows import Guest, SeatRow, TableRow, Talking, Watching

# So many unfinished tables one guest can have opened.
MOST_UNFINISHED = 100
Short = Annotated[str, msgspec.Meta(max_length=20)]


class NewTableForm(msgspec.Struct):
    """A table as its opener wants it; a seat is me, device, link, anyone, a level, or nothing.

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
    speed: Literal["slow", "normal", "fast", "instant"] = "normal"
    # The unit of its pace, "" for no clock; and how much of each there is to be.
    pace: Literal["", "minutes", "days"] = ""
    minutes: Short = "20"
    days: Short = "2"
    watching: Watching = "nobody"
    talk: Talking = "words"
    hints: Literal["yes", "no"] = "yes"
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

    @property
    def chosen_pace(self) -> str:
        """The pace as it is kept; one that is not offered is a SetupError."""
        amount = {"": "", "minutes": self.minutes, "days": self.days}[self.pace]
        pace = f"{amount} {self.pace}".strip()
        read_pace(pace)
        return pace


class BadTable(BadForm):
    """A table that cannot be opened so, and why, in the language of who wanted it."""


# ------------------------------------------------------------ opening it


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


async def opened(context: RequestContext, row: TableRow, seats: list[SeatRow]) -> Response:
    """Open a table and go there."""
    table_id = await created(context, row, seats)
    context.services.lobby.expire()
    return context.signed(RedirectResponse(f"/t/{table_id}", 303))


async def created(context: RequestContext, row: TableRow, seats: Sequence[SeatRow]) -> str:
    """Create a table; who sits there from elsewhere has less room now."""
    table_id = await open_table(context.services.store, row, seats)
    context.services.offered.note_opened(seat.level for seat in seats)
    return table_id


def new_row(context: RequestContext, guest: Guest, form: NewTableForm, seats: int) -> TableRow:
    """Return a table whose secrets are still to be drawn."""
    is_board = form.game == "board"
    return TableRow(
        id="",
        name=chosen_name(context, form.name),
        game=form.game,
        edition="dlp" if is_board else form.edition,
        expansion=form.expansion and is_board,
        exchanges=form.exchanges,
        seats=seats,
        start=form.starter,
        seed="",
        salt="",
        owner=guest.id,
        speed=form.speed,
        created=clock.now(),
        watching=form.watching,
        talk=form.talk,
        pace=form.chosen_pace,
        hints=form.hints == "yes",
        language=context.language.code,
    )


def refusal(context: RequestContext, error: BadForm | SetupError) -> str:
    """Say what must be changed before a table can be opened."""
    _ = context.language.gettext
    if isinstance(error, BadTable):
        return str(error)
    return {
        "seats": _("A table needs 2 to 4 players; give another seat to somebody."),
        "exchanges": _("Exchange sides are five letters, each of them A or B."),
        "pace": _("Choose one of the times on offer, or no clock."),
    }.get(getattr(error, "about", ""), _("The table cannot be opened like this; choose once more."))


def why_not(context: RequestContext, form: NewTableForm) -> str:
    """Say why a table cannot be opened as it is wanted so far; "" if it can."""
    stranger = Guest("", context.language.gettext("Guest"), clock.now())
    try:
        row = new_row(context, stranger, form, len(chosen_seats(context, form, stranger)))
        Setup.new(
            row.game,
            seats=row.seats,
            edition=row.edition,
            expansion=row.expansion,
            exchanges=row.exchanges or None,
        )
    except (BadForm, SetupError) as error:
        return refusal(context, error)
    return ""


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
        elif kind in ("link", "anyone"):
            called = name or _("Open seat {number}").format(number=number + 1)
            is_offered = kind == "anyone"
            seats.append(SeatRow("", number, "open", None, None, called, anyone=is_offered))
        elif kind in levels.CHARACTERS:
            seats.append(SeatRow("", number, "bot", None, kind, ""))
        elif context.services.offered.is_open(kind, form.game):
            called = name_of(kind)
            is_first = all(seat.level != kind for seat in seats)
            seats.append(SeatRow("", number, "bot", None, kind, called if is_first else ""))
        elif kind:
            raise BadTable(
                _("A seat is for you, somebody here, a friend by link, anyone, or the computer.")
            )
    people = [seat.name for seat in seats if seat.kind != "bot" or seat.name]
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
