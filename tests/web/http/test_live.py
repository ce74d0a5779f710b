"""What open pages are told: that a table has moved on, and nothing else."""

import asyncio

import pytest

from siberia.web.http import streams
from tests.web.listening import listening
from tests.web.server import Browser, open_table, row

pytestmark = pytest.mark.anyio


async def test_open_pages_are_told_that_a_table_moved_on_and_nothing_else(made):
    held = await open_table(made, row("card", 2, "told"), ["guest", "guest"])
    await open_table(made, row("card", 2, "other", owner="guest2"), ["open", "open"])
    member, stranger = Browser(made).become("guest1"), Browser(made).become("guest3")
    async with (
        listening(made, member, "told,other") as heard,
        listening(made, stranger, "told") as strange,
        listening(made, Browser(made), "told") as nobody,
    ):
        player = Browser(made).become("guest0")
        await player.ask("told", "play", seq=0, words=held.match.legal()[0])
        made.state.services.changes.tell("other")
        made.state.services.changes.tell("told", "guest0")
        await asyncio.sleep(0.05)
    hello = "retry: 1000\ndata: hello\n\nevent: still\ndata: 20\n\n"
    assert heard == [200, hello, "data: told 1\n\n"]
    assert strange == nobody == [200, hello]
    changes = made.state.services.changes
    assert not changes._subscriptions
    assert not changes._followers
    assert not changes._counts


async def test_a_quiet_stream_says_that_it_is_still_there_and_when_it_will_again(made, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT", 0.02)
    async with listening(made, Browser(made).become("guest0"), "") as heard:
        await asyncio.sleep(0.2)
    still = "event: still\ndata: 0.02\n\n"
    assert heard[1] == f"retry: 1000\ndata: hello\n\n{still}"
    assert len(heard) > 3
    assert set(heard[2:]) == {still}, "words that a page can hear, unlike a comment"


async def test_a_person_has_only_so_many_streams(made, monkeypatch):
    monkeypatch.setattr(streams, "STREAMS_FOR_EACH_GUEST", 1)
    browser = Browser(made).become("guest0")
    async with (
        listening(made, browser, "") as first,
        listening(made, browser, "") as second,
        listening(made, Browser(made).become("guest1"), "") as other,
    ):
        pass
    assert (first[0], second[0], other[0]) == (200, 429, 200)
