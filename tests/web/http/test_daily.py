"""The deal of the day as people meet it: their one try, the others under the snow, and midnight."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import msgspec
import pytest

from siberia import Match
from siberia.match.record import commitment
from siberia.web.tables.daily import Daily
from siberia.web.tables.store.rows import ReviewRow
from tests.support import play_random
from tests.web.clocks import Clock
from tests.web.server import Browser, running
from tests.web.trying import begun, ended, expert_tried, known, tried

pytestmark = pytest.mark.anyio

THE_DAY = date(2026, 11, 19)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch, datetime(2026, 11, 19, 15, 19, tzinfo=UTC))


@pytest.fixture
async def made(tmp_path, clock, monkeypatch):
    """A server on a Thursday. The expert plays only where a test lets it."""

    async def rest(*_asked):
        pass

    monkeypatch.setattr(Daily, "call_expert", rest)
    async with running(tmp_path) as made:
        await known(made, "Anna", "Boris", "Chen", "Dana")
        yield made


async def page(browser: Browser, path: str = "/daily") -> str:
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def said(text: str) -> str:
    """What a page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def money(score: int) -> str:
    return f"${score:,}"


# ------------------------------------------------------------ before, and after


async def test_until_one_has_played_others_lie_under_the_snow(made):
    boris = await tried(made, "boris", seed=1)
    expert = await expert_tried(made)
    anna = Browser(made).become("anna")
    await begun(made, "anna")
    for text in (await page(anna), await page(anna, "/"), await page(Browser(made))):
        for score in (*boris.match.scores(), *expert.match.scores()):
            assert money(score) not in text
            assert f"{score:,}" not in text.replace("6,000", ""), "on the picture of the cards"
        for secret in (boris.id, expert.id, "Boris", 'class="won"', 'class="lost"'):
            assert secret not in text
    assert "1 player has played it" in said(await page(anna))
    assert "fresh snow" in said(await page(anna)), "nobody has played the board game"


async def test_who_has_played_sees_how_the_others_did(made):
    mine = await tried(made, "anna", seed=3)
    others = [
        (await tried(made, guest, seed=number)).match.scores()[0]
        for number, guest in enumerate(("boris", "chen", "dana"))
    ]
    anna = Browser(made).become("anna")
    text = await page(anna)
    assert "still plays" in said(text)
    expert = await expert_tried(made)
    text = await page(anna)
    assert money(mine.match.scores()[0]) in text
    assert money(expert.match.scores()[0]) in text
    assert f"/t/{expert.id}/replay" in text
    assert text.count('class="won"') + text.count('class="lost"') == 4
    assert "of 4 players" in said(text)
    below = sum(one < mine.match.scores()[0] for one in others)
    verdict = f"You ended above {below / 3:.0%} of all other" if below else "Nobody ended below you"
    assert verdict in said(text)
    assert not any(name in text for name in ("Boris", "Chen", "Dana")), "names wait until midnight"


async def test_the_first_to_play_is_told_so(made):
    await tried(made, "anna")
    assert "You are the first in the snow here" in await page(Browser(made).become("anna"))


async def test_a_tie_is_neither_above_nor_below(made):
    for guest in ("anna", "boris"):
        await tried(made, guest, seed=7)
    text = said(await page(Browser(made).become("anna")))
    assert "Nobody ended below you this time" in text


async def test_what_is_shared_tells_nothing_of_the_deal(made):
    mine = await tried(made, "anna", seed=3)
    await tried(made, "boris", seed=4)
    expert = await expert_tried(made)
    (text,) = re.findall(r'data-copy="([^"]*)"', await page(Browser(made).become("anna")))
    assert text.startswith("SIBERIA, deal of 19 November 2026\nThe card game: ")
    assert text.endswith("/daily/2026-11-19")
    for table in (mine, expert):
        assert not any(f"{score:,}" in text for score in table.match.scores())


async def test_luck_and_decisions_show_once_they_are_known(made):
    table = await tried(made, "anna")
    anna = Browser(made).become("anna")
    assert "p-luck" not in await page(anna)
    balance = {
        "start": 0.5,
        "luck": 0.124,
        "own": -0.09,
        "others": [0.0, 0.0],
        "result": 1.0,
        "luck_error": 0.0,
        "mean_loss": None,
        "decisions": 0,
    }
    review = msgspec.json.encode({"balances": [balance, balance]}).decode()
    row = ReviewRow(f"/t/{table.id}", 1, "net", "0", review)
    await made.state.services.store.reviews.keep(row)
    text = await page(anna)
    assert "+12" in said(text)
    assert "−9" in said(text)
    assert f"/t/{table.id}/review" in text


# ------------------------------------------------------------ secrets, and midnight


