"""The table: its page, and everything that is done at it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from siberia.bots import levels
from siberia.engine.contract import Reason
from siberia.engine.errors import IllegalWord, WordError
from siberia.web.http.context import BadForm, Caller
from siberia.web.http.identity import SeatLink
from siberia.web.pages.board import BoardScene
from siberia.web.pages.card import CardScene
from siberia.web.pages.ending import ending
from siberia.web.pages.table import Glance, Scene, look
from siberia.web.tables.service import SPEEDS, Refused
from siberia.web.tables.store.rows import SeatRow
from siberia.web.tables.table import Table

Words = Annotated[str, msgspec.Meta(max_length=400)]
MOST_TABLES_IN_A_STREAM = 50
SCENES: dict[str, type[Scene]] = {"card": CardScene, "board": BoardScene}


class Asked(msgspec.Struct):
    """What every request from a table's page carries."""

    seq: Annotated[int, msgspec.Meta(ge=-1)] = -1
    # Whose eyes look, where people share a device; -1 for nobody yet.
    seat: int = -1
    draft: Words = ""
    narrow: bool = False
    since: int = -1
    # Words to play, with ", " between them.
    words: Words = ""
    # For the owner: what becomes of a seat.
    number: int = -1
    kind: Annotated[str, msgspec.Meta(max_length=20)] = ""
    level: Annotated[str, msgspec.Meta(max_length=20)] = ""
    speed: Annotated[str, msgspec.Meta(max_length=20)] = ""

    def glance(self, notice: str = "", *, keeps_draft: bool = True) -> Glance:
        """Return how the page is to be drawn again."""
        return Glance(
            seat=self.seat if self.seat >= 0 else None,
            draft=self.draft if keeps_draft else "",
            narrow=self.narrow,
            since=self.since if self.since >= 0 else None,
            notice=notice,
            is_update=True,
        )


async def page(request: Request) -> Response:
    """Show a table, or its end."""
    caller = await Caller.of(request)
    if not caller.server.is_ready.is_set():
        return caller.page("warming.html", {"title": caller.language.gettext("One moment")})
    table = await caller.server.tables.get(request.path_params["table"])
    if table is None:
        return no_table(caller)
    if not table.is_member(caller.guest_id):
        return caller.page("private.html", {}, 403)
    caller.server.bots.look_after(table)
    keeps = "table" in request.query_params
    scene = seen(caller, table, Glance(narrow=caller.is_narrow, keeps_table=keeps))
    return caller.page("table.html", context(caller, scene))


def no_table(caller: Caller) -> Response:
    """Say that there is no such table."""
    return caller.page("missing.html", {}, 404)


def seen(caller: Caller, table: Table, glance: Glance) -> Scene:
    """Return what the caller sees of a table."""
    table.notice(caller.guest_id)
    ahead = caller.server.bots.ahead(table)
    kind = SCENES[table.row.game]
    return look(kind, table, caller.guest_id, glance, caller.language, ahead)


def context(caller: Caller, scene: Scene) -> dict[str, object]:
    """Return what the templates of a table need."""
    links = {}
    if scene.is_owner:
        for seat in scene.table.seats:
            if seat.kind == "open":
                token = caller.server.identity.seat_link(
                    SeatLink(scene.table.id, seat.number, seat.claim)
                )
                links[seat.number] = f"{caller.server.settings.url}/join#{token}"
    shown: dict[str, object] = {
        "scene": scene,
        "view": scene.view,
        "guide": scene.guide,
        "seat": scene.seat,
        "links": links,
    }
    if scene.shows_end:
        shown["end"] = ending(scene)
    return shown


Deed = Callable[[Caller, Table, Asked], Awaitable[str]]


