"""Playing by program: words as JSON, and what a seat sees as JSON. Nothing is drawn."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from siberia.match.known import Knowledge, LoggedWord
from siberia.web.http.adviser import ask_adviser
from siberia.web.http.api.operations import (
    CHALLENGE,
    COME_WITH_TOKEN,
    ApiCall,
    Deed,
    Operation,
    data,
    done,
)
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import Seq
from siberia.web.http.api.views import Answer, shown
from siberia.web.http.compression import compressed
from siberia.web.http.looking_back import is_withheld
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.table import Table

NO_SEAT = "You have no seat at this table."
REVEALING = "One of these words reveals something: play it first, look, and then send what follows."
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60, examples=["flip 4"])]


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """Words to play, all or none, if the log is still as long as it was seen."""

    seq: Seq
    words: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=24)]


class AtSeq(msgspec.Struct, forbid_unknown_fields=True):
    """What is asked is asked of the table as it was seen: when its log was so long."""

    seq: Seq


class Log(msgspec.Struct):
    """All words that were played and not taken back, as far as the seat may know them."""

    seq: int
    words: tuple[LoggedWord, ...]


class Advice(msgspec.Struct):
    """What the adviser would play, and what share of such matches it expects to win.

    While it thinks there are no words: ask again.
    """

    seq: int
    words: tuple[str, ...]
    # The seat's share of the win, from 0 to 1.
    share: float | None


def seat_of(table: Table, call: ApiCall) -> int | None:
    """Return the seat of who asks; of several the one that must decide."""
    mine, grant = table.seats.of_guest(call.guest_id), call.grant
    if grant is not None and grant.level is not None:
        mine = tuple(s.number for s in table.seats if (s.kind, s.level) == ("bot", grant.level))
    if grant is not None and grant.seat is not None:
        return grant.seat if grant.seat in mine else None
    return next((seat for seat in mine if seat in table.awaited), mine[0] if mine else None)


def answer(request: Request, table: Table, seat: int | None) -> Response:
    """Show a table to a seat."""
    return compressed(request, Response(shown(table, seat), media_type="application/json"))


TableDeed = Callable[[ApiCall, Table, int | None], Awaitable[None]]


def at_table(deed: TableDeed) -> Deed:
    """Make an operation of something done at a table; the answer is the table as it is then."""

    async def done_there(call: ApiCall) -> Response:
        table = await found(call)
        await deed(call, table, seat_of(table, call))
        call.services.bots.look_after(table)
        return answer(call.request, table, seat_of(table, call))

    return done_there


async def found(call: ApiCall) -> Table:
    """Return the table that is asked for, if it may be seen by who asks."""
    if not call.services.is_ready.is_set():
        raise NotServed("The server is just starting; one moment.", 503, {"Retry-After": "2"})
    call.check_table()
    table = await call.services.tables.get(call.table_id)
    if table is None or not await may_look(call, table):
        raise no_seat(call)
    return table


def no_seat(call: ApiCall) -> NotServed:
    """Return why somebody does not see a table: they are not known, or have no seat there."""
    if call.is_bot:
        return NotServed("This bot does not sit here, or somebody plays for it now.", 403)
    if call.guest_id:
        return NotServed(NO_SEAT, 403)
    return NotServed(COME_WITH_TOKEN, 401, CHALLENGE)


async def may_look(call: ApiCall, table: Table) -> bool:
    """Say whether who asks may see a table: who plays or watches there; once it is over, all."""
    if call.is_bot:
        return seat_of(table, call) is not None
    if table.may_look(call.guest_id):
        return True
    return table.match.is_over and not await is_withheld(call, table)


async def found_seat(call: ApiCall) -> tuple[Table, int]:
    """Return the table that is asked for, and the seat of who asks."""
    table = await found(call)
    return table, sitting(seat_of(table, call))


def sitting(seat: int | None) -> int:
    """Return the seat of somebody who plays, or refuse for who does not."""
    if seat is None:
        raise NotServed("You have no seat here to play for.", 403)
    return seat


async def look(_call: ApiCall, _table: Table, _seat: int | None) -> None:
    """Only look."""


async def play(call: ApiCall, table: Table, seat: int | None) -> None:
    """Play words, or hand in where counters go."""
    sent, tables = await call.sent(Words), call.services.tables
    seat = sitting(seat)
    try:
        if table.is_placing:
            await tables.plan(table, seat, sent.seq, sent.words)
        else:
            await tables.play(table, seat, sent.seq, sent.words, call.guest_id)
    except Refused as error:
        if error.refusal in (Refusal.BAD_PLAN, Refusal.INCOMPLETE_PLAN):
            check_placing(table, seat, sent.words)
        if error.refusal is Refusal.IMPOSSIBLE:
            raise NotServed(REVEALING, 409) from None
        if error.refusal is not Refusal.STALE:
            raise
        # Whoever did not hear the answer sends the same again: it was done, and is done once.
        if not await was_done(call, table, sent):
            raise moved_on(table, sent.seq) from None


def moved_on(table: Table, seq: int) -> NotServed:
    """Return why nothing was done for somebody who saw the table as it is not any more."""
    now = f"its log has {table.seq} entries now, not {seq}"
    return NotServed(f"The table has moved on: {now}. Look at it again.", 409)


def check_seq(table: Table, seq: int) -> None:
    """Refuse what was asked of a table that has moved on."""
    if seq != table.seq:
        raise moved_on(table, seq)


def check_placing(table: Table, seat: int, words: Sequence[str]) -> None:
    """Refuse a placing like any words: say which rule is against it, and what is legal instead."""
    imagined = table.imagined(seat)
    counters = len(imagined.view.players[seat].drawn or ())
    position = imagined.position
    for word in words[:counters]:
        position.play(word)
    if len(words) != counters:
        raise NotServed(f"Send where all {counters} counters go; these are {len(words)}.", 409)


async def was_done(call: ApiCall, table: Table, sent: Words) -> bool:
    """Say whether these very words were played for who sends them, when the log was so long."""
    if sent.seq >= table.seq:
        return False
    entries = (await call.services.store.news(table.id, sent.seq)).entries
    mine = [entry.word for entry in entries if entry.guest == call.guest_id]
    # Others may come first only where all place at once.
    is_next = entries[0].guest == call.guest_id or entries[0].word.startswith("place ")
    return is_next and mine[: len(sent.words)] == sent.words


async def replan(call: ApiCall, table: Table, seat: int | None) -> None:
    """Take back where one's counters go."""
    call.check_is_person()
    sent, seat = await call.sent(AtSeq), sitting(seat)
    check_seq(table, sent.seq)
    if seat not in table.plans:
        raise NotServed("There is no placing of this seat to take back.", 409)
    await call.services.tables.replan(table, seat, sent.seq)


