"""One's own page: what one has played, searched and counted, and all of it to take along."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zipfile import ZipFile

import msgspec
import pytest

from siberia import Match
from siberia.web.tables.daily import Daily
from siberia.web.tables.store.rows import ReviewRow, SeatRow
from siberia.web.tables.table import deal
from tests.support import play_random
from tests.web.clocks import Clock
from tests.web.server import Browser, row, running
from tests.web.trying import known, tried

pytestmark = pytest.mark.anyio

AT = datetime(2026, 11, 19, 15, 19, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch, AT)


@pytest.fixture
async def made(tmp_path, clock, monkeypatch):
    async def rest(*_asked):
        pass

    monkeypatch.setattr(Daily, "call_expert", rest)
    async with running(tmp_path) as made:
        await known(made, "Anna", "Boris", "Chen")
        yield made


async def played(made, clock, name, game="card", others=("easy",), seed=0, at=AT) -> Match:
    """Let Anna have finished a match against others: levels, or people's ids."""
    store, clock.at = made.state.services.store, at
    table = row(game, 1 + len(others), name, owner="anna", rules=2, created=at)
    seats = [SeatRow(name, 0, "guest", "anna", None, "Anna")]
    for number, other in enumerate(others, 1):
        if other in ("boris", "chen"):
            seats.append(SeatRow(name, number, "guest", other, None, other.title()))
        else:
            seats.append(SeatRow(name, number, "bot", None, other, f"Bot {number}"))
    match = play_random(deal(table, [seat.name for seat in seats]), seed)
    await store.add_table(table, seats)
    await store.append(name, 0, match.words, guest="anna", finishes=True)
    clock.at = AT
    return match


async def page(made, path="/me", guest="anna") -> str:
    answer = await Browser(made).become(guest).get(path)
    assert answer.status_code == 200
    return answer.text


