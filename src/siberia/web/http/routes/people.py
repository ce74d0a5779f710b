"""People: seat links, names, personal links, their data, language and theme.

A secret in a link stands behind the # of the address, which browsers keep to themselves: it is in
no request line, no log and no Referer. The page sends it in the body.
"""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.career import all_records, career
from siberia.web.http.context import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    BadForm,
    RequestContext,
    name_rule,
    tidy_name,
)
from siberia.web.http.identity import SeatLink
from siberia.web.http.reaching.shown import reach_settings
from siberia.web.http.routes.tokens import shown_tokens
from siberia.web.http.services import UNUSED_AFTER
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.pages.clocks import pace_told
from siberia.web.pages.tokens import listed
from siberia.web.tables import clock
from siberia.web.tables.records import FORGOTTEN_AFTER
from siberia.web.tables.refusals import Refused
from siberia.web.tables.table import Table

Token = Annotated[str, msgspec.Meta(max_length=400)]


# Names have no limit here: one that is too long is told so like any other bad name.
class JoinForm(msgspec.Struct):
    """A seat link, and the name somebody wants to be called."""

    token: Token
    name: str = ""


class NameForm(msgspec.Struct):
    """A new name."""

    name: str


class CarryForm(msgspec.Struct):
    """A personal link."""

    token: Token


class SettingsForm(msgspec.Struct):
    """How pages are to be shown, and where to go back to."""

    language: Annotated[str, msgspec.Meta(max_length=5)] = ""
    theme: Annotated[str, msgspec.Meta(max_length=10)] = ""
    back: Annotated[str, msgspec.Meta(max_length=200)] = "/"


async def join_page(request: Request) -> Response:
    """Show the page behind a seat link; what the link says, the page asks for."""
    return RequestContext(request).page("join.html", {})


async def invited(context: RequestContext, token: str) -> tuple[SeatLink, Table] | None:
    """Return the open seat that a link leads to, if it still does."""
    link = context.services.identity.seat(token)
    table = await context.services.tables.get(link.table) if link else None
    if link is None or table is None or link.seat not in range(table.row.seats):
        return None
    seat = table.seats[link.seat]
    return (link, table) if seat.kind == "open" and seat.claim == link.claim else None


def used_up(context: RequestContext) -> Response:
    """Say that a link leads nowhere any more."""
    message = context.language.gettext(
        "This link has been used or was taken back. Ask for a new one at the table."
    )
    return PlainTextResponse(message, 410)


