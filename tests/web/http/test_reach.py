"""Being reached: from a word that is played to a message that only the right browser can read."""

import asyncio
import base64
import json
import logging
from pathlib import Path

import pytest
from py_vapid import Vapid02

from siberia.web.http.badges import badged
from siberia.web.http.identity import Identity
from siberia.web.http.reaching import delivery
from siberia.web.http.reaching.chat import chat_message
from siberia.web.http.reaching.webpush import Signer, is_packable
from siberia.web.http.static_files import FILES
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.turns import plain
from siberia.web.tables import notices
from siberia.web.tables.store.reaching import Receiver
from tests.web.page import Page
from tests.web.receiving import Phone, post_office
from tests.web.server import NOON, Browser, add_guests, open_table, row, running

pytestmark = pytest.mark.anyio
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    # A table at rest for a moment is one that waits.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notices, "CALM", 0.05)
        patch.setattr(notices, "ROUND", 0.02)
        patch.setattr(delivery, "TRIES", (0.0, 0.05, 0.05))
        patch.setattr(delivery, "MOST_A_MINUTE", 1000)
        patch.setattr(delivery, "MOST_TRIED", 3)
        folder = tmp_path_factory.mktemp("data")
        async with running(folder, receivers=("127.0.0.1",)) as made:
            await add_guests(made)
            yield made


@pytest.fixture
async def post():
    async with post_office() as post:
        yield post


async def subscribe(made, guest, post, path="/push/1", **headers):
    """Let a browser of a guest be told; return it."""
    browser, phone = Browser(made, **{"User-Agent": FIREFOX, **headers}).become(guest), Phone()
    signer = made.state.services.delivery.signer.public
    fields = {"endpoint": post.url + path, "signer": signer, **phone.keys}
    answer = await browser.post("/me/push", **fields)
    assert answer.status_code == 200, answer.text
    return browser, phone


async def unsubscribe_all(made):
    database = made.state.services.store.database
    await database.write(("DELETE FROM subscriptions", ()), ("DELETE FROM reach", ()))


@pytest.fixture(autouse=True)
async def nobody_wants_anything_yet(made):
    yield
    await unsubscribe_all(made)


async def turn_of_guest1(made, name):
    """Let guest 0 play until it is the turn of guest 1."""
    tables = made.state.services.tables
    table = await open_table(made, row("card", 2, name, start=0), ["guest", "guest"])
    while table.match.to_move == 0:
        word = table.imagined(0).legal()[0]
        await tables.play(table, 0, table.seq, [word], "guest0")
    return table


async def until(holds):
    for _ in range(300):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that did not happen")


async def a_while():
    await asyncio.sleep(0.3)


# ------------------------------------------------------------ messages


async def test_a_push_says_whose_turn_it_is_to_that_browser_alone(made, post):
    _, phone = await subscribe(made, "guest1", post)
    await turn_of_guest1(made, "push1")
    await until(lambda: post.received)
    (received,) = post.received
    assert received.path == "/push/1"
    assert received.headers["Content-Encoding"] == "aes128gcm"
    assert received.headers["TTL"] == "86400"
    told = phone.read(received)
    assert told["title"] == "Your turn: Player 0"
    assert "card game" in told["body"]
    assert (told["url"], told["tag"]) == ("/t/push1", "push1")
    assert told["icon"].endswith("/icons/icon-192.png")
    # Names and the table, and nothing that was dealt.
    assert set(told) == {"title", "body", "url", "tag", "icon"}
    for text in (received.body, json.dumps(received.headers).encode()):
        assert b"Player" not in text
        assert b"push1" not in text
    with pytest.raises(Exception, match=r".*"):
        Phone().read(received)


