"""The parts that a running server is made of."""

import asyncio
import gc
import logging
import os
from dataclasses import dataclass, field
from datetime import timedelta

from siberia.bots import Seat, bot
from siberia.bots.evaluator import evaluator_kernels
from siberia.bots.net_search import net_search_kernels
from siberia.match import Match
from siberia.match.games import GAMES
from siberia.web.http.devices import Devices
from siberia.web.http.identity import Identity
from siberia.web.http.offered import Offered
from siberia.web.http.reaching.delivery import Delivery
from siberia.web.http.reaching.outbound import Outbound
from siberia.web.http.reaching.webpush import Signer
from siberia.web.http.settings import Settings
from siberia.web.http.static_files import PREFIX
from siberia.web.http.watching import Watching
from siberia.web.pages.templating import all_templates, compiled
from siberia.web.tables import clock
from siberia.web.tables.ahead import PlansAhead
from siberia.web.tables.balances import Balances
from siberia.web.tables.bot_queue import ADVISER, BotQueue
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.changes import Changes
from siberia.web.tables.daily import Daily
from siberia.web.tables.endings import Endings
from siberia.web.tables.expert import LibraryExpert
from siberia.web.tables.ladder import Ladder
from siberia.web.tables.lobby import Lobby
from siberia.web.tables.neighbours import Neighbours
from siberia.web.tables.notices import Notices
from siberia.web.tables.offered import read_bots
from siberia.web.tables.records import FORGOTTEN_AFTER, Records
from siberia.web.tables.reviews import Reviews
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Store, StoreError
from siberia.web.tables.talk import Talk
from siberia.web.tables.timekeeper import Timekeeper
from siberia.web.tables.tokens import Tokens

log = logging.getLogger("siberia")
DAY = 24 * 3600.0
# Where words were played so recently, bots go on by themselves after a start; elsewhere when
# somebody looks.
RECENTLY = timedelta(hours=1)
# How many seconds to leave a store in peace that could not say where that was.
BEFORE_TRYING_AGAIN = 3.0
# After so long a guest who never sat down at a table is forgotten.
UNUSED_AFTER = timedelta(days=7)


@dataclass
class Services:
    """Everything that lives as long as the server does."""

    settings: Settings
    identity: Identity
    store: Store
    changes: Changes
    tables: Tables
    records: Records
    bots: BotQueue
    reviews: Reviews
    devices: Devices
    neighbours: Neighbours
    daily: Daily
    endings: Endings
    balances: Balances
    tokens: Tokens
    offered: Offered
    timekeeper: Timekeeper
    ahead: PlansAhead
    delivery: Delivery
    notices: Notices
    watching: Watching
    talk: Talk
    lobby: Lobby
    ladder: Ladder
    # What the addresses of scripts, styles and typefaces begin with.
    static: str = PREFIX
    # Set when the rules are compiled; pages never wait for it, they come back by themselves.
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    # Whether they could not be compiled.
    has_failed: bool = False

    async def warm_up(self) -> None:
        """Compile or load both games and their bots, then take up every bot that was thinking."""
        try:
            await asyncio.to_thread(first_calls)
        except Exception:
            # Whoever asks after the server's health hears it; nobody waits for this task.
            self.has_failed = True
            log.exception("the rules could not be loaded")
            return
        # What is there now stays: later collections of garbage need not look at it again.
        gc.freeze()
        self.is_ready.set()
        self.changes.hear_all()
        for table_id in await self._active():
            await self._take_up(table_id)
        # So that nobody who looks waits for one; each by itself, so that a stop waits for none.
        for code, name in all_templates():
            await asyncio.to_thread(compiled, code, name)
        await self._climb()
        await asyncio.to_thread(later_calls)

    async def _active(self) -> list[str]:
        """Return where words were played lately, as soon as the store can tell."""
        since = clock.now() - RECENTLY
        while True:
            try:
                return await self.store.active(since)
            except StoreError as error:
                log.error("store: %s", error)
                await asyncio.sleep(BEFORE_TRYING_AGAIN)

    async def _climb(self) -> None:
        """Fold the ladder, so that nobody who looks at it waits for all that was ever played."""
        try:
            await self.ladder.all_places()
        except StoreError as error:
            log.error("store: %s", error)

    async def forget(self, guest: str) -> None:
        """Forget a guest: what is kept of them, what is remembered, and who thinks for them."""
        for table_id in await self.tables.forget(guest):
            self.bots.let_go(table_id)
        self.ladder.expire()
        self.forget_devices(guest)

    async def sign_out_others(self, guest: str) -> int:
        """Let no cookie of a guest count from before now; return the count for the next one."""
        count = await self.devices.sign_out_others(guest)
        # Which of them is the one in use nobody knows here; there it is switched on again.
        await self.store.reaching.unsubscribe_all(guest)
        self.neighbours.carry_sign_out(guest)
        return count

    def forget_devices(self, guest: str) -> None:
        """Remember nothing of a guest's cookies and tokens, here and elsewhere."""
        self.devices.forget(guest)
        self.tokens.forget(guest)
        self.neighbours.carry_sign_out(guest)

    async def revoke(self, guest: str, token: str) -> bool:
        """Let a token of a guest count no more, here and elsewhere; say if there was one."""
        done = await self.tokens.revoke(guest, token)
        self.neighbours.carry_sign_out(guest)
        return done

    async def _take_up(self, table_id: str) -> None:
        """Let the bots of a table go on; one that cannot be continued keeps no other waiting."""
        try:
            table = await self.tables.get(table_id)
        except (BrokenTable, StoreError) as error:
            log.error("not taken up: %s", error)
            return
        if table is not None:
            self.bots.look_after(table)
            self.ahead.look_after(table)