async def look_at_seat(request: Request) -> Response:
    """Say what a seat link invites to."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return PlainTextResponse(context.language.gettext("The server is just starting."), 503)
    try:
        found = await invited(context, (await context.form(JoinForm)).token)
    except BadForm:
        found = None
    if found is None:
        return used_up(context)
    link, table = found
    model = {
        "table": table.public(context.language),
        "seat": link.seat,
        "guest_name": await context.guest_name(),
        "pace": table.clocks and pace_told(table.clocks.pace, context.language),
        **company(context, table),
    }
    return context.page("invitation.html", model)


def company(context: RequestContext, table: Table) -> dict[str, object]:
    """Say who invites, and who else sits at a table."""
    names = table.shown_names(context.language)
    others = [names[seat.number] for seat in table.seats if seat.kind != "open"]
    owner = next((names[s.number] for s in table.seats if s.guest == table.row.owner), "")
    return {"host": owner, "company": context.language.listing(others, "and") if others else ""}


async def join(request: Request) -> Response:
    """Take the seat of a link: the first who comes has it."""
    context = RequestContext(request)
    try:
        form = await context.form(JoinForm)
    except BadForm:
        return used_up(context)
    name = tidy_name(form.name)
    if name is None:
        return bad_name(context)
    found = await invited(context, form.token)
    if found is None:
        return used_up(context)
    link, table = found
    guest = await context.guest_or_new(name)
    try:
        claimed = await context.services.tables.seating.claim(
            table, link.seat, link.claim, guest.id, name
        )
    except Refused as error:
        message = context.language.gettext(error.refusal.value)
        return context.signed(PlainTextResponse(message, 409))
    if not claimed:
        return used_up(context)
    if guest.name != name:
        await context.services.store.guests.rename(guest.id, name)
    return context.signed(PlainTextResponse(f"/t/{table.id}"))


def bad_name(context: RequestContext) -> Response:
    """Say what a name may be."""
    return PlainTextResponse(name_rule(context.language), 400)


async def me(request: Request) -> Response:
    """Show who one is: the name, and the link to go on elsewhere."""
    return await self_page(RequestContext(request))


async def self_page(
    context: RequestContext, notice: str = "", status: int = 200, webhook: str | None = None
) -> Response:
    """Show who one is, with a line that says what went wrong; nobody yet is nobody yet.

    A `webhook` is one that was tried; else it is the one that is kept.
    """
    guest, link = await context.guest(), ""
    if guest is not None:
        token = context.services.identity.personal_link(guest.id, guest.links_used)
        link = f"{context.services.settings.url}/carry#{token}"
    model: dict[str, object] = {
        "guest_name": guest.name if guest else "",
        "link": link,
        "notice": notice,
        "on_ladder": guest is not None and guest.on_ladder,
        "tokens": [listed(row) for row in await shown_tokens(context)],
    }
    told = await reach_settings(context, webhook)
    return context.page("me.html", {**model, **told, **await career(context)}, status)


async def records(request: Request) -> Response:
    """Download the records of all one has played, but of no deal that others still play."""
    context = RequestContext(request)
    if not context.guest_id or not context.services.is_ready.is_set():
        return RedirectResponse("/me", 303)
    name = f"siberia-{clock.today().isoformat()}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(await all_records(context), media_type="application/zip", headers=headers)


async def rename(request: Request) -> Response:
    """Take another name."""
    context = RequestContext(request)
    try:
        name = tidy_name((await context.form(NameForm)).name)
    except BadForm:
        name = None
    if name is None:
        return await self_page(context, name_rule(context.language), 400)
    guest = await context.guest_or_new(name)
    await context.services.store.guests.rename(guest.id, name)
    return context.signed(RedirectResponse("/", 303))


async def carry_page(request: Request) -> Response:
    """Show the page behind a personal link."""
    context = RequestContext(request)
    return context.page("carry.html", {"guest_name": await context.guest_name()})


async def carry(request: Request) -> Response:
    """Become, in this browser, who one is elsewhere."""
    context = RequestContext(request)
    message = context.language.gettext(
        "This personal link was used, is too old, or was not made here."
    )
    try:
        found = context.services.identity.person((await context.form(CarryForm)).token)
    except BadForm:
        found = None
    store = context.services.store
    if found is None or not await store.guests.use_link(*found):
        return PlainTextResponse(message, 410)
    guest = await store.guests.get(found[0])
    response = PlainTextResponse("/")
    if guest is not None:
        context.give_cookie(response, guest.id, guest.signed_out)
    return response


async def sign_out_others(request: Request) -> Response:
    """Let no other device, and no personal link, be this person any more."""
    context = RequestContext(request)
    if not context.guest_id:
        return RedirectResponse("/me", 303)
    signed_out = await context.services.sign_out_others(context.guest_id)
    response = await self_page(
        context, context.language.gettext("All other devices are signed out.")
    )
    context.give_cookie(response, context.guest_id, signed_out)
    return response


async def delete_me(request: Request) -> Response:
    """Forget somebody: the name and the cookie go, and what they played is a guest's."""
    context = RequestContext(request)
    if context.guest_id:
        await context.services.forget(context.guest_id)
    response = context.page("deleted.html", {})
    context.drop_cookies(response)
    return response


async def privacy(request: Request) -> Response:
    """Say what is kept of people, and what is not."""
    days = {"unused_days": UNUSED_AFTER.days, "record_days": FORGOTTEN_AFTER.days}
    return RequestContext(request).page("privacy.html", days)


async def settings(request: Request) -> Response:
    """Set language or theme, and go back."""
    context = RequestContext(request)
    try:
        form = await context.form(SettingsForm)
    except BadForm:
        form = SettingsForm()
    # Only back to a page of ours: "//elsewhere" would be another site.
    back = form.back if form.back.startswith("/") and form.back[1:2] not in ("/", "\\") else "/"
    response = RedirectResponse(back, 303)
    if form.language in LANGUAGES:
        context.set_cookie(response, LANGUAGE_COOKIE, form.language)
    if form.theme in THEMES:
        context.set_cookie(response, THEME_COOKIE, form.theme)
    return response


routes = [
    Route("/join", join_page),
    Route("/join/look", look_at_seat, methods=["POST"]),
    Route("/join", join, methods=["POST"]),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/me/records", records),
    Route("/me/devices", sign_out_others, methods=["POST"]),
    Route("/me/delete", delete_me, methods=["POST"]),
    Route("/privacy", privacy),
    Route("/carry", carry_page),
    Route("/carry", carry, methods=["POST"]),
    Route("/settings", settings, methods=["POST"]),
]
