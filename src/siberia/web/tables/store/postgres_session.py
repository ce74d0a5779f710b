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
# How many seconds to wait before a new connection is tried.
BEFORE_TRYING_AGAIN = 1.0
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
        self._is_closed = False

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Connect, and have every message heard from now on."""
        self._heard, self._missed = heard, missed
        await self._connect()

    async def _connect(self) -> None:
        # timeout: how long it may take to connect; command_timeout: how long to wait for an answer.
        connection = await asyncpg.connect(
            self._url, timeout=self._patience, command_timeout=self._patience
        )
        connection.add_termination_listener(self._lost)
        await connection.add_listener(CHANNEL, lambda *said: self._heard(said[3]))
        self._connection = connection

    def _lost(self, _connection: Any) -> None:
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

    async def _ask(self, sql: str, name: str) -> Any:
        async with self._one_at_a_time:
            if self._connection is None:
                return None
            with suppress(*LOST):
                return await self._connection.fetchval(sql, name)
            return None

    async def close(self) -> None:
        """Hang up."""
        self._is_closed = True
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        if self._connection is not None:
            with suppress(*LOST):
                await self._connection.close()
