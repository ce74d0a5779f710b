"""By what programs are known: tokens of 256 random bits, of which only the hash is kept."""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic

from siberia.web.tables import clock
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import TokenRow

# By this people, and programs that look for secrets in the wrong place, know one when they see it.
PREFIX = "siberia_"
# So many a guest can have.
MOST_TOKENS = 30
# For so many seconds, and for so many tokens, it is remembered what the store said. A process that
# is not told may let a program in for as long whose token was revoked elsewhere.
FRESH = 30.0
MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Grant:
    """Whom a token lets a program act for: a guest, at all tables or on one seat only.

    Or for a bot that is offered here, which is no guest: on the seats where it sits at its level.
    """

    guest: str
    table: str | None = None
    seat: int | None = None
    level: str | None = None


class Tokens:
    """Makes tokens, and knows them again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Grant, float]] = OrderedDict()

    async def make(
        self, guest: str, name: str, table: str | None = None, seat: int | None = None
    ) -> tuple[str, TokenRow]:
        """Return a new token, which is never told again, and what is kept of it."""
        if len(await self._store.programs.tokens_of(guest)) >= MOST_TOKENS:
            raise Refused(Refusal.MANY_TOKENS)
        token = PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(hash_of(token), guest, table, seat, name, clock.now())
        await self._store.programs.add_token(row)
        return token, row

    async def grant(self, token: str) -> Grant | None:
        """Return whom a token lets a program act for; None for one that is not known."""
        hashed = hash_of(token)
        known = self._known.get(hashed)
        if known is not None and monotonic() - known[1] < FRESH:
            return known[0]
        row = await self._store.programs.token(hashed)
        if row is None:
            self._known.pop(hashed, None)
            return None
        if row.used != clock.today():
            await self._store.programs.note_token(hashed, clock.today())
        grant = Grant(row.guest, row.table, row.seat)
        self._known[hashed] = (grant, monotonic())
        self._known.move_to_end(hashed)
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return grant

    async def revoke(self, guest: str, token: str) -> bool:
        """Let a token of a guest count no more, by its id; say if there was one."""
        done = await self._store.programs.revoke_token(guest, token)
        self.forget(guest)
        return done

    def forget(self, guest: str) -> None:
        """Remember nothing of a guest's tokens."""
        for hashed in [key for key, (grant, _) in self._known.items() if grant.guest == guest]:
            del self._known[hashed]


def hash_of(token: str) -> str:
    """Return what is kept of a token. So many random bits need no salt, and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()
