"""What every answer carries, what is refused, and what is never told."""

import re
from html import escape

import pytest

from siberia.match import Match
from siberia.web.http.identity import COOKIE, Identity, SeatLink
from siberia.web.http.middleware import SECURITY_HEADERS
from siberia.web.http.static_files import FOREVER, PREFIX, STATIC
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Store, StoreError
from siberia.web.tables.store.guests import KeptGuests
from tests.support import play_random
from tests.web.page import Page
from tests.web.server import (
    Browser,
    open_table,
    row,
    running,
)

pytestmark = pytest.mark.anyio

SCRIPT = "<script>alert(1)</script>"
OTHER = "<script>alert(2)</script>"


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("data")) as made:
        table = await open_table(made, row("card", 2, "over"), ["guest", "guest"])
        words = play_random(table.match.at(0), 1).words
        await made.state.services.store.append("over", 0, words)
        await open_table(made, row("card", 2, "card"), ["guest", "open"])
        await open_table(made, row("board", 2, "board"), ["guest", "open"])
        yield made


# ------------------------------------------------------------ headers and pages

PAGES = (
    *("/", "/me", "/join", "/carry", "/t/card", "/t/board", "/t/over", "/t/over/replay"),
    *("/t/nowhere", "/nowhere"),
)
KEPT = (f"{PREFIX}/worker.js", f"{PREFIX}/icon.svg")
OTHERS = ("/health", f"{PREFIX}/none", "/static/icon.svg", "/t/over/record")


@pytest.mark.parametrize("path", PAGES + KEPT + OTHERS)
async def test_every_answer_carries_what_protects_people(path, made):
    answer = await Browser(made).become("guest0").get(path)
    check_headers(answer, is_kept=path in KEPT)


@pytest.mark.parametrize("path", ["page.css", "table.js", "fonts/alegreya-small-700-normal.woff2"])
async def test_what_pages_are_made_of_carries_only_what_it_heeds(path, made):
    answer = await Browser(made).get(f"{PREFIX}/{path}")
    assert answer.headers["Cache-Control"] == FOREVER
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in answer.headers


def check_headers(answer, *, is_kept: bool = False) -> None:
    """Look for every header that the middleware promises."""
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers.get(name) == value, (name, answer.status_code)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] == (FOREVER if is_kept else "no-store")
    assert "server" not in answer.headers


async def test_refusals_and_redirects_carry_it_too(made):
    browser = Browser(made).become("guest0")
    browser.http.follow_redirects = False
    answers = [
        await browser.http.put("/"),
        await browser.http.delete("/t/card"),
        await browser.http.post("/", content=b""),
        await browser.http.post("/play", content=b"", headers={"Origin": "http://evil"}),
        await browser.post("/play", game="chess"),
        await browser.post("/play", game="x" * 20_000),
        await browser.post("/settings", language="de"),
        await browser.post("/join", token="x", name="Ada"),
        await browser.post("/carry", token="x"),
        await browser.post("/t/card/play", seq=0, words="gas"),
        await browser.post("/t/card/play", seq="x"),
        await browser.http.get("/static/"),
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses == [405, 405, 405, 403, 400, 413, 303, 410, 410, 409, 400, 404]
    for answer in answers:
        check_headers(answer)


async def test_even_an_error_of_ours_carries_it(made, monkeypatch):
    def broken(*_args: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(Tables, "get", broken)
    browser = Browser(made).become("guest0")
    browser.http._transport.raise_app_exceptions = False  # type: ignore[attr-defined]
    answer = await browser.get("/t/card")
    assert answer.status_code == 500
    assert "a bug" not in answer.text
    assert "Nothing is lost" in answer.text
    check_headers(answer)


@pytest.mark.parametrize("path", PAGES)
async def test_pages_need_no_inline_script_or_style_and_nothing_from_elsewhere(path, made):
    page = Page((await Browser(made).become("guest0").get(path)).text)
    assert page.find("main")
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids)), "an id twice"
    for element in page.elements:
        names = element.attributes
        assert element.tag != "style"
        assert "style" not in names
        assert not [name for name in names if name.startswith("on")]
        if element.tag == "script":
            assert names["src"].startswith(f"{PREFIX}/")
        for name in ("src", "href", "action", "formaction", "xlink:href"):
            assert names.get(name, "/")[:1] in ("/", "#"), names
            assert not names.get(name, "/").startswith("//")
    assert not re.search(r"<script[^>]*>[^<]", page.text)


