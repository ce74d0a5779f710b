"""What many open pages cost: memory, and how long the news of a word takes to reach all of them.

    python -m benchmarks.streams [--streams 2000] [--words 100] [--out benchmarks/streams.txt]

So many streams are open, ten for each of two hundred tables. A word is played at one table after
the other, and everybody who follows it must hear of it.
"""

import argparse
import asyncio
import resource
import statistics
import time
from pathlib import Path

from tests.web.server import Browser, Process

from benchmarks.serving import serving, used

TABLES = 200


class Listener:
    """A guest with an open stream."""

    def __init__(self, port: int, cookie: str, address: str, table: str) -> None:
        self.table = table
        self._request = (
            f"GET /live?tables={table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"X-Forwarded-For: {address}\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._port = port
        self.heard_at: list[float] = []

    async def open(self) -> None:
        """Connect, and wait for the first word of the stream."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(self._request)
        await self._reader.readuntil(b"data: hello")
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        told = f"data: {self.table} ".encode()
        while line := await self._reader.readline():
            if line.startswith(told):
                self.heard_at.append(time.perf_counter())

    def close(self) -> None:
        """Hang up."""
        self._listening.cancel()
        self._writer.close()


async def open_table(server: Process, number: int) -> tuple[str, str]:
    """Open a table for one person and a link; return it and the person's cookie."""
    browser = Browser(server, **{"X-Forwarded-For": f"10.9.{number >> 8}.{number & 255}"})
    opened = await browser.post("/tables", game="card", seat0="me", seat1="link", start="1")
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    await browser.http.aclose()
    return opened.url.path.removeprefix("/t/"), cookie


async def listen(server: Process, tables: list[tuple[str, str]], streams: int) -> list[Listener]:
    """Open streams to tables, as many to each; a person may have so many pages open."""
    listeners = []
    for number in range(streams):
        table, cookie = tables[number % len(tables)]
        # Few come from one address, or it would be told that these are too many.
        address = f"10.{number >> 14 & 255}.{number >> 6 & 255}.7"
        listener = Listener(server.port, cookie, address, table)
        await listener.open()
        listeners.append(listener)
    return listeners


async def tell(server: Process, tables: list[tuple[str, str]], words: int) -> list[float]:
    """Play a word at some tables, one after the other; return when each was clicked."""
    sent = []
    for table, cookie in tables[:words]:
        browser = Browser(server, Cookie=cookie)
        page = await browser.look(table)
        began = time.perf_counter()
        status, _ = await browser.click(table, page, page.clicks("word")[0])
        assert status == 200
        sent.append(began)
        await browser.http.aclose()
        await asyncio.sleep(0.05)
    await asyncio.sleep(1.0)
    return sent


async def measure(streams: int, words: int) -> str:
    """Open all streams, play, and return a line."""
    async with serving("sqlite", "1", "--connections", str(2 * streams + 200)) as server:
        tables = [await open_table(server, number) for number in range(TABLES)]
        before, empty = used(server)
        listeners = await listen(server, tables, streams)
        opened, memory = used(server)
        sent = await tell(server, tables, words)
        played, _ = used(server)
        delays = [
            listener.heard_at[0] - sent[number % TABLES]
            for number, listener in enumerate(listeners)
            if number % TABLES < words
        ]
        for listener in listeners:
            listener.close()
    ranked = statistics.quantiles(delays, n=100)
    return (
        f"{streams} streams at {TABLES} tables: {memory:.0f} MB, {empty:.0f} without them; "
        f"{1000 * (opened - before) / streams:.2f} ms of processor to open one; "
        f"{words} words heard by all {len(delays)} who follow: p50 {1000 * ranked[49]:.1f} "
        f"p99 {1000 * ranked[98]:.1f} ms after the click, "
        f"{1000 * (played - opened) / words:.1f} ms of processor a word"
    )


async def main() -> None:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--words", type=int, default=100)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    wanted = 3 * options.streams
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), most))
    line = await measure(options.streams, options.words)
    print(line)
    if options.out:
        options.out.write_text(line + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
