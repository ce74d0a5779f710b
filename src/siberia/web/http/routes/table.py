"""The table: its page, and everything that is done at it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, cast, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from siberia.bots import levels
from siberia.engine.errors import IllegalWord, WordError
from siberia.web.http.adviser import ask_adviser
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.identity import SeatLink
from siberia.web.http.looking_back import is_withheld
from siberia.web.http.middleware import network_of
from siberia.web.http.routes.watching import show_watcher
from siberia.web.http.streams import UNBUFFERED, counted, event_stream, has_too_many
from siberia.web.i18n.languages import Language
from siberia.web.pages.ending import ending
from siberia.web.pages.game_pages import table_page
from siberia.web.pages.table import Look
from siberia.web.pages.table_parts import drawn_parts, plain_update
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.opening import open_rematch
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.seats import may_look
from siberia.web.tables.settings import SPEEDS
from siberia.web.tables.store.rows import SeatRow, Talking, Watching
from siberia.web.tables.store.seating import freed
from siberia.web.tables.table import Table

Words = Annotated[str, msgspec.Meta(max_length=400)]
Short = Annotated[str, msgspec.Meta(max_length=20)]
MOST_TABLES_IN_A_STREAM = 50


class TableForm(msgspec.Struct):
    """What every request from a table's page carries."""

    seq: Annotated[int, msgspec.Meta(ge=-1)] = -1
    # Whose eyes look, where people share a device; -1 for nobody yet.
    seat: int = -1
    draft: Words = ""
    # A counter that was dragged, -1 for none, and where it was dropped.
    dragged: int = -1
    dropped: Short = ""
    narrow: bool = False
    since: int = -1
    # The parts that the page has, each with what tells it from what it was before.
    parts: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    # Words to play, with ", " between them.
    words: Words = ""
    # For the owner: what becomes of a seat.
    number: int = -1
    kind: Short = ""
    level: Short = ""
    speed: Short = ""
    watching: Short = ""
    talk: Short = ""

    def look(self, notice: str = "", *, keeps_draft: bool = True) -> Look:
        """Return how the page is to be drawn again."""
        return Look(
            seat=self.seat if self.seat >= 0 else None,
            draft=self.draft if keeps_draft else "",
            drop=(self.dragged, self.dropped) if self.dragged >= 0 else None,
            narrow=self.narrow,
            since=self.since if self.since >= 0 else None,
            notice=notice,
            is_update=True,
            parts=self.parts,
        )