async def undo(call: ApiCall, table: Table, seat: int | None) -> None:
    """Take the last word back."""
    call.check_is_person()
    sent, seat = await call.sent(AtSeq), sitting(seat)
    check_seq(table, sent.seq)
    await call.services.tables.undo(table, seat, sent.seq, call.guest_id)


async def come_back(call: ApiCall, table: Table, _seat: int | None) -> None:
    """Be back at a table that one had left."""
    await check_is_at(call, table)
    await call.services.tables.seating.come_back(table, call.guest_id)


async def leave(call: ApiCall) -> Response:
    """Get up from a table."""
    table = await found(call)
    await check_is_at(call, table)
    await call.services.tables.seating.leave(table, call.guest_id)
    call.services.bots.look_after(table)
    return done()


async def check_is_at(call: ApiCall, table: Table) -> None:
    """Refuse who is not at a table, and who may act for one seat only: one leaves with them all."""
    if call.guest_id:
        await call.known_guest()
    if not table.seats.admits(call.guest_id):
        raise NotServed(NO_SEAT, 403)


async def hint(call: ApiCall) -> Response:
    """Ask the adviser, or hear what it has found."""
    call.check_is_person()
    sent = await call.sent(AtSeq)
    table, seat = await found_seat(call)
    check_seq(table, sent.seq)
    ask_adviser(call.services, table, seat)
    found = table.hints.get(seat)
    if found is None:
        return data(Advice(table.seq, (), None), 202)
    return data(Advice(table.seq, found.words, found.share))


