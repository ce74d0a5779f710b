"""What is kept of how guests want to be reached, and of what they were told already."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.times import time_text

# How many browsers tell one guest; a further one takes the place of the oldest.
MOST_SUBSCRIPTIONS = 10


@dataclass(frozen=True, slots=True)
class Reach:
    """How a guest wants to be told, besides by browsers."""

    webhook: str = ""
    # Whether not at night, and by the clocks of which zone.
    quiet: bool = False
    zone: str = "UTC"
    language: str = ""


@dataclass(frozen=True, slots=True)
class Receiver:
    """A browser that tells a guest: where it takes messages, and how they must be packed."""

    id: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    # The public key of ours by which it knows our messages.
    signer: str
    device: str
    language: str


class Reaching:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reach(self, guest: str) -> Reach:
        """Return how a guest wants to be told."""
        for _, webhook, quiet, zone, language in await self._database.read(sql.REACH, guest):
            return Reach(webhook, bool(quiet), zone, language)
        return Reach()

    async def keep_reach(self, guest: str, reach: Reach) -> None:
        """Keep how a guest wants to be told from now on."""
        values = (guest, reach.webhook, reach.quiet, reach.zone, reach.language)
        await self._database.write((sql.KEEP_REACH, values))

    async def subscriptions(self, guest: str) -> list[Receiver]:
        """Return the browsers that tell a guest, the oldest first."""
        rows = await self._database.read(sql.SUBSCRIPTIONS, guest)
        return [Receiver(*row) for row in rows]

    async def subscribe(self, receiver: Receiver, now: datetime) -> None:
        """Let a browser tell its guest; if it told somebody else before, it does so no more."""
        one = receiver
        who = (one.id, one.guest, one.endpoint, one.p256dh, one.auth, one.signer)
        values = (*who, one.device, one.language, time_text(now))
        oldest = (sql.DROP_OLDEST_SUBSCRIPTIONS, (one.guest, MOST_SUBSCRIPTIONS))
        await self._database.write((sql.SUBSCRIBE, values), oldest)

    async def unsubscribe(self, subscription: str, guest: str) -> None:
        """Let a browser of a guest tell them no more."""
        await self._database.write((sql.UNSUBSCRIBE, (subscription, guest)))

    async def unsubscribe_all(self, guest: str) -> None:
        """Let no browser tell a guest any more."""
        await self._database.write((sql.UNSUBSCRIBE_ALL, (guest,)))

    async def reachable(self, guests: Iterable[str]) -> dict[str, Reach]:
        """Return those of some guests who want to be told, and how."""
        found = {}
        for guest in guests:
            for _, webhook, quiet, zone, language in await self._database.read(
                sql.REACHABLE, guest
            ):
                found[guest] = Reach(webhook, bool(quiet), zone, language)
        return found

    async def tell_once(self, table: str, guest: str, kind: str, turn: int) -> bool:
        """Note that a guest is told of a turn; say whether nobody has noted that before."""
        values = (table, guest, kind, turn)
        (rows,) = await self._database.write((sql.TELL_ONCE, values))
        return bool(rows)

    async def expectant(self, since: datetime) -> dict[str, int]:
        """Return where guests play who want to be told, if anybody moved there since some time.

        Each table comes with how long its log is.
        """
        return dict(await self._database.read(sql.EXPECTANT, time_text(since)))
