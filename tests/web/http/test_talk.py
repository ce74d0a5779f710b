"""Talk at a table, over HTTP: who reads what, what is refused, and what never shows."""

import asyncio

import pytest

from siberia.web.i18n.languages import LANGUAGES
from siberia.web.tables import talk as talk_module
from siberia.web.tables import watchers as watchers_module
from tests.support import play_random
from tests.web.http.test_watching import events, watching
from tests.web.listening import listening, listening_to
from tests.web.page import Page
from tests.web.server import Browser, open_table, row

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def fast(monkeypatch):
    """Nobody is told to wait, and nobody's coming is told meanwhile."""
    monkeypatch.setattr(talk_module, "WHILE", 0.0)
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)


async def laid(made, table_id: str, **more):
    """A table of two people that may be watched."""
    about = row("card", 2, table_id, **{"watching": "link", **more})
    return await open_table(made, about, ["guest", "guest"])


async def over(made, table_id: str) -> None:
    """Let a match be played to its end."""
    table = await made.state.services.tables.get(table_id)
    words = play_random(table.match.copy(), 3, busy=True).words
    await made.state.services.store.append(table_id, table.seq, words[table.seq :], finishes=True)
    assert (await made.state.services.tables.get(table_id)).match.is_over


async def says(browser: Browser, table_id: str, text: str = "", **fields) -> tuple[int, Page]:
    """Say something as a page does; return the status and the card."""
    answer = await browser.post(f"/t/{table_id}/talk/say", card="true", text=text, **fields)
    return answer.status_code, Page(answer.text)


async def reads(browser: Browser, table_id: str) -> str:
    """The card as somebody reads it."""
    answer = await browser.get(f"/t/{table_id}/talk")
    assert answer.status_code == 200
    return answer.text


def lines(card: str) -> list[str]:
    """What is said, in the order in which it is read."""
    page = Page(card)
    names = [e.attributes["id"] for e in page.elements if e.attributes.get("id", "")[:4] == "said"]
    return [" ".join(page.words_of[name].split()[1:-1][:4]) for name in names]


def people(made) -> tuple[Browser, Browser, Browser, Browser]:
    """Two who play, and two who watch."""
    first, second, third, fourth = (Browser(made).become(f"guest{n}") for n in range(4))
    return first, second, third, fourth


async def test_players_and_watchers_read_what_players_say(made):
    await laid(made, "said")
    anna, boris, lea, _ = people(made)
    status, card = await says(anna, "said", "Who took <b>all</b> the managers?")
    assert status == 200
    assert "You Who took <b>all</b> the managers?" in " ".join(card.words_of["says"].split())
    for reader in (boris, lea, Browser(made)):
        text = await reads(reader, "said")
        assert "<b>Player 0</b>" in text
        assert "Who took &lt;b&gt;all&lt;/b&gt; the managers?" in text


# What programs can ask for there.
API = ("/api/v1/tables/aside", "/api/v1/tables/aside/talk", "/api/v1/tables/aside/log")


