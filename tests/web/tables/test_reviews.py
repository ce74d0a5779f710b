"""Matches are looked at once, one after the other, for whoever asks, and what was found is kept."""

import asyncio
import threading
from dataclasses import replace

import pytest

from siberia.review import Review
from siberia.web.tables.finished import Finished
from siberia.web.tables.records import table_of
from siberia.web.tables.refusals import Refused
from siberia.web.tables.reviews import MOST_OF_ONE, MOST_WAITING, Reviews
from siberia.web.tables.store import open_store
from siberia.web.tables.store.rows import ReviewRow
from tests.reviews import QuickExpert, review_of
from tests.support import VARIANTS, play_random

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def store(tmp_path):
    opened = await open_store(tmp_path / "tables.db")
    yield opened
    await opened.close()


MATCH = play_random(VARIANTS[0].new(seats=2, seed=3, players=["Anna", "Boris"], salt="0" * 32), 3)


def finished(name: str = "/r/one") -> Finished:
    return Finished(name, table_of(name, MATCH.record()))


class SlowExpert(QuickExpert):
    """Looks for as long as it is not let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()
        self.at_once = 0
        self.most_at_once = 0

    def review(self, match, progress):
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        progress(0.25)
        self.may_go_on.wait(30)
        progress(0.5)
        self.at_once -= 1
        return super().review(match, progress)


async def done(reviews: Reviews) -> None:
    """Wait until nothing is looked at any more."""
    while reviews._tasks:
        await asyncio.gather(*reviews._tasks)


async def test_what_was_found_is_kept_and_found_again(store):
    expert = QuickExpert()
    reviews = Reviews(store, expert)
    assert await reviews.find(finished()) is None
    reviews.begin(finished(), "anna")
    await done(reviews)
    found = await reviews.find(finished())
    assert found is not None
    assert found.shares == review_of(MATCH).shares
    assert await reviews.find(finished()) is found, "it is not read twice"
    # Another process, or the next start, reads what is kept.
    again = Reviews(store, QuickExpert())
    assert await again.find(finished()) == found
    await reviews.close()
    await again.close()


async def test_no_name_is_kept_with_a_review(store):
    expert = QuickExpert()
    reviews = Reviews(store, expert)
    reviews.begin(finished(), "anna")
    await done(reviews)
    row = await store.reviews.get("/r/one")
    assert row is not None
    assert "Anna" not in row.review
    assert "Boris" not in row.review
    assert "Anna" not in expert.looked_at[0]
    await reviews.close()


async def test_whoever_asks_again_waits_for_the_same(store):
    expert = SlowExpert()
    reviews = Reviews(store, expert)
    first = reviews.begin(finished(), "anna")
    assert reviews.begin(finished(), "boris") is first
    expert.may_go_on.set()
    await done(reviews)
    assert len(expert.looked_at) == 1
    await reviews.close()


async def test_one_match_is_looked_at_after_the_other(store):
    expert = SlowExpert()
    reviews = Reviews(store, expert)
    matches = [finished(f"/r/{n}") for n in range(3)]
    told = [reviews.begin(one, f"guest{n}") for n, one in enumerate(matches)]
    # Who is first waits for no other match, also before the expert has begun.
    assert (told[0].is_begun, reviews.ahead(matches[0])) == (False, 0)
    while not told[0].done:
        await asyncio.sleep(0.01)
    assert told[0].done == round(MATCH.ply / 4)
    assert [one.is_begun for one in told] == [True, False, False]
    assert [reviews.ahead(one) for one in matches] == [0, 1, 2]
    expert.may_go_on.set()
    await done(reviews)
    assert expert.most_at_once == 1
    assert all([await reviews.find(one) for one in matches])
    await reviews.close()


async def test_nobody_has_the_expert_alone(store):
    expert = SlowExpert()
    reviews = Reviews(store, expert)
    for n in range(MOST_OF_ONE):
        reviews.begin(finished(f"/r/{n}"), "anna")
    with pytest.raises(Refused):
        reviews.begin(finished("/r/more"), "anna")
    for n in range(MOST_WAITING - MOST_OF_ONE):
        reviews.begin(finished(f"/r/other{n}"), f"guest{n}")
    with pytest.raises(Refused):
        reviews.begin(finished("/r/last"), "somebody else")
    await reviews.close()
    expert.may_go_on.set()


@pytest.mark.parametrize("change", [{"version": 0}, {"evaluator": "older"}, {"review": "{"}])
async def test_what_another_expert_found_is_found_anew(store, change):
    reviews = Reviews(store, QuickExpert())
    found = review_of(MATCH)
    row = ReviewRow("/r/one", found.version, found.evaluator, "0", found.json().decode())
    await store.reviews.keep(row)
    assert await reviews.find(finished()) == found
    await store.reviews.keep(replace(row, **change))
    assert await reviews.find(finished()) is None
    reviews.begin(finished(), "anna")
    await done(reviews)
    assert isinstance(await reviews.find(finished()), Review)
    await reviews.close()


async def test_a_match_that_cannot_be_looked_at_keeps_no_other_waiting(store, caplog):
    expert = QuickExpert()
    reviews = Reviews(store, expert)
    looks = expert.review

    def fails(match, progress):
        if not expert.looked_at:
            expert.looked_at.append("")
            raise ValueError("no")
        return looks(match, progress)

    expert.review = fails  # type: ignore[method-assign]
    reviews.begin(finished("/r/bad"), "anna")
    reviews.begin(finished("/r/good"), "anna")
    await done(reviews)
    assert reviews.begin(finished("/r/bad"), "anna").has_failed
    assert await reviews.find(finished("/r/good")) is not None
    assert "the review of /r/bad failed" in caplog.text
    await reviews.close()


async def test_who_stops_does_not_wait_for_the_expert(store):
    expert = SlowExpert()
    reviews = Reviews(store, expert)
    progress = reviews.begin(finished(), "anna")
    while not progress.done:
        await asyncio.sleep(0.01)
    await reviews.close()
    expert.may_go_on.set()
    for _ in range(100):
        if not reviews._tasks:
            break
        await asyncio.sleep(0.01)
    assert await store.reviews.get("/r/one") is None, "it is begun again when somebody asks again"


async def test_what_is_tried_is_judged(store):
    reviews = Reviews(store, QuickExpert())
    decision = review_of(MATCH).costliest(0)[0]
    better = await reviews.judge(finished(), decision, decision.best, "anna")
    assert better.verdict == "better"
    same = await reviews.judge(finished(), decision, decision.played, "anna")
    assert same.verdict == "as good"
    await reviews.close()


async def test_the_review_of_a_record_goes_with_it(store):
    from datetime import UTC, datetime, timedelta

    now = datetime.now(UTC)
    await store.records.keep("old", "text", now - timedelta(days=2))
    await store.records.keep("new", "text", now)
    for key in ("/r/old", "/r/new", "/t/table"):
        await store.reviews.keep(ReviewRow(key, 1, "", "0", "{}"))
    assert await store.records.remove(now - timedelta(days=1)) == 1
    assert await store.reviews.get("/r/old") is None
    assert await store.reviews.get("/r/new") is not None
    assert await store.reviews.get("/t/table") is not None