async def test_updates_are_as_clean_as_pages(made):
    browser = Browser(made).become("guest0")
    for table_id in ("card", "board", "over"):
        for narrow in ("true", "false"):
            page = await browser.look(table_id, narrow=narrow, since=0)
            assert not [e for e in page.elements if "style" in e.attributes or e.tag == "script"]


def test_our_own_scripts_use_no_inline_style_that_the_policy_forbids():
    for file in STATIC.glob("*.js"):
        text = file.read_text()
        assert 'setAttribute("style"' not in text
        assert "eval(" not in text
        assert "new Function" not in text


async def test_under_https_cookies_stay_there(tmp_path):
    async with running(tmp_path, public_url="https://siberia.example/") as made:
        browser = Browser(made)
        browser.http.base_url = "https://siberia.example"
        answer = await browser.http.post("/me", data={"name": "Ada"}, follow_redirects=False)
        shown = await browser.get("/me")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    cookie = answer.headers["set-cookie"]
    assert all(part in cookie for part in ("Secure", "HttpOnly", "SameSite=lax"))
    assert "https://siberia.example/carry#" in shown.text


async def test_the_cookie_is_out_of_reach_of_scripts(made):
    browser = Browser(made)
    answer = await browser.http.post("/me", data={"name": "Ada"}, follow_redirects=False)
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert "Strict-Transport-Security" not in answer.headers


# ------------------------------------------------------------ who sends this


@pytest.mark.parametrize(
    ("headers", "is_done"),
    [
        ({}, True),
        ({"Origin": "http://localhost:8000"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8000"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://localhost:8001"}, False),
        ({"Origin": "http://localhost:8000.evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost:8000"}, False),
    ],
)
async def test_nothing_is_done_on_behalf_of_another_site(headers, is_done, made):
    browser = Browser(made, **headers).become("guest0")
    for path in ("/t/card/look", "/me", "/play", "/settings", "/join/look"):
        answer = await browser.post(path, name="Ada", game="", token="")
        assert (answer.status_code != 403) == is_done
        if not is_done:
            assert "came from another site" in answer.text
    # Links from elsewhere are followed: looking changes nothing.
    assert (await browser.get("/t/card")).status_code == 200


async def test_forged_and_foreign_cookies_are_nobody(made):
    server = made.state.services
    good = server.identity.cookie("guest0")
    foreign = Identity("another key, just as long as it must be").cookie("guest0")
    seat = server.identity.seat_link(SeatLink("card", 0, 0))
    personal = server.identity.personal_link("guest0", 0)
    forged = [
        *("", "guest0", ".", good[:-1], good + "x", good.swapcase(), foreign, seat, personal),
        *("ÿ" * 10, "x" * 4000, "..", '"guest0".x', good.replace(".", "..")),
    ]
    for cookie in forged:
        browser = Browser(made)
        browser.http.headers["Cookie"] = f"{COOKIE}={cookie}".encode("latin-1").decode("latin-1")
        answer = await browser.http.get(
            "/t/card", headers=[(b"Cookie", f"{COOKIE}={cookie}".encode("latin-1"))]
        )
        assert answer.status_code == 403, cookie
        assert "This table is private" in answer.text
    assert (await Browser(made).become("guest0").get("/t/card")).status_code == 200
    # Signed, but of somebody who is not there.
    assert (await Browser(made).become("stranger").get("/t/card")).status_code == 403


async def test_a_body_that_is_too_large_or_hides_its_size_is_refused(made):
    browser = Browser(made).become("guest0")
    answer = await browser.http.post("/me", content=b"name=" + b"x" * 16_384)
    assert answer.status_code == 413
    assert "too large" in answer.text

    async def parts():
        yield b"name=Ada"

    assert (await browser.http.post("/me", content=parts())).status_code == 413


