"""The deal of the day, laid out for tests: who tried it, and how that went."""

from typing import Any

from siberia.web.tables import clock
from siberia.web.tables.store.rows import Guest
from siberia.web.tables.table import Table
from tests.support import play_random
from tests.web.server import NOON


async def known(made: Any, *names: str) -> None:
    """Let guests be known whose ids are their names in small letters."""
    for name in names:
        await made.state.services.store.guests.add_once(Guest(name.lower(), name, NOON))


async def begun(made: Any, guest: str, game: str = "card") -> Table:
    """Let a guest begin a try of today's deal."""
    services = made.state.services
    table_id = await services.daily.begin(await services.store.guests.get(guest), game)
    found: Table = await services.tables.get(table_id)
    return found


async def ended(made: Any, table: Table, seed: object = 0) -> Table:
    """Play a table to its end, at random."""
    services = made.state.services
    words = play_random(table.match.copy(), seed).words[table.match.ply :]
    await services.store.append(table.id, table.seq, words, guest="", finishes=True)
    found: Table = await services.tables.get(table.id)
    return found


async def tried(made: Any, guest: str, game: str = "card", seed: object = 0) -> Table:
    """Let a guest try today's deal, and play it to its end."""
    return await ended(made, await begun(made, guest, game), seed)


async def expert_tried(made: Any, game: str = "card") -> Table:
    """Let the expert have played today's deal."""
    services = made.state.services
    deal = (await services.daily.deals(clock.today()))[game]
    table = await services.tables.get(await services.daily._expert_table(deal))
    return await ended(made, table, "expert")
