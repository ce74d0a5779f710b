"""Planning ahead: lined up while others act, played when the turn comes, told to nobody else."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from siberia import Match
from siberia.web.pages.ahead import AHEAD
from siberia.web.tables import ahead, watchers
from siberia.web.tables.ahead import MOST_WORDS, PlansAhead
from siberia.web.tables.changes import Changes
from siberia.web.tables.planning import following
from siberia.web.tables.service import Tables
from siberia.web.tables.store.rows import PlanAhead
from siberia.web.tables.table import Table
from tests.web.clocks import Clock
from tests.web.listening import listening_to
from tests.web.page import Page
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
SEED = f"{11:032x}"


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(ahead, "BEFORE_A_TURN", (0.0, 0.0))
    monkeypatch.setattr(ahead, "WITHIN_A_TURN", (0.0, 0.0))


@pytest.fixture
async def made(tmp_path):
    async with running(tmp_path) as made:
        yield made


async def acting(made, table_id: str = "t1", seats: int = 2) -> Table:
    """A table of the board game in the middle of a round: seat 0 acts, and seat 1 waits."""
    match = Match.new("board", seats=seats, seed=int(SEED, 16), start=0, exchanges="A")
    while match.view(None).phase == "place":
        legal = match.legal()
        match.play(next((word for word in legal if word != "place research"), legal[0]))
    assert match.to_move == 0
    assert match.view(None).phase == "act"
    one = row("board", seats, table_id, seed=SEED, exchanges="A")
    return await open_table(made, one, ["guest"] * seats, match.words)


async def plan(made, table: Table, *words: str, seat: int = 1) -> Page:
    """Line up words as somebody does in the page."""
    browser = Browser(made).become(f"guest{seat}")
    for word in words:
        status, page = await browser.ask(table.id, "ahead", seq=table.seq, words=word, draft=AHEAD)
        assert status == 200, page.line
    return page


async def settled(made, table: Table) -> None:
    """Wait until what was planned has been played, as far as it will be."""
    task = made.state.services.ahead._tasks.get(table.id)
    if task is not None:
        await asyncio.wait_for(asyncio.shield(task), 20)


async def pass_on(made, table: Table, seat: int = 0) -> None:
    """Let a seat pass."""
    browser = Browser(made).become(f"guest{seat}")
    status, _ = await browser.ask(table.id, "play", seq=table.seq, words="pass")
    assert status == 200
    await settled(made, table)


def two_words(table: Table, seat: int = 1) -> tuple[str, str]:
    """An action with something to decide in it, and what can be decided first."""
    start = following(table, seat)
    assert start is not None
    for action in start.legal():
        later = start.after(action)
        if later.to_move == seat and action != "pass":
            return action, later.legal()[0]
    raise AssertionError("no such action")


# ------------------------------------------------------------ lining up and playing


async def test_what_is_planned_is_played_when_the_turn_comes(made):
    table = await acting(made)
    first, second = two_words(table)
    page = await plan(made, table, first, second)
    assert page.title.startswith("Planned: ")
    assert table.match.to_move == 0, "nothing is played before"
    seq = table.seq
    await pass_on(made, table)
    entries = (await made.state.services.store.news("t1", seq)).entries
    assert [(one.word, one.guest) for one in entries] == [
        ("pass", "guest0"),
        (first, "guest1"),
        (second, "guest1"),
    ]
    assert table.ahead == {}
    assert (await made.state.services.store.news("t1", 0)).ahead == ()


async def test_a_page_of_somebody_who_waits_offers_to_plan(made):
    table = await acting(made)
    browser = Browser(made).become("guest1")
    page = await browser.page("t1")
    assert ("draft", AHEAD) in page.clicks("draft")
    assert page.values("word") == []
    planning = await browser.look("t1", draft=AHEAD)
    assert planning.title == "Plan your next turn."
    assert planning.main["data-deed"] == "ahead"
    start = following(table, 1)
    assert start is not None
    assert set(planning.values("word")) <= set(start.legal())
    assert "pass" in planning.values("word")
    assert all(draft == "" or draft.startswith(AHEAD) for draft in planning.values("draft"))
    # Whose turn it is cannot plan, and their page has forgotten it.
    theirs = await Browser(made).become("guest0").look("t1", draft=AHEAD)
    assert theirs.main["data-draft"] == ""
    assert "data-deed" not in theirs.main


async def test_steps_can_be_taken_back_and_the_plan_dropped(made):
    table = await acting(made)
    first, second = two_words(table)
    await plan(made, table, first, second)
    browser = Browser(made).become("guest1")
    _, page = await browser.ask("t1", "ahead-back", seq=table.seq, draft=AHEAD)
    assert table.ahead[1].words == (first,)
    assert page.main["data-deed"] == "ahead"
    waiting = await browser.look("t1")
    assert waiting.line.startswith("Planned: ")
    _, page = await browser.ask("t1", "ahead-drop", seq=table.seq)
    assert table.ahead == {}
    assert not page.line.startswith("Planned")
    await pass_on(made, table)
    assert table.match.to_move == 1


async def test_what_cannot_be_planned_is_refused(made):
    table = await acting(made)
    browser = Browser(made).become("guest1")
    for words in ("sell Atlantis", "discard gas", ", ".join(["pass"] * (MOST_WORDS + 1))):
        assert (await browser.ask("t1", "ahead", seq=table.seq, words=words))[0] == 409
    assert (await browser.ask("t1", "ahead", seq=table.seq - 1, words="pass"))[0] == 409
    assert (await browser.ask("t1", "ahead-play", seq=table.seq))[0] == 409
    theirs = Browser(made).become("guest0")
    assert (await theirs.ask("t1", "ahead", seq=table.seq, words="pass"))[0] == 409
    stranger = await Browser(made).become("guest3").post("/t/t1/ahead", seq=table.seq, words="pass")
    assert stranger.status_code == 403
    assert table.ahead == {}


async def test_a_plan_goes_on_in_the_turn_after(made):
    """Words of several turns: each is played in its own."""
    table = await acting(made, seats=3)
    first, second = two_words(table, 1)
    words = [first, second]
    while (later := following(table, 1, words)) is not None and len(words) < 8:
        if "pass" in later.legal():
            words.append("pass")
            break
        words.append(later.legal()[0])
    assert words[-1] == "pass"
    await plan(made, table, *words)
    await pass_on(made, table, 0)
    assert table.match.to_move == 2
    assert table.ahead[1].words == ("pass",)
    await pass_on(made, table, 2)
    assert 1 not in table.ahead


# ------------------------------------------------------------ what makes it wait, and what ends it


async def test_if_anything_was_revealed_since_the_plan_waits_for_a_look(made):
    table = await acting(made)
    store = made.state.services.store
    await store.keep_ahead("t1", PlanAhead(1, 0, table.match.reveals - 1, ("pass",)))
    await made.state.services.tables.get("t1")
    await pass_on(made, table)
    assert table.match.to_move == 1
    browser = Browser(made).become("guest1")
    page = await browser.page("t1")
    assert page.line == "You had planned: Pass. Play it?"
    assert ("post", "ahead-play") in page.clicks("post")
    status, _ = await browser.ask("t1", "ahead-play", seq=table.seq)
    assert status == 200
    assert table.ahead == {}
    assert "pass" in table.match.words[-2:]


async def test_what_is_not_legal_any_more_is_not_played(made):
    table = await acting(made)
    known = PlanAhead(1, 0, table.match.reveals, ("sell Tokyo", "pass"))
    await made.state.services.store.keep_ahead("t1", known)
    await made.state.services.tables.get("t1")
    await pass_on(made, table)
    assert table.match.to_move == 1
    page = await Browser(made).become("guest1").page("t1")
    assert page.line.endswith("That is not possible any more.")
    assert ("post", "ahead-play") not in page.clicks("post")
    assert ("post", "ahead-drop") in page.clicks("post")


async def test_an_undo_ends_all_plans(made):
    table = await acting(made)
    action = two_words(table, 1)[0]
    browser = Browser(made).become("guest0")
    mine = next(word for word in table.match.legal() if word not in ("pass", action))
    await browser.ask("t1", "play", seq=table.seq, words=mine)
    assert table.match.to_move == 0
    await plan(made, table, "pass")
    status, _ = await browser.ask("t1", "undo", seq=table.seq)
    assert status == 200
    assert table.ahead == {}
    assert (await made.state.services.store.news("t1", 0)).ahead == ()


async def test_who_plays_themselves_has_another_plan(made, monkeypatch):
    monkeypatch.setattr(ahead, "BEFORE_A_TURN", (30.0, 30.0))
    table = await acting(made)
    await plan(made, table, "pass")
    browser = Browser(made).become("guest0")
    await browser.ask("t1", "play", seq=table.seq, words="pass")
    mine = Browser(made).become("guest1")
    page = await mine.page("t1")
    assert page.line == "Your plan is being played: Pass."
    assert (await mine.get("/turns")).json()["count"] == 0, "nobody is called for that"
    await mine.ask("t1", "ahead-drop", seq=table.seq)
    assert (await mine.get("/turns")).json()["count"] == 1
    await made.state.services.store.keep_ahead(
        "t1", PlanAhead(1, 0, table.match.reveals, ("pass",))
    )
    await mine.page("t1")
    assert table.ahead
    other = next(word for word in table.match.legal() if word != "pass")
    await mine.ask("t1", "play", seq=table.seq, words=other)
    assert table.ahead == {}


async def test_a_seat_that_changes_hands_takes_no_plan_along(made):
    table = await acting(made)
    await plan(made, table, "pass")
    await Browser(made).become("guest1").post("/t/t1/leave")
    assert (await made.state.services.store.news("t1", 0)).ahead == ()
    assert (await made.state.services.tables.get("t1")).ahead == {}


async def test_dropped_while_it_is_about_to_be_played_it_is_not(made, monkeypatch):
    monkeypatch.setattr(ahead, "BEFORE_A_TURN", (0.3, 0.3))
    table = await acting(made)
    await plan(made, table, "pass")
    browser = Browser(made).become("guest0")
    await browser.ask("t1", "play", seq=table.seq, words="pass")
    await Browser(made).become("guest1").ask("t1", "ahead-drop", seq=table.seq)
    await settled(made, table)
    assert table.match.to_move == 1


# ------------------------------------------------------------ other processes, and a crash


async def test_whichever_process_stores_the_word_before_plays_the_plan(made):
    table = await acting(made)
    await plan(made, table, "pass")
    other = Tables(made.state.services.store, Changes())
    plans = PlansAhead(other)
    there = await other.get("t1")
    assert there is not None
    await other.play(there, 0, there.seq, ["pass"], "guest0")
    await asyncio.wait_for(plans._tasks["t1"], 20)
    entries = (await made.state.services.store.news("t1", there.seq - 2)).entries
    assert (entries[0].word, entries[0].guest) == ("pass", "guest0")
    assert "guest1" in {one.guest for one in entries}
    again = await made.state.services.tables.get("t1")
    assert again.match.words == there.match.words
    assert again.ahead == {}


async def test_what_a_dead_process_left_is_played_when_somebody_looks_later(made, monkeypatch):
    table = await acting(made)
    await plan(made, table, "pass")
    # The word is there, and nobody to play what comes after it.
    await made.state.services.store.append("t1", table.seq, ["pass"], guest="guest0")
    browser = Browser(made).become("guest0")
    await browser.page("t1")
    await settled(made, table)
    assert table.match.to_move == 1, "whoever stored it may be about to"
    Clock(monkeypatch, table.moved_at + 2 * ahead.OVERDUE)
    await browser.page("t1")
    await settled(made, table)
    assert table.match.to_move != 1 or table.match.words[-1] == "pass"
    assert table.ahead == {}


# ------------------------------------------------------------ nobody else is told


async def seen_by(made, guest: str, parts: str = "") -> Sequence[bytes]:
    """All that somebody can ask of a table."""
    browser = Browser(made).become(guest)
    answers = [
        await browser.get("/t/t1"),
        await browser.post("/t/t1/look", seat=-1, parts=parts),
        await browser.post("/t/t1/look", seat=-1, draft=AHEAD),
        await browser.get("/api/v1/tables/t1"),
        await browser.get("/"),
    ]
    return [answer.content for answer in answers]


async def test_nobody_else_can_see_that_anything_is_planned(made, monkeypatch):
    Clock(monkeypatch, NOON)
    table = await acting(made, seats=3)
    others = ("guest0", "guest2")
    before = [await seen_by(made, guest) for guest in others]
    changes = made.state.services.changes
    with (
        changes.subscribe("guest0", frozenset({"t1"})) as first,
        changes.subscribe("guest2", frozenset({"t1"})) as third,
        changes.subscribe("guest1", frozenset({"t1"})) as own,
    ):
        await plan(made, table, *two_words(table))
        assert own.take()
        assert (first.take(), third.take()) == ([], [])
    row_before = await made.state.services.store.table("t1")
    assert [await seen_by(made, guest) for guest in others] == before
    # Nor do two plans look different from each other, or from one that was dropped.
    await Browser(made).become("guest1").ask("t1", "ahead-drop", seq=table.seq)
    await plan(made, table, "pass")
    assert [await seen_by(made, guest) for guest in others] == before
    assert await made.state.services.store.table("t1") == row_before
    assert "ahead" not in (await Browser(made).become("guest1").get("/api/v1/tables/t1")).text


async def test_no_stream_of_anybody_else_says_that_something_is_planned(made, monkeypatch):
    """Of players, of who watches, of programs: but one's own do, and all of what is played."""
    monkeypatch.setattr(watchers, "SETTLES", 60.0)
    table = await acting(made)
    await made.state.services.tables.settings.set_watching(table, "link")
    told: list[tuple[str, str | None, int | None]] = []
    monkeypatch.setattr(made.state.services.changes, "neighbours", Told(told))
    watcher, player = Browser(made).become("guest2"), Browser(made).become("guest0")
    api = "/api/v1/tables/t1/stream"
    async with (
        listening_to(made, player, "/live", "tables=t1", "10.220.0.1") as live,
        listening_to(made, player, api, "", "10.220.0.2") as program,
        listening_to(made, watcher, "/t/t1/watch", "narrow=0", "10.220.0.3") as watching,
        listening_to(made, watcher, api, "", "10.220.0.4") as watching_program,
        listening_to(made, Browser(made).become("guest1"), "/live", "tables=t1") as own,
    ):
        others = (live, program, watching, watching_program)
        await asyncio.sleep(0.4)
        before = [len(heard) for heard in (*others, own)]
        assert all(length > 1 for length in before)
        await plan(made, table, *two_words(table))
        await asyncio.sleep(0.4)
        assert [len(heard) for heard in others] == before[:4]
        assert len(own) > before[4]
        # Other processes tell only the planner's own pages, too.
        assert {guest for _, guest, _ in told} == {"guest1"}
        await pass_on(made, table)
        await asyncio.sleep(0.6)
        assert all(len(heard) > length for heard, length in zip(others, before, strict=False))


