"""What people have said at tables, who has muted whom, and what was reported."""
# ruff: noqa: S608 - what is put together here is only the names of columns.

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal

from siberia.web.tables.store.database import Database, Run
from siberia.web.tables.store.errors import nothing_to_refer_to
from siberia.web.tables.store.times import time_from, time_text

# Who may read a message: while the match goes on, what watchers write is for watchers only.
Readers = Literal["players", "watchers", "all"]
# Of the messages of a table so many are kept, for each kind of readers.
MOST_KEPT: Final = 200

COLUMNS = "table_id, audience, number, guest, name, seat, phrase, text, at"
HOLD = "UPDATE tables SET talk = talk WHERE id = $1 RETURNING id"
NEXT = """SELECT COALESCE(MAX(number), -1) + 1 FROM messages
    WHERE table_id = $1 AND audience = $2"""
ADD = f"INSERT INTO messages ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
DROP_OLD = "DELETE FROM messages WHERE table_id = $1 AND audience = $2 AND number <= $3"
MESSAGES = f"SELECT {COLUMNS} FROM messages WHERE table_id = $1 ORDER BY at, audience, number"
REMOVE_MESSAGES = "DELETE FROM messages WHERE table_id = $1"
FORGET_MESSAGES = "DELETE FROM messages WHERE guest = $1"

REPORT = """INSERT INTO reports (table_id, audience, number, guest, at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (table_id, audience, number, guest) DO NOTHING"""
REPORTED_BY = "SELECT audience, number FROM reports WHERE guest = $1 AND table_id = $2"
REPORTS = """SELECT messages.table_id, messages.audience, messages.number, messages.guest, name,
    seat, phrase, text, messages.at, COUNT(*), MIN(reports.at)
    FROM reports JOIN messages ON messages.table_id = reports.table_id
    AND messages.audience = reports.audience AND messages.number = reports.number
    GROUP BY messages.table_id, messages.audience, messages.number ORDER BY MIN(reports.at)"""

MUTE = "INSERT INTO mutes (guest, muted) VALUES ($1, $2) ON CONFLICT (guest, muted) DO NOTHING"
UNMUTE = "DELETE FROM mutes WHERE guest = $1 AND muted = $2"
MUTED_BY = "SELECT muted FROM mutes WHERE guest = $1"
BE_QUIET = "INSERT INTO quiet_guests (guest) VALUES ($1) ON CONFLICT (guest) DO NOTHING"
BE_LOUD = "DELETE FROM quiet_guests WHERE guest = $1"
IS_QUIET = "SELECT guest FROM quiet_guests WHERE guest = $1"


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said: a quick phrase, or a text."""

    table: str
    readers: Readers
    number: int
    guest: str
    name: str
    # None for who watches, or hosts without playing.
    seat: int | None
    phrase: str | None
    text: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Reported:
    """A message that was reported: by how many, and when first."""

    message: Message
    times: int
    first: datetime


@dataclass(frozen=True, slots=True)
class TalkWishes:
    """What a guest does not want to read at a table: from whom, which messages, or nothing."""

    muted: frozenset[str] = frozenset()
    # The messages they reported, by their readers and numbers.
    reported: frozenset[tuple[Readers, int]] = frozenset()
    is_quiet: bool = False


class KeptTalk:
    """What is kept of what people say."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, message: Message) -> Message:
        """Keep a message, as the last one of its readers at the table; return it numbered."""
        about = (message.table, message.readers)
        async with self._database.transaction() as run:
            # Of two who write at once the second waits here.
            if not await run(HOLD, message.table):
                raise nothing_to_refer_to()
            ((number,),) = await run(NEXT, *about)
            said = (message.guest, message.name, message.seat, message.phrase, message.text)
            await run(ADD, *about, number, *said, time_text(message.at))
            await run(DROP_OLD, *about, number - MOST_KEPT)
        return replace(message, number=number)

    async def of(self, table: str) -> list[Message]:
        """Return all that was said at a table, the first first."""
        return [message_from(row) for row in await self._database.read(MESSAGES, table)]

    async def wishes(self, guest: str, table: str) -> TalkWishes:
        """Return what a guest does not want to read at a table."""
        read = self._database.read
        return TalkWishes(
            muted=frozenset(muted for (muted,) in await read(MUTED_BY, guest)),
            reported=frozenset(
                (readers, number) for readers, number in await read(REPORTED_BY, guest, table)
            ),
            is_quiet=bool(await read(IS_QUIET, guest)),
        )

    async def mute(self, guest: str, muted: str, *, is_muted: bool) -> None:
        """Let a guest read nothing more of another one, or read them again."""
        await self._database.write((MUTE if is_muted else UNMUTE, (guest, muted)))

    async def set_quiet(self, guest: str, *, is_quiet: bool) -> None:
        """Let a guest read nothing at all, or read again."""
        await self._database.write((BE_QUIET if is_quiet else BE_LOUD, (guest,)))

    async def report(self, message: Message, guest: str, now: datetime) -> None:
        """Keep that a guest has reported a message."""
        about = (message.table, message.readers, message.number)
        await self._database.write((REPORT, (*about, guest, time_text(now))))

    async def reports(self) -> list[Reported]:
        """Return what was reported, the first first."""
        rows = await self._database.read(REPORTS)
        return [
            Reported(message_from(said), times, time_from(first)) for *said, times, first in rows
        ]


async def forget_words(run: Run, guest: str) -> None:
    """Remove all that a guest has said."""
    await run(FORGET_MESSAGES, guest)


async def remove_words(run: Run, table: str) -> None:
    """Remove all that was said at a table."""
    await run(REMOVE_MESSAGES, table)


def message_from(row: Sequence[Any]) -> Message:
    """Return a message as it was kept."""
    *said, at = row
    table, readers, number, guest, name, seat, phrase, text = said
    return Message(table, readers, number, guest, name, seat, phrase, text, time_from(at))
