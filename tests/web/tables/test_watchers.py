"""Who watches: somebody with several pages is one, and neighbours' watchers count, too."""

import asyncio
from contextlib import ExitStack

import pytest

from siberia.web.tables import watchers as module
from siberia.web.tables.changes import Changes
from siberia.web.tables.watchers import MOST_NAMED, NOBODY, Audience, Watchers

pytestmark = pytest.mark.anyio


class Told:
    """A neighbour that only notes what it is told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Audience]] = []

    def carry_watchers(self, table: str, audience: Audience) -> None:
        self.said.append((table, audience))


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Who comes and goes is told a moment later."""
    monkeypatch.setattr(module, "SETTLES", 0.02)


async def settled(watchers: Watchers, table: str) -> Audience:
    """Who watches a table, once that was told."""
    await asyncio.sleep(0.1)
    return watchers.of(table)


async def test_somebody_with_two_pages_is_one_and_strangers_are_told_apart():
    watchers = Watchers(Changes())
    with watchers.watching("a", "guest0", "Léa"), watchers.watching("a", "guest0", "Léa"):
        with watchers.watching("a", "", ""), watchers.watching("a", "", ""):
            assert watchers.of("a") == NOBODY, "nobody is told at once"
            assert await settled(watchers, "a") == Audience(3, ("Léa",))
            assert watchers.of("a").others == 2
            assert watchers.of("b") == NOBODY
            assert watchers.streams_of("guest0") == 2
        assert await settled(watchers, "a") == Audience(1, ("Léa",))
    assert await settled(watchers, "a") == NOBODY
    assert watchers.watched == []
    assert watchers.streams_of("guest0") == 0


async def test_of_a_crowd_only_some_are_named():
    watchers = Watchers(Changes())
    with ExitStack() as stack:
        for number in range(MOST_NAMED + 5):
            stack.enter_context(watchers.watching("a", f"guest{number}", f"Name {number}"))
        found = await settled(watchers, "a")
    assert (found.count, len(found.names), found.others) == (MOST_NAMED + 5, MOST_NAMED, 5)


async def test_who_came_and_went_is_told_once_when_it_has_settled():
    changes, told = Changes(), Told()
    watchers = Watchers(changes)
    watchers.neighbours = told
    with changes.subscribe("guest9", frozenset({"a"})) as player:
        with watchers.watching("a", "guest0", "Léa"), watchers.watching("a", "guest1", "Noor"):
            assert player.take() == []
            await asyncio.sleep(0.1)
            assert player.take() == [("a", None)]
        await asyncio.sleep(0.1)
        assert player.take() == [("a", None)]
    assert told.said == [("a", Audience(2, ("Léa", "Noor"))), ("a", NOBODY)]


async def test_what_neighbours_say_counts_until_they_fall_silent(monkeypatch):
    changes = Changes()
    watchers = Watchers(changes)
    with changes.subscribe("guest9", frozenset({"a"})) as player:
        watchers.hear("one", "a", Audience(2, ("Noor",)))
        watchers.hear("two", "a", Audience(1, ("Noor",)))
        assert player.take() == [("a", None)]
        watchers.hear("two", "a", Audience(1, ("Noor",)))
        assert player.take() == [], "nothing new"
        with watchers.watching("a", "guest0", "Léa"):
            assert await settled(watchers, "a") == Audience(4, ("Léa", "Noor"))
        await settled(watchers, "a")
        watchers.hear("two", "a", NOBODY)
        assert watchers.of("a") == Audience(2, ("Noor",))
        monkeypatch.setattr(module, "FRESH", -1.0)
        assert watchers.of("a") == NOBODY
