"""Several processes that serve together: siberia serve --workers N."""

import asyncio
import os
import random
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from siberia.match import Match
from siberia.web.metrics import FOLDER_VARIABLE
from siberia.web.tables.store.schema import ADD_VERSION
from tests.web.databases import new_database, postgres_server
from tests.web.http.test_operations import lines_of
from tests.web.http.test_starting import refused_start
from tests.web.page import Page
from tests.web.processes import Follower, children, process, said_in, stored, workers_of
from tests.web.server import Browser, Process, choose, free_port

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are found in /proc"),
]

LAZY = ("pass", "draw 0", "decline", "stop")


@asynccontextmanager
async def two_workers(folder: Path):
    """A server of two processes, and where its tables are kept."""
    async with (
        new_database("postgres", folder) as place,
        process(folder, "--workers", "2", "--database-url", place) as server,
    ):
        assert await until(lambda: len(workers_of(server)) == 2)
        yield server, place


async def until(condition, seconds: float = 30) -> bool:
    """Wait until something holds; say whether it does."""
    for _ in range(int(seconds / 0.05)):
        if condition():
            return True
        await asyncio.sleep(0.05)
    return False


def is_there(pid: int) -> bool:
    """Say whether a process lives; one that waits to be buried does not."""
    status = said_in(pid, "status")
    return bool(status) and b"State:\tZ" not in status


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Let a process do nothing for a while."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        # It may have been killed meanwhile.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def ready_alone(server: Process, worker: int) -> bool:
    """Say whether a process is ready, which answers while the other ones do nothing."""
    with ExitStack() as stack:
        for other in workers_of(server):
            if other != worker:
                stack.enter_context(stopped(other))
        try:
            return httpx.get(f"{server.url}/ready", timeout=5).text == "ready"
        except httpx.TransportError:
            return False


# ------------------------------------------------------------ people


class Patient(Browser):
    """A browser for which a process that has just been started is one that does not answer yet."""

    async def post(self, path: str, **fields: Any) -> httpx.Response:
        """Send a form."""
        answer = await super().post(path, **fields)
        if answer.status_code == 503:
            raise httpx.ReadError(answer.text)
        return answer


@asynccontextmanager
async def two_people(server: Process):
    """Two people and a bot at a table; everything they know they hear by streams."""
    assert await until(lambda: all(ready_alone(server, worker) for worker in workers_of(server)))
    host, friend = Patient(server), Patient(server)
    opened = await host.post(
        "/tables", game="card", seat0="me", seat1="link", seat2="easy", start="1"
    )
    table_id = opened.url.path.removeprefix("/t/")
    token = re.search(r"/join#([\w.-]+)", opened.text)
    assert token
    await friend.post("/join", token=token[1], name="Bo")
    await host.ask(table_id, "speed", speed="instant")
    async with (
        Follower(host, table_id).following() as one,
        Follower(friend, table_id).following() as two,
    ):
        yield table_id, [Playing(host, table_id, one), Playing(friend, table_id, two)]


class Playing:
    """Somebody who plays, and tries again if nobody answers, as a page does."""

    def __init__(self, browser: Browser, table_id: str, follower: Follower) -> None:
        self.browser = browser
        self.follower = follower
        self.shown = [0]
        self.unanswered = 0
        self._table_id = table_id
        self._chooser = random.Random(table_id)

    async def plays(self) -> None:
        """Play until the match is over."""
        page = await self._looks()
        while not page.is_over:
            if page.clicks("word", "draft"):
                click = choose(page, self._chooser, LAZY)
                try:
                    _, page = await self.browser.click(self._table_id, page, click)
                except httpx.TransportError:
                    page = await self._looks()
            else:
                await self.follower.hears()
                page = await self._looks()
            self.shown.append(page.seq)

    async def is_advised(self) -> None:
        """Ask for a hint, and wait until it is there."""
        page = await self._looks()
        await self.browser.ask(self._table_id, "hint", seq=page.seq)
        while "win about" not in (await self._looks()).line:
            await self.follower.hears()

    async def _looks(self) -> Page:
        while True:
            try:
                return await self.browser.look(self._table_id)
            except httpx.TransportError:
                self.unanswered += 1
                assert self.unanswered < 100
                await asyncio.sleep(0.05)


# ------------------------------------------------------------ tests


def test_several_processes_need_postgresql(tmp_path):
    line = refused_start("--workers", "2", "--data", str(tmp_path), "--port", str(free_port()))
    assert "several processes need PostgreSQL" in line
    assert "none hears of the others' moves" in line
    assert "--database-url" in line
    assert "--workers 1" in line


def requests_by(pid: int) -> float:
    """How many requests one process has counted."""
    environment = dict(line.partition(b"=")[::2] for line in said_in(pid, "environ").split(b"\0"))
    folder = Path(environment[FOLDER_VARIABLE.encode()].decode())
    return total(MultiProcessCollector.merge([str(folder / f"histogram_{pid}.db")]))


def total(families, name: str = "siberia_request_seconds_count") -> float:
    """All that was counted under a name."""
    samples = (sample for family in families for sample in family.samples)
    return sum(sample.value for sample in samples if sample.name == name)