async def page(request: Request) -> Response:
    """Show a table, or its end."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return context.page("warming.html", {"title": context.language.gettext("One moment")})
    table = await context.services.tables.get(request.path_params["table"])
    if table is None:
        return no_table(context)
    if not await may_see(context, table):
        return context.page("private.html", {}, 403)
    context.services.bots.look_after(table)
    context.services.ahead.look_after(table)
    return show(context, table, "table.html", Look(narrow=context.is_narrow))


async def may_see(context: RequestContext, table: Table) -> bool:
    """Say whether who asks may see a table: who plays there, and who may watch; and once it is
    over, everybody.
    """
    if table.may_look(context.guest_id):
        return True
    return table.is_over and not await is_withheld(context, table)


def no_table(context: RequestContext) -> Response:
    """Say that there is no such table."""
    return context.page("missing.html", {}, 404)


def show(
    context: RequestContext, table: Table, template: str, look: Look, status: int = 200
) -> Response:
    """Show a table to the guest who asks, as a whole page or as an update of one."""
    if table.seats.admits(context.guest_id):
        table.seats.note_look(context.guest_id)
        context.services.notices.looked(context.guest_id)
    elif table.is_watchable:
        return show_watcher(context, table, template, look)
    ahead = context.services.bots.ahead(table)
    page = table_page(table, context.guest_id, look, context.language, ahead)
    links = seat_links(context, table) if page.is_owner else {}
    parts = drawn_parts(page, context.theme)
    update = plain_update(page, parts) if look.is_update and not links else None
    if update is not None:
        return context.html(update, status)
    model: dict[str, object] = {"page": page, "links": links, "parts": parts}
    if page.shows_end:
        model["end"] = ending(table, context.language)
    return context.page(template, model, status)


def seat_links(context: RequestContext, table: Table) -> dict[int, str]:
    """Return the links to the open seats of a table."""
    identity, url = context.services.identity, context.services.settings.url
    links = [SeatLink(table.id, s.number, s.claim) for s in table.seats if s.kind == "open"]
    return {link.seat: f"{url}/join#{identity.seat_link(link)}" for link in links}


Action = Callable[[RequestContext, Table, TableForm], Awaitable[None]]


def table_action(
    action: Action, *, keeps_draft: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Make a route of something done at a table; the answer is always the table as it is then."""

    async def endpoint(request: Request) -> Response:
        context = RequestContext(request)
        _ = context.language.gettext
        if not context.services.is_ready.is_set():
            return PlainTextResponse(_("The server is just starting; one moment."), 503)
        table = await context.services.tables.get(request.path_params["table"])
        if table is None or not await is_allowed(context, action, table):
            return PlainTextResponse(_("You have no seat at this table."), 403)
        try:
            form = await context.form(TableForm)
        except BadForm:
            message = _("The page sent something that cannot be understood; load it again.")
            return PlainTextResponse(message, 400)
        notice, status = "", 200
        try:
            await action(context, table, form)
        except (Refused, WordError) as error:
            notice, status = refusal(context.language, error), 409
        context.services.bots.look_after(table)
        context.services.ahead.look_after(table)
        look = form.look(notice, keeps_draft=keeps_draft or status != 200)
        return show(context, table, "update.html", look, status)

    return endpoint


async def is_allowed(context: RequestContext, action: Action, table: Table) -> bool:
    """Say whether who asks may do something: others than a table's players may only look."""
    if action is look:
        return await may_see(context, table)
    return table.seats.admits(context.guest_id)


def refusal(language: Language, error: Refused | WordError) -> str:
    """Say in a language why something was not done."""
    if isinstance(error, Refused):
        return language.gettext(error.refusal.value)
    if isinstance(error, IllegalWord):
        return language.reason(error.reason)
    return language.gettext("That is no move of this game.")


def acting_seat(context: RequestContext, table: Table, form: TableForm) -> int:
    """Return the seat for which the guest does something, or refuse."""
    mine = table.seats.of_guest(context.guest_id)
    seat = form.seat if len(mine) > 1 else next(iter(mine), -1)
    if seat not in mine:
        raise Refused(Refusal.NOT_YOUR_SEAT)
    return seat


async def look(_context: RequestContext, _table: Table, _form: TableForm) -> None:
    """Only look."""


async def play(context: RequestContext, table: Table, form: TableForm) -> None:
    """Play words."""
    seat = acting_seat(context, table, form)
    words = form.words.split(", ")
    await context.services.tables.play(table, seat, form.seq, words, context.guest_id)


async def plan(context: RequestContext, table: Table, form: TableForm) -> None:
    """Hand in where the counters go."""
    seat = acting_seat(context, table, form)
    await context.services.tables.plan(table, seat, form.seq, form.words.split(", "))


async def replan(context: RequestContext, table: Table, form: TableForm) -> None:
    """Take the counters back, to place them otherwise."""
    await context.services.tables.replan(table, acting_seat(context, table, form), form.seq)


async def undo(context: RequestContext, table: Table, form: TableForm) -> None:
    """Take back the last word."""
    seat = acting_seat(context, table, form)
    await context.services.tables.undo(table, seat, form.seq, context.guest_id)


async def hint(context: RequestContext, table: Table, form: TableForm) -> None:
    """Ask the adviser; the answer comes when it is found."""
    ask_adviser(context.services, table, acting_seat(context, table, form), again=True)


