"""How seats change hands: they are claimed, offered, given, left, kept warm, and come back to.

What becomes of a bot's seat may need the consent of all who play: that is proposed, and answered.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from siberia.web.tables import clock
from siberia.web.tables.clocks import out_of_time
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.store.rows import Proposal, SeatRow
from siberia.web.tables.store.seats import KeptSeats
from siberia.web.tables.table import Table


class SeatChanges:
    """Changes who sits where, one change of a table after the other."""

    def __init__(self, kept: KeptSeats, reseat: Callable[[Table], Awaitable[None]]) -> None:
        self._kept = kept
        # Reads anew who sits at a table, and tells all who look at it.
        self._reseat = reseat

    async def claim(self, table: Table, seat: int, claim: int, guest: str, name: str) -> bool:
        """Give an open seat to the first who comes with its link and with a name of their own."""
        async with table.lock:
            if table.seats.has_name(name, but=seat):
                raise Refused(Refusal.NAME_TAKEN)
            words = table.match.ply
            won = await self._kept.claim(table.id, seat, claim, guest, name, words)
            await self._reseat(table)
        return won

    async def sit_down(self, table: Table, guest: str, name: str) -> bool:
        """Give the first seat that is offered to anyone to somebody; say if there still was one."""
        async with table.lock:
            for number in range(len(table.seats)):
                seat = table.seats[number]
                if not seat.is_offered:
                    continue
                if table.seats.has_name(name, but=number):
                    raise Refused(Refusal.NAME_TAKEN)
                words = table.match.ply
                won = await self._kept.claim(
                    table.id, number, seat.claim, guest, name, words, by_link=False
                )
                await self._reseat(table)
                if won:
                    return True
        return False

    async def offer(self, table: Table, seat: SeatRow, *, anyone: bool) -> bool:
        """Offer an open seat to anyone who comes, or only to who has its link; say if it was so."""
        async with table.lock:
            if table.match.is_over:
                raise Refused(Refusal.OVER)
            done = await self._kept.offer(seat, anyone=anyone)
            await self._reseat(table)
        return done

    async def give(self, table: Table, seat: SeatRow) -> bool:
        """Let a seat change hands: to a bot, to an open link, or back to whom it was kept for.

        The row is the seat as it was seen, changed: if it has changed since, nothing is done.
        """
        async with table.lock:
            if table.is_over:
                raise Refused(Refusal.OVER)
            if seat.kind != "guest" and seat.kind not in table.seat_changes(seat.number):
                raise Refused(why_it_stays(table, table.seats[seat.number]))
            done = await self._kept.put(seat, seat.claim, table.match.ply)
            await self._reseat(table)
        return done

    async def change_level(self, table: Table, seat: int, level: str) -> None:
        """Let the computer play a seat of its own at another level."""
        async with table.lock:
            now = table.seats[seat]
            if now.kind != "bot":
                raise Refused(Refusal.SEAT_CHANGED)
            await self._kept.put(replace(now, level=level), now.claim, table.match.ply)
            await self._reseat(table)

    async def leave(self, table: Table, guest: str) -> None:
        """Let a guest get up: the match goes on for the others, and they may come back."""
        async with table.lock:
            await self._kept.leave(table.id, guest)
            await self._reseat(table)

    async def come_back(self, table: Table, guest: str) -> None:
        """Let a guest be back who has left."""
        async with table.lock:
            await self._kept.come_back(table.id, guest)
            await self._reseat(table)

    async def time_out(self, table: Table) -> list[int]:
        """Let a bot keep the seats of those who must decide and have no time left; return them.

        Somebody may have been faster, here or elsewhere: then nothing is done.
        """
        async with table.lock:
            gone = out_of_time(table, clock.now())
            kept = [s for s in gone if await self._kept.time_out(table.seats[s], table.seq)]
            if kept:
                await self._reseat(table)
        return kept

    # ------------------------------------------------------------ what others must agree to

    async def propose(self, table: Table, guest: str, seat: SeatRow) -> None:
        """Ask all others who play whether a bot's seat may become something else."""
        async with table.lock:
            if seat.kind not in table.seat_changes_by_consent(seat.number):
                raise Refused(Refusal.STALE)
            claim = table.seats[seat.number].claim
            proposal = Proposal(seat.number, claim, seat.kind, seat.level, frozenset({guest}))
            await self._kept.keep_proposal(table.id, proposal)
            await self._reseat(table)

    async def answer(self, table: Table, guest: str, *, agrees: bool) -> None:
        """Take in what a guest says of what is proposed; when all agree, it is done."""
        async with table.lock:
            proposal = table.proposal
            if proposal is None:
                raise Refused(Refusal.STALE)
            if guest not in table.seats.people:
                raise Refused(Refusal.NOT_YOUR_SEAT)
            proposal = replace(proposal, agreed=proposal.agreed | {guest})
            if agrees and not table.seats.people <= proposal.agreed:
                await self._kept.keep_proposal(table.id, proposal)
            else:
                await self._kept.drop_proposal(table.id)
                if agrees:
                    await self._do(table, proposal)
            await self._reseat(table)

    async def _do(self, table: Table, proposal: Proposal) -> None:
        now = table.seats[proposal.seat]
        wanted = replace(now, kind=proposal.kind, level=proposal.level)
        await self._kept.put(wanted, proposal.claim, table.match.ply)


def why_it_stays(table: Table, seat: SeatRow) -> Refusal:
    """Say why the owner cannot make of a seat what they want."""
    if seat.kind == "guest" and not table.seat_changes(seat.number):
        return Refusal.SEAT_IN_USE
    return Refusal.SEAT_STAYS
