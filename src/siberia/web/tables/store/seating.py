"""Who sits where: sitting down, getting up, coming back, being forgotten.

Each of these is part of one transaction, and every change of a seat goes into the table's log.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from siberia.web.tables import clock
from siberia.web.tables.names import GUEST, guest_name
from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.converting import seat_from
from siberia.web.tables.store.database import Run, Value
from siberia.web.tables.store.errors import nothing_to_refer_to
from siberia.web.tables.store.rows import UNDO, SeatReason, SeatRow
from siberia.web.tables.store.talk import forget_words, remove_words
from siberia.web.tables.store.times import time_text

# The bot that keeps the seat of somebody who is away.
STAND_IN = "hard"


async def change_seat(
    run: Run, statement: str, words: int, values: tuple[Value, ...], reason: SeatReason = ""
) -> bool:
    """Change a seat of a match that is not over, by a statement that may not apply; say if so.

    The first two values are the table and the number of the seat.
    """
    table, number = values[:2]
    # Always the table first and its seats then: so nobody waits for who waits for them.
    await run(sql.HOLD_TABLE, table)
    before = [seat_from(row) for row in await run(sql.SEAT, table, number)]
    if not await run(statement, *values):
        return False
    now = seat_from((await run(sql.SEAT, table, number))[0])
    name = before[0].name if now.kind == "open" else now.name
    kept = (words, number, before[0].kind, now.kind, now.level, name)
    when, about = time_text(clock.now()), now.guest or before[0].guest
    await run(sql.ADD_SEATING, table, *kept, when, about, reason)
    if now.kind == "guest" and now.guest is not None:
        await note_return(run, now.table, now.guest)
    # What was planned for this seat is nobody else's.
    await run(sql.DROP_AHEAD, table, number)
    if now.kind == "open":
        # Who sits down there next plans anew.
        await run(sql.DROP_PLAN, table, number)
    return True


async def put_seat(
    run: Run, seat: SeatRow, expected_claim: int, words: int, reason: SeatReason = ""
) -> bool:
    """Change who sits on a seat, if its claims are still so many; say if so."""
    values = (seat.table, seat.number, expected_claim)
    now = (seat.kind, seat.guest, seat.level, seat.name)
    return await change_seat(run, sql.PUT_SEAT, words, (*values, *now), reason)


async def time_out(run: Run, seat: SeatRow, length: int) -> bool:
    """Let a bot keep the seat of somebody without time, if the log is still so long; say if so."""
    await hold(run, seat.table)
    entries, words = await log_length(run, seat.table)
    if entries != length:
        return False
    kept = replace(seat, kind="bot", level=STAND_IN)
    return await put_seat(run, kept, seat.claim, words, "time")


async def note_return(run: Run, table: str, guest: str) -> None:
    """Let a guest be back; if the host has left, they are the host from now on."""
    await run(sql.RETURN, table, guest)
    owner, _ = await hold(run, table)
    if (owner,) in await run(sql.DEPARTED, table):
        await run(sql.SET_OWNER, table, guest)


async def get_up(run: Run, table: str, guest: str) -> None:
    """Let a guest leave a table: somebody else who sits there is the host then.

    Before the first word their seats are free again; after it a bot keeps them.
    """
    owner, is_over = await hold(run, table)
    await run(sql.DEPART, table, guest)
    if is_over:
        return
    length, words = await log_length(run, table)
    seats = await seats_of(run, table)
    for seat in seats:
        if seat.kind == "guest" and seat.guest == guest:
            kept = replace(seat, kind="bot", level=STAND_IN)
            free = freed(seat, await seats_of(run, table))
            await put_seat(run, kept if length else free, seat.claim, words)
    sitting = [s.guest for s in seats if s.kind == "guest" and s.guest not in (None, guest)]
    if owner == guest and sitting:
        await run(sql.SET_OWNER, table, sitting[0])


def freed(seat: SeatRow, seats: Iterable[SeatRow]) -> SeatRow:
    """Return a seat for whoever comes; a person who had it takes their name along."""
    others = [other.name for other in seats if other.number != seat.number]
    name = seat.name if seat.guest is None else guest_name(others)
    return replace(seat, kind="open", guest=None, level=None, name=name)


async def come_back(run: Run, table: str, guest: str) -> None:
    """Let a guest be back who left; while the match goes on, on the seats kept for them."""
    await note_return(run, table, guest)
    _, words = await log_length(run, table)
    for seat in await seats_of(run, table):
        if seat.kind == "bot" and seat.guest == guest:
            await put_seat(run, replace(seat, kind="guest", level=None), seat.claim, words)


async def forget(run: Run, guest: str) -> list[str]:
    """Forget a guest; return the tables that went with them, since nobody else may look there."""
    tables = [table for (table,) in await run(sql.ALL_TABLES_OF, guest)]
    removed = [table for table in tables if not await forget_at(run, table, guest)]
    # What is left are tables where they once sat and got up again.
    await run(sql.FORGET_SEATINGS, guest, GUEST)
    await forget_words(run, guest)
    await run(sql.REMOVE_GUEST, guest)
    return removed


async def forget_at(run: Run, table: str, guest: str) -> bool:
    """Forget a guest at a table; say whether it is still there, for others."""
    owner, is_over = await hold(run, table)
    seats = await seats_of(run, table)
    others = [seat.guest for seat in seats if seat.guest not in (None, guest)]
    if owner == guest and not others:
        await remove_table(run, table)
        return False
    if not is_over:
        await get_up(run, table, guest)
    # Their consent may be what it waits for; and it says who agreed, also when all is over.
    await run(sql.DROP_PROPOSAL, table)
    names = [seat.name for seat in seats]
    for number, seat in enumerate(seats):
        if seat.guest == guest:
            names[number] = guest_name([*names[:number], *names[number + 1 :]])
            await run(sql.FORGET_SEAT, table, number, names[number])
            await run(sql.RENAME_SEATINGS, table, guest, seat.name, names[number], number)
    await run(sql.FORGET_WORDS, table, guest)
    owner, _ = await hold(run, table)
    if owner == guest:
        await run(sql.SET_OWNER, table, others[0])
    return True


async def clear_away(run: Run, table: str, quiet_since: datetime | None) -> int | None:
    """Remove a table, and those of its guests who have nothing left then; count them.

    None if the table stays: there is none, or a word was played there since.
    """
    if not await run(sql.HOLD_TABLE, table):
        return None
    if quiet_since and await run(sql.MOVED_SINCE, table, time_text(quiet_since)):
        return None
    guests = [guest for (guest,) in await run(sql.GUESTS_OF, table)]
    await remove_table(run, table)
    return sum([len(await run(sql.REMOVE_IF_UNUSED, guest)) for guest in guests])


async def remove_table(run: Run, table: str) -> None:
    """Remove a table and all that was kept of it."""
    await remove_words(run, table)
    for statement in (
        *(sql.DROP_PLANS, sql.DROP_ALL_AHEAD, sql.DROP_HINTS, sql.DROP_PROPOSAL, sql.REMOVE_WORDS),
        sql.REMOVE_SEATINGS,
        sql.REMOVE_TOKENS,
        sql.REMOVE_REVIEW,
        *(sql.REMOVE_DEPARTURES, sql.REMOVE_SEATS, sql.REMOVE_TABLE),
    ):
        await run(statement, table)


async def hold(run: Run, table: str) -> tuple[str, bool]:
    """Return a table's host and whether its match is over; until we are done that stays so."""
    for owner, finished in await run(sql.HOLD_TABLE, table):
        return owner, finished is not None
    raise nothing_to_refer_to()


async def log_length(run: Run, table: str) -> tuple[int, int]:
    """Return how many entries a log has, and how many words its match."""
    ((entries, undone),) = await run(sql.LOG_LENGTH, table, UNDO)
    return entries, entries - 2 * undone


async def seats_of(run: Run, table: str) -> list[SeatRow]:
    """Return the seats of a table, in order."""
    return [seat_from(row) for row in await run(sql.SEATS_OF_TABLE, table)]
