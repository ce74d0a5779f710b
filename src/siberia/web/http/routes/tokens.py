"""Tokens on pages: made, shown once, listed and revoked, for programs that play for somebody."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.context import BadForm, RequestContext, tidy_name
from siberia.web.tables.refusals import Refused
from siberia.web.tables.store.rows import TokenRow

TokenId = Annotated[str, msgspec.Meta(max_length=64)]


class TokenForm(msgspec.Struct):
    """What a new token is to be called; "" for the name it has by itself. And for which seat."""

    name: str = ""
    seat: int = -1


class RevokeForm(msgspec.Struct):
    """Which token is to count no more."""

    token: TokenId


async def make(request: Request) -> Response:
    """Make a token for all that one may do."""
    context = RequestContext(request)
    return await made(context, await sent(context))


async def make_for_seat(request: Request) -> Response:
    """Make a token for one's seat at a table, and for nothing else."""
    context = RequestContext(request)
    table_id, form = request.path_params["table"], await sent(context)
    table = await context.services.tables.get(table_id)
    if table is None or form.seat not in table.seats.of_guest(context.guest_id):
        return context.page("private.html", {}, 403)
    return await made(context, form, table_id, form.seat)


async def sent(context: RequestContext) -> TokenForm:
    """Return what was sent; what cannot be understood is as if nothing was chosen."""
    try:
        return await context.form(TokenForm)
    except BadForm:
        return TokenForm()


async def made(
    context: RequestContext, form: TokenForm, table: str | None = None, seat: int | None = None
) -> Response:
    """Make a token and show it, this once."""
    if not context.guest_id:
        return RedirectResponse("/me", 303)
    _ = context.language.gettext
    name = tidy_name(form.name) or _("A program")
    try:
        token, _row = await context.services.tokens.make(context.guest_id, name, table, seat)
    except Refused as error:
        model = {"token": "", "notice": _(error.refusal.value), "table": table}
        return context.page("token.html", model, 409)
    model = {"token": token, "notice": "", "table": table, "url": context.services.settings.url}
    return context.page("token.html", model)


async def revoke(request: Request) -> Response:
    """Let a token count no more."""
    context = RequestContext(request)
    try:
        token = (await context.form(RevokeForm)).token
    except BadForm:
        token = ""
    if context.guest_id:
        await context.services.revoke(context.guest_id, token)
    return RedirectResponse("/me#programs", 303)


async def shown_tokens(context: RequestContext) -> list[TokenRow]:
    """Return the tokens of whoever asks."""
    programs = context.services.store.programs
    return await programs.tokens_of(context.guest_id) if context.guest_id else []


routes = [
    Route("/me/tokens", make, methods=["POST"]),
    Route("/me/tokens/revoke", revoke, methods=["POST"]),
    Route("/t/{table}/token", make_for_seat, methods=["POST"]),
]
