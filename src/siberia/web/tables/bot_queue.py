"""The queue of bots' decisions: a few threads, one decision at a time for each table, in turn."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime

from siberia.bots import Seat, bot
from siberia.bots.net import compute_in_one_thread
from siberia.match import Match
from siberia.match.preview import ANY_PLACING
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.service import SPEEDS, Tables
from siberia.web.tables.store import StoreError
from siberia.web.tables.table import PAYING, PLACING, Hint, Table

# Who is asked for hints.
ADVISER = "adviser"
# How long a move stands before a bot makes the next one: another's, or one's own turn going on.
BETWEEN_TURNS = 0.9
WITHIN_A_TURN = 0.35
# How long to leave a store in peace that could not keep a move.
BEFORE_TRYING_AGAIN = 3.0
log = logging.getLogger("siberia")

# What a bot would do: words, and the share of matches it thinks to win with them.
Advice = tuple[tuple[str, ...], float | None]
Question = Callable[[], Advice]


class BotQueue:
    """Thinks for every bot of every table."""

    def __init__(self, tables: Tables, threads: int) -> None:
        self._tables = tables
        compute_in_one_thread()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        # A semaphore wakes those who wait in the order in which they came.
        self._places = asyncio.Semaphore(threads)
        self._queue: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._advice: set[asyncio.Task[None]] = set()

    def look_after(self, table: Table) -> None:
        """See to it that the bots of a table play whenever they must."""
        running = self._tasks.get(table.id)
        if running is None or running.done():
            self._tasks[table.id] = asyncio.create_task(self._tend(table))

    def ahead(self, table: Table) -> int:
        """How many decisions are to be thought about before this table's."""
        return self._queue.index(table.id) if table.id in self._queue else 0

    async def close(self) -> None:
        """Stop; what was not finished is thought about again at the next start."""
        for task in (*self._tasks.values(), *self._advice):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _tend(self, table: Table) -> None:
        while (seat := next(filter(table.seats.is_bot, table.awaited), None)) is not None:
            try:
                # Somebody else may have moved meanwhile, by undo or elsewhere: then look again.
                with suppress(Refused):
                    await self._decide(table, seat)
            except StoreError as error:
                log.error("store: %s", error)
                await asyncio.sleep(BEFORE_TRYING_AGAIN)

    async def _decide(self, table: Table, seat: int) -> None:
        seq, match = table.seq, table.match.copy()
        level = table.seats[seat].level or "easy"
        if table.is_placing:
            words, _ = await self._think(table, lambda: placing(match, seat, level))
            self._check_seat(table, seat)
            await self._tables.plan(table, seat, seq, words)
            return
        words, _ = await self._think(table, lambda: next_word(match, level))
        await self._pace(table, seat)
        self._check_seat(table, seat)
        await self._tables.play(table, seat, seq, words)

    def _check_seat(self, table: Table, seat: int) -> None:
        """Refuse for a seat that somebody has taken while its bot was thinking."""
        if not table.seats.is_bot(seat):
            raise Refused(Refusal.SEAT_CHANGED)

    def advise(self, table: Table, seat: int) -> None:
        """Ask the adviser for a seat; the answer is told to that seat's page only."""
        table.thinking.add(seat)
        # What is asked about is the table as it stands now, not when the task begins.
        match = table.match.copy()
        task = asyncio.create_task(self._advise(table, seat, table.seq, match))
        # The loop itself keeps no task alive.
        self._advice.add(task)
        task.add_done_callback(self._advice.discard)

    async def _advise(self, table: Table, seat: int, seq: int, match: Match) -> None:
        try:
            if match.view(None).phase == PLACING:
                words, share = await self._think(table, lambda: placing(match, seat, ADVISER))
            else:
                words, share = await self._think(table, lambda: next_words(match, ADVISER))
        finally:
            table.thinking.discard(seat)
        if seq == table.seq:
            table.hints[seat] = Hint(seq, words, share)
        self._tables.changes.tell(table.id, table.seats[seat].guest)

    async def _think(self, table: Table, question: Question) -> Advice:
        """Wait for a free thread, and think there."""
        self._queue.append(table.id)
        if self._places.locked():
            self._tables.changes.tell(table.id)
        try:
            await self._places.acquire()
        finally:
            self._queue.remove(table.id)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, question)
        finally:
            self._places.release()

    async def _pace(self, table: Table, seat: int) -> None:
        """Let people see the last move before the next one comes."""
        steps = table.fold.steps
        goes_on = bool(steps) and steps[-1].seat == seat
        wanted = (WITHIN_A_TURN if goes_on else BETWEEN_TURNS) * SPEEDS.get(table.row.speed, 1.0)
        passed = (datetime.now(UTC) - table.moved_at).total_seconds()
        if wanted > passed:
            await asyncio.sleep(wanted - passed)


def next_word(match: Match, level: str) -> Advice:
    """Ask a bot for its next word."""
    return (bot(level, secrets.randbits(32)).choose(Seat(match)).word,), None


def next_words(match: Match, level: str) -> Advice:
    """Ask a bot for its next word, how it would pay, and what share it expects to win."""
    trial, thinker = match.copy(), bot(level, secrets.randbits(32))
    choice = thinker.choose(Seat(trial))
    share = choice.win_shares.get(choice.word)
    words = [choice.word]
    trial.play(choice.word)
    while trial.view(None).phase == PAYING:
        words.append(thinker.choose(Seat(trial)).word)
        trial.play(words[-1])
    return tuple(words), share


def placing(match: Match, seat: int, level: str) -> Advice:
    """Ask a bot where its counters go, while nobody else has placed yet.

    The engine asks one seat after the other, so those before get a placing that stands for any:
    a bot imagines the others' placings in any case and cannot see the difference.
    """
    trial = match.copy()
    while trial.to_move != seat:
        trial.play(ANY_PLACING)
    thinker, words, share = bot(level, secrets.randbits(32)), [], None
    while trial.to_move == seat and trial.view(None).phase == PLACING:
        choice = thinker.choose(Seat(trial))
        words.append(choice.word)
        share = choice.win_shares.get(choice.word, share)
        trial.play(choice.word)
    return tuple(words), share
