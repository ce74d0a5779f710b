"""How many moves a second programs can make over the JSON API, beside boardgame.io's server.

    python -m benchmarks.programs [--tables 20] [--seconds 10] [--out benchmarks/programs.txt]

At each table two programs play at random, each with a stream on which the server shows it the table
whenever the other has done something: one sends its word and gets its own view for an answer, the
other's comes by its stream; both is waited for before the next word. So each state goes to each
player once, as boardgame.io's does. Every word is on the disk before anybody sees it; boardgame.io
holds its matches in memory (see benchmarks/peers). It is measured in the same run, where node is
there.
"""

import argparse
import asyncio
import random
import time
from pathlib import Path

import msgspec
import uvloop
from tests.web.databases import KINDS
from tests.web.server import Process

from benchmarks.peers import boardgame_io
from benchmarks.serving import (
    GAMES,
    LAZY,
    WARM_UP,
    Figures,
    Headers,
    milliseconds,
    open_for_two,
    serving,
    used,
    worth,
)

PLACING = "place"


class Player(msgspec.Struct):
    """Of what may be seen of a player, what one needs to place counters."""

    drawn: tuple[str, ...] | None = None


class View(msgspec.Struct):
    """Of a view, what one needs to choose."""

    phase: str
    players: list[Player]


class Seen(msgspec.Struct):
    """Of an answer, what one needs to choose."""

    seq: int
    seat: int
    awaited: list[int]
    is_over: bool
    legal: list[str]
    view: View


decode = msgspec.json.Decoder(Seen).decode


class Program:
    """A program at a table, with one connection that is kept."""

    def __init__(self, port: int, headers: Headers, table: str, figures: Figures) -> None:
        self.port = port
        lines = [("Host", f"127.0.0.1:{port}"), *headers]
        self._head = "".join(f"{name}: {value}\r\n" for name, value in lines)
        self._path = f"/api/v1/tables/{table}"
        self._figures = figures

    async def open(self) -> "Program":
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.stream, self.asking = await asyncio.open_connection("127.0.0.1", self.port)
        self.asking.write(f"GET {self._path}/stream?own=no HTTP/1.1\r\n{self._head}\r\n".encode())
        head = await self.stream.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        self.seen = await self.line()
        return self

    def close(self) -> None:
        """Hang up."""
        self.writer.close()
        self.asking.close()

    async def line(self) -> Seen:
        """Return what the stream shows next."""
        while True:
            size = int(await self.stream.readline(), 16)
            chunk = (await self.stream.readexactly(size + 2)).strip()
            if chunk:
                self._figures.answers += 1
                return decode(chunk)

    async def play(self, words: list[str]) -> None:
        """Send words, and take in the answer."""
        body = msgspec.json.encode({"seq": self.seen.seq, "words": words})
        head = (
            f"POST {self._path}/words HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        status = await self.reader.readuntil(b"\r\n\r\n")
        length = int(status.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        body = await self.reader.readexactly(length)
        assert status.startswith(b"HTTP/1.1 200"), body
        self._figures.answers += 1
        self.seen = decode(body)


async def sit_down(server: Process, game: str, number: int, figures: Figures) -> list[Program]:
    """Let two programs sit down at a new table."""
    table, known = await open_for_two(server, game, number)
    return [await Program(server.port, headers, table, figures).open() for headers in known]


async def play_table(server: Process, game: str, number: int, figures: Figures) -> None:
    """Play matches at one table after the other."""
    chooser, match = random.Random(f"{game} {number}"), 0
    while True:
        # Every match at an address of its own: no limit for a person is reached.
        people = await sit_down(server, game, number + 1000 * match, figures)
        match += 1
        while not people[0].seen.is_over:
            mover = people[people[0].seen.awaited[0]]
            other = people[mover is people[0]]
            words = chosen(mover.seen, chooser)
            began = time.perf_counter()
            await mover.play(words)
            figures.own.append(time.perf_counter() - began)
            while (other.seen.seq, other.seen.awaited) != (mover.seen.seq, mover.seen.awaited):
                other.seen = await other.line()
            figures.others.append(time.perf_counter() - began)
            figures.moves += 1
        for person in people:
            person.close()


def chosen(seen: Seen, chooser: random.Random) -> list[str]:
    """Choose words at random, and few that do little."""
    if seen.view.phase == PLACING:
        return ["place research"] * len(seen.view.players[seen.seat].drawn or ())
    return [chooser.choice([word for word in seen.legal if word not in LAZY] or seen.legal)]


async def measure(server: Process, game: str, tables: int, seconds: float) -> str:
    """Let tables play for some seconds, and return a line of figures."""
    figures, before_all = Figures(), worth()
    playing = [asyncio.create_task(play_table(server, game, n, figures)) for n in range(tables)]
    await asyncio.sleep(WARM_UP)
    figures.own.clear()
    figures.others.clear()
    moves, (before, _), began = figures.moves, used(server), time.time()
    client = time.process_time()
    await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        if task.done():
            task.result()
    after, _ = used(server)
    took, client = time.time() - began, time.process_time() - client
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    moves = figures.moves - moves
    return (
        f"{moves / took:7.0f} moves/s   own state {milliseconds(figures.own)}   "
        f"the other's {milliseconds(figures.others)}   "
        f"{1000 * (after - before) / moves:5.2f} ms of processor a move, "
        f"{100 * (after - before) / took:3.0f} % busy (programs {100 * client / took:.0f} %), "
        f"a plain loop {before_all:.1f} {worth():.1f} ms"
    )


async def main() -> None:
    """Measure both games on both databases, and boardgame.io."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    lines = [f"{options.tables} tables of two programs, {options.seconds:g} s each"]
    print(lines[0])
    for game in GAMES:
        for kind in KINDS:
            async with serving(kind) as server:
                line = await measure(server, game, options.tables, options.seconds)
            lines.append(f"{game:<6}{kind:<9} {line}")
            print(lines[-1], flush=True)
    peer = await asyncio.to_thread(boardgame_io.measure, options.tables, options.seconds)
    lines.append(f"boardgame.io    {peer or 'is not here: it needs node and npm'}")
    print(lines[-1])
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    uvloop.run(main())
