"""People: seat links, names, personal links, language and theme.

A secret in a link stands behind the # of the address, which browsers keep to themselves: it is in
no request line, no log and no Referer. The page sends it in the body.
"""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.context import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    BadForm,
    Caller,
    tidy_name,
)
from siberia.web.http.identity import SeatLink
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.tables.table import Table

Token = Annotated[str, msgspec.Meta(max_length=400)]


# Names have no limit here: one that is too long is told so like any other bad name.
class Join(msgspec.Struct):
    """A seat link, and the name somebody wants to be called."""

    token: Token
    name: str = ""


class Named(msgspec.Struct):
    """A new name."""

    name: str


class Personal(msgspec.Struct):
    """A personal link."""

    token: Token


class Wishes(msgspec.Struct):
    """How pages are to be shown, and where to go back to."""

    language: Annotated[str, msgspec.Meta(max_length=5)] = ""
    theme: Annotated[str, msgspec.Meta(max_length=10)] = ""
    back: Annotated[str, msgspec.Meta(max_length=200)] = "/"


async def join_page(request: Request) -> Response:
    """Show the page behind a seat link; what the link says, the page asks for."""
    return (await Caller.of(request)).page("join.html", {})


async def invited(caller: Caller, token: str) -> tuple[SeatLink, Table] | None:
    """Return the open seat that a link leads to, if it still does."""
    link = caller.server.identity.seat(token)
    table = await caller.server.tables.get(link.table) if link else None
    if link is None or table is None or link.seat not in range(table.row.seats):
        return None
    seat = table.seats[link.seat]
    return (link, table) if seat.kind == "open" and seat.claim == link.claim else None


def used_up(caller: Caller) -> Response:
    """Say that a link leads nowhere any more."""
    told = caller.language.gettext(
        "This link has been used or was taken back. Ask for a new one at the table."
    )
    return PlainTextResponse(told, 410)


async def look_at_seat(request: Request) -> Response:
    """Say what a seat link invites to."""
    caller = await Caller.of(request)
    if not caller.server.is_ready.is_set():
        return PlainTextResponse(caller.language.gettext("The server is just starting."), 503)
    try:
        found = await invited(caller, (await caller.form(Join)).token)
    except BadForm:
        found = None
    if found is None:
        return used_up(caller)
    link, table = found
    return caller.page(
        "invitation.html", {"table": table, "seat": link.seat, **company(caller, table)}
    )


def company(caller: Caller, table: Table) -> dict[str, object]:
    """Say who invites, and who else sits at a table."""
    others = [seat.name for seat in table.seats if seat.kind != "open"]
    owner = next((s.name for s in table.seats if s.guest == table.row.owner), "")
    return {"host": owner, "company": caller.language.listing(others, "and") if others else ""}


async def join(request: Request) -> Response:
    """Take the seat of a link: the first who comes has it."""
    caller = await Caller.of(request)
    try:
        wish = await caller.form(Join)
    except BadForm:
        return used_up(caller)
    name = tidy_name(wish.name)
    if name is None:
        return bad_name(caller)
    found = await invited(caller, wish.token)
    if found is None:
        return used_up(caller)
    link, table = found
    guest = await caller.somebody(name)
    if not await caller.server.tables.claim(table, link.seat, link.claim, guest.id, name):
        return used_up(caller)
    if guest.name != name:
        await caller.server.store.rename_guest(guest.id, name)
    return caller.signed(PlainTextResponse(f"/t/{table.id}"))


def bad_name(caller: Caller) -> Response:
    """Say what a name may be."""
    return PlainTextResponse(name_rule(caller), 400)


def name_rule(caller: Caller) -> str:
    """Say what a name may be, in the caller's language."""
    return caller.language.gettext("A name has 1 to 40 letters and no comma.")


async def me(request: Request) -> Response:
    """Show who one is: the name, and the link to go on elsewhere."""
    return await self_page(await Caller.of(request))


async def self_page(caller: Caller, notice: str = "", status: int = 200) -> Response:
    """Show who one is, with a line that says what went wrong."""
    guest = await caller.somebody()
    token = caller.server.identity.personal_link(guest.id)
    link = f"{caller.server.settings.url}/carry#{token}"
    return caller.page("me.html", {"guest": guest, "link": link, "notice": notice}, status)


async def rename(request: Request) -> Response:
    """Take another name."""
    caller = await Caller.of(request)
    try:
        name = tidy_name((await caller.form(Named)).name)
    except BadForm:
        name = None
    if name is None:
        return await self_page(caller, name_rule(caller), 400)
    guest = await caller.somebody(name)
    await caller.server.store.rename_guest(guest.id, name)
    return caller.signed(RedirectResponse("/", 303))


async def carry_page(request: Request) -> Response:
    """Show the page behind a personal link."""
    return (await Caller.of(request)).page("carry.html", {})


async def carry(request: Request) -> Response:
    """Become, in this browser, who one is elsewhere."""
    caller = await Caller.of(request)
    told = caller.language.gettext("This personal link is too old or was not made here.")
    try:
        guest = caller.server.identity.person((await caller.form(Personal)).token)
    except BadForm:
        guest = None
    if guest is None or await caller.server.store.guest(guest) is None:
        return PlainTextResponse(told, 410)
    response = PlainTextResponse("/")
    caller.give_cookie(response, guest)
    return response


async def settings(request: Request) -> Response:
    """Set language or theme, and go back."""
    caller = await Caller.of(request)
    try:
        wishes = await caller.form(Wishes)
    except BadForm:
        wishes = Wishes()
    # Only back to a page of ours: "//elsewhere" would be another site.
    back = (
        wishes.back if wishes.back.startswith("/") and wishes.back[1:2] not in ("/", "\\") else "/"
    )
    response = RedirectResponse(back, 303)
    if wishes.language in LANGUAGES:
        caller.set_cookie(response, LANGUAGE_COOKIE, wishes.language)
    if wishes.theme in THEMES:
        caller.set_cookie(response, THEME_COOKIE, wishes.theme)
    return response


routes = [
    Route("/join", join_page),
    Route("/join/look", look_at_seat, methods=["POST"]),
    Route("/join", join, methods=["POST"]),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/carry", carry_page),
    Route("/carry", carry, methods=["POST"]),
    Route("/settings", settings, methods=["POST"]),
]