async def test_what_watchers_say_reaches_no_player_before_the_end(made):
    await laid(made, "aside")
    anna, boris, lea, noor = people(made)
    await says(anna, "aside", "One more salesman")
    player = Browser(made).become("guest1")
    before = [(await player.get(path)).content for path in ("/t/aside", "/t/aside/talk")]
    before += [(await player.get(path)).content for path in API]
    async with (
        listening(made, boris, "aside", "10.210.0.1") as playing,
        listening_to(made, boris, f"{API[0]}/stream", "", "10.210.0.3") as program,
        watching(made, noor, "aside", "narrow=0", "10.210.0.2") as watcher,
    ):
        heard, sent = len(playing), len(await events(watcher, 2))
        told_so_far = len(program)
        assert (await says(lea, "aside", "Zurich, for the gold?"))[0] == 200
        told = (await events(watcher, sent + 1))[-1]
        assert told.startswith("event: talk\ndata: <section")
        assert "Zurich, for the gold?" in told
        assert "data-plain" in told
        await asyncio.sleep(0.1)
        assert len(playing) == heard, "not even that something was said"
        assert len(program) == told_so_far
        after = [(await player.get(path)).content for path in ("/t/aside", "/t/aside/talk")]
        after += [(await player.get(path)).content for path in API]
        assert before == after
        assert (await says(anna, "aside", "Next one"))[0] == 200
        assert (await events(playing, heard))[-1] == "event: talk\ndata: aside\n\n"
    card = await reads(noor, "aside")
    assert "data-plain" in card
    assert "data-plain" not in await reads(lea, "aside"), "they have said something"
    assert card.index("One more salesman") < card.index("Zurich") < card.index("Next one")
    assert "Until the match is over only watchers read what watchers write." in card
    for deed in ("mute", "unmute", "report"):
        answer = await boris.post(f"/t/aside/talk/{deed}", card="true", message="watchers-0")
        assert answer.status_code == 409
        assert "Zurich" not in answer.text
    await over(made, "aside")
    card = await reads(boris, "aside")
    assert card.index("Next one") < card.index("everyone reads everyone") < card.index("Zurich")
    await says(noor, "aside", "Now all of you read me")
    assert "Now all of you read me" in await reads(boris, "aside")


async def test_what_is_said_while_something_is_sent_is_sent_soon_after(made, monkeypatch):
    await laid(made, "soon")
    services, (anna, *_) = made.state.services, people(made)
    said, heard = services.watching.said, list[tuple[int, Page]]()

    async def slowly(*about):
        event = await said(*about)
        if not heard:
            heard.append(await says(anna, "soon", "And the second"))
        return event

    monkeypatch.setattr(services.watching, "said", slowly)
    async with watching(made, Browser(made), "soon", "narrow=0", "10.211.0.1") as watcher:
        sent = len(await events(watcher, 2))
        assert (await says(anna, "soon", "The first"))[0] == 200
        assert "The first" in (await events(watcher, sent + 1))[-1]
        assert "And the second" in (await events(watcher, sent + 2))[-1]


async def test_while_the_rules_are_loaded_nobody_is_told_that_nobody_talks(made):
    await laid(made, "t1")
    anna, *_ = people(made)
    made.state.services.is_ready.clear()
    assert (await anna.get("/t/t1/talk")).status_code == 503
    assert (await says(anna, "t1", "Hello"))[0] == 503
    made.state.services.is_ready.set()
    assert (await says(anna, "t1", "Hello"))[0] == 200


async def test_phrases_are_read_in_each_language(made):
    await laid(made, "phrases")
    anna = Browser(made).become("guest0")
    assert (await says(anna, "phrases", phrase="well played"))[0] == 200
    found = set()
    for code in LANGUAGES:
        reader = Browser(made, **{"Accept-Language": code}).become("guest1")
        card = await reads(reader, "phrases")
        found.add(card.split("<em>")[1].split("</em>")[0])
    assert len(found) == len(LANGUAGES)
    assert (await says(anna, "phrases", phrase="again"))[0] == 409, "only when all is over"
    assert (await says(anna, "phrases", phrase="rubbish"))[0] == 409
    await over(made, "phrases")
    assert (await says(anna, "phrases", phrase="again"))[0] == 200


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("", "Write something first."),
        (" \u202e\u200b ", "Write something first."),
        ("a" * 201, "A message has at most 200 characters."),
        ("a" * 200, ""),
    ],
)
async def test_only_something_short_can_be_said(made, text, refused):
    table_id = f"short-{len(text)}"
    await laid(made, table_id)
    status, card = await says(Browser(made).become("guest0"), table_id, text)
    assert (status, card.words_of.get("talk-refusal", "")) == (409 if refused else 200, refused)