def said(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def listed(text: str) -> list[str]:
    """The tables of the list."""
    return re.findall(r'<p><a href="/t/([^"]*)">', text)


async def test_figures_are_those_of_the_matches(made, clock):
    matches = [await played(made, clock, f"t{n}", seed=n) for n in range(4)]
    matches += [await played(made, clock, "b", "board", ("easy", "boris"), 9)]
    text = said(await page(made))
    won = sum(0 in match.winners() for match in matches)
    chance = (4 / 2 + 1 / 3) / 5
    assert "Matches 5 1 board · 4 cards" in text
    assert f"Won {won} {won / 5:.0%}; chance alone: {chance:.0%}" in text
    best = max(match.scores()[0] for match in matches[:4])
    assert f"Best, card game ${best:,} 19 November, 2 players" in text
    assert f"Best, board game ${matches[4].scores()[0]:,} 19 November, 3 players" in text


async def test_plots_say_what_they_show(made, clock):
    matches = [
        await played(made, clock, "a", "card", ("easy",), 1),
        await played(made, clock, "b", "card", ("easy", "boris"), 2),
        await played(made, clock, "c", "board", ("hard",), 3),
    ]
    won = [int(0 in match.winners()) for match in matches]
    text = await page(made)
    by_game = (
        f"Board game, 2 players: {won[2]} of 1 won; Card game, 2 players: {won[0]} of 1 won; "
        f"Card game, 3 players: {won[1]} of 1 won"
    )
    by_opponent = (
        f"easy: {won[0] + won[1]} of 2 won; hard: {won[2]} of 1 won; people: {won[1]} of 1 won"
    )
    for label in (by_game, by_opponent):
        assert f'aria-label="{label}"' in text


async def test_who_has_played_nothing_is_welcome(made):
    for browser in (Browser(made), Browser(made).become("anna")):
        text = (await browser.get("/me")).text
        assert "Nothing finished yet" in text
        assert "chart" not in text
    assert (await Browser(made).get("/me/records")).url.path == "/me"


async def test_the_list_is_searched_and_filtered(made, clock):
    day = timedelta(days=1)
    matches = {
        "a": await played(made, clock, "a", "card", ("boris",), 1, AT - 3 * day),
        "b": await played(made, clock, "b", "board", ("chen", "easy"), 2, AT - 2 * day),
        "c": await played(made, clock, "c", "card", ("hard",), 5, AT - 40 * day),
    }
    won = [name for name, match in matches.items() if 0 in match.winners()]
    assert listed(await page(made)) == ["b", "a", "c"], "the last one first"
    assert listed(await page(made, "/me?game=card")) == ["a", "c"]
    assert listed(await page(made, "/me?game=board")) == ["b"]
    assert sorted(listed(await page(made, "/me?result=won"))) == won
    lost = sorted(listed(await page(made, "/me?result=lost")))
    assert lost == [name for name in matches if name not in won]
    for words, found in {
        "boris": ["a"],
        "BORIS": ["a"],
        "october": ["c"],
        "2026-11-17": ["b"],
        "chen november": ["b"],
        "hard": ["c"],
        "nobody": [],
    }.items():
        assert listed(await page(made, f"/me?q={words}")) == found, words
    assert "No match is like that" in await page(made, "/me?q=nobody")
    odd = "/me?game=chess&result=drawn&page=x&q=%22%3E%3Cscript%3E"
    assert "<script>" not in await page(made, odd)


async def test_the_list_has_pages(made, clock):
    for number in range(25):
        at = AT - timedelta(hours=number)
        await played(made, clock, f"t{number:02}", seed=number % 3, at=at)
    first, second = await page(made), await page(made, "/me?page=2")
    assert listed(first) == [f"t{number:02}" for number in range(20)]
    assert listed(second) == [f"t{number:02}" for number in range(20, 25)]
    assert "5 more" in said(first)
    assert "Back to newer ones" in second
    for beyond in ("3", "0", "-1", "99999"):
        await page(made, f"/me?page={beyond}")


async def test_reviews_tell_luck_from_decisions(made, clock):
    await played(made, clock, "a", "card", ("easy",), 1)
    await played(made, clock, "b", "card", ("easy",), 2)
    text = await page(made)
    assert text.count("not reviewed") == 2
    assert "Have a match reviewed" in text
    mine = {"start": 0.5, "luck": 0.2, "own": -0.1, "others": [0.0, 0.0], "result": 0.6}
    balance = {**mine, "luck_error": 0.01, "mean_loss": 0.01, "decisions": 4}
    review = msgspec.json.encode({"balances": [balance, {**balance, "luck": 0.73}]}).decode()
    store = made.state.services.store
    await store.reviews.keep(ReviewRow("/t/a", 1, "net", "0", review))
    await store.reviews.keep(ReviewRow("/t/b", 1, "net", "0", "{}"))
    text = await page(made)
    assert "your decisions −10 on average" in said(text)
    assert "luck +20 on average" in said(text)
    assert "+73" not in said(text), "that is another's luck"
    assert text.count("not reviewed") == 1, "one that cannot be read is none"
    # Another evaluator has looked at it since.
    new = review.replace("0.2", "0.3")
    await store.reviews.keep(ReviewRow("/t/a", 2, "net", "0", new))
    assert "luck +30 on average" in said(await page(made))


async def test_a_days_deal_is_called_so(made, clock):
    table = await tried(made, "anna")
    text = await page(made)
    assert f'<a href="/t/{table.id}">Thursday&#39;s deal</a>' in text
    assert "Days in a row 1" in said(text)
    clock.at = AT + timedelta(days=30)
    assert "Deal of 19 November" in await page(made)
    assert "Days in a row 0 deal of the day ; longest 1" in said(await page(made))


async def test_all_records_come_in_one_file_but_those_others_still_play(made, clock):
    games = ("card", "board", "card")
    matches = [await played(made, clock, f"t{n}", game, seed=n) for n, game in enumerate(games)]
    today = await tried(made, "anna")
    anna = Browser(made).become("anna")

    async def records():
        answer = await anna.get("/me/records")
        assert answer.headers["content-type"] == "application/zip"
        with ZipFile(BytesIO(answer.content)) as archive:
            return [archive.read(name).decode() for name in archive.namelist()]

    assert sorted(await records()) == sorted(match.record() for match in matches)
    clock.set(2026, 11, 20)
    texts = await records()
    assert len(texts) == 4
    scores = [Match.read(text).scores() for text in texts]
    assert today.match.scores() in scores


async def test_a_match_that_was_taken_over_is_listed_but_not_counted(made, clock):
    whole = await played(made, clock, "t0", seed=0)
    services, anna = made.state.services, Browser(made).become("anna")
    answer = await anna.post("/t/t0/take-over", ply=whole.ply - 9, seat=0, level="easy")
    table = await services.tables.get(answer.url.path.removeprefix("/t/"))
    words = play_random(table.match.copy(), 3).words[table.match.ply :]
    clock.at = AT + timedelta(minutes=9)
    await services.store.append(table.id, table.seq, words, guest="anna", finishes=True)
    table = await services.tables.get(table.id)
    text = await page(made)
    assert listed(text) == [table.id, "t0"]
    assert f"${table.match.scores()[0]:,}" in text
    assert "Matches 1 0 board · 1 cards" in said(text)


async def test_nobody_sees_what_another_has_played(made, clock):
    await played(made, clock, "a", "card", ("boris",), 1)
    await played(made, clock, "b", "card", ("easy",), 2)
    assert listed(await page(made, guest="boris")) == ["a"]
    assert listed(await page(made, guest="chen")) == []


async def test_a_seat_that_a_bot_finished_is_not_ones_own(made, clock):
    await played(made, clock, "a", "card", ("boris",), 1)
    store = made.state.services.store
    async with store.database.transaction() as run:
        await run("UPDATE seats SET kind = 'bot', level = 'hard' WHERE guest = 'boris'")
    assert listed(await page(made, guest="boris")) == []
    assert listed(await page(made)) == ["a"]
