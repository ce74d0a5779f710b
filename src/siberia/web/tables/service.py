"""All tables: what people and bots do to them. Everything is stored first and shown then."""

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from siberia.engine.errors import SiberiaError
from siberia.match import Match
from siberia.match.preview import Preview
from siberia.match.setup import checked_salt, checked_seed, checked_start
from siberia.web.http.streams import Hub
from siberia.web.tables.store import Conflict, Store
from siberia.web.tables.store.rows import Plan, SeatRow, TableRow
from siberia.web.tables.table import UNDO, Table, can_undo

# Tables kept folded in memory; others are folded again when they are looked at.
KEPT = 500
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "instant": 0.0}


class Refused(SiberiaError):
    """Something cannot be done at this table; `reason` is a key of the page's messages."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Tables:
    """The tables of one store."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self._kept: OrderedDict[str, Table] = OrderedDict()
        # A table that is no longer kept but still in use is found again: there is never a second.
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()

    # ------------------------------------------------------------ finding and making

    async def get(self, table_id: str) -> Table | None:
        """Return a table, folded to where its log stands."""
        table = self._known.get(table_id)
        if table is None:
            row = await self.store.table(table_id)
            if row is None:
                return None
            table = Table(row, await self.store.seats(table_id))
            table = self._known.setdefault(table_id, table)
        self._kept[table_id] = table
        self._kept.move_to_end(table_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        # Somebody else may have written to the log; asking costs less than a page takes to draw.
        async with table.lock:
            await self._catch_up(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Read what the log has beyond what is folded, and finish what a crash left unfinished."""
        table.take_in(await self.store.entries(table.id, table.seq))
        table.plans = {p.seat: p for p in await self.store.plans(table.id) if p.seq == table.seq}
        if table.is_placing and not table.awaited:
            await self._hand_in(table)
        if table.match.is_over and table.row.finished is None:
            table.row = replace(table.row, finished=table.moved_at)
            await self.store.finish(table.id, table.moved_at)

    async def create(self, row: TableRow, seats: Sequence[SeatRow], table_id: str = "") -> str:
        """Open a table and return its id. Seed and salt are drawn here, in secret."""
        table_id, seed = table_id or new_id(), checked_seed(None)
        row = replace(
            row,
            id=table_id,
            seed=f"{seed:032x}",
            salt=checked_salt(None),
            start=row.start if row.start >= 0 else checked_start(None, row.seats, seed),
            created=datetime.now(UTC),
        )
        await self.store.add_table(row, [replace(seat, table=table_id) for seat in seats])
        return table_id

    # ------------------------------------------------------------ playing

    async def play(self, table: Table, seat: int, seq: int, words: Sequence[str]) -> None:
        """Play words for a seat, all or none, if the log still stands where the player saw it."""
        async with table.lock:
            if seq != table.seq:
                raise Refused("stale")
            if table.is_placing:
                raise Refused("placing")
            trial = table.match.at(table.match.ply)
            for number, word in enumerate(words):
                if trial.to_move != seat:
                    raise Refused("not your turn")
                # Refused or not, a line must tell nothing of what one of its words would reveal.
                if number and not can_undo(trial.at(trial.ply), 1):
                    raise Refused("unknown")
                trial.play(word)
            await self._append(table, words)

    async def undo(self, table: Table, seat: int, seq: int) -> None:
        """Take back the seat's last word, and what bots did since."""
        async with table.lock:
            if seq != table.seq:
                raise Refused("stale")
            count = table.undoable(seat)
            if not count:
                raise Refused("no undo")
            await self._append(table, [UNDO] * count)

    async def plan(self, table: Table, seat: int, seq: int, words: Sequence[str]) -> None:
        """Keep a seat's secret plan of placing; when all have one, hand them all in."""
        async with table.lock:
            if seq != table.seq or not table.is_placing:
                raise Refused("stale")
            self._check_plan(table.match, seat, words)
            plan = Plan(seat, seq, tuple(words))
            await self.store.keep_plan(table.id, plan)
            await self._catch_up(table)
        self.hub.tell(table.id)

    async def replan(self, table: Table, seat: int, seq: int) -> None:
        """Take a plan back, to think again while others still do."""
        async with table.lock:
            if seq != table.seq or seat not in table.plans:
                raise Refused("stale")
            await self.store.drop_plan(table.id, seat)
            del table.plans[seat]
        self.hub.tell(table.id)

    def _check_plan(self, match: Match, seat: int, words: Sequence[str]) -> None:
        preview = Preview.of_placing(match, seat)
        if len(words) != len(preview.view.players[seat].drawn):
            raise Refused("incomplete plan")
        for word in words:
            if word not in preview.legal():
                raise Refused("bad plan")
            preview = preview.after(word)

    async def _hand_in(self, table: Table) -> None:
        """Play all plans, in the order of the seats; another process may do so at the same time."""
        words = [w for seat in table.placing_order() for w in table.plans[seat].words]
        with suppress(Conflict):
            await self.store.hand_in(table.id, table.seq, words)
        await self._catch_up(table)

    async def _append(self, table: Table, words: Sequence[str]) -> None:
        """Store words, then fold them, then say so."""
        try:
            await self.store.append(table.id, table.seq, words)
        except Conflict:
            await self._catch_up(table)
            raise Refused("stale") from None
        await self._catch_up(table)
        self.hub.tell(table.id)

    # ------------------------------------------------------------ seats and settings

    async def claim(self, table: Table, seat: int, claim: int, guest: str, name: str) -> bool:
        """Give an open seat to the first who comes with its link."""
        won = await self.store.claim_seat(table.id, seat, claim, guest, name)
        await self._reseat(table)
        return won

    async def give_seat(self, table: Table, seat: SeatRow) -> bool:
        """Let the owner give a seat to a bot, to an open link or to themselves."""
        done = await self.store.put_seat(seat, table.seats[seat.number].claim)
        await self._reseat(table)
        return done

    async def _reseat(self, table: Table) -> None:
        table.put_seats(await self.store.seats(table.id))
        self.hub.tell(table.id)

    async def set_speed(self, table: Table, speed: str) -> None:
        """Set how fast bots play at a table."""
        await self.store.set_speed(table.id, speed)
        table.row = replace(table.row, speed=speed)

    async def rematch(self, table: Table) -> str:
        """Open the next table with the same people, each one seat further; the same for all."""
        # Of two who ask at once the first one's id stays, and a crash in between is mended here.
        following = await self.store.set_rematch(table.id, new_id())
        table.row = replace(table.row, rematch=following)
        if await self.store.table(following) is None:
            count = table.row.seats
            seats = [
                replace(seat, number=(seat.number + 1) % count, claim=0) for seat in table.seats
            ]
            row = replace(table.row, finished=None, rematch=None, start=-1)
            with suppress(Conflict):
                await self.create(row, sorted(seats, key=lambda seat: seat.number), following)
        self.hub.tell(table.id)
        return following


def new_id() -> str:
    """Return a name for a table that nobody guesses."""
    return secrets.token_urlsafe(9)