async def log(call: ApiCall) -> Response:
    """Tell the words that were played, as far as the seat may know them."""
    table = await found(call)
    words = table.match.log(seat_of(table, call))
    return compressed(
        call.request,
        data(Log(table.seq, tuple(LoggedWord(*word) for word in words))),
    )


async def knowledge(call: ApiCall) -> Response:
    """Tell what a seat knows, for a bot that thinks elsewhere as if it sat here."""
    table, seat = await found_seat(call)
    return compressed(call.request, data(table.imagined(seat).known(table.match.log(seat))))


AT_TABLE = (409, 410)
SENT = (413, 415, 422)

operations = (
    Operation(
        "GET",
        "/tables/{table}",
        "look",
        "What the seat sees, and the words that it can play",
        at_table(look),
        "The words are those of docs/NOTATION.md. Where nobody must decide, `legal` is empty.",
        who="anybody",
        answers=((200, Answer),),
        problems=(410,),
    ),
    Operation(
        "POST",
        "/tables/{table}/words",
        "play",
        "Play words, all or none",
        at_table(play),
        "They are played if the log still has `seq` entries: otherwise somebody was faster, and the"
        " answer is a 409. The same words sent again for the same `seq` are answered as done, so a"
        " lost answer can be asked for again. While counters are placed, send all of the seat's"
        " placings at once; they stay secret until everybody has placed.",
        body=Words,
        answers=((200, Answer),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "POST",
        "/tables/{table}/replan",
        "replan",
        "Take one's placing back, while others still think",
        at_table(replan),
        body=AtSeq,
        answers=((200, Answer),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "POST",
        "/tables/{table}/undo",
        "undo",
        "Take one's last word back",
        at_table(undo),
        "Never over anything that was revealed, and not after others have moved.",
        body=AtSeq,
        answers=((200, Answer),),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "POST",
        "/tables/{table}/hint",
        "hint",
        "Ask the adviser what it would play",
        hint,
        "While it thinks the answer is a 202 without words: ask again after a moment.",
        body=AtSeq,
        answers=((200, Advice), (202, Advice)),
        problems=(*AT_TABLE, *SENT),
    ),
    Operation(
        "GET",
        "/tables/{table}/log",
        "log",
        "The words that were played",
        log,
        "A word that the seat may not know yet is null.",
        who="anybody",
        answers=((200, Log),),
        problems=(410,),
    ),
    Operation(
        "GET",
        "/tables/{table}/knowledge",
        "knowledge",
        "All that the seat knows, as a state of the engine",
        knowledge,
        "For bots that use this program as a library, and for `siberia connect`: whatever the seat"
        " cannot know is drawn anew in it, so nothing of it is secret.",
        answers=((200, Knowledge),),
        problems=(410,),
    ),
    Operation(
        "POST",
        "/tables/{table}/leave",
        "leave",
        "Leave the table",
        leave,
        "Before the first word the seat is free again; after it the computer plays on, and one may"
        " come back. One leaves with all of one's seats, so a token for a seat does not do.",
        who="guest",
        answers=((204, None),),
        problems=AT_TABLE,
    ),
    Operation(
        "POST",
        "/tables/{table}/return",
        "comeBack",
        "Come back to a table that was left",
        at_table(come_back),
        who="guest",
        answers=((200, Answer),),
        problems=AT_TABLE,
    ),
)
