"""Kills servers with -9 in the middle of play, again and again, and looks what is left.

    python -m benchmarks.kills [--kills 50] [--out benchmarks/kills.txt]

For both games, on SQLite and on PostgreSQL, there also with two processes on one database: three
people play at tables of their own against bots that move at once, one of them for two on one
device; at a random moment a server dies and is started again. Of two they die in turn while the
other one serves on, and whose server is dead goes on there. What a page showed as played must stand
in the log, once and where it stood; a placing that was taken must be kept, or have been handed in;
a log only grows; a match that is over has a record that verifies, and stays as it is.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import httpx
from tests.web.databases import new_database
from tests.web.page import Page
from tests.web.server import Browser, Process, choose

from siberia.match import Match
from siberia.web.http.settings import DATABASE_FILE
from siberia.web.tables.store import Store, open_store

GAMES = ("card", "board")
# Where tables are kept, and how many processes serve them.
SETTINGS = (("sqlite", 1), ("postgres", 1), ("postgres", 2))
PEOPLE = 3
# Between the start of a server and the death of one, in seconds; and how long it stays dead.
LIVES = (0.05, 5.0)
DEATHS = (0.0, 1.0)
# Before a server is asked again that did not answer, and a table that waits for its bots.
PATIENCE = 0.1


class Away(Exception):
    """The server is dead, or has not come to itself yet."""


@dataclass
class Sight:
    """What somebody was shown of a table."""

    table: str
    # Words that were shown as played, by their place in the log.
    shown: dict[int, str] = field(default_factory=dict)
    # Placings that were taken, by the length that the log had, and by the seat.
    plans: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    # How long the log was at least, and what it was when it was last looked at.
    most: int = 0
    log: list[str] = field(default_factory=list)
    # The words of the record, when the match was over.
    record: list[str] | None = None

    async def check(self, store: Store) -> None:
        """Compare what was shown with what is kept. It may grow meanwhile: what is shown first."""
        shown, plans, most, record = dict(self.shown), dict(self.plans), self.most, self.record
        news = await store.news(self.table, 0)
        log = [entry.word for entry in news.entries]
        assert [entry.seq for entry in news.entries] == [*range(len(log))], "a log has a hole"
        assert log[: len(self.log)] == self.log, "a log has changed"
        assert len(log) >= most, "something that was shown is gone"
        for place, word in shown.items():
            assert log[place] == word, f"{word!r} was shown, {log[place]!r} is kept"
        kept = {(plan.seq, plan.seat): plan.words for plan in news.plans}
        for (seq, seat), words in plans.items():
            if len(log) == seq:
                assert kept.get((seq, seat)) == words, "a placing is gone"
            else:
                # Who plays for two has handed in two, in the order of the seats.
                theirs = [entry.word for entry in news.entries[seq:] if entry.guest]
                many = len(words)
                handed_in = (tuple(theirs[:many]), tuple(theirs[many : 2 * many]))
                assert words in handed_in, "another placing was handed in"
        if record is not None:
            assert log == record, "a match that is over has changed"
            row = await store.table(self.table)
            assert row is not None
            assert row.finished is not None, "a match that is over counts as unfinished"
        self.log = log


class Player:
    """Somebody who plays match after match, at whichever server is there."""

    def __init__(self, servers: Sequence[Process], game: str, number: int) -> None:
        self._servers = cycle([*servers[number % len(servers) :], *servers])
        self._browser = Browser(next(self._servers))
        self._game = game
        self._chooser = random.Random(number)
        # The first one plays for two on one device: so a placing waits for another.
        self._is_for_two = number == 0
        self._seat = -1
        self.sights: list[Sight] = []

    async def play(self) -> None:
        """Play on and on."""
        while True:
            try:
                await self._play_a_match()
            except (Away, httpx.TransportError):
                self._browser.http.base_url = httpx.URL(next(self._servers).url)
                await asyncio.sleep(PATIENCE)

    async def _play_a_match(self) -> None:
        if not self.sights or self.sights[-1].record is not None:
            self.sights.append(Sight(await self._sit_down()))
        sight = self.sights[-1]
        _, page = await self._ask("speed", speed="instant")
        while not page.is_over:
            sight.most = max(sight.most, page.seq)
            page = await self._go_on(sight, page)
        record = await self._answer("GET", f"/t/{sight.table}/record")
        # This verifies it, too.
        match = Match.read(record.text)
        assert match.is_over
        sight.record = [*match.words]

    async def _sit_down(self) -> str:
        two = {"seat1": "device", "seat2": "easy"} if self._is_for_two else {"seat1": "easy"}
        opened = await self._answer("POST", "/tables", {"game": self._game, **two})
        assert opened.url.path.startswith("/t/"), opened.text
        return opened.url.path.removeprefix("/t/")

    async def _go_on(self, sight: Sight, page: Page) -> Page:
        if lift := page.values("lift"):
            self._seat = int(lift[0])
            return (await self._ask("look"))[1]
        if not page.clicks("word", "plan", "draft"):
            await asyncio.sleep(PATIENCE)
            return (await self._ask("look"))[1]
        deed, value = choose(page, self._chooser)
        asked = {"seq": page.seq, "draft": page.main.get("data-draft", "")}
        if deed == "draft":
            return (await self._ask("look", **{**asked, "draft": value}))[1]
        done = "play" if deed == "word" else "plan"
        status, after = await self._ask(done, **asked, words=value)
        words = tuple(value.split(", "))
        if status == 200 and deed == "word":
            sight.shown |= dict(enumerate(words, page.seq))
        elif status == 200:
            sight.plans[page.seq, int(page.main["data-seat"])] = words
        return after

    async def _ask(self, deed: str, **fields: object) -> tuple[int, Page]:
        fields = {"seat": self._seat, **fields}
        answer = await self._answer("POST", f"/t/{self.sights[-1].table}/{deed}", fields)
        assert answer.status_code in (200, 409), answer.text
        return answer.status_code, Page(answer.text)

    async def _answer(
        self, method: str, path: str, fields: dict[str, object] | None = None
    ) -> httpx.Response:
        answer = await self._browser.http.request(method, path, data=fields)
        # It starts, or was asked for too much at once.
        if answer.status_code in (429, 503):
            raise Away
        return answer


async def measure(game: str, kind: str, processes: int, kills: int, folder: Path) -> str:
    """Kill servers so often, and return a line about it."""
    chooser = random.Random(f"{game} {kind} {processes}")
    began = time.perf_counter()
    async with new_database(kind, folder) as place, AsyncExitStack() as stack:
        options = ("--database-url", place) if kind == "postgres" else ()
        # Of two on one database the first makes the key that both use.
        servers = [Process(folder, *options) for _ in range(processes)]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        people = [Player(servers, game, number) for number in range(PEOPLE)]
        store = await open_store(place if kind == "postgres" else folder / DATABASE_FILE)
        stack.push_async_callback(store.close)
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in people]
            for done, server in zip(range(kills), cycle(servers), strict=False):
                await asyncio.sleep(chooser.uniform(*LIVES))
                server.kill()
                await check(people, store)
                await asyncio.sleep(chooser.uniform(*DEATHS))
                await asyncio.to_thread(server.start)
                print(f"\r{game}, {kind}, {processes}: {done + 1} of {kills}", end="", flush=True)
            for task in playing:
                task.cancel()
        for server in servers:
            server.kill()
        await check(people, store)
    sights = [sight for player in people for sight in player.sights]
    words = sum(len(sight.log) for sight in sights)
    plans = sum(len(sight.plans) for sight in sights)
    matches = sum(sight.record is not None for sight in sights)
    return (
        f"{game:<6}{kind:<9} {processes} process{'es' * (processes > 1):<2}{kills:>5} kills"
        f"{words:>7} words and {plans:>4} placings kept, all that were shown among them, once;"
        f"{matches:>4} matches over, all verify{time.perf_counter() - began:>6.0f} s"
    )


async def check(people: Sequence[Player], store: Store) -> None:
    """Check everything that anybody was shown."""
    for player in people:
        for sight in player.sights:
            await sight.check(store)


async def main() -> None:
    """Run all six, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="for each game and setting")
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    lines = []
    for game in GAMES:
        for kind, processes in SETTINGS:
            with tempfile.TemporaryDirectory() as folder:
                line = await measure(game, kind, processes, options.kills, Path(folder))
                lines.append(line)
                print("\r" + line)
    if options.out:
        command = f"python -m benchmarks.kills --kills {options.kills}"
        options.out.write_text("\n".join([command, "", *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
