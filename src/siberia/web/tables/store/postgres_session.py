"""A session of its own with PostgreSQL, in which a process listens, and holds what is its alone.

It is kept open; when it is lost, another one is made, and those who listen are told that they may
have missed something. What a process holds is held by the session: if the process dies, others
get it.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]

log = logging.getLogger("siberia")

CHANNEL = "siberia"
# Who asks for a name gets it only if nobody has it; the number tells our locks from others.
LEASE = "SELECT pg_try_advisory_lock(hashtextextended($1, 5134817320))"
GIVE_BACK = "SELECT pg_advisory_unlock(hashtextextended($1, 5134817320))"
# A machine that loses its power says nothing, either: half a minute later the server lets go of
# what it held, instead of after hours.
LOOK_AFTER_THE_LINE = """SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3"""
# How many seconds to wait before a new connection is tried.
BEFORE_TRYING_AGAIN = 1.0
# Nor does whoever stops wait longer for a farewell.
CLOSING = 1.0
# A line can die without a word, and who only listens would never know: so we ask, that often.
ASKED_EVERY = 30.0
STILL_THERE = "SELECT 1"
# What a lost connection says, whenever one notices.
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Session:
    """The session of one process."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._connection: Any = None
        # A connection does one thing at a time.
        self._one_at_a_time = asyncio.Lock()
        self._heard: Callable[[str], None] = lambda _message: None
        self._missed: Callable[[], None] = lambda: None
        self._reconnecting: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._is_closed = False

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Connect, and have every message heard from now on."""
        self._heard, self._missed = heard, missed
        await self._connect()
        self._asking = asyncio.create_task(self._keep_asking())

    async def _keep_asking(self) -> None:
        while not self._is_closed:
            await asyncio.sleep(ASKED_EVERY)
            await self._ask(STILL_THERE)

    async def _connect(self) -> None:
        # timeout: how long it may take to connect; command_timeout: how long to wait for an answer.
        connection = await asyncpg.connect(
            self._url, timeout=self._patience, command_timeout=self._patience
        )
        await connection.execute(LOOK_AFTER_THE_LINE)
        connection.add_termination_listener(self._lost)
        await connection.add_listener(CHANNEL, lambda *said: self._heard(said[3]))
        self._connection = connection

    def _lost(self, connection: Any) -> None:
        if connection is not self._connection:
            # It was given up before, or never in use.
            return
        self._connection = None
        if not self._is_closed:
            log.error("store: the line to the other processes is lost; trying again")
            self._reconnecting = asyncio.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        while not self._is_closed:
            await asyncio.sleep(BEFORE_TRYING_AGAIN)
            with suppress(*LOST):
                await self._connect()
                log.warning("store: the line to the other processes is there again")
                self._missed()
                return

    async def lease(self, name: str) -> bool:
        """Hold a name, if nobody else does; without a connection nobody can say."""
        return bool(await self._ask(LEASE, name))

    async def give_back(self, name: str) -> None:
        """Hold a name no longer."""
        await self._ask(GIVE_BACK, name)

    async def _ask(self, sql: str, *values: str) -> Any:
        async with self._one_at_a_time:
            connection = self._connection
            if connection is None:
                return None
            try:
                return await connection.fetchval(sql, *values)
            except TimeoutError:
                # Nothing comes through any more, and nobody says so: another one is made.
                connection.terminate()
            except LOST:
                pass
            return None

    async def close(self) -> None:
        """Hang up; where nobody answers, without a farewell."""
        self._is_closed = True
        for task in (self._reconnecting, self._asking):
            if task is not None:
                task.cancel()
        if self._connection is not None:
            with suppress(*LOST):
                await self._connection.close(timeout=CLOSING)
