"""What is kept of guests: their names, and what of theirs still counts."""

from datetime import datetime

from siberia.web.tables.store import seating
from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.errors import nothing_to_refer_to
from siberia.web.tables.store.rows import Guest
from siberia.web.tables.store.times import time_from, time_text


class KeptGuests:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, guest: Guest) -> None:
        """Keep a new guest."""
        values = (guest.id, guest.name, time_text(guest.created))
        await self._database.write((sql.ADD_GUEST, values))

    async def add_once(self, guest: Guest) -> None:
        """Keep a guest, if none of this id is kept already."""
        values = (guest.id, guest.name, time_text(guest.created))
        await self._database.write((sql.ADD_GUEST_ONCE, values))

    async def get(self, guest: str) -> Guest | None:
        """Return a guest by id."""
        for row in await self._database.read(sql.GUEST, guest):
            guest_id, name, created, out, used, shown = row
            return Guest(guest_id, name, time_from(created), out, used, bool(shown))
        return None

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name; seats keep the name they were claimed with."""
        await self._database.write((sql.RENAME_GUEST, (guest, name)))

    async def use_link(self, guest: str, number: int) -> bool:
        """Use up a guest's personal link of this number; say if it was still good."""
        (rows,) = await self._database.write((sql.USE_LINK, (guest, number)))
        return bool(rows)

    async def sign_out(self, guest: str) -> int:
        """Sign a guest out everywhere, links included; return how often that was done by now."""
        (rows,) = await self._database.write((sql.SIGN_OUT, (guest,)))
        if not rows:
            raise nothing_to_refer_to()
        return int(rows[0][0])

    async def forget(self, guest: str) -> list[str]:
        """Forget a guest: name, cookie and all; return the tables that went with them.

        Those are where nobody else may look. At others their seat stays, without them.
        """
        async with self._database.transaction() as run:
            return await seating.forget(run, guest)

    async def remove_unused(self, before: datetime) -> int:
        """Forget the guests from before some time who have no table and no seat; count them."""
        (rows,) = await self._database.write((sql.REMOVE_UNUSED, (time_text(before),)))
        return len(rows)