async def test_who_says_much_at_once_is_asked_to_wait(made, monkeypatch):
    monkeypatch.setattr(talk_module, "WHILE", 10.0)
    made.state.services.talk._spoke.clear()
    await laid(made, "much")
    anna, boris, *_ = people(made)
    statuses = [(await says(anna, "much", str(number)))[0] for number in range(6)]
    assert statuses == [200] * 5 + [409]
    _, card = await says(anna, "much", "more")
    assert card.words_of["talk-refusal"] == "That was a lot at once; wait a moment."
    assert (await says(boris, "much", "mine"))[0] == 200
    monkeypatch.setattr(talk_module, "WHILE", 0.0)
    assert (await says(anna, "much", "later"))[0] == 200


async def test_a_table_can_have_phrases_only_or_no_talk_at_all(made):
    await laid(made, "few", talk="phrases")
    await laid(made, "none", talk="off")
    anna = Browser(made).become("guest0")
    assert (await says(anna, "few", "words"))[0] == 409
    assert (await says(anna, "few", phrase="thanks"))[0] == 200
    card = Page(await reads(anna, "few"))
    assert card.find("say-text") is None
    assert (await anna.get("/t/none/talk")).status_code == 403
    assert (await anna.post("/t/none/talk/say", text="words")).status_code == 403
    page = await anna.page("none")
    assert page.find("talk") is None
    assert page.find("tab-talk") is None
    assert (await anna.page("few")).find("tab-talk")


async def test_the_host_switches_talk_off_and_on_again(made):
    table = await laid(made, "switch", owner="guest0")
    host, other, watcher, _ = people(made)
    await says(other, "switch", "Something nasty")
    status, page = await other.ask("switch", "talking", talk="off")
    assert (status, page.line) == (409, "Only the host of the table can do that.")
    assert (await watcher.post("/t/switch/talking", talk="off")).status_code == 403
    assert (await host.ask("switch", "talking", talk="loud"))[0] == 409
    with made.state.services.changes.subscribe("guest1", frozenset({"switch"})) as told:
        status, page = await host.ask("switch", "talking", talk="off")
        assert (status, told.take()) == (200, [("switch", None)])
    assert page.find("talk") is None
    assert table.row.talk == "off"
    for reader in (other, watcher):
        assert (await reader.page("switch")).find("talk") is None
        assert (await reader.get("/t/switch/talk")).status_code == 403
    assert (await host.ask("switch", "talking", talk="phrases"))[0] == 200
    assert (await says(other, "switch", "Words"))[0] == 409
    assert "Something nasty" in await reads(watcher, "switch"), "it is kept"
    await over(made, "switch")
    assert (await host.ask("switch", "talking", talk="off"))[0] == 409


async def test_nobody_else_talks_or_reads(made):
    await laid(made, "closed", watching="nobody")
    anna, _, lea, _ = people(made)
    await says(anna, "closed", "Between us")
    assert (await lea.get("/t/closed/talk")).status_code == 403
    assert (await lea.post("/t/closed/talk/say", text="me too")).status_code == 403
    await over(made, "closed")
    page = await lea.page("closed")
    assert page.is_over
    assert page.find("talk") is None, "who looks back on a private table reads the match only"
    assert (await lea.get("/t/closed/talk")).status_code == 403


async def test_where_there_is_nobody_to_talk_to_there_is_no_talk(made):
    await open_table(made, row("card", 2, "alone"), ["guest", "easy"])
    page = await Browser(made).become("guest0").page("alone")
    assert page.find("talk") is None


async def test_somebody_muted_is_one_line_and_can_be_heard_again(made):
    await laid(made, "mute")
    anna, boris, *_ = people(made)
    for text in ("Hurry up", "I have a train to catch"):
        await says(boris, "mute", text)
    answer = await anna.post("/t/mute/talk/mute", card="true", message="players-1")
    assert "Player 1 is muted: 2 messages." in " ".join(Page(answer.text).words_of["says"].split())
    assert "Hurry" not in answer.text
    await laid(made, "elsewhere")
    await says(boris, "elsewhere", "Here, too")
    assert "Here, too" not in await reads(anna, "elsewhere")
    assert "Hurry up" in await reads(boris, "mute"), "the others are not told"
    answer = await anna.post("/t/mute/talk/unmute", card="true", message="players-1")
    assert "Hurry up" in answer.text
    answer = await boris.post("/t/mute/talk/mute", card="true", message="players-0")
    assert answer.status_code == 409, "oneself"