async def tidy_up(store: Store) -> None:
    """Forget, now and every day, who gave a name and never sat down, and records nobody opens."""
    while True:
        now = clock.now()
        try:
            await store.guests.remove_unused(now - UNUSED_AFTER)
            await store.records.remove(now - FORGOTTEN_AFTER)
            await store.clocks.remove_old_pauses()
        except StoreError as error:
            log.error("store: %s", error)
        await asyncio.sleep(DAY)


def first_calls() -> None:
    """Make each game, a bot that searches and the adviser do something once."""
    for game in GAMES:
        for name in ("hard", ADVISER):
            bot(name).choose(Seat(Match.new(game)))


def later_calls() -> None:
    """Compile what only bots that think far and reviews need: nobody who plays waits for it."""
    for game in GAMES:
        net_search_kernels(game)
        evaluator_kernels(game)


def threads_for_bots() -> int:
    """Leave one core to the pages, if there is more than one."""
    return max(1, (os.cpu_count() or 2) - 1)


def make_services(settings: Settings, identity: Identity, store: Store) -> Services:
    """Put the parts of a server together."""
    changes = Changes()
    tables = Tables(store, changes)
    bots = BotQueue(tables, threads_for_bots())
    talk = Talk(store.talk, changes)
    offered = Offered(read_bots(settings.bots) if settings.bots else (), tables)
    bots.elsewhere = offered
    devices, tokens = Devices(store), Tokens(store)

    def forget_known(guest: str) -> None:
        devices.forget(guest)
        tokens.forget(guest)

    endings, balances = Endings(store), Balances(store)
    neighbours = Neighbours(store, changes, tables.watchers, forget_known)
    signer = Signer(identity.secrets("web push"), settings.url)
    delivery = Delivery(tables, Outbound(settings.receivers), signer, settings.url, PREFIX)
    notices = Notices(tables, delivery)
    changes.noting.append(notices.table_changed)
    neighbours.heard_seen = notices.looked_elsewhere
    return Services(
        settings,
        identity,
        store,
        changes,
        tables,
        Records(store),
        bots,
        Reviews(store, LibraryExpert()),
        devices,
        neighbours,
        daily=Daily(tables, bots, identity.derived),
        endings=endings,
        balances=balances,
        watching=Watching(tables, bots, talk, PREFIX),
        talk=talk,
        tokens=tokens,
        offered=offered,
        timekeeper=Timekeeper(tables, bots, notices),
        ahead=PlansAhead(tables),
        delivery=delivery,
        notices=notices,
        lobby=Lobby(store, tables, changes),
        ladder=Ladder(store, endings, balances),
    )
