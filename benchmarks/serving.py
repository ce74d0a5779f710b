"""How many clicks a second a server holds, by real HTTP, as pages click and look.

    python -m benchmarks.serving [--tables 20] [--seconds 20] [--rate 250] [--workers 1,2]
        [--share 25] [--out benchmarks/serving.txt]

At each table two people sit, each with an open stream. Whoever is to move clicks at random on what
the page offers; the answer is their own page. Both hear of it by their streams and ask for theirs,
no more often than pages do, and send which parts of the page they have, as pages do. The clients
run in this process, on another core.

For both games, on SQLite and PostgreSQL, as fast as it goes, or at a rate of so many clicks a
second at all tables together: moves a second, all answers a second, how long a click takes until
the own page is there and until the other's is, processor time of the server for an answer, and its
memory. With several workers on PostgreSQL it is the time of all of them; where clients and database
share their cores, what they could do is told by the processor time an answer takes, not by the
clock; or by the clock with a share: then each of the server's processes may use so many per cent of
a core (by Linux's control groups, which only root may make), and the rest is for the others.

What the machine was worth before and after is told by the time that a loop of plain Python takes.
"""

import argparse
import asyncio
import gzip
import html
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import h11
from tests.web.databases import KINDS, new_database
from tests.web.server import Browser, Process

from siberia.web.pages.ahead import AHEAD

GAMES = ("card", "board")
# What random players do too often if they may.
LAZY = ("pass", "draw 0", "decline", "stop", "keep")
CLICK = re.compile(r'<(?!main)[^>]*? data-(word|plan|draft)="([^"]*)"[^>]*>')
PARTS = re.compile(r' data-parts="([^"]*)"')
SEQ = re.compile(r' data-seq="(\d+)"')
TOLD = re.compile(rb"data: ([\w-]+)(?: (\d+))?\n")
DRAFT = re.compile(r'<main[^>]* data-draft="([^"]*)"')
# Pages look no more often than so many seconds apart.
APART = 0.06
TICKS = os.sysconf("SC_CLK_TCK")
# Where processes are limited.
CONTROL_GROUPS = Path("/sys/fs/cgroup/cpu")
# Seconds before anything is counted.
WARM_UP = 5.0
Headers = list[tuple[str, str]]


class Connection:
    """One connection that is kept, and what one needs to ask over it."""

    def __init__(self, port: int, headers: Headers) -> None:
        self.port = port
        self.headers = [("Host", f"127.0.0.1:{port}"), ("Accept-Encoding", "gzip"), *headers]

    async def open(self) -> "Connection":
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.talk = h11.Connection(h11.CLIENT)
        return self

    async def post(self, path: str, fields: dict[str, object]) -> tuple[int, str]:
        """Send a form; return the status and the text of the answer."""
        body = urlencode(fields).encode()
        length = ("Content-Length", str(len(body)))
        kind = ("Content-Type", "application/x-www-form-urlencoded")
        await self.ask(
            h11.Request(method="POST", target=path, headers=[*self.headers, length, kind])
        )
        self.writer.write(self.talk.send(h11.Data(data=body)) or b"")
        self.writer.write(self.talk.send(h11.EndOfMessage()) or b"")
        status, packed, parts = 0, False, []
        async for event in self.events():
            if isinstance(event, h11.Response):
                status = event.status_code
                packed = dict(event.headers).get(b"content-encoding") == b"gzip"
            elif isinstance(event, h11.Data):
                parts.append(bytes(event.data))
        self.talk.start_next_cycle()
        text = b"".join(parts)
        return status, (gzip.decompress(text) if packed else text).decode()

    async def ask(self, request: h11.Request) -> None:
        """Begin a request."""
        self.writer.write(self.talk.send(request) or b"")

    async def events(self) -> AsyncIterator[h11.Event]:
        """Yield what comes, up to the end of the answer."""
        while True:
            event = self.talk.next_event()
            if event is h11.NEED_DATA:
                self.talk.receive_data(await self.reader.read(65536))
            elif isinstance(event, h11.EndOfMessage):
                return
            elif isinstance(event, h11.Event):
                yield event


