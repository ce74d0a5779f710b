"""Which cookies still count: a guest can sign out all their other devices."""

from collections import OrderedDict
from time import monotonic

from siberia.web.http.identity import Ticket
from siberia.web.tables.store import Store, StoreError

# For so many seconds, and for so many guests, it is remembered what the store said. A process that
# is not told may let a device in for as long that was signed out elsewhere.
FRESH = 30.0
MOST_REMEMBERED = 10_000


class Devices:
    """Remembers how often guests have signed out their other devices."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: OrderedDict[str, tuple[int | None, float]] = OrderedDict()

    async def guest(self, ticket: Ticket | None) -> str:
        """Return the guest of a cookie; "" if it was signed out, or they are not known any more."""
        if ticket is None:
            return ""
        try:
            count = await self._count(ticket.guest)
        except StoreError:
            # Whatever is asked for will say so; until then a signature is enough.
            return ticket.guest
        return ticket.guest if count == ticket.signed_out else ""

    async def sign_out_others(self, guest: str) -> int:
        """Let no cookie count from before now; return the count for the next one."""
        count = await self._store.guests.sign_out(guest)
        self._remember(guest, count)
        return count

    def forget(self, guest: str) -> None:
        """Remember nothing of a guest who is not kept any more: their cookies are nobody's."""
        self._counts.pop(guest, None)

    async def _count(self, guest: str) -> int | None:
        known, asked = self._counts.get(guest, (None, -FRESH))
        if monotonic() - asked < FRESH:
            return known
        found = await self._store.guests.get(guest)
        # Somebody who is not there yet may be there at the next request.
        if found is None:
            return None
        self._remember(guest, found.signed_out)
        return found.signed_out

    def _remember(self, guest: str, count: int) -> None:
        self._counts[guest] = (count, monotonic())
        self._counts.move_to_end(guest)
        while len(self._counts) > MOST_REMEMBERED:
            self._counts.popitem(last=False)