async def seat(context: RequestContext, table: Table, form: TableForm) -> None:
    """Let the owner free a seat or hand it to a bot, and whoever it is kept for take it back."""
    if form.number not in range(len(table.seats)):
        raise Refused(Refusal.IMPOSSIBLE)
    now = table.seats[form.number]
    if form.kind == "guest":
        if not table.seats.is_kept_for(now.number, context.guest_id):
            raise Refused(Refusal.NOT_YOUR_SEAT)
        wanted = replace(now, kind="guest", level=None)
    else:
        if context.guest_id != table.row.owner:
            raise Refused(Refusal.NOT_THE_OWNER)
        if form.kind in ("anyone", "link"):
            await offer(context, table, now, anyone=form.kind == "anyone")
            return
        wanted = given_away(now, form, table)
        if wanted.kind in table.seat_changes_by_consent(now.number):
            await context.services.tables.seating.propose(table, context.guest_id, wanted)
            return
    if not await context.services.tables.seating.give(table, wanted):
        raise Refused(Refusal.SEAT_CHANGED)


async def offer(context: RequestContext, table: Table, seat: SeatRow, *, anyone: bool) -> None:
    """Let the owner offer an open seat to anyone who comes, or only by its link again."""
    if not await context.services.tables.seating.offer(table, seat, anyone=anyone):
        raise Refused(Refusal.SEAT_CHANGED)
    context.services.lobby.expire()


async def consent(context: RequestContext, table: Table, form: TableForm) -> None:
    """Say yes or no to what the owner proposes for a bot's seat."""
    if form.kind not in ("agree", "refuse"):
        raise Refused(Refusal.IMPOSSIBLE)
    agrees = form.kind == "agree"
    await context.services.tables.seating.answer(table, context.guest_id, agrees=agrees)


def given_away(now: SeatRow, form: TableForm, table: Table) -> SeatRow:
    """Return a seat as the owner wants it; a bot keeps it for the person who had it."""
    if form.kind == "open":
        return freed(now, table.seats)
    if form.kind == "bot" and form.level in levels.CHARACTERS:
        return replace(now, kind="bot", level=form.level)
    raise Refused(Refusal.IMPOSSIBLE)


async def speed(context: RequestContext, table: Table, form: TableForm) -> None:
    """Set how fast bots play."""
    if form.speed not in SPEEDS:
        raise Refused(Refusal.IMPOSSIBLE)
    await context.services.tables.settings.set_speed(table, form.speed)


async def watching(context: RequestContext, table: Table, form: TableForm) -> None:
    """Let the owner say who may watch."""
    if context.guest_id != table.row.owner:
        raise Refused(Refusal.NOT_THE_OWNER)
    if table.match.is_over or table.row.day is not None or form.watching not in get_args(Watching):
        raise Refused(Refusal.IMPOSSIBLE)
    await context.services.tables.settings.set_watching(table, cast("Watching", form.watching))


async def talk(context: RequestContext, table: Table, form: TableForm) -> None:
    """Let the owner say how people may talk."""
    if context.guest_id != table.row.owner:
        raise Refused(Refusal.NOT_THE_OWNER)
    if table.match.is_over or form.talk not in get_args(Talking):
        raise Refused(Refusal.IMPOSSIBLE)
    await context.services.tables.settings.set_talk(table, cast("Talking", form.talk))


async def come_back(context: RequestContext, table: Table, _form: TableForm) -> None:
    """Be back at a table that one had left."""
    await context.services.tables.seating.come_back(table, context.guest_id)


async def leave(request: Request) -> Response:
    """Get up from a table, which is then off one's list; also from one that cannot be continued."""
    context = RequestContext(request)
    services, table_id = context.services, request.path_params["table"]
    if not services.is_ready.is_set():
        return RedirectResponse(f"/t/{table_id}", 303)
    try:
        table = await services.tables.get(table_id)
    except BrokenTable as broken:
        if broken.admits(context.guest_id):
            await services.store.seats.leave(table_id, context.guest_id)
        return RedirectResponse("/", 303)
    if table is not None and table.seats.admits(context.guest_id):
        await services.tables.seating.leave(table, context.guest_id)
        services.bots.look_after(table)
    return RedirectResponse("/", 303)