async def test_the_seed_is_nowhere_before_the_day_is_over(made, clock):
    mine = await tried(made, "anna")
    again = await ended(made, await begun(made, "anna"), 5)
    await tried(made, "boris", "board")
    expert = await expert_tried(made)
    seed, salt = mine.row.seed, mine.row.salt
    deals = await made.state.services.daily.deals(THE_DAY)
    tomorrow = await made.state.services.store.days.deals(THE_DAY + timedelta(days=1))
    secrets = [x for deal in (*deals.values(), *tomorrow.values()) for x in (deal.seed, deal.salt)]
    assert {seed, salt} <= set(secrets)
    for browser in (Browser(made).become("anna"), Browser(made).become("boris"), Browser(made)):
        for table in (mine, again, expert):
            for below in ("", "?table=1", "/record", "/log", "/replay", "/review"):
                await browser.get(f"/t/{table.id}{below}")
            for below in ("", "/record", "/review", "/replay?ply=3", "/log", "/knowledge", "/view"):
                await browser.get(f"/api/v1/tables/{table.id}{below}")
            await browser.post(f"/t/{table.id}/look", seat=0)
            await browser.post(f"/t/{table.id}/replay/look", ply=3)
        for path in ("/", "/daily", "/daily/2026-11-19", "/me", "/me/records", "/metrics"):
            await browser.get(path)
        for answer in browser.answers:
            for secret in secrets:
                assert secret.encode() not in answer.content, answer.url
                assert str(int(secret, 16)) not in answer.text, answer.url
    assert mine.match.commitment in await page(Browser(made)), "its fingerprint is there for all"
    clock.set(2026, 11, 20)
    text = await page(Browser(made), "/daily/2026-11-19")
    assert seed in text
    assert salt in text
    assert commitment(int(seed, 16), salt) in text
    assert tomorrow["card"].seed not in text
    assert tomorrow["card"].seed not in await page(Browser(made))


async def test_the_record_waits_until_midnight(made, clock):
    mine, again = await tried(made, "anna"), await ended(made, await begun(made, "anna"), 5)
    anna = Browser(made).become("anna")
    for table in (mine, again):
        answer = await anna.get(f"/t/{table.id}/record")
        assert answer.status_code == 403
        assert "after midnight" in answer.text
        text = (await anna.get(f"/t/{table.id}")).text
        assert "/record" not in text
        assert "after midnight" in text
    clock.set(2026, 11, 20)
    for table in (mine, again):
        record = (await anna.get(f"/t/{table.id}/record")).text
        assert Match.read(record).scores() == table.match.scores()
        assert f"/t/{table.id}/record" in (await anna.get(f"/t/{table.id}")).text


async def test_a_try_is_taken_over_only_when_its_day_is_over(made, clock):
    mine = await tried(made, "anna")
    anna, store = Browser(made).become("anna"), made.state.services.store
    form = {"ply": 4, "seat": 0, "level": "easy"}
    assert "/take-over" not in await page(anna, f"/t/{mine.id}/replay?ply=4")
    assert (await anna.post(f"/t/{mine.id}/take-over", **form)).status_code == 403
    clock.set(2026, 11, 20)
    answer = await anna.post(f"/t/{mine.id}/take-over", **form)
    row = await store.table(answer.url.path.removeprefix("/t/"))
    assert row.origin is not None
    assert (row.day, row.counts) == (None, False)
    assert len(await store.days.tries_at(THE_DAY)) == 1


async def test_others_are_watched_from_midnight_on_and_the_expert_once_one_has_played(made, clock):
    boris, expert = await tried(made, "boris", seed=1), await expert_tried(made)
    anna, stranger = Browser(made).become("anna"), Browser(made)
    below = ("", "/replay")

    async def statuses(browser, table):
        return [(await browser.get(f"/t/{table.id}{path}")).status_code for path in below]

    assert await statuses(anna, boris) == await statuses(anna, expert) == [403, 403]
    await begun(made, "anna")
    assert await statuses(anna, expert) == [403, 403], "to have begun is not enough"
    await tried(made, "anna", "board")
    assert await statuses(anna, expert) == [403, 403], "nor is the other game"
    await tried(made, "anna", seed=2)
    assert await statuses(anna, expert) == [200, 200]
    assert await statuses(anna, boris) == [403, 403]
    assert await statuses(stranger, expert) == [403, 403]
    assert await statuses(Browser(made).become("boris"), boris) == [200, 200]
    clock.set(2026, 11, 20)
    for browser in (anna, stranger):
        assert await statuses(browser, boris) == await statuses(browser, expert) == [200, 200]


async def test_the_day_after_all_is_open(made, clock):
    scores = {}
    for number, guest in enumerate(("boris", "chen", "dana")):
        table = await tried(made, guest, seed=number)
        scores[guest.title()] = table.match.scores()[0]
    clock.set(2026, 11, 20, 9)
    today = said(await page(Browser(made)))
    best = sorted(scores, key=lambda name: -scores[name])[:2]
    assert all(f"{name} {money(scores[name])}" in today for name in best)
    assert "All 3 results of Thursday" in today
    assert "fresh snow" in today
    before = said(await page(Browser(made), "/daily/2026-11-19"))
    assert all(f"{name}" in before for name in scores)
    assert "Nobody played this deal" in before, "of the board game"
    assert "This day is over" in before