def doing(deed: Deed, *, keeps_draft: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """Make a route of something done at a table; the answer is always the table as it is then."""

    async def endpoint(request: Request) -> Response:
        caller = await Caller.of(request)
        _ = caller.language.gettext
        if not caller.server.is_ready.is_set():
            return PlainTextResponse(_("The server is just starting; one moment."), 503)
        table = await caller.server.tables.get(request.path_params["table"])
        if table is None or not table.is_member(caller.guest_id):
            return PlainTextResponse(_("You have no seat at this table."), 403)
        try:
            asked = await caller.form(Asked)
        except BadForm:
            told = _("The page sent something that cannot be understood; load it again.")
            return PlainTextResponse(told, 400)
        status = 200
        try:
            notice = await deed(caller, table, asked)
        except (Refused, WordError) as error:
            notice, status = refusal(caller, error), 409
        caller.server.bots.look_after(table)
        scene = seen(caller, table, asked.glance(notice, keeps_draft=keeps_draft or status != 200))
        return caller.page("update.html", context(caller, scene), status)

    return endpoint


def refusal(caller: Caller, error: Refused | WordError) -> str:
    """Say in the caller's language why something was not done."""
    _ = caller.language.gettext
    if isinstance(error, IllegalWord) and isinstance(error.reason, Reason):
        return caller.language.reason(error.reason)
    if isinstance(error, WordError):
        return _("That is no move of this game.")
    return {
        "stale": _("The table had moved on; this is how it stands now."),
        "not your turn": _("It is not your turn."),
        "no undo": _("That cannot be taken back: something was revealed, or others have moved."),
        "placing": _("Now everyone places counters."),
        "incomplete plan": _("Place all counters first."),
        "bad plan": _("A counter cannot go there; place it anew."),
        "no seat": _("That is not your seat."),
        "not abandoned": _("Somebody sits there and has looked just now."),
        "not the owner": _("Only who opened the table can do that."),
        "seat changed": _("The seat has changed hands meanwhile."),
        "unknown": _("That is not possible here."),
    }[error.reason]


def acting_seat(caller: Caller, table: Table, asked: Asked) -> int:
    """Return the seat for which the caller does something, or refuse."""
    mine = table.seats_of(caller.guest_id)
    seat = asked.seat if len(mine) > 1 else next(iter(mine), -1)
    if seat not in mine:
        raise Refused("no seat")
    return seat


async def glance(caller: Caller, table: Table, asked: Asked) -> str:
    """Only look."""
    return ""


async def play(caller: Caller, table: Table, asked: Asked) -> str:
    """Play words."""
    seat = acting_seat(caller, table, asked)
    await caller.server.tables.play(table, seat, asked.seq, asked.words.split(", "))
    return ""


async def plan(caller: Caller, table: Table, asked: Asked) -> str:
    """Hand in where the counters go."""
    seat = acting_seat(caller, table, asked)
    await caller.server.tables.plan(table, seat, asked.seq, asked.words.split(", "))
    return ""


async def replan(caller: Caller, table: Table, asked: Asked) -> str:
    """Take the counters back, to place them otherwise."""
    await caller.server.tables.replan(table, acting_seat(caller, table, asked), asked.seq)
    return ""


async def undo(caller: Caller, table: Table, asked: Asked) -> str:
    """Take back the last word."""
    await caller.server.tables.undo(table, acting_seat(caller, table, asked), asked.seq)
    return ""


async def hint(caller: Caller, table: Table, asked: Asked) -> str:
    """Ask the expert; the answer comes when it is found."""
    seat = acting_seat(caller, table, asked)
    if seat not in table.awaited:
        raise Refused("not your turn")
    if seat not in table.thinking:
        caller.server.bots.advise(table, seat)
    return ""


async def seat(caller: Caller, table: Table, asked: Asked) -> str:
    """Let the owner free a seat or hand it to a bot, and whoever it is kept for take it back."""
    if asked.number not in range(table.row.seats):
        raise Refused("unknown")
    now = table.seats[asked.number]
    if asked.kind == "guest":
        if not table.is_kept_for(now.number, caller.guest_id):
            raise Refused("no seat")
        wanted = replace(now, kind="guest", level=None)
    else:
        if caller.guest_id != table.row.owner:
            raise Refused("not the owner")
        if not table.can_give_away(now.number):
            raise Refused("not abandoned")
        wanted = given_away(now, asked)
    if not await caller.server.tables.give_seat(table, wanted):
        raise Refused("seat changed")
    return ""


def given_away(now: SeatRow, asked: Asked) -> SeatRow:
    """Return a seat as the owner wants it; a bot keeps it for the person who had it."""
    if asked.kind == "open":
        return replace(now, kind="open", guest=None, level=None)
    if asked.kind == "bot" and asked.level in levels.CHARACTERS:
        return replace(now, kind="bot", level=asked.level)
    raise Refused("unknown")


async def speed(caller: Caller, table: Table, asked: Asked) -> str:
    """Set how fast bots play."""
    if asked.speed not in SPEEDS:
        raise Refused("unknown")
    await caller.server.tables.set_speed(table, asked.speed)
    return ""


async def finished_table(caller: Caller) -> Table | None:
    """Return the table that is asked for, if it is the caller's and its match is over."""
    if not caller.server.is_ready.is_set():
        return None
    table = await caller.server.tables.get(caller.request.path_params["table"])
    if table is None or not table.is_member(caller.guest_id) or not table.match.is_over:
        return None
    return table


async def rematch(request: Request) -> Response:
    """Go on to the next match at a table of the same people."""
    caller = await Caller.of(request)
    table = await finished_table(caller)
    if table is None:
        return no_table(caller)
    return RedirectResponse(f"/t/{await caller.server.tables.rematch(table)}", 303)


async def record(request: Request) -> Response:
    """Download the record of a match that is over."""
    caller = await Caller.of(request)
    table = await finished_table(caller)
    if table is None:
        return no_table(caller)
    name = f"siberia-{table.row.game}-{table.row.created:%Y-%m-%d}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(table.match.record(), headers=headers)


async def live(request: Request) -> Response:
    """Tell a browser, in one stream for all its pages, which tables have moved on."""
    caller = await Caller.of(request)
    hub, guest = caller.server.hub, caller.guest_id
    wanted = request.query_params.get("tables", "").split(",")[:MOST_TABLES_IN_A_STREAM]
    mine = [t for t in wanted if await is_mine(caller, t)]
    if hub.is_full(guest):
        return PlainTextResponse("Too many pages are open; close some.", 429)
    headers = {"X-Accel-Buffering": "no"}
    stream = hub.listen(guest, frozenset(mine))
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def is_mine(caller: Caller, table_id: str) -> bool:
    """Say whether the caller may follow a table."""
    row = await caller.server.store.table(table_id)
    if row is None:
        return False
    if row.owner == caller.guest_id:
        return True
    seats = await caller.server.store.seats(table_id)
    return any(seat.guest == caller.guest_id for seat in seats)


routes = [
    Route("/t/{table}", page),
    Route("/t/{table}/look", doing(glance, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/play", doing(play), methods=["POST"]),
    Route("/t/{table}/plan", doing(plan), methods=["POST"]),
    Route("/t/{table}/replan", doing(replan), methods=["POST"]),
    Route("/t/{table}/undo", doing(undo), methods=["POST"]),
    Route("/t/{table}/hint", doing(hint, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/seat", doing(seat), methods=["POST"]),
    Route("/t/{table}/speed", doing(speed, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/rematch", rematch, methods=["POST"]),
    Route("/t/{table}/record", record),
    Route("/live", live),
]
