"""Talk at a table: reading it, saying something, and what one does not want to read."""

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.context import BadForm, RequestContext
from siberia.web.pages.talk import talk_page
from siberia.web.tables.refusals import Refused
from siberia.web.tables.table import Table
from siberia.web.tables.talk import may_talk


class TalkForm(msgspec.Struct):
    """What is said, or about which message something is wished."""

    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=20)] = ""
    message: Annotated[str, msgspec.Meta(max_length=40)] = ""
    on: bool = True
    # Whether a script asks, which wants the card and no page.
    card: bool = False


Deed = Callable[[RequestContext, Table, TalkForm], Awaitable[None]]


async def read(request: Request) -> Response:
    """Show what was said at a table."""
    context = RequestContext(request)
    table = await found(context)
    if table is None:
        return nobody_talks(context)
    return await card(context, table)


async def found(context: RequestContext) -> Table | None:
    """Return the table that is asked for, if who asks may talk there."""
    if not context.services.is_ready.is_set():
        return None
    table = await context.services.tables.get(context.request.path_params["table"])
    return table if table is not None and may_talk(table, context.guest_id) else None


def nobody_talks(context: RequestContext) -> Response:
    """Say that there is no talk for who asks, or that it cannot be said yet."""
    if not context.services.is_ready.is_set():
        starting = context.language.gettext("The server is just starting; one moment.")
        return PlainTextResponse(starting, 503)
    return PlainTextResponse(context.language.gettext("At this table nobody talks."), 403)


async def card(
    context: RequestContext, table: Table, notice: str = "", status: int = 200
) -> Response:
    """Show the talk as a card for a page that is open."""
    talk, guest = context.services.talk, context.guest_id
    wishes = await talk.wishes(table, guest)
    heard = await talk.heard(table, guest)
    name = await context.guest_name()
    shown = talk_page(table, guest, name, heard, wishes, context.language, notice)
    return context.page("talk.html", {"talk": shown}, status)


def talk_action(deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """Make a route of something that is said or wished; the answer is the card as it is then."""

    async def endpoint(request: Request) -> Response:
        context = RequestContext(request)
        table = await found(context)
        if table is None:
            return nobody_talks(context)
        try:
            form = await context.form(TalkForm)
        except BadForm:
            _ = context.language.gettext
            message = _("The page sent something that cannot be understood; load it again.")
            return PlainTextResponse(message, 400)
        # Whoever says something is somebody from then on.
        await context.guest_or_new()
        notice, status = "", 200
        try:
            await deed(context, table, form)
        except Refused as refused:
            notice, status = context.language.gettext(refused.refusal.value), 409
        if not form.card:
            return context.signed(RedirectResponse(f"/t/{table.id}", 303))
        return await card(context, table, notice, status)

    return endpoint


async def say(context: RequestContext, table: Table, form: TalkForm) -> None:
    """Say something."""
    said, name = context.services.talk.say, await context.guest_name()
    await said(table, context.guest_id, name, text=form.text, phrase=form.phrase)


async def mute(context: RequestContext, table: Table, form: TalkForm) -> None:
    """Read nothing more of somebody."""
    await context.services.talk.mute(table, context.guest_id, form.message, is_muted=True)


async def unmute(context: RequestContext, table: Table, form: TalkForm) -> None:
    """Read somebody again."""
    await context.services.talk.mute(table, context.guest_id, form.message, is_muted=False)


async def report(context: RequestContext, table: Table, form: TalkForm) -> None:
    """Tell who runs the server of a message."""
    await context.services.talk.report(table, context.guest_id, form.message)


async def quiet(context: RequestContext, _table: Table, form: TalkForm) -> None:
    """Read nothing at all, at any table, or read again."""
    await context.services.talk.kept.set_quiet(context.guest_id, is_quiet=form.on)


routes = [
    Route("/t/{table}/talk", read),
    Route("/t/{table}/talk/say", talk_action(say), methods=["POST"]),
    Route("/t/{table}/talk/mute", talk_action(mute), methods=["POST"]),
    Route("/t/{table}/talk/unmute", talk_action(unmute), methods=["POST"]),
    Route("/t/{table}/talk/report", talk_action(report), methods=["POST"]),
    Route("/t/{table}/talk/quiet", talk_action(quiet), methods=["POST"]),
]
