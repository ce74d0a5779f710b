"""Words that people line up for their next turn while others act, and that are played for them.

They are played when the turn comes, as long as they are legal and nothing was revealed since they
were chosen; the rest waits until its player has looked. Nobody else is told of them: they are in no
view, no log and no stream. They come as late as if somebody thought a little, by a delay that does
not hang on what is planned, so that from one answer nobody can tell.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from secrets import SystemRandom

from siberia.web.tables import clock
from siberia.web.tables.bot_queue import note_failure
from siberia.web.tables.planning import following
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.service import Tables
from siberia.web.tables.store.rows import PlanAhead
from siberia.web.tables.table import Table

# How many seconds pass before the first planned word of a turn, and before each further one.
BEFORE_A_TURN = (2.0, 6.0)
WITHIN_A_TURN = (0.8, 2.4)
# Where whoever stored the last word should have played by now, another process does.
OVERDUE = timedelta(seconds=15)
# Nobody plans more words than this: a few turns of the board game.
MOST_WORDS = 24


class PlansAhead:
    """Keeps what people plan, and plays it when it is time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._chance = SystemRandom()
        # Whoever stores the word before plays what was planned for after it.
        tables.moved = self._begin

    # ------------------------------------------------------------ lining up

    async def add(self, table: Table, seat: int, seq: int, words: Sequence[str]) -> None:
        """Line up further words of a seat, after those it has planned already."""
        async with table.lock:
            if seq != table.seq:
                raise Refused(Refusal.STALE)
            planned = plan_of(table, seat)
            ahead = following(table, seat, planned.words)
            if ahead is None or len(planned.words) + len(words) > MOST_WORDS:
                raise Refused(Refusal.IMPOSSIBLE)
            for word in words:
                if ahead is None or word not in ahead.legal():
                    raise Refused(Refusal.IMPOSSIBLE)
                ahead = ahead.after(word)
            await self._keep(table, replace(planned, words=(*planned.words, *words)))

    async def shorten(self, table: Table, seat: int, *, to: int) -> None:
        """Keep only so many words of what a seat has planned."""
        async with table.lock:
            planned = plan_of(table, seat)
            await self._keep(table, replace(planned, words=planned.words[:to]))

    async def _keep(self, table: Table, plan: PlanAhead) -> None:
        await self._tables.store.keep_ahead(table.id, plan)
        table.take_ahead([*(one for one in table.ahead.values() if one.seat != plan.seat), plan])
        # To their own pages, and to nobody else's.
        self._tables.changes.tell(table.id, table.seats[plan.seat].guest)

    # ------------------------------------------------------------ playing

    async def go_on(self, table: Table, seat: int, seq: int) -> None:
        """Play what waited for a look, now that its player has looked."""
        plan = table.ahead.get(seat)
        if plan is None or seat not in table.awaited:
            raise Refused(Refusal.STALE)
        await self._play(table, replace(plan, reveals=table.match.reveals), seq)

    async def _play(self, table: Table, plan: PlanAhead, seq: int) -> None:
        """Play the next planned word; what is left of the plan is kept in the same stroke."""
        word, *rest = plan.words
        guest = table.seats[plan.seat].guest or ""
        left = replace(plan, words=tuple(rest))
        await self._tables.play(table, plan.seat, seq, [word], guest, left)

    def look_after(self, table: Table) -> None:
        """Play what another process should have played by now; it may have died."""
        if clock.now() - table.moved_at > OVERDUE:
            self._begin(table)

    def _begin(self, table: Table) -> None:
        running = self._tasks.get(table.id)
        if (running is None or running.done()) and to_play(table) is not None:
            task = asyncio.create_task(self._tend(table))
            task.add_done_callback(note_failure)
            self._tasks[table.id] = task

    async def _tend(self, table: Table) -> None:
        """Play as much as was planned at a table, each word after some time."""
        turn = -1
        while to_play(table) is not None:
            seq, began = table.seq, turn
            turn = table.match.turn
            delay = WITHIN_A_TURN if turn == began else BEFORE_A_TURN
            await asyncio.sleep(self._chance.uniform(*delay))
            # Its player may have dropped it meanwhile, or played, also elsewhere.
            if await self._tables.get(table.id) is None:
                return
            plan = to_play(table)
            if plan is not None and table.seq == seq:
                with suppress(Refused):
                    await self._play(table, plan, seq)

    async def close(self) -> None:
        """Stop; what was not played is played after the next start."""
        for task in self._tasks.values():
            task.cancel()


def plan_of(table: Table, seat: int) -> PlanAhead:
    """Return what a seat has planned, or a plan without words that begins now.

    A plan that waits for a look is begun anew: what was revealed has been seen by now.
    """
    known = table.ahead.get(seat)
    claim, reveals = table.seats[seat].claim, table.match.reveals
    return PlanAhead(seat, claim, reveals, known.words if known else ())


def to_play(table: Table) -> PlanAhead | None:
    """Return the plan of the seat that must decide now, if its next word can be played."""
    seat = table.match.to_move
    plan = table.ahead.get(seat) if seat is not None and not table.is_placing else None
    if plan is None or table.seats[plan.seat].kind != "guest":
        return None
    if plan.reveals != table.match.reveals or plan.words[0] not in table.match.legal():
        return None
    return plan
