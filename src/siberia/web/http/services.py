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
from siberia.web.http.streams import Hub
from siberia.web.tables.bot_queue import BotRoom
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Store


@dataclass
class Server:
    """Everything that lives as long as the server does."""

    settings: Settings
    identity: Identity
    store: Store
    hub: Hub
    tables: Tables
    bots: BotRoom
    version: str = siberia.__version__
    # Set when the rules are compiled; pages never wait for it, they come back by themselves.
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)

    async def warm_up(self) -> None:
        """Compile or load both games and their bots, then take up every bot that was thinking."""
        await asyncio.to_thread(first_calls)
        self.is_ready.set()
        self.hub.tell_all()
        for table_id in await self.store.unfinished():
            table = await self.tables.get(table_id)
            if table is not None:
                self.bots.look_after(table)


def first_calls() -> None:
    """Make each game and its strongest bot do something once."""
    for game in GAMES:
        bot("hard").choose(Seat(Match.new(game)))


def threads_for_bots() -> int:
    """Leave one core to the pages, if there is more than one."""
    return max(1, (os.cpu_count() or 2) - 1)


def made(settings: Settings, identity: Identity, store: Store) -> Server:
    """Put a server together."""
    hub = Hub()
    tables = Tables(store, hub)
    return Server(settings, identity, store, hub, tables, BotRoom(tables, threads_for_bots()))