async def test_who_asks_too_often_is_asked_to_wait(made):
    browser = Browser(made)
    answers = [await browser.http.post("/carry", data={"token": "x"}) for _ in range(61)]
    assert [a.status_code for a in answers] == [410] * 60 + [429]
    assert answers[-1].text == "That was a lot at once. Wait a minute and go on."
    assert answers[-1].headers["Retry-After"] == "60"
    check_headers(answers[-1])
    # Others, and what costs little, go on.
    assert (await browser.http.get("/health")).status_code == 200
    assert (await Browser(made).http.post("/carry", data={"token": "x"})).status_code == 410


# ------------------------------------------------------------ names


async def test_script_in_a_name_is_text_everywhere(made):
    browser = Browser(made)
    for path, fields in (
        ("/me", {"name": SCRIPT}),
        (
            "/tables",
            {
                "game": "card",
                "name": SCRIPT,
                "seat1": "device",
                "name1": SCRIPT + "2",
                "seat2": "link",
            },
        ),
    ):
        assert (await browser.post(path, **fields)).status_code == 200
    table_path = browser.answers[-1].url.path
    table_id = table_path.removeprefix("/t/")
    token = re.search(r"/join#([\w.-]+)", browser.answers[-1].text)
    assert token
    invited = await Browser(made).post("/join/look", token=token[1])
    seen = [
        await browser.get("/"),
        await browser.get("/me"),
        await browser.get(table_path),
        invited,
    ]
    seen.append(await browser.post(f"/t/{table_id}/look", seat=0, draft=SCRIPT))
    seen.append(await browser.post("/tables", game="card", name="," + SCRIPT, seat1="x"))
    for answer in seen:
        assert SCRIPT not in answer.text
        assert escape(SCRIPT) in answer.text or "&lt;script&gt;" in answer.text


@pytest.mark.parametrize(
    "name", ["x" * 41, "x" * 10_000, "", "   ", "Ada, Bo", "a\u202eb", "a\x00b"]
)
async def test_names_that_cannot_be_shown_are_refused(name, made):
    browser = Browser(made)
    identity = made.state.services.identity
    rule = "A name has 1 to 40 letters and no comma."
    changed = await browser.post("/me", name=name)
    assert changed.status_code == 400
    assert rule in changed.text
    token = identity.seat_link(SeatLink("card", 1, 0))
    joined = await browser.post("/join", token=token, name=name)
    assert (joined.status_code, joined.text) == (400, rule)
    if name.strip():
        opened = await browser.post("/tables", game="card", seat1="device", name1=name)
        assert opened.status_code == 400
        assert rule in opened.text


# ------------------------------------------------------------ the record


async def test_a_record_is_there_when_the_match_is_over_and_true(made):
    browser = Browser(made).become("guest0")
    for table_id in ("card", "board", "nowhere"):
        assert (await browser.get(f"/t/{table_id}/record")).status_code == 404
        assert (await browser.post(f"/t/{table_id}/rematch")).status_code == 404
    answer = await browser.get("/t/over/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="siberia-card-')
    assert answer.headers["content-type"].startswith("text/plain")
    match = Match.read(answer.text)
    assert match.is_over
    assert match.seed == int("5eed" * 8, 16)
    # It is open to whoever has its address, but nobody goes on for those who played.
    assert (await Browser(made).get("/t/over/record")).text == answer.text
    assert (await Browser(made).post("/t/over/rematch")).status_code == 404


async def test_a_store_that_fails_is_told_without_a_stack_trace_or_its_place(
    made, monkeypatch, caplog
):
    async def broken(*_args: object) -> None:
        raise StoreError("The disk is full: nothing more can be kept in /srv/tables.db.")

    browser = Browser(made).become("guest0")
    monkeypatch.setattr(KeptGuests, "rename", broken)
    answer = await browser.post("/me", name="Ada")
    assert answer.status_code == 503
    assert answer.text.endswith("everything before is safe.")
    check_headers(answer)
    monkeypatch.setattr(Store, "table", broken)
    looked = await browser.get("/t/unknown")
    assert looked.status_code == 503
    assert looked.text.startswith("This cannot be looked up just now.")
    asked = await browser.get("/api/v1/tables/unknown")
    assert asked.status_code == 503
    assert "everything before is safe" in asked.json()["detail"]
    for said in (answer, looked, asked):
        assert "/srv" not in said.text
    assert caplog.text.count("kept in /srv/tables.db") == 3
