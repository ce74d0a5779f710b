"""What pages tell of time: clocks by the names, a warning, who is out of time, and until when."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from siberia.web.tables import timekeeper
from siberia.web.tables.store.reaching import Reach
from siberia.web.tables.table import Table
from tests.web.clocks import Clock
from tests.web.page import Page
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio

# A Saturday.
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def time(monkeypatch):
    # Clocks are looked after when a test says so.
    monkeypatch.setattr(timekeeper, "ROUND", 3600.0)
    return Clock(monkeypatch, NOON)


@pytest.fixture
async def made(tmp_path, time):
    async with running(tmp_path) as made:
        yield made


async def paced(made, pace: str = "20 minutes", game: str = "card", seats: int = 3) -> Table:
    """A table where people play with a pace, and whose clocks were looked at."""
    one = row(game, seats, pace=pace, created=NOON)
    table = await open_table(made, one, ["guest"] * seats)
    await made.state.services.timekeeper._look()
    return table


async def wait(made, time: Clock, **some: float) -> None:
    """Let time go by while the server is there, and look after the clocks."""
    time.at += timedelta(**some)
    await made.state.services.store.clocks.beat(time.at, timedelta.max)
    await made.state.services.timekeeper._look()


def faces(page: Page) -> dict[str, str]:
    """What each clock shows by its name, with a star where it runs, and a mark where it is low."""
    found = {}
    for element in page.elements:
        words = element.attributes.get("class", "").split()
        if "clock-face" in words:
            name = element.attributes["id"]
            text = page.words_of[name].removeprefix("Time left: ")
            found[name] = text + "*" * ("runs" in words) + "!" * ("low" in words)
    return found


async def test_clocks_stand_by_every_name(made, time):
    await paced(made)
    page = await Browser(made).become("guest1").page("t1")
    assert faces(page) == {
        "strip-clock-0": "20:00*",
        "strip-clock-1": "20:00",
        "strip-clock-2": "20:00",
        "clock-0": "20:00*",
        "clock-1": "20:00",
        "clock-2": "20:00",
    }
    running_one = page.find("clock-0")
    assert running_one is not None
    assert running_one["role"] == "timer"
    ends = NOON + timedelta(minutes=20, seconds=15)
    assert running_one["data-until"] == str(int(ends.timestamp() * 1000))
    assert page.main["data-now"] == str(int(NOON.timestamp() * 1000))
    for file in ("clock.js", "clock.css"):
        assert f"/{file}" in page.text
    assert "Live: 20 minutes each for the whole match" in page.text


async def test_on_the_board_too(made, time):
    await paced(made, game="board", seats=2)
    page = await Browser(made).become("guest0").page("t1")
    assert set(faces(page).values()) == {"20:00*"}, "all place at once"


async def test_without_a_pace_nothing_is_told_of_time(made, time):
    await paced(made, pace="")
    page = await Browser(made).become("guest1").page("t1")
    assert faces(page) == {}
    assert "data-now" not in page.main
    assert "/clock." not in page.text


async def test_as_long_as_nobody_moves_a_page_is_sent_no_clock_again(made, time):
    await paced(made)
    browser = Browser(made).become("guest1")
    page = await browser.page("t1")
    # What the first page shows as it is, the next one lets the page count down.
    page = await browser.look("t1")
    await wait(made, time, seconds=40)
    again = await browser.look("t1", parts=page.main["data-parts"])
    assert faces(again) == {}
    assert again.main["data-parts"] == page.main["data-parts"]


async def test_who_has_little_time_left_is_warned_and_nobody_else(made, time):
    table = await paced(made)
    changes, sent = made.state.services.changes, sent_by(made)
    with (
        changes.subscribe("guest0", frozenset({"t1"})) as awaited,
        changes.subscribe("guest1", frozenset({"t1"})) as waiting,
    ):
        await wait(made, time, minutes=18, seconds=15)
        assert awaited.take() == [("t1", None)]
        assert waiting.take() == []
        assert sent == []
    page = await Browser(made).become("guest0").page("t1")
    notice = "Little time is left for you. Then the computer plays on, until you come back."
    assert page.line == page.main["data-time-notice"] == notice
    assert faces(page)["clock-0"] == "2:00*!"
    other = await Browser(made).become("guest1").page("t1")
    assert notice not in other.text
    assert table.awaited == (0,)


def sent_by(made) -> list[tuple[str, ...]]:
    """What people are sent from now on, wherever they are."""
    sent: list[tuple[str, ...]] = []

    class Postman:
        def send(self, *message: str) -> None:
            sent.append(message)

    made.state.services.notices._messenger = Postman()
    return sent


async def test_who_has_no_page_open_is_sent_a_word_once(made, time):
    await paced(made)
    await made.state.services.store.reaching.keep_reach("guest0", Reach("https://chat.example/1"))
    sent = sent_by(made)
    for _ in range(3):
        await wait(made, time, minutes=9, seconds=10)
        assert [one for one in sent if one[1] == "clock"] in ([], [("guest0", "clock", "t1")])
    assert ("guest0", "clock", "t1") in sent


async def test_out_of_time_a_bot_plays_on_and_one_may_come_back(made, time):
    table = await paced(made)
    await wait(made, time, minutes=21)
    browser = Browser(made).become("guest0")
    page = await browser.page("t1")
    assert "Your time was over. The computer plays on for you" in page.text
    assert "Player 0 is out of time: the computer plays on, level hard" in page.log
    assert "clock-0" not in faces(page)
    assert "is out of time" in (await Browser(made).become("guest2").page("t1")).log
    status, page = await browser.ask("t1", "seat", kind="guest", number=0)
    assert status == 200
    assert "Your time was over" not in page.text
    assert not table.seats.is_bot(0)
    assert faces(page)["clock-0"] == "2:00*!"


async def test_by_days_pages_say_until_when(made, time):
    await paced(made, pace="2 days")
    browser = Browser(made).become("guest0")
    assert faces(await browser.page("t1"))["clock-0"] == "until Monday 12:00 UTC*"
    assert faces(await Browser(made).become("guest1").page("t1")) == {
        "strip-clock-0": "Mon 12:00*",
        "clock-0": "until Monday 12:00 UTC*",
    }
    home = (await browser.get("/")).text
    assert "cards in the stack · until Monday</span>" in home
    assert "until Monday" not in (await Browser(made).become("guest1").get("/")).text
    await wait(made, time, hours=30)
    assert "18 h left for you" in (await browser.get("/")).text


async def test_a_page_without_a_running_clock_knows_clocks_all_the_same(made, time):
    """By days they come when the last seat is taken, and nobody loads the page anew for that."""
    about = row("card", 2, pace="2 days", created=NOON)
    await open_table(made, about, ["guest", "open"])
    page = await Browser(made).become("guest0").page("t1")
    assert not faces(page)
    assert "/clock.css" in page.text
    assert "/clock.js" in page.text


async def test_by_many_days_pages_say_the_day(made, time):
    await paced(made, pace="7 days")
    page = await Browser(made).become("guest0").page("t1")
    assert faces(page)["clock-0"] == "until 7 February 12:00 UTC*"


async def test_home_says_how_much_time_is_left(made, time):
    await paced(made)
    await wait(made, time, minutes=8)
    browser = Browser(made).become("guest0")
    assert "13 min left for you" in (await browser.get("/")).text


async def test_an_invitation_tells_the_pace_beforehand(made, time):
    one = row("card", 2, pace="10 minutes", created=NOON)
    table = await open_table(made, one, ["guest", "open"])
    page = await Browser(made).become("guest0").page("t1")
    assert "*" not in "".join(faces(page).values()), "nobody's clock runs before all are there"
    link = page.text.split("/join#")[1].split('"')[0]
    told = await Browser(made).post("/join/look", token=link)
    assert "Live: 10 minutes each for the whole match" in told.text
    assert table.seats[1].kind == "open"


async def test_a_match_that_is_over_is_looked_back_on_without_clocks(made, time):
    table = await paced(made, seats=2)
    while not table.match.is_over:
        seat = table.match.to_move
        word = table.match.legal()[0]
        tables = made.state.services.tables
        await tables.play(table, seat, table.seq, [word], f"guest{seat}")
    browser = Browser(made).become("guest0")
    for path in ("/t/t1", "/t/t1/replay", "/t/t1/replay?ply=4&eyes=1"):
        answer = await browser.get(path)
        assert answer.status_code == 200, path
        assert "clock-face" not in answer.text
        assert "data-now" not in answer.text


async def test_a_server_looks_after_clocks_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(timekeeper, "ROUND", 0.05)
    async with running(tmp_path) as made:
        long_ago = datetime.now(UTC) - timedelta(minutes=11)
        one = row("card", 2, pace="10 minutes", created=long_ago)
        table = await open_table(made, one, ["guest", "guest"])
        for _ in range(400):
            if table.match.to_move == 1:
                break
            await asyncio.sleep(0.02)
        # Nobody has it open, and still its bot has played.
        assert table.seats.is_kept_for(0, "guest0")
        assert table.match.to_move == 1
