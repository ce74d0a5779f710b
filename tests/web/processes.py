"""Servers in processes of their own, what they have kept, and streams from them."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

from siberia.web.tables.store import open_store
from siberia.web.tables.table import Table
from tests.web.server import Browser, Process


@asynccontextmanager
async def process(folder: Path, *options: str) -> AsyncIterator[Process]:
    """A server in a process of its own, that is gone afterwards with all it has started."""
    server = Process(folder, *options)
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        workers = workers_of(server)
        server.kill()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, 9)


def workers_of(server: Process) -> list[int]:
    """The processes that serve for another one, where the system tells."""
    parent = server.process.pid if server.process is not None else 0
    return [pid for pid in children(parent) if b"spawn_main" in said_in(pid, "cmdline")]


def children(parent: int) -> list[int]:
    """The processes that a process has started and that live, by their numbers."""
    line = f"PPid:\t{parent}\n".encode()
    found = [int(place.name) for place in Path("/proc").glob("[0-9]*")]
    return sorted(pid for pid in found if line in said_in(pid, "status"))


def said_in(pid: int, file: str) -> bytes:
    """What the system says of a process; nothing if it lives no longer."""
    try:
        return Path(f"/proc/{pid}/{file}").read_bytes()
    except OSError:
        return b""


async def stored(database: str, table_id: str) -> tuple[Table, list[str]]:
    """What is kept of a table, and folded anew: the table, and every entry of its log."""
    store = await open_store(database)
    try:
        found = await store.table(table_id)
        assert found is not None
        table, entries = (
            Table(found, await store.seats.of(table_id)),
            (await store.news(table_id, 0)).entries,
        )
        table.take_in(entries)
        return table, [entry.word for entry in entries]
    finally:
        await store.close()


class Follower:
    """Keeps a stream open as a page does: if it ends, another one is opened."""

    def __init__(self, browser: Browser, table_id: str) -> None:
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.opened = 0
        self._browser = browser
        self._path = f"/live?tables={table_id}"

    @asynccontextmanager
    async def following(self) -> AsyncIterator["Follower"]:
        """Follow for as long as the context lasts."""
        task = asyncio.create_task(self._follow())
        try:
            # It says hello first of all.
            await self.hears()
            yield self
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def hears(self) -> str:
        """Wait for the next thing it is told."""
        return await asyncio.wait_for(self.told.get(), 30)

    async def _follow(self) -> None:
        while True:
            with suppress(httpx.TransportError):
                async with self._browser.http.stream("GET", self._path, timeout=60) as stream:
                    self.opened += 1
                    async for line in stream.aiter_lines():
                        if line.startswith("data: ") and line != "data: 20":
                            self.told.put_nowait(line.removeprefix("data: "))
            await asyncio.sleep(0.05)
