"""Who sits at the tables: their seats, how these change hands, and what is proposed for them."""

import json
from collections.abc import Sequence
from typing import Any

from siberia.web.tables.store import seating
from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.converting import seat_from
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.rows import Proposal, Seating, SeatRow
from siberia.web.tables.store.times import time_from


class KeptSeats:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table: str) -> list[SeatRow]:
        """Return the seats of a table, in order."""
        return [seat_from(row) for row in await self._database.read(sql.SEATS_OF_TABLE, table)]

    async def seatings(self, table: str) -> list[Seating]:
        """Return every change of the seats of a table, the first one first."""
        return [seating_from(row) for row in await self._database.read(sql.SEATINGS, table)]

    async def claim(
        self,
        table: str,
        number: int,
        claim: int,
        guest: str,
        name: str,
        words: int = 0,
        *,
        by_link: bool = True,
    ) -> bool:
        """Give a seat to a guest, if it is open and its claims are so many; say if so.

        Without a link it must still be offered to anyone.
        """
        values = (table, number, claim, guest, name)
        statement = sql.CLAIM_SEAT if by_link else sql.SIT_DOWN
        async with self._database.transaction() as run:
            return await seating.change_seat(run, statement, words, values)

    async def offer(self, seat: SeatRow, *, anyone: bool) -> bool:
        """Offer an open seat to anyone, or no longer, if it is still as it was seen; say if so."""
        values = (seat.table, seat.number, seat.claim, anyone)
        async with self._database.transaction() as run:
            await run(sql.HOLD_TABLE, seat.table)
            return bool(await run(sql.OFFER_SEAT, *values))

    async def put(self, seat: SeatRow, expected_claim: int, words: int = 0) -> bool:
        """Change who sits on a seat, if its claims are still so many; say if so.

        This counts as one more claim, whatever the row says: no link from before works after it.
        """
        async with self._database.transaction() as run:
            return await seating.put_seat(run, seat, expected_claim, words)

    async def time_out(self, seat: SeatRow, length: int) -> bool:
        """Let a bot keep the seat of somebody who has no time left; say if so.

        Not if they, or anybody, moved meanwhile, or if the seat has changed hands.
        """
        async with self._database.transaction() as run:
            return await seating.time_out(run, seat, length)

    async def leave(self, table: str, guest: str) -> None:
        """Let a guest get up from a table, which is not listed for them any more."""
        async with self._database.transaction() as run:
            await seating.get_up(run, table, guest)

    async def come_back(self, table: str, guest: str) -> None:
        """Let a guest be back who left a table, on the seats that are kept for them."""
        async with self._database.transaction() as run:
            await seating.come_back(run, table, guest)

    async def departed(self, table: str) -> frozenset[str]:
        """Return the guests who have left a table."""
        return frozenset(guest for (guest,) in await self._database.read(sql.DEPARTED, table))

    async def proposal(self, table: str) -> Proposal | None:
        """Return what is proposed for a seat of a table."""
        for seat, claim, kind, level, agreed in await self._database.read(sql.PROPOSAL, table):
            return Proposal(seat, claim, kind, level, frozenset(json.loads(agreed)))
        return None

    async def keep_proposal(self, table: str, proposal: Proposal) -> None:
        """Keep what is proposed instead of what was before."""
        values = (proposal.seat, proposal.claim, proposal.kind, proposal.level)
        agreed = json.dumps(sorted(proposal.agreed))
        await self._database.write(
            (sql.KEEP_PROPOSAL, (table, *values, agreed)), (sql.HOLD_TABLE, (table,))
        )

    async def drop_proposal(self, table: str) -> None:
        """Forget what was proposed, if anything was."""
        await self._database.write((sql.DROP_PROPOSAL, (table,)), (sql.HOLD_TABLE, (table,)))


def seating_from(row: Sequence[Any]) -> Seating:
    """Return a change of a seat as it was kept."""
    words, seat, was, kind, level, name, reason, at = row
    return Seating(words, seat, was, kind, level, name, reason, time_from(at))
