"""Positions far into a match, laid out on a server without a click: each phase at its fullest."""

import asyncio
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from siberia import Match
from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.web.http.identity import COOKIE, Identity
from siberia.web.http.settings import Settings, secret_keys
from siberia.web.tables.store import Store, open_store
from siberia.web.tables.store.rows import Guest, SeatRow, Watching
from tests.browser.people import Person
from tests.support import LAZY, VARIANTS
from tests.web.server import NOON, row

# Matches of these seeds, played busily, come through every phase, with hands of eight cards.
SEEDS = range(5)
# Who sits at the tables; a name may be long.
NAMES = ("Konstantin", "Maximiliane", "Jekaterina", "Wladimir")
WHO = "looker"


@dataclass(frozen=True)
class Position:
    """Some words of a match, after which a seat is to decide; "over" asks nobody anything."""

    variant: str
    seats: int
    seed: int
    words: tuple[str, ...]
    phase: str
    seat: int
    names: tuple[str, ...] = NAMES

    @property
    def table(self) -> str:
        """The id of the table where it lies."""
        return f"{self.variant}-{self.seats}-{self.phase}"


@cache
def fullest(variant: str, seats: int) -> tuple[Position, ...]:
    """Return a position of each phase: the one where most lies before the one who decides."""
    best: dict[str, tuple[tuple[int, ...], Position]] = {}
    for seed in SEEDS:
        for found, full in positions(variant, seats, seed):
            if found.phase not in best or full > best[found.phase][0]:
                best[found.phase] = (full, found)
    return tuple(position for _, position in best.values())


def positions(variant: str, seats: int, seed: int) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Play a match busily; yield every position that a table can be in, and how full it is."""
    [played] = (known for known in VARIANTS if known.name == variant)
    options = dict(played.options)
    if played.game == "board":
        options.setdefault("exchanges", "choose")
    match = Match.new(played.game, **options, seats=seats, seed=seed, start=0)
    chance = random.Random(seed)
    words: list[str] = []
    while True:
        seat = match.to_move or 0
        view = match.view(seat)
        # Everybody hands in a whole placing at once.
        if not (view.phase == "place" and words and words[-1].startswith("place ")):
            yield Position(variant, seats, seed, tuple(words), view.phase, seat), fullness(view)
        if match.is_over:
            return
        legal = match.legal()
        if chance.random() < 0.9:
            legal = tuple(word for word in legal if word not in LAZY) or legal
        words.append(chance.choice(legal))
        match.play(words[-1])


def fullness(view: CardView | BoardView) -> tuple[int, ...]:
    """Measure what lies before the one who looks."""
    assert view.seat is not None
    if isinstance(view, CardView):
        own = view.players[view.seat]
        return own.hand_size, sum(own.persons.values()), own.taken_size
    player = view.players[view.seat]
    tiles = sum(action.tile for action in player.panel)
    return player.counters + tiles + len(player.cards), player.vladivostok


def lay_out(person: Person, laid: Iterable[Position], watching: Watching = "nobody") -> None:
    """Lay positions out on a person's server; the person is the one who decides in each.

    Others may be allowed to watch.
    """
    settings = Settings(data=person.server.data)
    # Playwright has an event loop of its own in this thread.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, write(settings.database, tuple(laid), watching)).result()
    cookie = Identity(*secret_keys(settings.data)).cookie(WHO)
    person.context.add_cookies([{"name": COOKIE, "value": cookie, "url": person.server.url}])


async def write(database: str, laid: tuple[Position, ...], watching: Watching = "nobody") -> None:
    """Write tables into a store, unless they are there already."""
    store = await open_store(database)
    try:
        if await store.guests.get(WHO) is None:
            await store.guests.add(Guest(WHO, NAMES[0], NOON))
        for position in laid:
            if await store.table(position.table) is None:
                await add(store, position)
            await store.set_watching(position.table, watching)
    finally:
        await store.close()


async def add(store: Store, position: Position) -> None:
    """Add the table of a position, whose other seats the computer has."""
    [variant] = (known for known in VARIANTS if known.name == position.variant)
    options = dict(variant.options)
    if variant.game == "board":
        options.setdefault("exchanges", "choose")
    table = row(
        variant.game,
        position.seats,
        position.table,
        owner=WHO,
        seed=f"{position.seed:032x}",
        **options,
    )
    seats = [
        SeatRow(table.id, number, "guest", WHO, None, position.names[number])
        if number == position.seat
        else SeatRow(table.id, number, "bot", None, "medium", position.names[number])
        for number in range(position.seats)
    ]
    await store.add_table(table, seats)
    await store.append(table.id, 0, position.words)
