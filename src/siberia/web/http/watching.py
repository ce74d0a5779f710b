"""What watchers are sent: put together and compressed once, for all whose pages are alike.

A watcher sees what everybody may see, so two of them differ in nothing but their language, their
theme and the width of their window. Whoever watches has a stream, by which what has changed comes
without being asked for.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from siberia.engine.errors import SiberiaError
from siberia.web.http.compression import is_read_by, packed
from siberia.web.http.streams import HEARTBEAT
from siberia.web.i18n.languages import language
from siberia.web.pages.ending import ending
from siberia.web.pages.game_pages import table_page
from siberia.web.pages.parts import fingerprint
from siberia.web.pages.table import Look
from siberia.web.pages.table_parts import drawn_parts, plain_update
from siberia.web.pages.talk import talk_page
from siberia.web.pages.templating import Surroundings, render
from siberia.web.tables.bot_queue import BotQueue, note_failure
from siberia.web.tables.service import Tables
from siberia.web.tables.store.talk import TalkWishes
from siberia.web.tables.table import Table
from siberia.web.tables.talk import Talk, may_talk

# How many bytes of pages and of what has changed on them are kept, about.
KEPT_BYTES: Final = 16 << 20
# So many seconds lie between two things that are sent: of many words at once the last one.
APART: Final = 0.25
# What changes on a page that is open.
UPDATE: Final = "update.html"
# Who follows a table for all who watch it: no guest is called so.
ROOM: Final = "*"
# What every packed stream begins with; the pieces follow, and it never ends.
GZIP_HEADER: Final = bytes.fromhex("1f8b0800000000000003")


@dataclass(frozen=True)
class Group:
    """Watchers whose pages are alike."""

    table: str
    language: str
    theme: str
    narrow: bool


@dataclass(frozen=True)
class WatchedPage:
    """A page of a table, or what has changed on one, and the parts that the page has then."""

    text: str
    known: str

    @property
    def weight(self) -> int:
        """How many bytes this takes, about: its text, its bytes, what they are packed into."""
        return 1000 + 3 * len(self.text) + len(self.known)

    @cached_property
    def plain(self) -> bytes:
        """It as it is sent to who cannot unpack."""
        return self.text.encode()

    @cached_property
    def packed(self) -> bytes:
        """It compressed."""
        return packed(self.plain)

    @cached_property
    def event(self) -> "StreamEvent":
        """It as an event of a stream."""
        return event("shown", self.text)


class StreamEvent:
    """Something that all streams of a group are sent, and what comes after it."""

    def __init__(self, plain: bytes) -> None:
        self.plain = plain

    @cached_property
    def packed(self) -> bytes:
        """It compressed, so that it can stand behind anything else that was compressed so."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_SYNC_FLUSH)


def event(name: str, text: str) -> StreamEvent:
    """Return an event that carries a text."""
    lines = text.replace("\n", "\ndata: ")
    return StreamEvent(f"event: {name}\ndata: {lines}\n\n".encode())


STILL: Final = StreamEvent(f"event: still\ndata: {HEARTBEAT:g}\n\n".encode())
# Whoever watches loads the page again, and is told that nobody may any more.
GONE: Final = StreamEvent(b"event: gone\ndata:\n\n")


@dataclass(eq=False)
class Link:
    """One event in the order in which a group is sent them; the next one is waited for."""

    event: StreamEvent
    after: "Link | None" = None
    is_there: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, event: StreamEvent) -> "Link":
        """Let an event come next, and wake all who wait for it."""
        self.after = Link(event)
        self.is_there.set()
        return self.after


