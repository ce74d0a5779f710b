"""For those who run it: alive, ready, counts, the log, and how it stops."""

import asyncio
import io
import json
import logging
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager, redirect_stderr, suppress
from datetime import datetime
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from siberia.engine import jit
from siberia.match.games import GAMES
from siberia.web.http import observing, services
from siberia.web.http.app import app
from siberia.web.http.logs import JsonLine, log_settings
from siberia.web.http.routes import operations
from siberia.web.http.routes.operations import is_near
from siberia.web.http.settings import DATABASE_FILE, Settings
from siberia.web.tables.store import Store
from siberia.web.tables.store.schema import ADD_VERSION
from tests.web.databases import new_database, postgres_server
from tests.web.listening import listening
from tests.web.processes import Follower, process, stored
from tests.web.server import (
    Browser,
    bots_done,
    clean_environment,
    free_port,
    open_table,
    row,
    running,
)

pytestmark = pytest.mark.anyio


async def asked(served, path: str) -> tuple[int, str]:
    """What is answered to somebody without a cookie."""
    answer = await Browser(served).get(path)
    return answer.status_code, answer.text


# ------------------------------------------------------------ alive and ready


@asynccontextmanager
async def started(folder: Path):
    """A server that has just been started, and may not be ready."""
    served = app(Settings(data=folder))
    async with served.router.lifespan_context(served):
        yield served


async def test_a_server_is_alive_before_it_is_ready(tmp_path, monkeypatch):
    monkeypatch.setattr(services, "first_calls", lambda: time.sleep(0.5))
    async with started(tmp_path) as served:
        assert await asked(served, "/health") == (200, "alive")
        starting = await Browser(served).get("/ready")
        assert (starting.status_code, starting.text) == (503, "starting")
        assert starting.headers["retry-after"] == "1"
        await served.state.services.is_ready.wait()
        assert await asked(served, "/ready") == (200, "ready")


async def test_what_only_some_bots_and_reviews_need_is_compiled_once_people_can_play(
    tmp_path, monkeypatch
):
    asked, may_go_on = [], threading.Event()

    def compiling(what: str):
        def compile_it(game: str) -> None:
            may_go_on.wait(10)
            asked.append((what, game))

        return compile_it

    monkeypatch.setattr(services, "first_calls", lambda: None)
    monkeypatch.setattr(services, "net_search_kernels", compiling("net search"))
    monkeypatch.setattr(services, "evaluator_kernels", compiling("evaluator"))
    async with started(tmp_path) as served:
        await served.state.services.is_ready.wait()
        assert asked == []
        may_go_on.set()
        while len(asked) < 4:
            await asyncio.sleep(0.01)
    assert asked == [(what, game) for game in GAMES for what in ("net search", "evaluator")]


async def test_a_server_without_rules_is_alive_and_never_ready(tmp_path, monkeypatch):
    def fail() -> None:
        raise OSError("no room")

    monkeypatch.setattr(services, "first_calls", fail)
    async with started(tmp_path) as served:
        while not served.state.services.has_failed:
            await asyncio.sleep(0.01)
        assert await asked(served, "/health") == (200, "alive")
        status, text = await asked(served, "/ready")
    assert status == 500
    assert text == "failed: the rules could not be loaded; the log says why"


async def test_a_database_of_another_form_is_not_ready(tmp_path):
    async with running(tmp_path) as served:
        await served.state.services.store.database.write((ADD_VERSION, (999,)))
        status, text = await asked(served, "/ready")
        assert status == 503
        assert text.startswith("failed: ")
        assert "999" in text
        assert await asked(served, "/health") == (200, "alive")


