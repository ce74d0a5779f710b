"""Guests and tokens: who a program is, and for whom it acts."""

import secrets
from datetime import date, datetime
from typing import Annotated

import msgspec
from starlette.responses import Response

from siberia.match.setup import is_name
from siberia.web.http.api.operations import ApiCall, Operation, data, done
from siberia.web.http.api.playing import AT_TABLE, NO_SEAT, SENT
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import PLACE, Name, moment
from siberia.web.http.context import tidy_name
from siberia.web.tables import clock
from siberia.web.tables.store.rows import Guest, TokenRow

BAD_NAME = "A name has 1 to 40 letters and no comma."


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest who is to be made."""

    name: Name


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A token that is to be made: for all that the guest may do, or for one seat of theirs."""

    name: Name
    table: Annotated[str, msgspec.Meta(pattern=PLACE)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class GuestInfo(msgspec.Struct):
    """A guest, as others at a table know them."""

    name: str


class TokenInfo(msgspec.Struct):
    """A token as it is listed: by what it is named, and whom it lets act; never itself."""

    id: str
    name: str
    # The seat it is for; null for one that is for all the guest may do.
    table: str | None
    seat: int | None
    created: datetime
    # On which day it was last used.
    used: date | None


class FreshToken(msgspec.Struct):
    """A token, told this once."""

    token: str
    info: TokenInfo


class TokenList(msgspec.Struct):
    """All tokens of a guest."""

    tokens: tuple[TokenInfo, ...]


def info_of(row: TokenRow) -> TokenInfo:
    """Return what is told of a token."""
    return TokenInfo(row.id, row.name, row.table, row.seat, moment(row.created), row.used)


def named(name: str) -> str:
    """Return a name as it can be shown, or refuse one that cannot."""
    tidy = tidy_name(name)
    if tidy is None or not is_name(tidy):
        raise NotServed(BAD_NAME, 422)
    return tidy


async def make_guest(call: ApiCall) -> Response:
    """Make a guest, for a program that has no cookie, and the token to be them."""
    name = named((await call.sent(NewGuest)).name)
    guest = Guest(secrets.token_urlsafe(12), name, clock.now())
    await call.services.store.guests.add(guest)
    token, row = await call.services.tokens.make(guest.id, name)
    return data(FreshToken(token, info_of(row)), 201)


async def who_am_i(call: ApiCall) -> Response:
    """Tell a program who it is."""
    return data(GuestInfo((await call.known_guest()).name))


async def make_token(call: ApiCall) -> Response:
    """Make a token."""
    guest, sent = await call.known_guest(), await call.sent(NewToken)
    if (sent.table is None) != (sent.seat is None):
        raise NotServed("A token for a seat names both its table and the seat.", 422)
    if sent.table is not None:
        table = await call.services.tables.get(sent.table)
        if table is None or sent.seat not in table.seats.of_guest(guest.id):
            raise NotServed(NO_SEAT, 403)
    token, row = await call.services.tokens.make(guest.id, named(sent.name), sent.table, sent.seat)
    return data(FreshToken(token, info_of(row)), 201)


async def tokens(call: ApiCall) -> Response:
    """List the tokens of a guest."""
    rows = await call.services.store.programs.tokens_of((await call.known_guest()).id)
    return data(TokenList(tuple(map(info_of, rows))))


async def revoke(call: ApiCall) -> Response:
    """Let a token count no more."""
    guest = await call.known_guest()
    if not await call.services.revoke(guest.id, call.request.path_params["token"]):
        raise NotServed("You have no such token.", 404)
    return done()


operations = (
    Operation(
        "POST",
        "/guests",
        "makeGuest",
        "Become a guest, and get the token to be them",
        make_guest,
        "For programs that belong to nobody here. Who has a name here already makes a token on the"
        " page “You”. A guest who never sits down is forgotten after a week.",
        who="anybody",
        body=NewGuest,
        answers=((201, FreshToken),),
        problems=SENT,
    ),
    Operation(
        "GET", "/me", "whoAmI", "Who one is", who_am_i, who="guest", answers=((200, GuestInfo),)
    ),
    Operation(
        "POST",
        "/tokens",
        "makeToken",
        "Make a token: for all that one may do, or for one seat",
        make_token,
        "It is told once, and only its hash is kept. One for a seat can play and talk there, and"
        " nothing else.",
        who="guest",
        body=NewToken,
        answers=((201, FreshToken),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "GET",
        "/tokens",
        "tokens",
        "One's tokens",
        tokens,
        who="guest",
        answers=((200, TokenList),),
    ),
    Operation(
        "POST",
        "/tokens/{token}/revoke",
        "revokeToken",
        "Let a token count no more",
        revoke,
        "Here at once, in other processes of the server within half a minute.",
        who="guest",
        answers=((204, None),),
        problems=(404,),
    ),
)