async def counted(browser: Browser, name: str) -> float:
    """What all processes have counted together."""
    text = (await browser.get("/metrics")).text
    return total(text_string_to_metric_families(text), name)


async def test_a_match_is_played_through_two_processes(tmp_path):
    async with two_workers(tmp_path) as (server, place):
        workers = workers_of(server)
        async with two_people(server) as (table_id, people):
            host = people[0]
            await host.is_advised()
            await asyncio.gather(*(person.plays() for person in people))
            for person in people:
                assert person.shown == sorted(person.shown), "no page went back"
                assert (await person.browser.page(table_id)).is_over
                assert person.follower.opened == 1
            record = await host.browser.get(f"/t/{table_id}/record")
            assert Match.read(record.text).is_over
            _, log = await stored(place, table_id)
            assert await counted(host.browser, "siberia_words_total") == len(log)
            assert await until_streams(host.browser, 2)
        by_each = [requests_by(worker) for worker in workers]
        assert all(by_each), "both have served"
        # The one that asks is counted after it was answered.
        assert await counted(host.browser, "siberia_request_seconds_count") == sum(by_each)
        parent = server.process
        assert parent is not None
        everybody = children(parent.pid)
        parent.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(parent.wait, 10) == 0
        assert await until(lambda: not any(map(is_there, everybody)), 5)
        assert "Traceback" not in server.said.read_text()
        assert not [line for line in lines_of(server.said.read_text()) if line["level"] == "error"]


async def until_streams(browser: Browser, number: int) -> bool:
    """Wait until so many streams are counted; that is done every few seconds."""
    for _ in range(60):
        if await counted(browser, "siberia_streams") == number:
            return True
        await asyncio.sleep(0.1)
    return False


async def test_a_process_that_dies_is_replaced_and_nothing_is_lost(tmp_path):
    async with two_workers(tmp_path) as (server, place):
        before = workers_of(server)
        async with two_people(server) as (table_id, people):
            playing = asyncio.gather(*(person.plays() for person in people))
            assert await until(lambda: people[0].shown[-1] > 10)
            os.kill(before[0], signal.SIGKILL)
            _, kept = await stored(place, table_id)
            await playing
            table, log = await stored(place, table_id)
            assert log[: len(kept)] == kept, "a log only grows"
            assert table.match.is_over
            for person in people:
                assert person.shown == sorted(person.shown), "no page went back"
                assert person.shown[-1] == len(log)
            assert await until(lambda: len(workers_of(server)) == 2)
            (fresh,) = set(workers_of(server)) - set(before)
            assert await until(lambda: ready_alone(server, fresh))
            record = await people[0].browser.get(f"/t/{table_id}/record")
            assert Match.read(record.text).words == table.match.words
            # What it had counted is not forgotten, what it held is.
            words = await counted(people[0].browser, "siberia_words_total")
            assert len(log) - 1 <= words <= len(log)
            assert await until_streams(people[0].browser, 2)


async def test_processes_stop_when_the_one_dies_that_started_them(tmp_path):
    async with two_workers(tmp_path) as (server, _place):
        first, second = workers_of(server)
        # It is asked whether it is well, and dies before it can answer.
        with stopped(first):
            await asyncio.sleep(1)
            os.kill(first, signal.SIGKILL)
        assert await until(lambda: len(set(workers_of(server)) - {first, second}) == 1, 10)
        workers = workers_of(server)
        server.kill()
        assert await until(lambda: not any(map(is_there, workers)), 10)


async def test_a_server_whose_processes_cannot_start_fails_and_says_so(tmp_path):
    async with two_workers(tmp_path) as (server, place):
        database = await asyncpg.connect(place)
        await database.execute(ADD_VERSION, 999)
        await database.close()
        os.kill(workers_of(server)[0], signal.SIGKILL)
        assert server.process is not None
        # Zero would be for one that was asked to stop, and nobody would start it again.
        assert await asyncio.to_thread(server.process.wait, 20) == 1
    assert "siberia: a process could not start; the log says why" in server.said.read_text()


async def test_a_process_that_finds_no_database_waits_for_it_and_can_be_stopped(tmp_path):
    async with two_workers(tmp_path) as (server, place):
        elsewhere = await asyncpg.connect(postgres_server().get_uri())
        (name,) = re.findall(r"test_\d+", place)

        async def one_dies_and_finds_nothing(said_before: int) -> int:
            await elsewhere.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            before = workers_of(server)
            os.kill(before[0], signal.SIGKILL)
            assert await until(
                lambda: server.said.read_text().count("Trying again.") == said_before + 1
            )
            (fresh,) = set(workers_of(server)) - set(before)
            return fresh

        fresh = await one_dies_and_finds_nothing(0)
        await elsewhere.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert await until(lambda: ready_alone(server, fresh))
        await one_dies_and_finds_nothing(1)
        await elsewhere.close()
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.process.wait, 8) == 0
        said = server.said.read_text()
        assert f"Tables are kept in the PostgreSQL database /{name}\n" in said
        assert "Traceback" not in said
