"""The deal of the day: one for each game, the same for everyone, and one try that counts.

Its seed is derived from the key that the server signs with, which nobody else knows, and kept the
day before, when its fingerprint is shown. So neither a restored backup nor another key changes what
was promised, and all processes of a server deal the same.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import date, timedelta

from siberia.match.games import GAMES
from siberia.web.tables import clock
from siberia.web.tables.bot_queue import BotQueue
from siberia.web.tables.days import EXPERT, EXPERT_LEVEL, OPPONENT, PLAYER, ends
from siberia.web.tables.names import EXPERT_NAME, bot_names
from siberia.web.tables.opening import open_table
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Conflict, StoreError
from siberia.web.tables.store.rows import Deal, Guest, SeatRow, TableRow

# Midnight is looked for at least so often: clocks are set, and machines sleep.
LONGEST_SLEEP = 3600.0
BEFORE_TRYING_AGAIN = 10.0
log = logging.getLogger("siberia")

# Derives 32 hexadecimal digits from a text, by a key that only the server has.
Derive = Callable[[str], str]


class Daily:
    """The deals of the days, and the tables where they are tried."""

    def __init__(self, tables: Tables, bots: BotQueue, derive: Derive) -> None:
        self._tables = tables
        self._store = tables.store
        self._bots = bots
        self._derive = derive

    async def keep_deals(self) -> None:
        """Settle each day's deals the day before, for as long as the server runs."""
        while True:
            wait = BEFORE_TRYING_AGAIN
            try:
                await self.settle()
                left = (ends(clock.now()) - clock.now()).total_seconds()
                wait = min(left + 1, LONGEST_SLEEP)
            except StoreError as error:
                log.error("store: %s", error)
            await asyncio.sleep(wait)

    async def settle(self) -> None:
        """Settle today's and tomorrow's deals; of several who do so the first one's stay."""
        today = clock.today()
        for day in (today, today + timedelta(days=1)):
            if len(await self._store.days.deals(day)) < len(GAMES):
                await self._store.days.add_deals([self._deal(day, game) for game in GAMES])

    def _deal(self, day: date, game: str) -> Deal:
        name = f"{day.isoformat()} {game}"
        seed, salt = self._derive(f"seed {name}"), self._derive(f"salt {name}")
        return Deal(day, game, seed, salt, clock.now())

    async def deals(self, day: date) -> dict[str, Deal]:
        """Return the deals of a day by game, if there are any; they may be secret still."""
        found = await self._store.days.deals(day)
        if len(found) < len(GAMES) and day == clock.today():
            await self.settle()
            found = await self._store.days.deals(day)
        return found

    async def begin(self, guest: Guest, game: str) -> str:
        """Return the table where a guest tries today's deal: the one that counts, until it is over.

        After that each try is another one, and none of them counts.
        """
        day = clock.today()
        deal = (await self.deals(day))[game]
        counted = await self._counted(guest.id, deal)
        if counted is not None and counted.finished is None:
            return counted.id
        seats = [
            SeatRow("", PLAYER, "guest", guest.id, None, guest.name),
            SeatRow("", 1 - PLAYER, "bot", None, OPPONENT, bot_names([guest.name])[0]),
        ]
        row = daily_row(deal, guest.id, counts=counted is None)
        return await self._opened(deal, row, seats)

    async def has_played(self, guest: str, day: date, game: str) -> bool:
        """Whether a guest has played a day's deal to its end: then they may see how others did."""
        tries = await self._store.days.tries_of(guest, day, day) if guest else []
        return any(one.row.game == game and one.row.finished is not None for one in tries)

    async def call_expert(self, deal: Deal) -> None:
        """Let the expert play a deal, once for all; and go on with it after a start."""
        table = await self._tables.get(await self._expert_table(deal))
        if table is not None:
            self._bots.look_after(table)

    async def _expert_table(self, deal: Deal) -> str:
        """Return where the expert plays a deal, opened now if this is the first time."""
        row = await self._counted(EXPERT, deal)
        if row is not None:
            return row.id
        await self._store.guests.add_once(Guest(EXPERT, EXPERT_NAME, clock.now()))
        seats = [
            SeatRow("", PLAYER, "bot", None, EXPERT_LEVEL, EXPERT_NAME),
            SeatRow("", 1 - PLAYER, "bot", None, OPPONENT, bot_names([])[0]),
        ]
        return await self._opened(deal, daily_row(deal, EXPERT, counts=True), seats)

    async def _opened(self, deal: Deal, row: TableRow, seats: list[SeatRow]) -> str:
        try:
            return await open_table(self._store, row, seats, deal=deal)
        except Conflict:
            # The same guest has asked twice at the same moment.
            counted = await self._counted(row.owner, deal)
            if counted is None:
                raise
            return counted.id

    async def _counted(self, guest: str, deal: Deal) -> TableRow | None:
        """Return a guest's try of a deal that counts, if there is one."""
        tries = await self._store.days.tries_of(guest, deal.day, deal.day)
        return next((one.row for one in tries if one.row.game == deal.game), None)


def daily_row(deal: Deal, owner: str, *, counts: bool) -> TableRow:
    """Return a table for a day's deal, as everyone has it."""
    return TableRow(
        id="",
        name="",
        game=deal.game,
        edition="dlp",
        expansion=False,
        exchanges="random" if deal.game == "board" else "",
        seats=2,
        # Who starts is settled by the seed.
        start=-1,
        seed="",
        salt="",
        owner=owner,
        speed="instant" if owner == EXPERT else "normal",
        created=clock.now(),
        day=deal.day,
        counts=counts,
    )
