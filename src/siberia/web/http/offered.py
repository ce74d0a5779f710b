"""Asks the bots from elsewhere that are offered as opponents, and knows which can be asked now.

A bot is told what its seat sees and can play, and nothing else. Where it has a webhook it is asked
there; else its program listens at `/api/v1/bot/stream` and plays by itself.
"""

import asyncio
import hashlib
import hmac
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Annotated
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from siberia.web.http.api.views import AskedSeat, asked_at
from siberia.web.tables import clock
from siberia.web.tables.offered import AWAY, OfferedBot, name_of
from siberia.web.tables.service import Tables
from siberia.web.tables.store import StoreError
from siberia.web.tables.table import Table
from siberia.web.tables.tokens import Grant, hash_of

# The header that says by whom a webhook is asked.
SIGNATURE = "Siberia-Signature"
# So many seconds after it did not answer a bot is asked again.
ASKED_AGAIN_AFTER = 60.0
# So often its program's connection is noted, and so long after that it counts as connected.
NOTED_EVERY = 5.0
CONNECTED_FOR = timedelta(seconds=15)
# So often it is looked which bots have room.
LOOKED_EVERY = 2.0
# So long a decision is waited for before the table is looked at again.
LOOK_AGAIN = 0.5
LARGEST_ANSWER = 16_384
log = logging.getLogger("siberia")


class BotAnswer(msgspec.Struct):
    """What a webhook answers."""

    words: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=60)]],
        msgspec.Meta(min_length=1, max_length=24),
    ]


class NoRedirect(HTTPRedirectHandler):
    """Goes nowhere but where it was told."""

    def redirect_request(self, *_asked: object) -> None:
        """Refuse to go elsewhere."""


class Offered:
    """The bots that are offered."""

    def __init__(self, bots: Sequence[OfferedBot], tables: Tables) -> None:
        self._bots = {bot.level: bot for bot in bots}
        self._tokens = {bot.token: Grant("", level=bot.level) for bot in bots if bot.token}
        self._tables = tables
        self._failed: dict[str, float] = {}
        # Which are connected, and for how many more tables each of them has room: by level.
        self._connected: set[str] = set()
        self._room: Counter[str] = Counter()
        self._opener = build_opener(NoRedirect)

    def grant(self, token: str) -> Grant | None:
        """Return for which bot a program acts; None for a token of no bot."""
        return self._tokens.get(hash_of(token))

    def is_here(self, level: str) -> bool:
        """Whether a bot can be asked just now."""
        failed = self._failed.get(level)
        has_failed = failed is not None and monotonic() - failed < ASKED_AGAIN_AFTER
        return level in self._connected and not has_failed

    def is_open(self, level: str, game: str) -> bool:
        """Whether a bot can be chosen for a new table."""
        bot = self._bots.get(level)
        return (
            bot is not None and game in bot.games and self._room[level] > 0 and self.is_here(level)
        )

    def names(self, game: str) -> dict[str, str]:
        """Return the bots that can be chosen for a new table: their names by their levels."""
        return {level: name_of(level) for level in self._bots if self.is_open(level, game)}

    async def keep_looking(self) -> None:
        """Keep looking which bots are connected and have room, for as long as the server runs."""
        while self._bots:
            with suppress(StoreError):
                await self.look()
            await asyncio.sleep(LOOKED_EVERY)

    async def look(self) -> None:
        """Look which bots are connected and have room."""
        store = self._tables.store
        seen = await store.programs.offered_seen()
        lately = clock.now() - CONNECTED_FOR
        self._connected = {
            level
            for level, bot in self._bots.items()
            if bot.webhook or (bot.name in seen and seen[bot.name] > lately)
        }
        room = Counter[str]()
        for level in self._connected:
            sits = len(await store.programs.tables_of_offered(level, level + AWAY))
            room[level] = self._bots[level].tables - sits
        self._room = room

    def note_opened(self, levels: Iterable[str | None]) -> None:
        """Note who sits at a table that was just opened: until all is looked at again."""
        self._room.subtract({level for level in levels if level in self._bots})

    async def note_connected(self, level: str) -> None:
        """Keep that a bot's program is connected."""
        await self._tables.store.programs.note_offered(name_of(level), clock.now())
        self._connected.add(level)

    async def words(self, table: Table, seat: int, level: str) -> Sequence[str] | None:
        """Return what a bot plays; nothing if it has done so itself, None if it does not answer."""
        bot = self._bots[level]
        if bot.webhook:
            found = await self._ask(bot, asked_at(table, seat))
        else:
            found = await self._wait(bot, table, seat)
        if found is None:
            self._failed[level] = monotonic()
        else:
            self._failed.pop(level, None)
        return found

    async def _ask(self, bot: OfferedBot, asked: AskedSeat) -> Sequence[str] | None:
        """Ask a webhook."""
        body = msgspec.json.encode(asked)
        try:
            said = await asyncio.wait_for(
                asyncio.to_thread(self._posted, bot, body), bot.seconds + 1
            )
            return msgspec.json.decode(said, type=BotAnswer).words
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("the bot %s does not answer: %s", bot.name, type(error).__name__)
            return None

    def _posted(self, bot: OfferedBot, body: bytes) -> bytes:
        signed = hmac.new(bot.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signed}"}
        request = Request(bot.webhook, body, headers)  # noqa: S310 - by whoever runs the server.
        try:
            with self._opener.open(request, timeout=bot.seconds) as answer:
                return bytes(answer.read(LARGEST_ANSWER))
        except HTTPError as error:
            # It holds the connection, for whoever would like to read why.
            error.close()
            raise

    async def _wait(self, bot: OfferedBot, table: Table, seat: int) -> Sequence[str] | None:
        """Wait until a bot's program has played, for as long as it may take."""
        seq, until = table.seq, monotonic() + bot.seconds
        with self._tables.changes.subscribe(bot.level, frozenset({table.id})) as subscription:
            while monotonic() < until:
                await subscription.is_woken(min(LOOK_AGAIN, until - monotonic()))
                subscription.take()
                await self._tables.get(table.id)
                if table.seq != seq or seat not in table.awaited:
                    return ()
        return None
