"""Bots at tables: a few threads think, one decision at a time for each table, in a fair order."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace

from siberia.bots import Seat, bot
from siberia.bots.net import compute_in_one_thread
from siberia.engine.errors import WordError
from siberia.match import Match
from siberia.match.preview import ANY_PLACING
from siberia.web.tables import clock
from siberia.web.tables.days import bots_chance
from siberia.web.tables.fair_queue import FairQueue
from siberia.web.tables.fold import PLACING
from siberia.web.tables.offered import (
    AWAY,
    MARK,
    STAND_IN_LEVEL,
    Elsewhere,
    is_offered,
    name_of,
)
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.service import Tables
from siberia.web.tables.settings import SPEEDS
from siberia.web.tables.store import StoreError
from siberia.web.tables.store.rows import Hint
from siberia.web.tables.table import PAYING, Table

# Who is asked for hints.
ADVISER = "adviser"
# How long a move stands before a bot makes the next one: another's, or one's own turn going on.
BETWEEN_TURNS = 0.9
WITHIN_A_TURN = 0.35
# What a decision costs about, in milliseconds of thinking; who is not named here costs the most.
COSTS = {"easy": 1.0, "medium": 1.0, "master": 1.0, "hard": 10.0}
MOST_COSTLY = 200.0
# With so many decisions in line no hint is begun any more: those who play come first.
MOST_IN_LINE = 200
# How long to leave a store in peace that could not keep a move.
BEFORE_TRYING_AGAIN = 3.0
# How long to wait for another process that thinks for a table, before looking how far it is.
WHILE_ANOTHER_THINKS = 1.0
log = logging.getLogger("siberia")

# What a bot would do: words, and the share of matches it thinks to win with them.
Advice = tuple[tuple[str, ...], float | None]
Question = Callable[[], Advice]


@dataclass(frozen=True)
class Asked:
    """What is asked of a bot: at which table, for whom, at what cost, where its log stood."""

    table: Table
    guest: str
    cost: float
    seq: int


class BotQueue:
    """Thinks for every bot of every table."""

    def __init__(self, tables: Tables, threads: int) -> None:
        self._tables = tables
        compute_in_one_thread()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._line = FairQueue(threads)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._advice: set[asyncio.Task[None]] = set()
        # Whoever asks bots from elsewhere, where there are some.
        self.elsewhere: Elsewhere | None = None

    def look_after(self, table: Table) -> None:
        """See to it that the bots of a table play whenever they must, and somebody is there."""
        running = self._tasks.get(table.id)
        is_idle = running is None or running.done()
        if is_idle and table.has_company and awaited_bot(table) is not None:
            task = asyncio.create_task(self._tend(table))
            task.add_done_callback(note_failure)
            self._tasks[table.id] = task

    def let_go(self, table_id: str) -> None:
        """Think no more for a table that is not there any more."""
        task = self._tasks.pop(table_id, None)
        if task is not None:
            task.cancel()

    def ahead(self, table: Table) -> int:
        """How many decisions are to be thought about before this table's."""
        return self._line.ahead(table.id)

    @property
    def waiting(self) -> int:
        """How many decisions wait in line."""
        return len(self._line)

    @property
    def thinking(self) -> int:
        """How many decisions are being thought about."""
        return self._line.taken

    @property
    def is_overloaded(self) -> bool:
        """Whether so many decisions wait that nothing more should be asked for."""
        return self.waiting >= MOST_IN_LINE

    async def close(self) -> None:
        """Stop; what was not finished is thought about again at the next start."""
        for task in (*self._tasks.values(), *self._advice):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _tend(self, table: Table) -> None:
        while table.has_company and awaited_bot(table) is not None:
            try:
                await self._think_or_wait(table)
            except StoreError as error:
                log.error("store: %s", error)
                await asyncio.sleep(BEFORE_TRYING_AGAIN)
                with suppress(StoreError):
                    # Whoever runs the server may have removed it.
                    if await self._tables.store.table(table.id) is None:
                        return

    async def _think_or_wait(self, table: Table) -> None:
        """Think for a table's bots, unless another process does; then look how far it is.

        If that one dies, the table is ours when we next ask for it.
        """
        database = self._tables.store.database
        if not await database.lease(table.id):
            await asyncio.sleep(WHILE_ANOTHER_THINKS)
            await self._tables.get(table.id)
            return
        try:
            while table.has_company and (seat := awaited_bot(table)) is not None:
                # Somebody else may have moved meanwhile, by undo or elsewhere: then look again.
                with suppress(Refused):
                    await self._decide(table, seat)
        finally:
            await database.give_back(table.id)

    async def _decide(self, table: Table, seat: int) -> None:
        seq, match = table.seq, table.match.copy()
        level, chance = table.seats[seat].level or "easy", bots_chance(table.row)
        if is_offered(level):
            if await self._ask_elsewhere(table, seat, level):
                return
            level = STAND_IN_LEVEL
        asked = Asked(table, table.row.owner, COSTS.get(level, MOST_COSTLY), seq)
        if table.is_placing:
            words, _ = await self._think(asked, lambda: placing(match, seat, level, chance))
            self._check_seat(table, seat)
            await self._tables.plan(table, seat, seq, words)
            return
        words, _ = await self._think(asked, lambda: next_word(match, level, chance))
        await self._pace(table, seat)
        self._check_seat(table, seat)
        await self._tables.play(table, seat, seq, words)

    async def _ask_elsewhere(self, table: Table, seat: int, level: str) -> bool:
        """Let a bot from elsewhere decide; say if it has, or else somebody else is to.

        While it does not answer another level plays for it, and the table's log tells that.
        """
        tables, seq, own = self._tables, table.seq, f"{MARK}{name_of(level)}"
        is_here = self.elsewhere is not None and self.elsewhere.is_here(own)
        words = None
        if is_here and self.elsewhere is not None:
            if level != own:
                await tables.seating.change_level(table, seat, own)
            words = await self.elsewhere.words(table, seat, own)
        if table.seq != seq or seat not in table.awaited:
            return True
        if words:
            self._check_seat(table, seat)
            with suppress(WordError, Refused):
                if table.is_placing:
                    await tables.plan(table, seat, seq, words)
                else:
                    await self._pace(table, seat)
                    await tables.play(table, seat, seq, words)
                return True
        if is_here or level == own:
            await tables.seating.change_level(table, seat, own + AWAY)
        return False

    def _check_seat(self, table: Table, seat: int) -> None:
        """Refuse for a seat that somebody has taken while its bot was thinking."""
        if not table.seats.is_bot(seat):
            raise Refused(Refusal.SEAT_CHANGED)

    def advise(self, table: Table, seat: int) -> None:
        """Ask the adviser for a seat; the answer is told to that seat's page only."""
        hint = table.asked[seat] = Hint(seat, table.seq, clock.now())
        # What is asked about is the table as it stands now, not when the task begins.
        match = table.match.copy()
        task = asyncio.create_task(self._advise(table, hint, match))
        # The loop itself keeps no task alive.
        self._advice.add(task)
        task.add_done_callback(note_failure)
        task.add_done_callback(self._advice.discard)

    async def _advise(self, table: Table, hint: Hint, match: Match) -> None:
        """Think about a hint. That it was asked for is kept, too: other processes show it."""
        seat = hint.seat
        asked = Asked(table, table.seats[seat].guest or "", MOST_COSTLY, hint.seq)
        ask = placing if match.view(None).phase == PLACING else next_words_of
        try:
            await self._tables.keep_hint(table, hint)
            words, share = await self._think(asked, lambda: ask(match, seat, ADVISER))
        except Refused:
            return
        except BaseException:
            # Whoever asked may ask again.
            table.asked.pop(seat, None)
            raise
        await self._tables.keep_hint(table, replace(hint, words=words, share=share))

    async def _think(self, asked: Asked, question: Question) -> Advice:
        """Wait in line and think then, if that is still of use; or refuse."""
        table = asked.table
        if self._line.is_full:
            self._tables.changes.tell(table.id)
        async with self._line.turn(table.id, asked.guest, asked.cost):
            if table.seq != asked.seq:
                raise Refused(Refusal.STALE)
            return await asyncio.get_running_loop().run_in_executor(self._pool, question)

    async def _pace(self, table: Table, seat: int) -> None:
        """Let people see the last move before the next one comes."""
        steps = table.fold.steps
        goes_on = bool(steps) and steps[-1].seat == seat
        wanted = (WITHIN_A_TURN if goes_on else BETWEEN_TURNS) * SPEEDS.get(table.row.speed, 1.0)
        # A clock that was set back must not make a bot wait for it: never longer than wanted.
        passed = max(0.0, (clock.now() - table.moved_at).total_seconds())
        if wanted > passed:
            await asyncio.sleep(wanted - passed)