async def test_without_its_database_a_server_is_alive_and_not_ready(tmp_path):
    async with (
        new_database("postgres", tmp_path) as place,
        running(tmp_path, database_url=place) as served,
    ):
        await open_table(served, row("card", 2), ["guest"] * 2)
        assert await asked(served, "/ready") == (200, "ready")
        elsewhere = await asyncpg.connect(postgres_server().get_uri())
        (name,) = re.findall(r"test_\d+", place)
        await elsewhere.execute(f"DROP DATABASE {name} WITH (FORCE)")
        status, text = await asked(served, "/ready")
        assert status == 503
        assert text.startswith("failed: The PostgreSQL database")
        assert await asked(served, "/health") == (200, "alive")
        # Who has a cookie would be looked for in the database.
        assert (await Browser(served).become("guest0").get("/health")).text == "alive"
        # It is there again, but nothing is in it.
        await elsewhere.execute(f"CREATE DATABASE {name}")
        await elsewhere.close()
        assert (await asked(served, "/ready"))[0] == 503


async def test_a_database_that_says_nothing_is_not_waited_for(made, monkeypatch):
    async def never(_store) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Store, "check", never)
    monkeypatch.setattr(operations, "ANSWERS_WITHIN", 0.05)
    status, text = await asyncio.wait_for(asked(made, "/ready"), 5)
    assert status == 503
    assert text.endswith("does not answer.")


# ------------------------------------------------------------ counts


Counts = dict[tuple[str, ...], float]