class Watching:
    """Draws tables for those who watch, and sends them what changes."""

    def __init__(self, tables: Tables, bots: BotQueue, talk: Talk, static: str) -> None:
        self.tables = tables
        self._talk = talk
        self._bots = bots
        self._static = static
        self._kept: LRUCache[Any, WatchedPage] = LRUCache(KEPT_BYTES, lambda drawn: drawn.weight)
        self._rooms: dict[Group, WatchRoom] = {}

    def drawn(self, table: Table, group: Group, template: str, parts: str = "") -> WatchedPage:
        """Return a table as a group sees it, without the parts that their pages have."""
        key = (group, self.facts(table), template, parts)
        found = self._kept.get(key)
        if found is None:
            found = self._draw(table, group, template, parts)
            if found.weight < KEPT_BYTES:
                self._kept[key] = found
        return found

    def facts(self, table: Table) -> tuple[object, ...]:
        """Return all that what watchers see of a table follows from: the same shows the same."""
        seats = table.seats
        return (
            *(table.seq, table.row, tuple(seats.rows), len(table.seatings), frozenset(table.plans)),
            *(seats.has_company, self._bots.ahead(table), table.audience),
        )

    def _draw(self, table: Table, group: Group, template: str, parts: str) -> WatchedPage:
        speaks = language(group.language)
        is_update = template == UPDATE
        look = Look(narrow=group.narrow, is_update=is_update, parts=parts)
        page = table_page(table, "", look, speaks, self._bots.ahead(table))
        drawn = drawn_parts(page, group.theme)
        text: str | None = plain_update(page, drawn) if is_update else None
        if text is None:
            model: dict[str, object] = {"page": page, "links": {}, "parts": drawn}
            if page.shows_end:
                model["end"] = ending(table, speaks)
            around = Surroundings(speaks, group.theme, page.address, self._static)
            text = render(template, around, model)
        return WatchedPage(text, str(drawn["known"]))

    async def said(self, table: Table, group: Group) -> StreamEvent:
        """Return what was said as an event: as somebody reads it who has said and muted nothing."""
        speaks, heard = language(group.language), await self._talk.heard(table, "")
        page = talk_page(table, "", "", heard, TalkWishes(), speaks)
        around = Surroundings(speaks, group.theme, page.address, self._static)
        return event("talk", render("talk.html", around, {"talk": page}))

    def answer(
        self, request: Request, table: Table, group: Group, template: str, parts: str = ""
    ) -> Response:
        """Show a table to a watcher, as a whole page or as an update of one."""
        drawn = self.drawn(table, group, template, parts)
        if not is_read_by(request):
            return HTMLResponse(drawn.plain, headers={"Vary": "Accept-Encoding"})
        headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        return HTMLResponse(drawn.packed, headers=headers)

    @contextmanager
    def room(self, group: Group) -> "Iterator[WatchRoom]":
        """Be among a group for as long as the context lasts."""
        room = self._rooms.get(group)
        if room is None or room.is_closed:
            room = self._rooms[group] = WatchRoom(self, group)
        room.people += 1
        try:
            yield room
        finally:
            room.people -= 1
            if not room.people:
                room.close()
                if self._rooms.get(group) is room:
                    del self._rooms[group]


class WatchRoom:
    """A group that is there: one look at the table serves all of it."""

    def __init__(self, watching: Watching, group: Group) -> None:
        self._watching = watching
        self._group = group
        self.people = 0
        self.is_closed = False
        self._last = Link(STILL)
        # What the pages show that were sent all events so far, and which parts they have.
        self._facts: tuple[object, ...] | None = None
        self._known = ""
        self._seq: int | None = None
        self._following = asyncio.create_task(self._follow())
        self._following.add_done_callback(note_failure)

    def close(self) -> None:
        """Look no longer, and let every stream end."""
        self.is_closed = True
        self._following.cancel()

    async def stream(self, table: Table, sign: str, *, is_packed: bool) -> AsyncIterator[bytes]:
        """Yield what changes; first all there is, unless that is what a page of this sign has."""
        if self._facts is None:
            self._facts = self._watching.facts(table)
            self._known = self._watching.drawn(table, self._group, UPDATE).known
        link, begins = self._last, [STILL]
        if sign != fingerprint(self._known):
            begins.append(self._watching.drawn(table, self._group, UPDATE).event)
        if is_packed:
            yield GZIP_HEADER
        for event in begins:
            yield event.packed if is_packed else event.plain
        while True:
            await link.is_there.wait()
            if link.after is None:
                return
            link = link.after
            yield link.event.packed if is_packed else link.event.plain

    def _send(self, event: StreamEvent) -> None:
        self._last = self._last.add(event)

    async def _follow(self) -> None:
        """Look at the table whenever it has changed, and send what is new."""
        changes, table = self._watching.tables.changes, self._group.table
        try:
            with changes.subscribe(ROOM, frozenset({table}), "watchers") as subscription:
                seq = None
                while not changes.is_closed and await self._look(seq):
                    await asyncio.sleep(APART)
                    while not await subscription.is_woken(HEARTBEAT):
                        self._send(STILL)
                    # Both at once: what comes while something is sent wakes this again.
                    changed, talked = dict(subscription.take()), subscription.take_talk()
                    if talked:
                        await self._send_talk()
                    seq = changed.get(table, self._seq)
        finally:
            # Whatever ended it, pages open other streams then, and come into another room.
            self.is_closed = True
            self._last.is_there.set()

    async def _send_talk(self) -> None:
        table = await self._watching.tables.told_of(self._group.table, self._seq)
        if table is not None and may_talk(table, ""):
            self._send(await self._watching.said(table, self._group))

    async def _look(self, seq: int | None) -> bool:
        """Look at the table; say whether that can be done again."""
        try:
            table = await self._watching.tables.told_of(self._group.table, seq)
        except SiberiaError:
            # Whoever asks again is told why.
            return False
        if table is None or not table.is_watchable:
            self._send(GONE)
            return False
        facts, self._seq = self._watching.facts(table), table.seq
        if facts != self._facts:
            drawn = self._watching.drawn(table, self._group, UPDATE, self._known)
            self._facts, self._known = facts, drawn.known
            self._send(drawn.event)
        return True