async def test_what_is_reported_is_hidden_and_kept_for_who_runs_the_server(made):
    await laid(made, "report")
    anna, boris, *_ = people(made)
    await says(boris, "report", "Something nasty")
    answer = await anna.post("/t/report/talk/report", card="true", message="players-0")
    assert "Something nasty" not in answer.text
    assert "who runs this server will read it" in answer.text
    [reported] = await made.state.services.store.talk.reports()
    assert (reported.message.text, reported.message.guest) == ("Something nasty", "guest1")
    assert "Something nasty" in await reads(boris, "report")


async def test_who_wants_no_talk_has_none_at_any_table(made):
    await laid(made, "quiet")
    await laid(made, "other")
    anna, boris, *_ = people(made)
    await says(boris, "quiet", "Anybody?")
    answer = await anna.post("/t/quiet/talk/quiet", card="true", on="1")
    assert "You have switched talk off." in answer.text
    for table_id in ("quiet", "other"):
        card = Page(await reads(anna, table_id))
        assert card.find("says") is None
        assert "Anybody" not in card.text
    answer = await anna.post("/t/quiet/talk/quiet", card="true", on="0")
    assert "Anybody?" in answer.text


async def test_without_a_script_one_is_led_back_to_the_table(made):
    await laid(made, "plain")
    browser = Browser(made).become("guest0")
    answer = await browser.post("/t/plain/talk/say", text="Hello")
    assert (answer.status_code, answer.history[0].status_code) == (200, 303)
    assert answer.url.path == "/t/plain"
    assert "Hello" in await reads(browser, "plain")


async def test_a_stranger_who_says_something_is_somebody_from_then_on(made):
    await laid(made, "stranger")
    browser = Browser(made)
    status, card = await says(browser, "stranger", "I only watch")
    assert status == 200
    assert "You" in card.words_of["says"]
    assert "<b>Guest</b>" in await reads(people(made)[2], "stranger")
    assert "I only watch" in await reads(browser, "stranger")


async def test_what_is_sent_must_be_understood(made):
    await laid(made, "bad")
    anna = Browser(made).become("guest0")
    for fields in ({"text": "a" * 5000}, {"on": "perhaps"}, {"phrase": "a" * 50}):
        assert (await anna.post("/t/bad/talk/say", **fields)).status_code == 400
    for message in ("", "players-9", "players", "guest1"):
        answer = await anna.post("/t/bad/talk/mute", card="true", message=message)
        assert answer.status_code == 409


async def test_talk_is_in_no_record_and_in_no_view(made):
    table = await laid(made, "record")
    anna = Browser(made).become("guest0")
    await says(anna, "record", "Xylophone")
    assert "Xylophone" not in (await anna.get("/api/v1/tables/record")).text
    assert "Xylophone" not in (await anna.get("/t/record")).text
    await over(made, "record")
    for path in ("/t/record/record", "/t/record/replay", "/t/record"):
        answer = await anna.get(path)
        assert answer.status_code == 200
        assert "Xylophone" not in answer.text
    assert "Xylophone" not in table.match.record()


async def test_whoever_is_forgotten_has_said_nothing(made):
    await laid(made, "forgotten")
    _, boris, lea, _ = people(made)
    await says(lea, "forgotten", "Erase me")
    await says(boris, "forgotten", "Keep me")
    await made.state.services.forget("guest2")
    card = await reads(people(made)[3], "forgotten")
    assert "Keep me" in card
    assert "Erase me" not in card