@dataclass
class Figures:
    """What was measured at all tables together."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    moves: int = 0
    answers: int = 0


@dataclass
class Person:
    """Somebody at a table: what their page offers, part by part."""

    connection: Connection
    stream: Connection
    table: str
    chooser: random.Random
    figures: Figures
    seq: int = 0
    draft: str = ""
    known: str = ""
    clicks: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    is_over: bool = False
    # How long the log is, as far as was told; and whether something else was told of, as plans.
    told: int = 0
    is_behind: bool = False
    # One thing is asked at a time; somebody waits for what was heard of, and for what is shown.
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def ask(self, deed: str, **fields: object) -> None:
        """Do something at the table, and take in the answer."""
        async with self.asking:
            asked = {"seq": self.seq, "draft": self.draft, "parts": self.known, **fields}
            status, text = await self.connection.post(f"/t/{self.table}/{deed}", asked)
            assert status in (200, 409), text
            self.figures.answers += 1
            self.take_in(text)
        if self.told > self.seq or self.is_behind:
            self.heard.set()
        async with self.shown:
            self.shown.notify_all()

    def take_in(self, text: str) -> None:
        """Read what the page shows now; parts that are the same offer what they did."""
        seq, known, draft = SEQ.search(text), PARTS.search(text), DRAFT.search(text)
        assert seq
        self.seq = int(seq[1])
        self.known = known[1] if known else ""
        self.draft = html.unescape(draft[1]) if draft else ""
        self.is_over = " data-over" in text
        offered = dict(segments(text, [pair.split(".")[0] for pair in self.known.split()]))
        self.clicks = {
            name: self.clicks.get(name, []) if segment is None else list(clicks(segment))
            for name, segment in offered.items()
        }

    def choose(self) -> tuple[str, str] | None:
        """Choose something to click, mostly what decides."""
        every = [click for found in self.clicks.values() for click in found if not plans(click)]
        deciding = [c for c in every if c[0] != "draft" and c[1] not in LAZY]
        pointing = [c for c in every if c[0] == "draft"]
        longer = [c for c in pointing if len(c[1]) > len(self.draft)]
        if deciding and (not longer or self.chooser.random() < 0.7):
            return self.chooser.choice(deciding)
        wanted = longer if longer and self.chooser.random() < 0.9 else pointing or every
        return self.chooser.choice(wanted) if wanted else None

    async def follow(self) -> None:
        """Listen to the stream, and look when the table has moved on."""
        target = f"/live?tables={self.table}"
        await self.stream.ask(h11.Request(method="GET", target=target, headers=self.stream.headers))
        self.stream.writer.write(self.stream.talk.send(h11.EndOfMessage()) or b"")
        async for event in self.stream.events():
            told = TOLD.findall(bytes(event.data)) if isinstance(event, h11.Data) else []
            for table, seq in told:
                self.told = max(self.told, int(seq or 0))
                self.is_behind |= not seq
                if table.decode() == self.table:
                    self.heard.set()

    async def look_when_told(self) -> None:
        """Look whenever the table has moved on, but not more often than pages do."""
        while True:
            await self.heard.wait()
            self.heard.clear()
            if self.asking.locked() or (self.told <= self.seq and not self.is_behind):
                # The answer shows it, or has shown it.
                continue
            began, self.is_behind = time.perf_counter(), False
            await self.ask("look")
            await asyncio.sleep(max(0.0, APART - (time.perf_counter() - began)))

    async def sees(self, seq: int) -> None:
        """Wait until the page shows the log so far."""
        async with self.shown:
            await self.shown.wait_for(lambda: self.seq >= seq)


def segments(text: str, names: list[str]) -> Iterator[tuple[str, str | None]]:
    """Cut an answer at its parts; None stands for one that is the same."""
    found = sorted((text.find(f' id="{name}"'), name) for name in names)
    ends = [*(start for start, _ in found), len(text)][1:]
    for (start, name), end in zip(found, ends, strict=True):
        begin = text.rfind("<", 0, start)
        same = text.startswith(f' id="{name}" data-same', start)
        yield name, None if same else text[begin:end]


def plans(click: tuple[str, str]) -> bool:
    """Say whether a click begins to plan ahead, while somebody else is to move."""
    deed, value = click
    return deed == "draft" and value.startswith(AHEAD)


def clicks(segment: str) -> Iterator[tuple[str, str]]:
    """Find what can be clicked in a part."""
    for tag in CLICK.finditer(segment):
        value = html.unescape(tag[2])
        # Who waits only waits: what is planned ahead moves nothing.
        if "disabled" not in tag[0] and not value.startswith(AHEAD):
            yield tag[1], value


# ---------------------------------------------------------------- tables


async def open_for_two(server: Process, game: str, number: int) -> tuple[str, list[Headers]]:
    """Open a table, let two take their seats; return it, and by which headers they are known."""
    # Everybody comes from an address of their own, as through a proxy.
    ways = [{"X-Forwarded-For": f"10.{seat}.{number >> 8}.{number & 255}"} for seat in range(2)]
    browsers = [Browser(server, **way) for way in ways]
    form = {"game": game, "seat0": "me", "seat1": "link", "sides": "random"}
    opened = await browsers[0].post("/tables", **form)
    table = opened.url.path.removeprefix("/t/")
    token = opened.text.split("/join#")[1].split('"')[0]
    joined = await browsers[1].post("/join", token=token, name="Bo")
    assert joined.status_code == 200, joined.text
    known: list[Headers] = []
    for way, browser in zip(ways, browsers, strict=True):
        cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        known.append([*way.items(), ("Cookie", cookie)])
        await browser.http.aclose()
    return table, known


async def sit_down(server: Process, game: str, number: int, figures: Figures) -> list[Person]:
    """Let two people sit down at a new table, each with a stream."""
    table, known = await open_for_two(server, game, number)
    people = []
    for seat, headers in enumerate(known):
        connection, stream = [await Connection(server.port, headers).open() for _ in range(2)]
        chooser = random.Random(f"{game} {number} {seat}")
        people.append(Person(connection, stream, table, chooser, figures))
    return people


async def play_table(
    server: Process, game: str, number: int, figures: Figures, pause: float
) -> None:
    """Play matches at one table after the other, a click in so many seconds on average."""
    # People do not click in step.
    paces = random.Random(f"paces {number}")
    await asyncio.sleep(pause * paces.random())
    while True:
        people = await sit_down(server, game, number, figures)
        beside = [
            asyncio.create_task(task)
            for person in people
            for task in (person.follow(), person.look_when_told())
        ]
        try:
            for person in people:
                await person.ask("look")
            while not people[0].is_over:
                began = time.perf_counter()
                await one_click(people, figures)
                took = time.perf_counter() - began
                await asyncio.sleep(max(0.0, paces.uniform(0.0, 2 * pause) - took))
        finally:
            for task in beside:
                task.cancel()
            for person in people:
                person.connection.writer.close()
                person.stream.writer.close()


async def one_click(people: list[Person], figures: Figures) -> None:
    """Let whoever can click do so, and wait until both see what came of it."""
    for person, other in (people, people[::-1]):
        click = person.choose()
        if click is None:
            continue
        deed, value = click
        if deed == "draft":
            await person.ask("look", draft=value)
            return
        seq, began = person.seq, time.perf_counter()
        await person.ask("play" if deed == "word" else "plan", words=value)
        figures.own.append(time.perf_counter() - began)
        figures.moves += 1
        if person.seq > seq:
            await other.sees(person.seq)
            figures.others.append(time.perf_counter() - began)
        return
    # Nobody has anything to click: a page that is behind will look.
    await asyncio.sleep(0.005)


# ---------------------------------------------------------------- measuring


def worth() -> float:
    """Return how many milliseconds a loop of plain Python takes now, at its quickest.

    Machines are shared, and what one is worth varies from minute to minute: by half was seen.
    """

    def loop() -> float:
        began, total = time.perf_counter(), 0
        for number in range(500_000):
            total += number * number % 7
        return time.perf_counter() - began

    return 1000 * min(loop() for _ in range(5))


def used(server: Process) -> tuple[float, float]:
    """Return the seconds of processor time a server has used, workers and all; its memory in MB."""
    assert server.process
    seconds = memory = 0.0
    for pid in (server.process.pid, *children(server.process.pid)):
        place = Path(f"/proc/{pid}")
        times = place.joinpath("stat").read_text().rsplit(")", 1)[1].split()
        seconds += (int(times[11]) + int(times[12])) / TICKS
        pages = int(place.joinpath("statm").read_text().split()[1])
        memory += pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return seconds, memory


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()]


async def measure(
    server: Process, game: str, tables: int, seconds: float, rate: float = 0.0
) -> str:
    """Let tables play for some seconds, and return a line of figures."""
    figures, pause, before_all = Figures(), tables / rate if rate else 0.0, worth()
    playing = [
        asyncio.create_task(play_table(server, game, number, figures, pause))
        for number in range(tables)
    ]
    await asyncio.sleep(WARM_UP)
    figures.own.clear()
    figures.others.clear()
    moves, answers, began = figures.moves, figures.answers, time.time()
    before, memory_before = used(server)
    memories = asyncio.create_task(memory_by_tenths(server, seconds))
    await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        if task.done():
            task.result()
    after, _ = used(server)
    took = time.time() - began
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    moves, answers = figures.moves - moves, figures.answers - answers
    return (
        f"{moves / took:7.0f} moves/s {answers / took:7.0f} answers/s   own page "
        f"{milliseconds(figures.own)}   the other's {milliseconds(figures.others)}   "
        f"{1000 * (after - before) / answers:5.2f} ms of processor an answer, "
        f"{100 * (after - before) / took:3.0f} % busy, MB: {memory_before:.0f} {await memories}, "
        f"a plain loop {before_all:.1f} {worth():.1f} ms"
    )


async def memory_by_tenths(server: Process, seconds: float) -> str:
    """Return how many MB a server takes after each tenth of some time."""
    found = []
    for _ in range(10):
        await asyncio.sleep(seconds / 10)
        found.append(f"{used(server)[1]:.0f}")
    return " ".join(found)


def milliseconds(times: list[float]) -> str:
    """Write the median and the 99th percentile."""
    ranked = statistics.quantiles(times, n=100)
    return f"p50 {1000 * ranked[49]:4.0f} p99 {1000 * ranked[98]:5.0f} ms"


async def main() -> None:
    """Measure what is asked for, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0.0, help="clicks a second; 0 for no limit")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--databases", default=",".join(KINDS))
    parser.add_argument("--workers", default="1")
    parser.add_argument("--share", type=int, default=0, help="per cent of a core for each process")
    parser.add_argument("--out", type=Path, default=None, help="a file to add the figures to")
    options = parser.parse_args()
    paced = f", {options.rate:g} clicks a second" if options.rate else ""
    shared = f", each process {options.share} % of a core" if options.share else ""
    lines = [f"{options.tables} tables of two people, {options.seconds:g} s each{paced}{shared}"]
    print(lines[0])
    for game in options.games.split(","):
        for kind in options.databases.split(","):
            for workers in options.workers.split(","):
                if kind == "sqlite" and workers != "1":
                    continue
                async with serving(kind, workers) as server:
                    with limited(server, options.share):
                        line = await measure(
                            server, game, options.tables, options.seconds, options.rate
                        )
                lines.append(f"{game:<6}{kind:<9}{workers:>2} {line}")
                print(lines[-1], flush=True)
    if options.out:
        with options.out.open("a", encoding="utf-8") as out:
            out.write("\n".join([*lines, "", ""]))