async def finished_table(context: RequestContext) -> Table | None:
    """Return the table that is asked for, if it is the guest's and its match is over."""
    if not context.services.is_ready.is_set():
        return None
    table = await context.services.tables.get(context.request.path_params["table"])
    if table is None or not table.seats.admits(context.guest_id) or not table.is_over:
        return None
    return table


async def rematch(request: Request) -> Response:
    """Go on to the next match at a table of the same people."""
    context = RequestContext(request)
    table = await finished_table(context)
    if table is None:
        return no_table(context)
    return RedirectResponse(f"/t/{await open_rematch(context.services.tables, table)}", 303)


async def log_of_broken(request: Request) -> Response:
    """Download what was played at a table that cannot be continued; others have no such thing."""
    context = RequestContext(request)
    try:
        await context.services.tables.get(request.path_params["table"])
    except BrokenTable as table:
        if not table.admits(context.guest_id):
            return context.page("private.html", {}, 403)
        headers = {"Content-Disposition": f'attachment; filename="siberia-{table.row.game}.txt"'}
        return PlainTextResponse(table.record(), headers=headers)
    return no_table(context)


async def broken(request: Request, error: Exception) -> Response:
    """Say that a table cannot be continued, to those who play there."""
    assert isinstance(error, BrokenTable)
    context = RequestContext(request)
    if request.method == "POST":
        # An open page shows such a text as it is.
        return PlainTextResponse(context.language.gettext("This table cannot be continued"), 410)
    if not error.admits(context.guest_id):
        return context.page("private.html", {}, 403)
    return context.page("broken.html", {"table": error.row.id}, 410)


async def live(request: Request) -> Response:
    """Tell a browser, in one stream for all its pages, which tables have moved on."""
    if request.method == "HEAD":
        # Nothing of a stream would be sent, and it would never end.
        return StreamingResponse([], media_type="text/event-stream", headers=UNBUFFERED)
    context, open_streams = RequestContext(request), request.app.state.open_streams
    changes, guest = context.services.changes, context.guest_id
    address = network_of(request)
    if not open_streams.has_room_for(address):
        message = "Many people are here just now. Moves of others show when you load the page."
        return PlainTextResponse(message, 503, {"Retry-After": "10"})
    wanted = request.query_params.get("tables", "").split(",")[:MOST_TABLES_IN_A_STREAM]
    mine = [table for table in wanted if await is_mine(context, table)]
    if has_too_many(changes, guest):
        return PlainTextResponse("Too many pages are open; close some.", 429)
    stream = event_stream(changes, guest, frozenset(mine))
    stream = counted(open_streams, address, stream)
    return StreamingResponse(stream, media_type="text/event-stream", headers=UNBUFFERED)


async def is_mine(context: RequestContext, table_id: str) -> bool:
    """Say whether the guest may follow a table."""
    store = context.services.store
    row = await store.table(table_id)
    if row is None:
        return False
    return may_look(context.guest_id, row.owner, await store.seats.of(table_id))


routes = [
    Route("/t/{table}", page),
    Route("/t/{table}/look", table_action(look, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/play", table_action(play), methods=["POST"]),
    Route("/t/{table}/plan", table_action(plan), methods=["POST"]),
    Route("/t/{table}/replan", table_action(replan), methods=["POST"]),
    Route("/t/{table}/undo", table_action(undo), methods=["POST"]),
    Route("/t/{table}/hint", table_action(hint, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/seat", table_action(seat), methods=["POST"]),
    Route("/t/{table}/consent", table_action(consent, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/speed", table_action(speed, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/watching", table_action(watching, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/talking", table_action(talk, keeps_draft=True), methods=["POST"]),
    Route("/t/{table}/return", table_action(come_back), methods=["POST"]),
    Route("/t/{table}/leave", leave, methods=["POST"]),
    Route("/t/{table}/rematch", rematch, methods=["POST"]),
    Route("/t/{table}/log", log_of_broken),
    Route("/live", live),
]
