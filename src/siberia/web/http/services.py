"""The parts that a running server is made of."""

import asyncio
import os
from dataclasses import dataclass, field

import siberia
from siberia.bots import Seat, bot
from siberia.match import Match
from siberia.match.games import GAMES
from siberia.web.http.identity import Identity
from siberia.web.http.settings import Settings
from siberia.web.tables.bot_queue import ADVISER, BotQueue
from siberia.web.tables.changes import Changes
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Store


@dataclass
class Services:
    """Everything that lives as long as the server does."""

    settings: Settings
    identity: Identity
    store: Store
    changes: Changes
    tables: Tables
    bots: BotQueue
    version: str = siberia.__version__
    # Set when the rules are compiled; pages never wait for it, they come back by themselves.
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)

    async def warm_up(self) -> None:
        """Compile or load both games and their bots, then take up every bot that was thinking."""
        await asyncio.to_thread(first_calls)
        self.is_ready.set()
        self.changes.tell_all()
        for table_id in await self.store.unfinished():
            table = await self.tables.get(table_id)
            if table is not None:
                self.bots.look_after(table)


def first_calls() -> None:
    """Make each game, a bot that searches and the adviser do something once."""
    for game in GAMES:
        for name in ("hard", ADVISER):
            bot(name).choose(Seat(Match.new(game)))


def threads_for_bots() -> int:
    """Leave one core to the pages, if there is more than one."""
    return max(1, (os.cpu_count() or 2) - 1)


def make_services(settings: Settings, identity: Identity, store: Store) -> Services:
    """Put the parts of a server together."""
    changes = Changes()
    tables = Tables(store, changes)
    bots = BotQueue(tables, threads_for_bots())
    return Services(settings, identity, store, changes, tables, bots)