@contextmanager
def limited(server: Process, share: int) -> Iterator[None]:
    """Let each process of a server use so many per cent of a core; 0 is no limit."""
    assert server.process
    pids = (server.process.pid, *children(server.process.pid)) if share else ()
    groups = [CONTROL_GROUPS / f"siberia-{pid}" for pid in pids]
    for pid, group in zip(pids, groups, strict=True):
        group.mkdir()
        period = int((group / "cpu.cfs_period_us").read_text())
        (group / "cpu.cfs_quota_us").write_text(str(period * share // 100))
        # All its threads.
        (group / "cgroup.procs").write_text(str(pid))
    try:
        yield
    finally:
        for pid, group in zip(pids, groups, strict=True):
            (CONTROL_GROUPS / "cgroup.procs").write_text(str(pid))
            group.rmdir()


@asynccontextmanager
async def serving(kind: str, workers: str = "1", *more: str) -> AsyncIterator[Process]:
    """Serve on a new database with so many workers."""
    with tempfile.TemporaryDirectory() as folder:
        async with new_database(kind, Path(folder)) as place:
            extra = ("--database-url", place) if kind == "postgres" else ()
            trusted = ("--trusted-proxy", "127.0.0.1", "--workers", workers)
            server = Process(Path(folder), *trusted, *extra, *more)
            await asyncio.to_thread(server.start)
            try:
                yield server
            finally:
                server.stop()


if __name__ == "__main__":
    asyncio.run(main())