async def test_what_is_finished_after_midnight_does_not_count(made, clock):
    clock.set(2026, 11, 19, 23, 50)
    table = await begun(made, "anna")
    clock.set(2026, 11, 20, 0, 1)
    await ended(made, table)
    anna = Browser(made).become("anna")
    assert "does not count" in said(await page(anna, "/daily/2026-11-19"))
    assert "Nobody was out in the snow" in said(await page(anna))
    assert "19 November: not played" in await page(anna)


async def test_a_day_that_is_to_come_or_never_was_has_no_page(made):
    for day in ("2026-11-20", "2026-11-18", "2026-1-1", "20261119", "yesterday", "2026-02-30"):
        assert (await Browser(made).get(f"/daily/{day}")).status_code == 404


# ------------------------------------------------------------ trying it


async def test_one_begins_goes_on_and_tries_again(made):
    browser = Browser(made)
    answer = await browser.post("/daily", game="card")
    table_id = answer.url.path.removeprefix("/t/")
    table = await made.state.services.tables.get(table_id)
    assert table.row.counts
    assert "Thursday's deal, it counts" in said(answer.text)
    assert (await browser.post("/daily", game="card")).url.path == f"/t/{table_id}"
    assert f'href="/t/{table_id}"' in await page(browser)
    await ended(made, table)
    assert "Try it again: it does not count" in said(await page(browser))
    again = await browser.post("/daily", game="card")
    assert again.url.path != f"/t/{table_id}"
    assert "it counts" not in again.text
    assert (await browser.post("/daily", game="chess")).status_code == 400
    assert (await browser.post("/daily")).status_code == 400


async def test_hints_are_for_further_tries(made):
    browser, statuses = Browser(made).become("anna"), []
    for table in (await begun(made, "anna"), None):
        table = table or await begun(made, "anna")
        services = made.state.services
        while table.match.to_move != 0:
            words = [table.match.legal()[0]]
            await services.tables.play(table, table.match.to_move, table.seq, words)
        shown = await browser.page(table.id)
        status, _ = await browser.ask(table.id, "hint", seat=0, seq=table.seq)
        statuses.append(('data-post="hint"' in shown.text, status))
        await ended(made, table)
    assert statuses == [(False, 409), (True, 200)]


async def test_the_first_page_has_the_deal_of_the_day(made):
    anna = Browser(made).become("anna")
    text = said(await page(anna, "/"))
    assert "Thursday's deal 8 h 41 min left" in text
    assert text.count("your first try counts") == 2
    table = await begun(made, "anna")
    assert "your match waits for you" in said(await page(anna, "/"))
    table = await ended(made, table)
    text = said(await page(anna, "/"))
    assert f"{money(table.match.scores()[0])} the first in the snow" in text
    assert "1 day in a row" in text


async def test_who_deletes_their_data_was_never_there(made, clock):
    await tried(made, "anna", seed=3)
    await tried(made, "boris", seed=4)
    await Browser(made).become("anna").post("/me/delete")
    assert "of 1 player" in said(await page(Browser(made).become("boris")))
    clock.set(2026, 11, 20)
    assert "Anna" not in await page(Browser(made))


async def test_the_month_shows_what_was_played_and_leads_to_earlier_ones(made, clock):
    for day, game in ((30, "card"), (31, "board")):
        clock.set(2026, 10, day, 12)
        await tried(made, "anna", game, seed=day)
    clock.set(2026, 11, 1, 12)
    for game in ("card", "board"):
        await tried(made, "anna", game, seed=game)
    anna = Browser(made).become("anna")
    text = await page(anna)
    assert "3 days in a row" in text
    assert "1 November: both games played" in text
    assert "2 November: to come" in text
    assert "/daily?month=2026-10#month" in text
    october = await page(anna, "/daily?month=2026-10")
    assert "30 October: card game played" in october
    assert "31 October: board game played" in october
    assert "29 October: no deal" in october, "the server was not there yet"
    assert 'href="/daily/2026-10-30"' in october
    assert "/daily/2026-10-29" not in october, "what has no page is no link"
    assert "month=2026-09" not in october, "there is nothing earlier to see"
    for odd in ("2026-13", "x", "9999-12", ""):
        assert "1 November: both games played" in await page(anna, f"/daily?month={odd}")
    assert "1 January: no deal" in await page(anna, "/daily?month=0001-01")
    # A day on which others could play is there for who comes later.
    assert "1 November: not played" in await page(Browser(made))


async def test_who_beats_the_expert_gets_a_star(made):
    expert = await expert_tried(made)
    await tried(made, "boris", seed="expert")
    seed = 0
    while True:
        table = await begun(made, "anna")
        if play_random(table.match.copy(), seed).scores()[0] > expert.match.scores()[0]:
            break
        seed += 1
    await ended(made, table, seed)
    text = await page(Browser(made).become("anna"))
    assert re.search(r"of all other players\.\s(.*\s)?<b>You beat the expert!</b>", text)
    assert "19 November: card game played, expert beaten" in text


async def test_before_the_rules_are_loaded_a_page_says_so(made):
    made.state.services.is_ready.clear()
    try:
        assert "warming.js" in await page(Browser(made))
    finally:
        made.state.services.is_ready.set()