def awaited_bot(table: Table) -> int | None:
    """Return a seat where a bot must decide something now."""
    return next(filter(table.seats.is_bot, table.awaited), None)


def note_failure(task: asyncio.Task[None]) -> None:
    """Log why a task failed: nobody waits for it who would hear of it otherwise."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task failed", exc_info=error)


def next_word(match: Match, level: str, chance: int) -> Advice:
    """Ask a bot for its next word."""
    return (bot(level, chance).choose(Seat(match)).word,), None


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


def next_words_of(match: Match, _seat: int, level: str) -> Advice:
    """Ask a bot for the next words of the seat to move."""
    return next_words(match, level)


def placing(match: Match, seat: int, level: str, chance: int | None = None) -> Advice:
    """Ask a bot where its counters go, while nobody else has placed yet.

    The engine asks one seat after the other, so those before get a placing that stands for any:
    a bot imagines the others' placings in any case and cannot see the difference.
    """
    trial = match.copy()
    while trial.to_move != seat:
        trial.play(ANY_PLACING)
    thinker = bot(level, secrets.randbits(32) if chance is None else chance)
    words, share = [], None
    while trial.to_move == seat and trial.view(None).phase == PLACING:
        choice = thinker.choose(Seat(trial))
        words.append(choice.word)
        share = choice.win_shares.get(choice.word, share)
        trial.play(choice.word)
    return tuple(words), share