async def test_a_push_is_signed_for_the_service_it_goes_to(made, post):
    await subscribe(made, "guest1", post)
    await turn_of_guest1(made, "push2")
    await until(lambda: post.received)
    signed = post.received[0].headers["Authorization"]
    assert Vapid02.verify(signed)
    scheme, _, parts = signed.partition(" ")
    fields = dict(part.split("=", 1) for part in parts.split(","))
    assert scheme == "vapid"
    assert fields["k"] == made.state.services.delivery.signer.public
    claims = json.loads(decoded(fields["t"].split(".")[1]))
    assert claims["aud"] == post.url
    assert claims["sub"].startswith("mailto:")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def test_messages_speak_the_language_of_the_browser(made, post):
    _, phone = await subscribe(made, "guest1", post, **{"Accept-Language": "de"})
    await turn_of_guest1(made, "push3")
    await until(lambda: post.received)
    assert phone.read(post.received[0])["title"] == "Du bist dran: Player 0"


async def test_there_is_one_message_for_a_turn_and_the_next_for_the_next(made, post):
    await subscribe(made, "guest1", post)
    table = await turn_of_guest1(made, "push4")
    await until(lambda: post.received)
    made.state.services.changes.tell("push4")
    await a_while()
    assert len(post.received) == 1
    tables = made.state.services.tables
    for seat in (1, 0):
        while table.match.to_move == seat:
            word = table.imagined(seat).legal()[0]
            await tables.play(table, seat, table.seq, [word], f"guest{seat}")
    await until(lambda: len(post.received) == 2)


async def test_who_has_a_page_before_their_eyes_is_not_told(made, post):
    browser, _ = await subscribe(made, "guest1", post)
    await turn_of_guest1(made, "push5")
    await browser.get("/turns?seen")
    await a_while()
    assert post.received == []
    # A page that nobody looks at is none.
    await turn_of_guest1(made, "push6")
    await browser.get("/turns")
    await until(lambda: post.received)


async def test_a_browser_that_is_gone_is_forgotten(made, post):
    for name, status in (("push7", 404), ("push8", 410)):
        await subscribe(made, "guest1", post)
        post.answers = [status]
        post.received.clear()
        await turn_of_guest1(made, name)
        await until(lambda: post.received)
        await a_while()
        assert len(post.received) == 1
        assert await made.state.services.store.reaching.subscriptions("guest1") == []


async def test_what_fails_is_tried_a_few_times_and_told_without_the_address(made, post, caplog):
    await subscribe(made, "guest1", post, "/push/secret-part")
    post.answers = [503, 503, 503, 503]
    with caplog.at_level(logging.WARNING):
        await turn_of_guest1(made, "push9")
        await until(lambda: "could not be told" in caplog.text)
    assert len(post.received) == 3
    assert "503" in caplog.text
    assert "secret-part" not in caplog.text
    assert "127.0.0.1" not in caplog.text
    assert len(await made.state.services.store.reaching.subscriptions("guest1")) == 1


async def test_what_is_refused_is_not_tried_again(made, post):
    await subscribe(made, "guest1", post)
    post.answers = [400, 201]
    await turn_of_guest1(made, "push10")
    await until(lambda: post.received)
    await a_while()
    assert len(post.received) == 1


async def test_a_turn_that_was_answered_meanwhile_is_told_no_more(made, post, monkeypatch):
    monkeypatch.setattr(delivery, "TRIES", (0.0, 0.3))
    await subscribe(made, "guest1", post)
    post.answers = [503, 201]
    table = await turn_of_guest1(made, "push11")
    await until(lambda: post.received)
    while table.match.to_move == 1:
        word = table.imagined(1).legal()[0]
        await made.state.services.tables.play(table, 1, table.seq, [word], "guest1")
    await asyncio.sleep(0.5)
    assert len(post.received) == 1


async def test_nobody_is_told_too_often(made, post, monkeypatch):
    monkeypatch.setattr(delivery, "MOST_A_MINUTE", 2)
    await subscribe(made, "guest2", post)
    for _ in range(5):
        made.state.services.delivery.send("guest2", "turn", "push1")
    assert len(made.state.services.delivery._tasks) == 2


