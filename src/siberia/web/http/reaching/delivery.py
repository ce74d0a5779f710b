"""Brings messages to guests by the ways they have chosen: quickly, or a little later, or not."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from siberia.web.http.rates import RateLimiter
from siberia.web.http.reaching.chat import chat_message
from siberia.web.http.reaching.outbound import NotSent, Outbound
from siberia.web.http.reaching.webpush import Signer
from siberia.web.i18n.languages import LANGUAGES, SOURCE, Language, language
from siberia.web.pages.turns import call, chat_line
from siberia.web.tables.bot_queue import note_failure
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.notices import Kind, called
from siberia.web.tables.service import Tables
from siberia.web.tables.store import StoreError
from siberia.web.tables.store.reaching import Receiver
from siberia.web.tables.table import Table

log = logging.getLogger("siberia")

# How many seconds before each try.
TRIES: Final = (0.0, 10.0, 120.0)
# The browser does not want to be told any more, or it is nobody's.
GONE: Final = (404, 410)
# Later it may work; any other refusal stays one.
BUSY: Final = (408, 425, 429)
# Nobody is told more often than this in a minute, at however many tables they play.
MOST_A_MINUTE: Final = 6
# Nor may somebody try out more often where a webhook leads.
MOST_TRIED: Final = 4

# Makes what is sent of the table as it is then, and sends it; returns by what it was answered.
Try = Callable[[Table], Awaitable[int]]


class Delivery:
    """Sends what `Notices` has to tell."""

    def __init__(
        self, tables: Tables, outbound: Outbound, signer: Signer, url: str, static: str
    ) -> None:
        self._tables = tables
        self._outbound = outbound
        self.signer = signer
        self._url = url
        self._static = static
        self._limiter = RateLimiter()
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, guest: str, kind: Kind, table: str) -> None:
        """Begin to send; whatever comes of it, nobody waits for it."""
        if self._limiter.hit(MOST_A_MINUTE, "told", guest).left < 0:
            return
        task = asyncio.create_task(self._send(guest, kind, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(note_failure)

    async def try_out(self, guest: str, webhook: str, speaks: Language) -> int | None:
        """Say hello where a webhook leads; return by which status it was answered.

        None is too often; where nobody answers, that is NotSent.
        """
        if self._limiter.hit(MOST_TRIED, "tried", guest).left < 0:
            return None
        sentence = speaks.gettext("Here you will be told when it is your turn.")
        return await self._post_chat(webhook, chat_message(sentence, self._url))

    def is_allowed(self, address: str) -> bool:
        """Say whether a guest may have messages sent to an address."""
        return self._outbound.is_allowed(address)

    async def close(self) -> None:
        """Stop; what was not sent is not sent any more."""
        for task in self._tasks:
            task.cancel()
        await self._outbound.close()

    async def _send(self, guest: str, kind: Kind, table: str) -> None:
        reaching = self._tables.store.reaching
        try:
            receivers, reach = await reaching.subscriptions(guest), await reaching.reach(guest)
        except StoreError as error:
            log.error("store: %s", error)
            return
        ways = [self._to_browser(receiver, kind) for receiver in receivers]
        if reach.webhook:
            speaks = spoken(reach.language)
            ways.append(self._to_chat(reach.webhook, guest, speaks, kind))
        await asyncio.gather(*(self._try(guest, table, way) for way in ways))

    async def _try(self, guest: str, table_id: str, way: Try) -> None:
        """Try a few times, as long as it still is their turn."""
        came_of_it = ""
        for pause in TRIES:
            await asyncio.sleep(pause)
            try:
                table = await self._tables.get(table_id)
                if table is None or guest not in called(table):
                    return
                status = await way(table)
            except (NotSent, StoreError, BrokenTable) as error:
                came_of_it = str(error)
                continue
            if status < 300 or status in GONE:
                return
            came_of_it = str(status)
            if status < 500 and status not in BUSY:
                break
        log.warning("somebody could not be told of their turn: %s", came_of_it)

    def _to_browser(self, receiver: Receiver, kind: Kind) -> Try:
        speaks = spoken(receiver.language)

        async def push(table: Table) -> int:
            status = 410
            # Nobody has the key any more that this browser expects.
            if self.signer.knows(receiver.signer):
                told = call(table, receiver.guest, speaks, kind)
                text = {"title": told.title, "body": told.detail, "url": f"/t/{table.id}"}
                text |= {"tag": table.id, "icon": f"{self._static}/icons/icon-192.png"}
                packed = json.dumps(text, ensure_ascii=False).encode()
                message = self.signer.message(receiver, packed, table.id)
                status = await self._outbound.post(receiver.endpoint, message.body, message.headers)
            if status in GONE:
                await self._tables.store.reaching.unsubscribe(receiver.id, receiver.guest)
            return status

        return push

    def _to_chat(self, webhook: str, guest: str, speaks: Language, kind: Kind) -> Try:
        async def post(table: Table) -> int:
            sentence = chat_line(table, guest, speaks, kind)
            return await self._post_chat(
                webhook, chat_message(sentence, f"{self._url}/t/{table.id}")
            )

        return post

    async def _post_chat(self, webhook: str, message: bytes) -> int:
        return await self._outbound.post(webhook, message, {"Content-Type": "application/json"})


def spoken(code: str) -> Language:
    """Return the language of this code, or English."""
    return language(code if code in LANGUAGES else SOURCE)
