"""Talk at a table for programs: what was said, and saying something."""

from datetime import datetime
from typing import Annotated

import msgspec
from starlette.responses import Response

from siberia.web.http.api.operations import ApiCall, Operation, data
from siberia.web.http.api.playing import AT_TABLE, SENT, found, no_seat
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import moment
from siberia.web.tables.store.talk import Message
from siberia.web.tables.table import Table
from siberia.web.tables.talk import LONGEST, PHRASES, may_talk, name_of

PHRASE = f"^({'|'.join(PHRASES)})$"


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say: a text, or a phrase that everybody reads in their own language."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    phrase: Annotated[str, msgspec.Meta(pattern=PHRASE)] | None = None


class Said(msgspec.Struct):
    """Something that was said; a seat where a player said it."""

    id: str
    name: str
    seat: int | None
    phrase: str | None
    text: str | None
    at: datetime


class TalkList(msgspec.Struct):
    """What was said at a table and may be read by whoever asks, those left out whom they muted."""

    messages: tuple[Said, ...]


async def talking(call: ApiCall) -> Table:
    """Return the table that is asked for, if who asks may talk there."""
    table = await found(call)
    call.check_is_person()
    if not may_talk(table, call.guest_id):
        raise NotServed("At this table nobody talks.", 403)
    return table


async def read(call: ApiCall) -> Response:
    """Tell what was said at a table."""
    table, talk = await talking(call), call.services.talk
    wishes = await talk.wishes(table, call.guest_id)
    heard = await talk.heard(table, call.guest_id)
    told = tuple(said_of(one) for one in heard if one.guest not in wishes.muted)
    return data(TalkList(told))


async def say(call: ApiCall) -> Response:
    """Say something."""
    table, sent = await talking(call), await call.sent(Saying)
    if not call.guest_id:
        raise no_seat(call)
    talk, name, phrase = call.services.talk, await call.guest_name(), sent.phrase or ""
    message = await talk.say(table, call.guest_id, name, text=sent.text, phrase=phrase)
    return data(said_of(message), 201)


def said_of(message: Message) -> Said:
    """Return what is told of a message."""
    about = (message.name, message.seat, message.phrase, message.text)
    return Said(name_of(message), *about, moment(message.at))


operations = (
    Operation(
        "GET",
        "/tables/{table}/talk",
        "talk",
        "What was said at a table",
        read,
        "While the match goes on players read players, and who watches reads all.",
        who="anybody",
        answers=((200, TalkList),),
        problems=(410,),
    ),
    Operation(
        "POST",
        "/tables/{table}/talk",
        "say",
        "Say something at a table",
        say,
        "A text, or a phrase that everybody reads in their own language.",
        body=Saying,
        answers=((201, Said),),
        problems=(*AT_TABLE, *SENT),
    ),
)