async def test_a_chat_program_is_told_in_a_sentence_with_a_link(made, post):
    browser = Browser(made).become("guest1")
    answer = await browser.post("/me/webhook", webhook=f"{post.url}/hook/abc")
    assert "A message is on its way" in answer.text
    hello = json.loads(post.received[0].body)
    assert hello["text"].startswith("Here you will be told when it is your turn.")
    await turn_of_guest1(made, "chat1")
    await until(lambda: len(post.received) == 2)
    received = post.received[1]
    assert (received.path, received.headers["Content-Type"]) == ("/hook/abc", "application/json")
    told = json.loads(received.body)
    assert told["text"] == told["content"]
    assert told["text"].startswith("Player 1, it is your turn with Player 0: card game,")
    assert told["text"].endswith(" http://localhost:8000/t/chat1")
    assert told["allowed_mentions"] == {"parse": []}


async def test_a_webhook_that_takes_nothing_is_not_kept(made, post):
    browser = Browser(made).become("guest2")
    post.answers = [404]
    answer = await browser.post("/me/webhook", webhook=f"{post.url}/wrong")
    assert answer.status_code == 400
    assert "404" in answer.text
    # What was written stands there still, to be mended.
    field = Page(answer.text).find("webhook")
    assert field
    assert field["value"] == f"{post.url}/wrong"
    assert (await made.state.services.store.reaching.reach("guest2")).webhook == ""


async def test_a_webhook_can_be_taken_away(made, post):
    browser = Browser(made).become("guest3")
    await browser.post("/me/webhook", webhook=post.url)
    assert (await made.state.services.store.reaching.reach("guest3")).webhook == post.url
    answer = await browser.post("/me/webhook", webhook="")
    assert "Nothing goes there now." in answer.text
    assert (await made.state.services.store.reaching.reach("guest3")).webhook == ""


@pytest.mark.parametrize(
    "address",
    ["http://chat.example/", "https://10.0.0.1/", "https://127.0.0.1:1/", "nonsense", "x" * 2000],
)
async def test_a_webhook_leads_nowhere_into_the_network(made, address):
    browser = Browser(made).become("guest0")
    answer = await browser.post("/me/webhook", webhook=address)
    assert answer.status_code == 400
    assert (await made.state.services.store.reaching.reach("guest0")).webhook == ""


async def test_a_webhook_is_tried_only_a_few_times_a_minute(made, post):
    limiter = made.state.services.delivery._limiter
    limiter._counts.clear()
    browser = Browser(made).become("guest3")
    for _ in range(3):
        assert (await browser.post("/me/webhook", webhook=post.url)).status_code == 200
    answer = await browser.post("/me/webhook", webhook=post.url)
    assert answer.status_code == 400
    assert "Wait a minute" in answer.text
    assert len(post.received) == 3


# ------------------------------------------------------------ what is taken and refused


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://user@push.example/"},
        {"endpoint": "http://push.example/"},
        {"p256dh": "AAAA"},
        {"p256dh": "B" * 87},
        {"auth": "AAAA"},
        {"auth": "é"},
        {"signer": "another"},
        {"endpoint": "https://push.example/" + "x" * 1000},
    ],
)
async def test_what_no_message_could_be_sent_to_is_refused(made, wrong):
    browser = Browser(made).become("guest0")
    signer = made.state.services.delivery.signer.public
    fields = {"endpoint": "https://push.example/1", "signer": signer, **Phone().keys}
    assert (await browser.post("/me/push", **fields)).status_code == 200
    assert (await browser.post("/me/push", **{**fields, **wrong})).status_code == 400
    assert len(await made.state.services.store.reaching.subscriptions("guest0")) == 1


async def test_nobody_yet_cannot_be_told(made):
    browser = Browser(made)
    signer = made.state.services.delivery.signer.public
    fields = {"endpoint": "https://push.example/2", "signer": signer, **Phone().keys}
    assert (await browser.post("/me/push", **fields)).status_code == 400
    for path in ("/me/push/off", "/me/night", "/me/webhook"):
        assert (await browser.post(path, id="x", quiet="true")).status_code == 200
    assert "told-here" not in (await browser.get("/me")).text


