"""Other processes that serve the same tables: what happens in one is told in all.

What is true stands in the database, and everybody reads it there. What is told here only says that
it is time to look: which table moved on and how long its log is, who has which table open, whose
cookies count no more. So a message that is lost costs a delay and nothing else, and nothing in it
is secret.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import cast
from urllib.parse import quote, unquote

from siberia.web.tables.changes import Changes
from siberia.web.tables.store import Store, StoreError
from siberia.web.tables.store.talk import Readers
from siberia.web.tables.watchers import Audience, Watchers

log = logging.getLogger("siberia")

# So many seconds apart it is said who has which tables open, and looked whether a word went
# unheard: whoever stored it may have died before they could tell.
ROUND = 30.0
# What PostgreSQL takes in one message, less what stands around it.
LONGEST_MESSAGE = 7000


class Neighbours:
    """Carries changes to the other processes on a store, and theirs to this one."""

    def __init__(
        self,
        store: Store,
        changes: Changes,
        watchers: Watchers,
        forget_devices: Callable[[str], None],
    ) -> None:
        self._store = store
        self._changes = changes
        self._watchers = watchers
        self._forget_devices = forget_devices
        # By this name a process knows what it has said itself.
        self._name = secrets.token_hex(4)
        # Is told who looks at pages of other processes.
        self.heard_seen: Callable[[str], None] = lambda _guest: None
        self._outbox: list[str] = []
        self._sending: asyncio.Task[None] | None = None
        self._lengths: dict[str, int] = {}

    async def join(self) -> None:
        """Begin to listen, and to tell."""
        await self._store.database.listen(self._hear, self._missed_some)
        self._changes.neighbours = self
        self._watchers.neighbours = self

    # ------------------------------------------------------------ telling

    def carry_change(self, table: str, guest: str | None, seq: int | None) -> None:
        """Say that a table has changed."""
        self._say("table", table, "" if seq is None else str(seq), guest or "")

    def carry_talk(self, table: str, readers: Readers) -> None:
        """Say that somebody has said something at a table."""
        self._say("talk", table, readers)

    def carry_presence(self, guest: str, tables: Iterable[str]) -> None:
        """Say that a guest follows some tables."""
        self._say("here", whereabouts(guest, tables))

    def carry_watchers(self, table: str, audience: Audience) -> None:
        """Say who watches a table here."""
        self._say("watch", table, str(audience.count), *map(quoted, audience.names))

    def carry_sign_out(self, guest: str) -> None:
        """Say that a guest's cookies must be looked at anew."""
        self._say("devices", guest)

    def carry_seen(self, guests: list[str]) -> None:
        """Say that some guests look at pages just now."""
        for said in chunks(guests):
            self._say("seen", said)

    def _say(self, *said: str) -> None:
        self._outbox.append(" ".join((self._name, *said)))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send what there is to say, and what has been added meanwhile, in few strokes."""
        while self._outbox:
            messages, self._outbox = self._outbox, []
            try:
                await self._store.database.tell(messages)
            except StoreError as error:
                # Those who did not hear of it will look at the next round.
                log.error("store: %s", error)

    # ------------------------------------------------------------ hearing

    def _hear(self, message: str) -> None:
        name, kind, *said = message.split(" ")
        if name == self._name:
            return
        if kind == "table":
            table, seq, guest = said
            self._changes.hear(table, guest or None, int(seq) if seq else None)
        elif kind == "here":
            for one in said:
                guest, _, tables = one.partition("=")
                self._changes.note_presence(guest, tables.split(","))
        elif kind == "talk":
            table, readers = said
            self._changes.hear_talk(table, cast("Readers", readers))
        elif kind == "watch":
            table, count, *names = said
            self._watchers.hear(name, table, Audience(int(count), tuple(map(unquote, names))))
        elif kind == "devices":
            self._forget_devices(said[0])
        elif kind == "seen":
            for guest in said:
                self.heard_seen(guest)

    def _missed_some(self) -> None:
        """Let everybody look: what was said meanwhile nobody knows."""
        self._changes.hear_all()

    # ------------------------------------------------------------ now and then

    async def go_round(self) -> None:
        """Say again and again who is here, and look whether anything went unheard."""
        while True:
            await asyncio.sleep(ROUND)
            for said in chunks(whereabouts(*present) for present in self._changes.present):
                self._say("here", said)
            for table in self._watchers.watched:
                self.carry_watchers(table, self._watchers.here(table))
            try:
                await self._look_for_unheard()
            except StoreError as error:
                log.error("store: %s", error)

    async def _look_for_unheard(self) -> None:
        lengths = {table: await self._store.length(table) for table in self._changes.followed}
        for table, length in lengths.items():
            if length != self._lengths.get(table):
                self._changes.hear(table, seq=length)
        self._lengths = lengths


def whereabouts(guest: str, tables: Iterable[str]) -> str:
    """Write who follows what."""
    return f"{guest}={','.join(sorted(tables))}"


def quoted(name: str) -> str:
    """Write a name without a space."""
    return quote(name, safe="")


def chunks(parts: Iterable[str]) -> Iterator[str]:
    """Put parts together, with spaces between, into as few messages as may be sent."""
    chunk = ""
    for one in parts:
        if chunk and len(chunk) + len(one) > LONGEST_MESSAGE:
            yield chunk
            chunk = ""
        chunk = f"{chunk} {one}" if chunk else one
    if chunk:
        yield chunk
