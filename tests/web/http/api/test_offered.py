"""Bots from elsewhere, offered as opponents: by webhook, or by a program that is connected."""

import asyncio
import hashlib
import hmac
import json
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import msgspec
import pytest

from siberia.engine.errors import SetupError
from siberia.web.http import offered
from siberia.web.http.api import bots
from siberia.web.tables.offered import read_bots
from siberia.web.tables.tokens import hash_of
from tests.web.listening import listening_to
from tests.web.server import Browser, bots_done, running

pytestmark = pytest.mark.anyio
SECRET = "a secret of some length"
TOKEN = "siberia_the-bots-own-token"
HASH = "ab" * 32
FILE = """
[[bot]]
name = "Mammoth"
webhook = "{url}"
secret = "a secret of some length"
tables = 2
seconds = 1.5

[[bot]]
name = "FarStar"
games = ["card"]
token = "{token}"
seconds = 1.5
"""


class Receiver(BaseHTTPRequestHandler):
    """A webhook: it plays the last legal word, or is silent."""

    asked: ClassVar[list[tuple[dict[str, str], bytes]]] = []
    answers = "well"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((dict(self.headers), body))
        seen = json.loads(body)
        words = [seen["legal"][-1]]
        if seen["view"]["phase"] == "place":
            words = ["place research"] * len(seen["view"]["players"][seen["seat"]]["drawn"])
        said = {"well": {"words": words}, "nonsense": {"words": ["dance"]}, "empty": {}}
        if type(self).answers == "elsewhere":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said[type(self).answers]).encode())

    def log_message(self, *_said: object) -> None:
        """Say nothing."""


@contextmanager
def receiving():
    """A webhook that listens; gives its address."""
    Receiver.asked, Receiver.answers = [], "well"
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    with receiving() as url:
        file = folder / "bots.toml"
        file.write_text(FILE.format(url=url, token=hash_of(TOKEN)))
        async with running(folder, bots=file) as made:
            await made.state.services.offered.look()
            yield made


@pytest.fixture(autouse=True)
def _fresh(made):
    Receiver.asked.clear()
    Receiver.answers = "well"
    made.state.services.offered._failed.clear()


async def opened(made, game: str, *sitters: str) -> tuple[Browser, dict[str, Any]]:
    """A table against bots, opened by a program."""
    browser = Browser(made)
    answer = await browser.http.post("/api/v1/guests", json={"name": "Ada"})
    browser.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    seats = [{"sitter": sitter} for sitter in sitters]
    asked = {"game": game, "seats": seats, "start": 1, "speed": "instant"}
    answer = await browser.http.post("/api/v1/tables", json=asked)
    return browser, answer.json()


async def test_a_webhook_is_asked_with_what_its_seat_sees_and_signed(made):
    browser, table = await opened(made, "card", "me", "@Mammoth")
    await bots_done(made, table["table"])
    kept = await made.state.services.tables.get(table["table"])
    assert kept.seats[1].name == "Mammoth"
    assert kept.awaited == (0,)
    assert len(Receiver.asked) == kept.seq > 0
    headers, body = Receiver.asked[0]
    signed = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    assert headers[offered.SIGNATURE] == f"sha256={signed}"
    seen = json.loads(body)
    assert (seen["table"], seen["seat"], seen["seq"]) == (table["table"], 1, 0)
    assert seen["view"]["players"][0]["hand"] is None
    assert seen["view"]["players"][1]["hand"]
    assert not any(secret in body.decode() for secret in (kept.row.seed, kept.row.salt))
    await browser.http.post(f"/api/v1/tables/{table['table']}/leave")


async def test_a_webhook_places_its_counters(made):
    _, table = await opened(made, "board", "me", "@Mammoth")
    await bots_done(made, table["table"])
    kept = await made.state.services.tables.get(table["table"])
    while kept.seq < 3 and not kept.is_placing:
        await asyncio.sleep(0.01)
    await bots_done(made, table["table"])
    assert kept.is_placing
    assert kept.awaited == (0,)
    assert kept.plans[1].words == ("place research",) * 6


@pytest.mark.parametrize("answers", ["nonsense", "empty", "elsewhere"])
async def test_where_a_bot_does_not_answer_well_medium_plays_and_the_log_says_so(made, answers):
    Receiver.answers = answers
    browser, table = await opened(made, "card", "me", "medium")
    services = made.state.services
    kept = await services.tables.get(table["table"])
    await bots_done(made, table["table"])
    await services.tables.seating.change_level(kept, 1, "@Mammoth")
    seen = (await browser.get(f"/api/v1/tables/{table['table']}")).json()
    while kept.awaited == (0,):
        word = next(w for w in seen["legal"] if w not in ("undo",))
        said = {"seq": seen["seq"], "words": [word]}
        answer = await browser.http.post(f"/api/v1/tables/{table['table']}/words", json=said)
        seen = answer.json()
    await bots_done(made, table["table"])
    assert kept.awaited == (0,)
    assert kept.seats[1].level == "@Mammoth~"
    browser.http.headers.pop("Authorization")
    browser.become(kept.row.owner)
    page = (await browser.get(f"/t/{table['table']}")).text
    assert "does not answer just now" in page
    # When it answers again, it plays on, and that is said as well.
    Receiver.answers = "well"
    services.offered._failed.clear()
    while not kept.match.is_over and kept.seats[1].level != "@Mammoth":
        seen = (await browser.get(f"/api/v1/tables/{table['table']}")).json()
        if not seen["legal"]:
            await bots_done(made, table["table"])
            continue
        said = {"seq": seen["seq"], "words": [seen["legal"][0]]}
        await browser.http.post(f"/api/v1/tables/{table['table']}/words", json=said)
        await bots_done(made, table["table"])
    assert "is there again" in (await browser.get(f"/t/{table['table']}")).text


