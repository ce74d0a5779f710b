"""A bot of ours, and the examples, at a server elsewhere: a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from siberia.cli.remote import Remote
from siberia.match import Match
from siberia.web.tables.tokens import hash_of
from tests.web.server import Process, clean_environment, program

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Process(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def host(server):
    """Somebody with a token who opens tables."""
    with httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as client:
        token = client.post("/guests", json={"name": "Host"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def opened(host: httpx.Client, game: str, *sitters: str) -> dict[str, Any]:
    """Open a table, and return what was answered."""
    seats = [{"sitter": sitter} for sitter in sitters]
    asked = {"game": game, "seats": seats, "speed": "instant"}
    answer = host.post("/tables", json=asked)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


def ran(*command: str, **environment: str) -> str:
    """Run something to its end, and return what it said."""
    env = {**clean_environment(), **environment}
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def finished(host: httpx.Client, table: str) -> Match:
    """The match of a table, which must be over."""
    return Match.read(host.get(f"/tables/{table}/record").text)


@pytest.mark.parametrize("game", ["card", "board"])
def test_the_example_in_python_plays_a_match(game, host):
    table = opened(host, game, "easy", "link")
    link = table["links"][0]["link"]
    said = ran(sys.executable, str(EXAMPLES / "bot.py"), link.replace("localhost", "127.0.0.1"))
    scores = finished(host, table["table"]).scores()
    assert said.strip() == f"The match is over: {list(scores)}"


@pytest.mark.parametrize("game", ["card", "board"])
def test_the_example_in_javascript_plays_a_match(game, host):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here: the example in JavaScript was not run")
    table = opened(host, game, "easy", "link")
    link = table["links"][0]["link"]
    said = ran(node, str(EXAMPLES / "bot.mjs"), link.replace("localhost", "127.0.0.1"))
    scores = finished(host, table["table"]).scores()
    assert said.strip() == f"The match is over: {', '.join(map(str, scores))}"


def test_the_examples_are_about_thirty_lines():
    for example in ("bot.py", "bot.mjs"):
        lines = (EXAMPLES / example).read_text("utf-8").splitlines()
        code = [line for line in lines if line.strip() and not line.strip().startswith(("#", "//"))]
        assert len(code) <= 36, example


@pytest.mark.parametrize(("game", "bot"), [("card", "hard"), ("board", "medium")])
def test_a_bot_of_ours_sits_down_by_a_link(game, bot, host):
    table = opened(host, game, "easy", "link")
    link = table["links"][0]["link"]
    said = ran(*program("connect", link.replace("localhost", "127.0.0.1"), bot))
    assert f"{bot} plays at" in said
    scores = " ".join(map(str, finished(host, table["table"]).scores()))
    assert f"The match is over: {scores}" in said


def test_a_bot_of_ours_plays_on_with_the_token_of_a_seat(server, host):
    table = opened(host, "card", "me", "easy")
    asked = {"name": "bot", "table": table["table"], "seat": 0}
    token = host.post("/tokens", json=asked).json()["token"]
    said = ran(
        *program("connect", server.url, "easy", "--table", table["table"]), SIBERIA_TOKEN=token
    )
    assert "The match is over" in said
    assert finished(host, table["table"]).is_over


def test_a_bot_of_ours_opens_a_table(server):
    said = ran(*program("connect", server.url, "easy", "--open", "card", "--against", "easy"))
    assert "The match is over" in said


BOTS = """
import random, time
from siberia.bots import Choice

def slow(seat):
    time.sleep(0.03)
    return random.choice(seat.legal())

def cheat(seat):
    return "keep"

def dreamer(seat):
    time.sleep(3)
    print("awake", flush=True)
    return seat.legal()[0]
"""
ENTRY_POINTS = """[siberia.bots]
slow = elsewhere:slow
cheat = elsewhere:cheat
dreamer = elsewhere:dreamer
"""
OFFERED = """
[[bot]]
name = "Dreamer"
token = "{hashed}"
seconds = 1
"""


@pytest.fixture(scope="module")
def with_bots(tmp_path_factory):
    """An environment in which a package with bots of its own is installed."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "elsewhere.py").write_text(BOTS)
    about = folder / "elsewhere-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    found = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {**clean_environment(), "PYTHONPATH": os.pathsep.join(filter(None, found))}


