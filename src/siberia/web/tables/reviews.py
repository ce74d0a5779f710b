"""Finished matches are looked back on by the expert, one at a time, beside everything else.

Only what somebody asks for is looked at. What was found is kept; what was not finished when a
server stopped is begun again when somebody asks again.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import msgspec
from cachetools import LRUCache

from siberia.match import Match
from siberia.match.setup import checked_players
from siberia.review import Decision, Review, Tried
from siberia.web.tables.fair_queue import FairQueue
from siberia.web.tables.finished import Finished
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import ReviewRow

# So many matches may wait for the expert, of all people and of one.
MOST_WAITING = 40
MOST_OF_ONE = 3
# Reviews that were read lately: a page asks for the same one again and again.
KEPT = 16
# How long to wait for another process that looks at a match, before looking whether it is done.
WHILE_ANOTHER_LOOKS = 1.0
log = logging.getLogger("siberia")


class Reviewer(Protocol):
    """Whoever looks at matches: the review library, or in tests somebody quicker."""

    version: int

    def evaluator(self, game: str) -> str:
        """Return by what positions are judged: another one finds something else."""
        ...

    def review(self, match: Match, progress: Callable[[float], None]) -> Review:
        """Look back on a match, telling now and then how much of it is done."""
        ...

    def judge(self, match: Match, ply: int, seat: int, words: Sequence[str]) -> Tried:
        """Compare other words with those that a seat played."""
        ...


class Stopped(Exception):
    """The server stops while the expert is looking."""


@dataclass
class ReviewProgress:
    """How far a review is, about: so many words out of all."""

    asked_by: str
    done: int = 0
    total: int = 0
    is_begun: bool = False
    has_failed: bool = False


class Reviews:
    """What was found in finished matches, and what is being looked at."""

    def __init__(self, store: Store, expert: Reviewer) -> None:
        self._store = store
        self._expert = expert
        # A review may take seconds, a try does not: each has a thread of its own.
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._tries = ThreadPoolExecutor(1, thread_name_prefix="try")
        self._line, self._tries_line = FairQueue(1), FairQueue(1)
        self._progress: dict[str, ReviewProgress] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._kept: LRUCache[str, tuple[ReviewRow, Review]] = LRUCache(KEPT)
        self._is_closed = False

    async def find(self, finished: Finished) -> Review | None:
        """Return what was found in a match, if it was today's expert who looked."""
        row = await self._store.reviews.get(finished.address)
        if row is None or not self._is_of_today(row, finished.match.game):
            return None
        kept = self._kept.get(finished.address)
        if kept is None or kept[0] != row:
            try:
                kept = row, Review.read(row.review)
            except msgspec.MsgspecError:
                # Whatever it is, it is made anew.
                log.error("the review of %s cannot be read", finished.address)
                return None
            self._kept[finished.address] = kept
        return kept[1]

    def _is_of_today(self, row: ReviewRow, game: str) -> bool:
        return row.version == self._expert.version and row.evaluator == self._expert.evaluator(game)

    def begin(self, finished: Finished, who: str) -> ReviewProgress:
        """Have a match looked at for somebody, unless it is already; return how far that is."""
        known = self._progress.get(finished.address)
        if known is not None:
            return known
        waiting = [one for one in self._progress.values() if not one.has_failed]
        mine = sum(one.asked_by == who for one in waiting)
        if len(waiting) >= MOST_WAITING or mine >= MOST_OF_ONE:
            raise Refused(Refusal.MANY_REVIEWS)
        progress = self._progress[finished.address] = ReviewProgress(who, total=finished.match.ply)
        task = asyncio.create_task(self._look_at(finished, progress))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return progress

    def ahead(self, finished: Finished) -> int:
        """How many matches are looked at before this one."""
        progress = self._progress.get(finished.address)
        if progress is None or progress.is_begun:
            return 0
        return self._line.taken + self._line.ahead(finished.address)

    async def _look_at(self, finished: Finished, progress: ReviewProgress) -> None:
        """Look at a match and keep what was found."""
        try:
            async with self._line.turn(finished.address, progress.asked_by, progress.total):
                progress.is_begun = True
                await self._look_or_wait(finished, progress)
        except Stopped:
            pass
        except Exception:
            # Whoever asks again hears that it failed; other matches are looked at all the same.
            # By whom it was asked is of no use any more.
            progress.has_failed, progress.asked_by = True, ""
            log.exception("the review of %s failed", finished.address)
        else:
            self._progress.pop(finished.address, None)

    async def _look_or_wait(self, finished: Finished, progress: ReviewProgress) -> None:
        """Look at a match, unless another process does; then wait for what it finds."""
        database, lease = self._store.database, f"review {finished.address}"
        while not await database.lease(lease):
            await asyncio.sleep(WHILE_ANOTHER_LOOKS)
        try:
            if await self.find(finished) is None:
                await self._look(finished, progress)
        finally:
            await database.give_back(lease)

    async def _look(self, finished: Finished, progress: ReviewProgress) -> None:
        match = without_names(finished.match)

        def tell(done: float) -> None:
            if self._is_closed:
                raise Stopped
            progress.done = round(done * progress.total)

        running = asyncio.get_running_loop().run_in_executor
        found = await running(self._pool, lambda: self._expert.review(match, tell))
        row = ReviewRow(
            finished.address,
            found.version,
            found.evaluator,
            str(found.seed),
            found.json().decode(),
        )
        await self._store.reviews.keep(row)

    async def judge(
        self, finished: Finished, decision: Decision, words: Sequence[str], who: str
    ) -> Tried:
        """Say what other words would have been worth, in the worlds their seat could imagine."""
        if len(self._tries_line) >= MOST_WAITING:
            raise Refused(Refusal.MANY_REVIEWS)
        match, ply, seat = finished.match.copy(), decision.ply, decision.seat
        async with self._tries_line.turn(finished.address, who, 1.0):
            return await asyncio.get_running_loop().run_in_executor(
                self._tries, lambda: self._expert.judge(match, ply, seat, words)
            )

    async def close(self) -> None:
        """Stop; what was not finished is begun again when somebody asks."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        for pool in (self._pool, self._tries):
            pool.shutdown(wait=False, cancel_futures=True)


def without_names(match: Match) -> Match:
    """Return a match whose players are called by their seats: no name is kept with a review."""
    nameless = match.copy()
    nameless.players = checked_players(None, match.seats)
    return nameless