async def test_it_can_be_chosen_while_it_has_room(made, monkeypatch):
    services = made.state.services
    await services.offered.look()
    monkeypatch.setattr(services.offered, "_room", Counter({"@Mammoth": 2}))
    home, new = Browser(made), Browser(made)
    assert 'value="@Mammoth"' in (await home.get("/")).text
    assert 'value="@Mammoth"' in (await new.get("/tables/new?game=card")).text
    answer = await home.get("/api/v1/opponents")
    (bot,) = answer.json()["bots"]
    assert bot == {"sitter": "@Mammoth", "name": "Mammoth", "games": ["card", "board"]}
    assert (await home.post("/play", game="card", level="@Mammoth")).status_code == 200
    monkeypatch.setattr(services.offered, "_room", Counter())
    assert 'value="@Mammoth"' not in (await home.get("/")).text
    assert (await home.post("/play", game="card", level="@Mammoth")).status_code == 400
    _, refused = await opened(made, "card", "me", "@Mammoth")
    assert refused["status"] == 409
    assert "@Mammoth is not offered here for this game, or has no room now" in refused["detail"]


async def test_it_sits_at_so_many_tables_and_no_more(made):
    """However quickly one table is opened after the other."""
    services = made.state.services
    await services.offered.look()
    before = len(await services.store.programs.tables_of_offered("@Mammoth", "@Mammoth~"))
    statuses = []
    for _ in range(3):
        _, table = await opened(made, "card", "me", "@Mammoth", "@Mammoth")
        statuses.append(table.get("status", 201))
    room = max(0, 2 - before)
    assert statuses == [201] * room + [409] * (3 - room)
    await services.offered.look()
    assert not services.offered.is_open("@Mammoth", "card")


async def test_a_program_hears_where_it_must_decide_and_plays(made, monkeypatch):
    monkeypatch.setattr(bots, "LOOKED_EVERY", 0.02)
    services, program = made.state.services, Browser(made, Authorization=f"Bearer {TOKEN}")
    assert not services.offered.is_here("@FarStar")
    bearer = {"authorization": f"Bearer {TOKEN}"}
    async with listening_to(made, program, "/api/v1/bot/stream", **bearer) as heard:
        await services.offered.look()
        assert services.offered.is_open("@FarStar", "card")
        assert not services.offered.is_open("@FarStar", "board")
        _, table = await opened(made, "card", "me", "@FarStar")
        at = f"/api/v1/tables/{table['table']}"
        kept = await services.tables.get(table["table"])
        answered = 0
        for _ in range(300):
            lines = [json.loads(line) for line in heard[1:] if str(line).strip()]
            for seen in lines[answered:]:
                answered += 1
                assert (seen["table"], seen["seat"]) == (table["table"], 1)
                said = {"seq": seen["seq"], "words": [seen["legal"][0]]}
                answer = await program.http.post(f"{at}/words", json=said)
                assert answer.status_code == 200, answer.text
            if kept.awaited == (0,):
                break
            await asyncio.sleep(0.02)
        assert kept.awaited == (0,)
        assert kept.seats[1].level == "@FarStar"
        assert all(step.guest == "" for step in kept.fold.steps)
        assert (await program.get(f"{at}/knowledge")).status_code == 200
        for deed, body in (("undo", {"seq": kept.seq}), ("hint", {"seq": 0}), ("leave", None)):
            assert (await program.http.post(f"{at}/{deed}", json=body)).status_code == 403 or (
                deed == "leave"
            )
        assert kept.seats[0].kind == "guest"
    # No other table is the bot's.
    _, other = await opened(made, "card", "me", "easy")
    answer = await program.get(f"/api/v1/tables/{other['table']}")
    assert answer.status_code in (401, 403)
    person = Browser(made).become("nobody")
    assert (await person.get("/api/v1/bot/stream")).status_code == 403


async def test_a_program_that_is_too_slow_is_stood_in_for(made, monkeypatch):
    services = made.state.services
    bot = services.offered._bots["@FarStar"]
    quick = msgspec.structs.replace(bot, seconds=0.05)
    monkeypatch.setitem(services.offered._bots, "@FarStar", quick)
    await services.offered.note_connected("@FarStar")
    await services.offered.look()
    _, table = await opened(made, "card", "me", "@FarStar")
    kept = await services.tables.get(table["table"])
    await bots_done(made, table["table"])
    assert kept.awaited == (0,)
    assert kept.seats[1].level == "@FarStar~"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('[[bot]]\nname = "A"', "needs either"),
        ('[[bot]]\nname = "A"\nwebhook = "http://x"\nsecret = "short"', "16 characters"),
        ('[[bot]]\nname = "A"\ntoken = "x"', "64 hexadecimal"),
        ('[[bot]]\nname = "A,B"\ntoken = "x"', "bots.toml"),
        ('[[bot]]\nname = "A"\ngames = ["go"]\ntoken = "' + HASH + '"', "no game"),
        ('[[bot]]\nname = "A"\nwidth = 3', "width"),
        ("[[bot]", "bots.toml"),
        (
            '[[bot]]\nname="A"\ntoken="{0}"\n[[bot]]\nname="a"\ntoken="{0}"'.format("ab" * 32),
            "same",
        ),
    ],
)
def test_what_cannot_be_offered_is_said_in_one_sentence(said, why, tmp_path):
    file = tmp_path / "bots.toml"
    file.write_text(said)
    with pytest.raises(SetupError, match=why):
        read_bots(file)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(SetupError, match="cannot be read"):
        read_bots(tmp_path / "none.toml")