async def test_ones_own_page_lists_the_browsers_and_switches_them_off(made, post):
    browser, _ = await subscribe(made, "guest2", post)
    page = await browser.get("/me")
    assert "Firefox, Linux" in page.text
    (receiver,) = await made.state.services.store.reaching.subscriptions("guest2")
    assert f'data-receiver="{receiver.id}"' in page.text
    # It is somebody else's to switch off.
    await Browser(made).become("guest3").post("/me/push/off", id=receiver.id)
    assert len(await made.state.services.store.reaching.subscriptions("guest2")) == 1
    page = await browser.post("/me/push/off", id=receiver.id)
    assert "Firefox, Linux" not in page.text


async def test_who_signs_out_the_others_is_told_in_none_of_them(made, post):
    browser, _ = await subscribe(made, "guest3", post)
    await browser.post("/me/devices")
    assert await made.state.services.store.reaching.subscriptions("guest3") == []


async def test_a_browser_that_moves_takes_the_place_of_what_it_was(made, post):
    browser, phone = await subscribe(made, "guest2", post, "/push/old")
    signer = made.state.services.delivery.signer.public
    fields = {"endpoint": f"{post.url}/push/new", "signer": signer, **phone.keys}
    await browser.post("/me/push", **fields, instead=f"{post.url}/push/old")
    kept = await made.state.services.store.reaching.subscriptions("guest2")
    assert [one.endpoint for one in kept] == [f"{post.url}/push/new"]


async def test_nights_are_kept_with_their_zone(made):
    browser = Browser(made).become("guest1")
    page = await browser.post("/me/night", quiet="true", zone="Europe/Rome")
    assert "Europe/Rome" in page.text
    reach = await made.state.services.store.reaching.reach("guest1")
    assert (reach.quiet, reach.zone) == (True, "Europe/Rome")
    await browser.post("/me/night", quiet="false", zone="Nowhere")
    reach = await made.state.services.store.reaching.reach("guest1")
    assert (reach.quiet, reach.zone) == (False, "UTC")


# ------------------------------------------------------------ keys


def expecting(signer, endpoint):
    """A browser of guest 1 that expects one of our keys."""
    return Receiver(
        id="r",
        guest="guest1",
        endpoint=endpoint,
        signer=signer,
        device="",
        language="",
        **Phone().keys,
    )


async def test_keys_stay_what_they_are_and_follow_from_each_key_of_the_server():
    old, new = "o" * 32, "n" * 32
    before = Signer(Identity(old).secrets("web push"), "https://play.example")
    after = Signer(Identity(new, old).secrets("web push"), "https://play.example")
    assert Signer(Identity(old).secrets("web push"), "").public == before.public
    assert after.public != before.public
    assert after.knows(before.public)
    assert not before.knows(after.public)
    receiver = expecting(before.public, "https://push.example:8443/x")
    message = after.message(receiver, b"{}", "t")
    assert message.headers["Authorization"].endswith(f"k={before.public}")
    claims = json.loads(decoded(message.headers["Authorization"].split("t=")[1].split(".")[1]))
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "https://play.example")


async def test_a_browser_that_expects_a_key_nobody_has_any_more_is_forgotten(made, post):
    store = made.state.services.store
    await store.reaching.subscribe(expecting("other", f"{post.url}/x"), NOON)
    await turn_of_guest1(made, "key1")
    for _ in range(100):
        await asyncio.sleep(0.01)
        if not await store.reaching.subscriptions("guest1"):
            break
    assert await store.reaching.subscriptions("guest1") == []
    assert post.received == []


async def test_keys_of_browsers_are_looked_at():
    keys = Phone().keys
    assert is_packable(**keys)
    assert not is_packable(keys["p256dh"][:-4], keys["auth"])
    assert not is_packable("", "")


# ------------------------------------------------------------ in the app


