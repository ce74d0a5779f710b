"""A table that cannot be continued stands for itself: others, and their people, go on."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest

from siberia import Match
from siberia.web.http import services as server_parts
from siberia.web.http.app import app
from siberia.web.http.settings import Settings
from siberia.web.tables.bot_queue import BotQueue
from siberia.web.tables.store import Store, StoreError
from siberia.web.tables.table import Table
from tests.web.server import Browser, bots_done, guest_seats, open_table, row, running

pytestmark = pytest.mark.anyio

SORRY = "This table cannot be continued"


async def add_broken(made, name: str, words=("no such word",), **more) -> None:
    """A table of guest0 that does not lead to a match."""
    store = made.state.services.store
    await store.add_table(row("card", 2, name, **more), guest_seats(name, ["guest", "easy"]))
    await store.append(name, 0, words)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (("no such word",), {}),
        (("flip 1", "draw 1", "flip 8"), {}),
        (("undo",), {}),
        ((), {"rules": 99}),
        ((), {"components": "another box"}),
        ((), {"seed": "no number"}),
    ],
)
async def test_a_table_that_cannot_be_continued_says_so_and_gives_its_log(made, words, more):
    name = "-".join(["broken", *words, *more]).replace(" ", "")
    await open_table(made, row("card", 2, f"whole-{name}"), ["guest", "easy"])
    await add_broken(made, name, words, **more)
    browser = Browser(made).become("guest0")
    home = await browser.get("/")
    assert home.status_code == 200
    assert f"/t/whole-{name}" in home.text
    assert "cannot be continued" in home.text
    answer = await browser.get(f"/t/{name}")
    assert answer.status_code == 410
    assert SORRY in answer.text
    assert (await browser.post(f"/t/{name}/play", seq=0, words="keep")).status_code == 410
    log = (await browser.get(f"/t/{name}/log")).text
    assert all(word in log for word in words)
    for secret in ("5eed" * 8, "5a17" * 8):
        assert secret not in log
    stranger = Browser(made).become("guest3")
    for path in (f"/t/{name}", f"/t/{name}/log"):
        assert (await stranger.get(path)).status_code == 403
    assert (await browser.get(f"/t/whole-{name}/log")).status_code == 404


@pytest.fixture
def stumbles(monkeypatch):
    """A bug of ours: the log of one table, and of no other, cannot be folded."""
    folded = Table.folded

    def sometimes(table, entries):
        if table.id == "stumbles":
            raise IndexError("a bug")
        return folded(table, entries)

    monkeypatch.setattr(Table, "folded", sometimes)


@pytest.mark.usefixtures("stumbles")
async def test_a_bug_that_one_table_meets_breaks_no_home_page(made, caplog):
    await open_table(made, row("card", 2, "sound"), ["guest", "easy"])
    await add_broken(made, "stumbles", ("flip 1",))
    browser = Browser(made).become("guest0")
    with caplog.at_level(logging.ERROR, "siberia"):
        home = await browser.get("/")
    assert home.status_code == 200
    for name in ("sound", "stumbles"):
        assert f"/t/{name}" in home.text
    assert "cannot be continued" in home.text
    assert "table stumbles cannot be continued: a bug" in caplog.text
    assert "Traceback" in caplog.text, "where it is must be found"
    assert (await browser.get("/t/stumbles")).status_code == 410


async def test_new_tables_keep_by_which_rules_and_with_which_box_they_are_played(made):
    browser = Browser(made)
    answer = await browser.post("/play", game="board", opponents=1, level="easy")
    kept = await made.state.services.store.table(answer.url.path.removeprefix("/t/"))
    assert kept.rules == 2
    assert kept.components.startswith("sha256:")


@pytest.mark.parametrize(("kept", "rules"), [(None, 1), (1, 1), (2, 2)])
async def test_a_table_is_dealt_by_the_rules_it_was_opened_with(made, kept, rules):
    opened = row("card", 2, f"by {kept}", start=0, rules=kept)
    table = await open_table(made, opened, ["guest", "guest"])
    match = Match.new("card", seed=int(opened.seed, 16), start=0, rules=rules)
    assert table.match.setup.rules == rules
    assert table.match.view(None) == match.view(None)


@pytest.mark.usefixtures("stumbles")
@pytest.mark.parametrize(("broken", "word"), [("broken", "no such word"), ("stumbles", "flip 1")])
async def test_a_server_takes_up_all_other_tables(tmp_path, caplog, broken, word):
    async with running(tmp_path) as made:
        now = datetime.now(UTC)
        for name, created in (("before", now), ("later", now + timedelta(minutes=2))):
            opened = row("card", 2, name, start=1, created=created)
            await open_table(made, opened, ["guest", "easy"])
        await add_broken(made, broken, (word,), created=now + timedelta(minutes=1))
    with caplog.at_level(logging.ERROR, "siberia"):
        async with running(tmp_path) as made:
            services = made.state.services
            for name in ("before", "later"):
                for _ in range(100):
                    await services.tables.get(name)
                    await bots_done(made, name)
                assert (await services.tables.get(name)).match.to_move == 0
    assert f"table {broken} cannot be continued" in caplog.text


async def test_a_chore_that_fails_is_heard_of(tmp_path, monkeypatch, caplog):
    async def fail(_store, _since) -> list[str]:
        raise StoreError("The disk is gone.")

    monkeypatch.setattr(Store, "active", fail)
    with caplog.at_level(logging.ERROR, "siberia"):
        async with running(tmp_path) as made:
            await asyncio.sleep(0.05)
            assert (await Browser(made).get("/ready")).text == "ready"
            assert "The disk is gone." in caplog.text


async def test_bots_are_taken_up_when_the_store_can_say_where(tmp_path, monkeypatch):
    async with running(tmp_path) as made:
        await open_table(
            made, row("card", 2, start=1, created=datetime.now(UTC)), ["guest", "easy"]
        )
    active, tried = Store.active, []

    async def fail_once(store, since) -> list[str]:
        tried.append(since)
        if len(tried) == 1:
            raise StoreError("The line is cut.")
        return await active(store, since)

    monkeypatch.setattr(Store, "active", fail_once)
    monkeypatch.setattr(server_parts, "BEFORE_TRYING_AGAIN", 0.01)
    async with running(tmp_path) as made:
        for _ in range(500):
            if (await made.state.services.store.news("t1", 0)).entries:
                break
            await asyncio.sleep(0.01)
        assert (await made.state.services.store.news("t1", 0)).entries
    assert len(tried) == 2


async def test_a_server_whose_rules_do_not_load_says_so(tmp_path, monkeypatch, caplog):
    def fail() -> None:
        raise OSError("no room")

    monkeypatch.setattr(server_parts, "first_calls", fail)
    served = app(Settings(data=tmp_path))
    with caplog.at_level(logging.ERROR, "siberia"):
        async with served.router.lifespan_context(served):
            browser = Browser(served)
            for _ in range(100):
                health = await browser.get("/ready")
                if health.status_code == 500:
                    break
                await asyncio.sleep(0.02)
            assert health.status_code == 500
            assert health.text.startswith("failed")
    assert "no room" in caplog.text


async def test_a_bot_that_fails_is_heard_of(made, monkeypatch, caplog):
    async def fail(self, table, seat) -> None:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(BotQueue, "_decide", fail)
    with caplog.at_level(logging.ERROR, "siberia"):
        await open_table(made, row("card", 2, "fails", start=1), ["guest", "easy"])
        await Browser(made).become("guest0").page("fails")
        with pytest.raises(RuntimeError):
            await bots_done(made, "fails")
    assert "out of ideas" in caplog.text
