"""What many who watch cost, beside those who play: processor time of the server for one and all.

    python -m benchmarks.watching [--watchers 500] [--players 10] [--seconds 20] [--pause 0.5]
        [--out benchmarks/watching.txt]

Two people play at a table, a click in so many seconds each, first alone and then with so many who
watch, each with a stream, as browsers have. Then so many people play, two at a table, as often. All
is by real HTTP on SQLite; the clients run in this process. What the watchers cost is what the first
table costs with them and not without.
"""

import argparse
import asyncio
import resource
from dataclasses import dataclass
from pathlib import Path

from tests.web.server import Browser, Process

from benchmarks.serving import (
    GAMES,
    WARM_UP,
    Figures,
    Headers,
    Person,
    one_click,
    serving,
    sit_down,
    used,
)


@dataclass
class Watcher:
    """Somebody who watches a table, and takes in whatever comes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    taken: int = 0

    @classmethod
    async def open(cls, port: int, table: str, number: int) -> "Watcher":
        """Begin to watch, from an address that not too many have."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        address = f"10.77.{number // 50}.1"
        writer.write(
            f"GET /t/{table}/watch?narrow=0 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Accept-Encoding: gzip\r\nX-Forwarded-For: {address}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        return cls(reader, writer)

    async def take_in(self) -> None:
        """Read on and on."""
        while came := await self.reader.read(1 << 16):
            self.taken += len(came)


async def plays(people: list[Person], figures: Figures, pause: float) -> None:
    """Let two people play, a click in so many seconds."""
    while not people[0].is_over:
        await asyncio.gather(one_click(people, figures), asyncio.sleep(pause))


async def let_watch(server: Process, people: list[Person]) -> None:
    """Let whoever has the address watch a table."""
    headers: Headers = people[0].connection.headers
    browser = Browser(server, **{name: value for name, value in headers if name != "Host"})
    answer = await browser.post(f"/t/{people[0].table}/watching", watching="link", seq=0)
    assert answer.status_code == 200, answer.text
    await browser.http.aclose()


@dataclass(frozen=True)
class Cost:
    """What was measured: processor time a second, clicks that moved something, bytes a watcher."""

    busy: float
    moves: int
    taken: float


async def measure(game: str, tables: int, watchers: int, seconds: float, pause: float) -> Cost:
    """Let people play and others watch the first table; return what that costs."""
    figures, connections = Figures(), 4 * tables + 3 * watchers + 100
    async with serving("sqlite", "1", "--connections", str(connections)) as server:
        seated = [await sit_down(server, game, number, figures) for number in range(tables)]
        beside = [
            asyncio.create_task(task)
            for people in seated
            for person in people
            for task in (person.follow(), person.look_when_told())
        ]
        for people in seated:
            for person in people:
                await person.ask("look")
        await let_watch(server, seated[0])
        table = seated[0][0].table
        # They play while the crowd comes, as they would.
        playing = [asyncio.create_task(plays(people, figures, pause)) for people in seated]
        crowd = [await Watcher.open(server.port, table, number) for number in range(watchers)]
        beside += [asyncio.create_task(watcher.take_in()) for watcher in crowd]
        await asyncio.sleep(WARM_UP)
        (before, _), moves = used(server), figures.moves
        taken = sum(watcher.taken for watcher in crowd)
        await asyncio.sleep(seconds)
        (after, _), moved = used(server), figures.moves - moves
        taken = sum(watcher.taken for watcher in crowd) - taken
        for task in playing:
            assert not task.done(), "the match was over too soon"
        for task in (*playing, *beside):
            task.cancel()
        for watcher in crowd:
            watcher.writer.close()
    return Cost((after - before) / seconds, moved, taken / max(1, watchers) / max(1, moved))


async def compare(game: str, watchers: int, players: int, seconds: float, pause: float) -> str:
    """Return a line that compares those who watch to those who play."""
    alone = await measure(game, 1, 0, seconds, pause)
    watched = await measure(game, 1, watchers, seconds, pause)
    crowded = await measure(game, players // 2, 0, seconds, pause)
    cost = 1000 * (watched.busy - alone.busy)
    moves = watched.moves / seconds
    return (
        f"{game:<6}{watchers} watch: {cost:.1f} ms of processor a second"
        f" ({1000 * cost / watchers / moves:.0f} µs for each of them and each of {moves:.1f} moves"
        f" a second, {watched.taken:.0f} bytes), {1000 * watched.busy:.1f} ms with the two who"
        f" play, who alone take {1000 * alone.busy:.1f}; {players} play:"
        f" {1000 * crowded.busy:.1f} ms a second at {crowded.moves / seconds:.1f} moves"
    )


async def main() -> None:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * options.watchers + 500, most), most))
    lines = []
    for game in options.games.split(","):
        lines.append(
            await compare(game, options.watchers, options.players, options.seconds, options.pause)
        )
        print(lines[-1], flush=True)
    if options.out:
        options.out.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