class Told:
    """Notes what other processes would be told."""

    def __init__(self, changes: list[tuple[str, str | None, int | None]]) -> None:
        self._changes = changes

    def carry_change(self, table: str, guest: str | None, seq: int | None) -> None:
        self._changes.append((table, guest, seq))

    def carry_talk(self, *_said: object) -> None:
        """Nobody talks here."""

    def carry_presence(self, *_who: object) -> None:
        """Who follows what is no secret of a plan."""


async def test_how_long_it_takes_does_not_hang_on_what_is_planned(made, monkeypatch):
    """What is drawn for the delay is drawn before anything of the plan is looked at."""
    asked = []
    monkeypatch.setattr(ahead, "BEFORE_A_TURN", (1.0, 2.0))
    monkeypatch.setattr(ahead, "WITHIN_A_TURN", (3.0, 4.0))

    class Chance:
        def uniform(self, least: float, most: float) -> float:
            asked.append((least, most))
            return 0.0

    made.state.services.ahead._chance = Chance()
    for number, words in enumerate((("pass",), ())):
        table = await acting(made, f"t{number + 1}")
        await plan(made, table, *(words or two_words(table)))
        await pass_on(made, table)
    assert asked == [(1.0, 2.0), (1.0, 2.0), (3.0, 4.0)]


async def test_in_the_card_game_a_plan_ends_where_something_would_show(made):
    one = row("card", 2, seed=SEED)
    table = await open_table(made, one, ["guest", "guest"])
    # Many cards lie face down: whoever is asked must turn one up first.
    assert following(table, 1) is None
    page = await Browser(made).become("guest1").page("t1")
    assert page.clicks("draft") == []