async def counts(served) -> Counts:
    """What was counted, by name and labels, in the order of what these are called."""
    status, text = await asked(served, "/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def more(before: Counts, after: Counts, *name: str) -> float:
    """How much was counted in between."""
    return after[name] - before.get(name, 0)


async def test_requests_words_and_the_store_are_counted(made):
    before = await counts(made)
    table = await open_table(made, row("card", 2, "counted", start=1), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    await browser.page("counted")
    await bots_done(made, "counted")
    by_bots = table.seq
    assert by_bots
    await browser.ask("counted", "play", seq=table.seq, words=table.match.legal()[0])
    await bots_done(made, "counted")
    await browser.ask("counted", "play", seq=0, words="flip 2, gas")
    await browser.get("/nowhere")
    by_bots = table.seq - 1
    after = await counts(made)
    assert more(before, after, "siberia_words_total", "person", "card") == 1
    assert more(before, after, "siberia_words_total", "bot", "card") == by_bots
    name = "siberia_request_seconds_count"
    assert more(before, after, name, "/t/{table}/play", "200") == 1
    assert more(before, after, name, "/t/{table}/play", "409") == 1
    assert more(before, after, name, "/t/{table}", "200") == 1
    assert more(before, after, name, "unknown", "404") == 1
    assert more(before, after, "siberia_store_seconds_count", "write") > table.seq
    assert more(before, after, "siberia_store_seconds_count", "read") > 0


async def test_words_that_were_placed_together_are_counted_for_who_placed_them(made):
    before = await counts(made)
    await open_table(made, row("board", 2, "placing"), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    await browser.page("placing")
    await browser.ask("placing", "plan", seq=0, words=", ".join(["place research"] * 6))
    await bots_done(made, "placing")
    after = await counts(made)
    assert more(before, after, "siberia_words_total", "person", "board") == 6
    assert more(before, after, "siberia_words_total", "bot", "board") >= 6


async def test_what_there_is_just_now_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(observing, "COUNTED_EVERY", 0.02)
    async with running(tmp_path) as served:
        await open_table(served, row("card", 2), ["guest"] * 2)
        async with listening(served, Browser(served).become("guest0"), "t1", "10.1.0.1"):
            await asyncio.sleep(0.1)
            found = await counts(served)
        assert found["siberia_streams",] == 1
        assert found["siberia_tables",] == 1
        assert 1000 < found["siberia_table_bytes",] < 1_000_000
        assert found["siberia_bots_waiting",] == found["siberia_bots_thinking",] == 0
        await asyncio.sleep(0.1)
        assert (await counts(served))["siberia_streams",] == 0


async def test_streams_are_no_requests_that_take_long(made):
    async def disconnected():
        return {"type": "http.disconnect"}

    async def ignored(_message) -> None: ...

    scope = {"type": "http", "method": "GET", "path": "/live", "headers": [], "query_string": b""}
    await made({**scope, "client": ("10.9.9.9", 1)}, disconnected, ignored)
    assert not [name for name in await counts(made) if "/live" in name]


async def test_counts_hold_nothing_of_anybody(made):
    secret = row("card", 2, "tableofthree", start=1, seed="5ec4e7" * 5 + "00")
    table = await open_table(made, secret, ["guest", "easy"])
    browser = Browser(made).become("guest0")
    await browser.page("tableofthree")
    await bots_done(made, "tableofthree")
    word = table.match.legal()[0]
    await browser.ask("tableofthree", "play", seq=table.seq, words=word)
    for path in ("/t/nosuchtable", "/t/nosuchtable/record", "/nosuchpage", "/static/nosuchfile"):
        await browser.get(path)
    await Browser(made, Host="nosuchhost.example").get("/")
    _, text = await asked(made, "/metrics")
    entries = (await made.state.services.store.news("tableofthree", 0)).entries
    words = {entry.word for entry in entries if " " in entry.word}
    assert words
    for found in ("tableofthree", "guest0", "Player 0", "5ec4e7", "nosuch", "10.0.", *words):
        assert found not in text, found


async def test_only_who_is_near_may_see_the_counts(made):
    async def status(address: str) -> int:
        transport = httpx.ASGITransport(made, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get("/metrics")).status_code

    near = ("127.0.0.1", "::1", "192.168.0.7", "10.1.2.3", "172.30.83.1", "fd00::7")
    far = ("8.8.8.8", "2a00:1450:4001::8", "::ffff:8.8.8.8", "nobody", "")
    assert [await status(address) for address in near] == [200] * len(near)
    assert [await status(address) for address in far] == [403] * len(far)
    assert is_near("::ffff:192.168.0.7")


# ------------------------------------------------------------ the log


def lines_of(said: str) -> list[dict[str, object]]:
    """The lines of a log that are objects."""
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def test_an_error_is_one_line():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("x", 40, "f", 1, "failed at %s", ("ö",), sys.exc_info())
    line = JsonLine().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["message"]) == ("error", "failed at ö")
    assert read["error"].endswith("ValueError: two\nlines")
    assert datetime.fromisoformat(read["time"]).tzinfo is not None


def test_a_driver_that_tries_again_tells_no_story_each_time():
    told = log_settings(logs_requests=True)["loggers"]["asyncpg"]["level"]
    assert logging.getLevelName(told) > logging.WARNING


def test_that_rules_are_compiled_is_a_line_of_the_log(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "INTERPRETED", False)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    out = io.StringIO()
    lines = logging.StreamHandler(out)
    lines.setFormatter(JsonLine())
    logging.getLogger().addHandler(lines)
    with redirect_stderr(out):
        jit.warm_up("test game's rules", [])
    logging.getLogger().removeHandler(lines)
    (line,) = [json.loads(line) for line in out.getvalue().splitlines()]
    assert line["level"] == "warning"
    assert line["message"].startswith("siberia: compiling the test game's rules, once")


async def test_the_log_says_what_was_asked_and_never_by_whom(tmp_path):
    async with process(tmp_path, "--trusted-proxy", "127.0.0.1") as server:
        browser = Browser(server, **{"X-Forwarded-For": "203.0.113.77"})
        opened = await browser.post("/play", game="card", opponents=1, level="easy")
        table_id = opened.url.path.removeprefix("/t/")
        await browser.post("/me", name="Zaphod")
        page = await browser.page(table_id)
        await browser.ask(table_id, "play", seq=page.seq, words="flip 2, gas")
        await browser.get("/nowhere?name=Zaphod")
        async with Follower(browser, table_id).following():
            pass
        await asyncio.sleep(0.2)
        guest = (await stored(str(tmp_path / DATABASE_FILE), table_id))[0].row.owner
        said = server.said.read_text()
    lines = lines_of(said)
    for line in lines:
        assert datetime.fromisoformat(str(line["time"])).tzinfo is not None
        assert line["level"] in ("info", "warning", "error")
    requests = [line for line in lines if line["message"] == "request"]
    assert all(
        set(line) == {"time", "level", "message", "method", "route", "status", "ms"}
        for line in requests
    )
    asked_for = [(line["method"], line["route"], line["status"]) for line in requests]
    for wanted in (
        ("POST", "/play", 303),
        ("GET", "/t/{table}", 200),
        ("GET", "unknown", 404),
        ("GET", "/live", 200),
    ):
        assert wanted in asked_for
    assert any(route == "/t/{table}/play" for _, route, _ in asked_for)
    assert all(0 <= float(str(line["ms"])) < 60_000 for line in requests)
    assert len(guest) > 8
    for secret in (table_id, guest, "Zaphod", "203.0.113.77", "127.0.0.1", "flip"):
        assert secret not in "\n".join(map(str, lines))


async def test_who_plays_at_home_has_no_line_for_every_click(tmp_path, monkeypatch):
    for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(screen, raising=False)
    async with process(tmp_path, "--open") as server:
        assert (await Browser(server).get("/")).status_code == 200
        assert lines_of(server.said.read_text()) == []


# ------------------------------------------------------------ stopping


PLAY = b"game=card&opponents=1&level=easy"
HEAD = f"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(PLAY)}\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"


async def test_who_stops_it_ends_streams_and_cuts_no_answer_short(tmp_path):
    async with process(tmp_path) as server:
        browser = Browser(server)
        await browser.post("/play", game="card", opponents=1, level="easy")
        async with Follower(browser, "none").following():
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as half:
                half.sendall(f"{HEAD}{FORM}".encode() + PLAY[:9])
                await asyncio.sleep(0.2)
                began = time.monotonic()
                server.process.send_signal(signal.SIGTERM)
                await asyncio.sleep(0.3)
                half.sendall(PLAY[9:])
                answer = await asyncio.to_thread(half.recv, 4096)
            code = await asyncio.to_thread(server.process.wait, 10)
        assert answer.startswith(b"HTTP/1.1 303 ")
        assert code == 0
        assert time.monotonic() - began < 4
        assert "Traceback" not in server.said.read_text()
        assert not [line for line in lines_of(server.said.read_text()) if line["level"] == "error"]


# A server that is at the rules for a minute, as one is that has to compile them.
COMPILING = """
import time
from siberia.web.http import services
services.first_calls = lambda: time.sleep(60)
from siberia.cli import main
main()
"""


@pytest.mark.parametrize(("signals", "code"), [([signal.SIGTERM], 0), ([signal.SIGINT] * 2, 130)])
async def test_who_stops_it_while_rules_are_compiled_does_not_wait_for_them(
    signals, code, tmp_path
):
    port, said = free_port(), tmp_path / "said.txt"
    command = [sys.executable, "-c", COMPILING, "serve", "--port", str(port), "--data", tmp_path]
    with said.open("w") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, env=clean_environment())
    try:
        browser = httpx.AsyncClient(base_url=f"http://localhost:{port}")
        while True:
            with suppress(httpx.TransportError):
                if (await browser.get("/ready")).text == "starting":
                    break
            assert server.poll() is None, said.read_text()
            await asyncio.sleep(0.05)
        await browser.post("/play", data={"game": "card", "opponents": 1, "level": "easy"})
        await browser.aclose()
        began = time.monotonic()
        for number in signals:
            server.send_signal(number)
            await asyncio.sleep(0.3)
        assert await asyncio.to_thread(server.wait, 10) == code
        assert time.monotonic() - began < 4
    finally:
        server.kill()
        server.wait()
    assert "Traceback" not in said.read_text()
    # It was closed in order: all of it is in the one file.
    assert not (tmp_path / f"{DATABASE_FILE}-wal").exists()