def test_a_bot_by_its_entry_point_plays_on_when_the_server_comes_back(tmp_path, with_bots):
    server = Process(tmp_path).start()
    command = program("connect", server.url, "slow", "--open", "board", "--against", "easy")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=with_bots
    ) as playing:
        assert playing.stdout is not None
        table = playing.stdout.readline().split("/")[-1].strip()
        time.sleep(0.3)
        assert playing.poll() is None
        server.stop()
        time.sleep(1)
        server.start()
        said, _ = playing.communicate(timeout=180)
    server.stop()
    assert playing.returncode == 0, said
    assert "The match is over" in said, table


def test_a_bot_that_plays_what_is_not_legal_is_told_so_and_stops(server, with_bots):
    command = program("connect", server.url, "cheat", "--open", "card", "--against", "easy")
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=with_bots)
    assert done.returncode == 1
    assert "'keep' is not legal (C6)" in done.stderr


def test_an_offered_bot_that_was_too_slow_is_stood_in_for_and_plays_on(tmp_path, with_bots):
    token, bots = "siberia_the-bots-own-token", tmp_path / "bots.toml"
    bots.write_text(OFFERED.format(hashed=hash_of(token)))
    server = Process(tmp_path, "--bots", str(bots)).start()
    command = program("connect", server.url, "dreamer", "--offered")
    with (
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**with_bots, "SIBERIA_TOKEN": token},
        ) as playing,
        httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) as host,
    ):
        assert playing.stdout is not None
        assert "waits for people" in playing.stdout.readline()
        made = host.post("/guests", json={"name": "Host"}).json()
        host.headers["Authorization"] = f"Bearer {made['token']}"
        while not host.get("/opponents").json()["bots"]:
            time.sleep(0.2)
        table = opened(host, "card", "me", "@Dreamer")["table"]
        play_until(host, table, 6)
        # While it dreamt somebody else played for it; it heard so, and is still there.
        levels = [seat["level"] for seat in host.get(f"/tables/{table}/info").json()["seats"]]
        assert levels == [None, "@Dreamer~"]
        assert playing.stdout.readline() == "awake\n"
        with pytest.raises(subprocess.TimeoutExpired):
            playing.wait(3)
        playing.terminate()
        assert playing.stdout.read().replace("awake\n", "") == ""
    server.stop()


def play_until(host: httpx.Client, table: str, length: int) -> None:
    """Play at a table against a bot until its log is so long."""
    seen = host.get(f"/tables/{table}").json()
    while seen["seq"] < length:
        if seen["seat"] in seen["awaited"]:
            words = {"seq": seen["seq"], "words": seen["legal"][:1]}
            assert host.post(f"/tables/{table}/words", json=words).status_code == 200
        time.sleep(0.1)
        seen = host.get(f"/tables/{table}").json()


class Starting(BaseHTTPRequestHandler):
    """A server that is just starting, and is ready when it is asked once more."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        is_ready = len(self.asked) > 1
        self.send_response(200 if is_ready else 503)
        self.send_header("Retry-After", "1")
        self.end_headers()
        said = {"seq": 3} if is_ready else {"detail": "One moment.", "type": "about:blank"}
        self.wfile.write(json.dumps(said).encode() + b"\n")

    def log_message(self, *_said: object) -> None:
        """Say nothing."""


def test_a_stream_waits_for_a_server_that_is_just_starting():
    with HTTPServer(("127.0.0.1", 0), Starting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        remote = Remote(f"http://127.0.0.1:{server.server_port}")
        assert next(remote.lines("/tables/x/stream")) == {"seq": 3}
        server.shutdown()
    assert Starting.asked == ["/api/v1/tables/x/stream"] * 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nowhere", "easy"), "is no address"),
        (("http://127.0.0.1:9", "nobody"), "no bot 'nobody'"),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments, why):
    done = subprocess.run(
        program("connect", *arguments), capture_output=True, text=True, env=clean_environment()
    )
    assert done.returncode == 1
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