async def test_the_tables_that_wait_are_told_to_their_player(made):
    await turn_of_guest1(made, "turns1")
    answer = (await Browser(made).become("guest1").get("/turns")).json()
    assert "turns1" in answer["tables"]
    assert 'data-table="turns1"' in answer["shown"]
    assert 'href="/t/turns1"' in answer["shown"]
    assert answer["count"] == answer["shown"].count("data-table=")
    answer = (await Browser(made).become("guest0").get("/turns")).json()
    assert "turns1" in answer["tables"]
    assert "turns1" not in answer["shown"]
    nobody = (await Browser(made).get("/turns?seen")).json()
    assert nobody == {"tables": [], "count": 0, "shown": ""}


async def test_names_are_escaped(made):
    table = row("card", 2, "turns2", start=1, name="<b>&\"'")
    await open_table(made, table, ["guest", "guest"])
    shown = (await Browser(made).become("guest1").get("/turns")).json()["shown"]
    assert "<b>&amp;" not in shown
    assert "&lt;b&gt;&amp;" in shown


async def test_a_name_in_a_chat_mentions_nobody_and_leads_nowhere():
    for name in ("@everyone", "<!channel>", "[a](http://b.example)", "**a**", "<@U1>", "#general"):
        for sign in "@<>[]()*#":
            assert not any(f"{sign}{letter}" in plain(name) for letter in "abcdeghUh!(*@")
        assert "://" not in plain(name)
        assert plain(name).replace("\u200b", "") == name
    message = json.loads(chat_message("a & b <c>", "http://x/t/1"))
    assert message["text"] == "a &amp; b &lt;c&gt; http://x/t/1"
    assert message["content"] == "a & b <c> http://x/t/1"


async def test_the_script_that_tells_of_turns_is_only_for_who_is_known(made):
    assert "turns.js" not in (await Browser(made).get("/rules")).text
    assert "turns.js" in (await Browser(made).become("guest1").get("/rules")).text


async def test_icons_have_a_number():
    icon = Path(delivery.__file__).parents[1].joinpath("static", "icon.svg").read_bytes()
    assert b">7</text></svg>" in badged(icon, 7)
    assert FILES["icon-9.svg"] == badged(icon, 9)


# ------------------------------------------------------------ the app as one installs it


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_manifest_speaks_the_language_of_the_page(made, code):
    page = await Browser(made, **{"Accept-Language": code}).get("/")
    address = f"/manifest.webmanifest?language={code}"
    assert f'<link rel="manifest" href="{address}">' in page.text
    answer = await Browser(made).get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    described = answer.json()
    assert described["lang"] == code
    assert described["description"] == language(code).gettext(
        "Gas, gold and cold. Two games, one winter."
    )
    assert {icon["purpose"] for icon in described["icons"]} == {"any", "maskable"}
    for icon in described["icons"]:
        got = await Browser(made).get(icon["src"])
        assert got.headers["content-type"] == "image/png"
        width = int.from_bytes(got.content[16:20])
        assert icon["sizes"] == f"{width}x{width}"
    for shortcut in [*described["shortcuts"], {"url": described["start_url"]}]:
        assert (await Browser(made).get(shortcut["url"])).status_code == 200


async def test_the_worker_lies_at_the_top_and_is_never_kept(made):
    answer = await Browser(made).get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == FILES["sw.js"]
    # It answers no request: files under a hashed address stay where browsers keep them.
    assert b'"fetch"' not in answer.content
    assert b"caches" not in answer.content


async def test_pages_know_their_colours_and_icons(made):
    page = (await Browser(made).get("/")).text
    assert page.count('name="theme-color"') == 2
    dark = Browser(made)
    await dark.post("/settings", theme="dark", back="/")
    assert (await dark.get("/")).text.count('name="theme-color"') == 1
    address = page.partition('rel="apple-touch-icon" href="')[2].partition('"')[0]
    assert (await Browser(made).get(address)).headers["content-type"] == "image/png"
    assert (
        "manifest-src 'self'" in (await Browser(made).get("/")).headers["Content-Security-Policy"]
    )
