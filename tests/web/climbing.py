"""Finished tables of strangers, for a ladder: each is a match that was played to its end."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from siberia.web.tables.store import Guest, Store
from siberia.web.tables.store.rows import SeatRow
from siberia.web.tables.table import deal
from tests.support import play_random
from tests.web.server import NOON, row

BEGIN = datetime(2026, 11, 1, 12, tzinfo=UTC)


@cache
def words_of(game: str, seats: int, seed: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a match that was played at random, and what everybody had in the end."""
    table = row(game, seats, "any", rules=2, hints=False, seed=f"{seed:032x}")
    match = play_random(deal(table, [f"P{n}" for n in range(seats)]), seed)
    return tuple(match.words), match.scores()


async def guests(store: Store, *names: str, shown: bool = True) -> None:
    """Let people be known by their names in small letters, and want to be shown."""
    for name in names:
        await store.guests.add(Guest(name.lower(), name, NOON))
        await store.ladder.show(name.lower(), shown=shown)


def stranger(number: int, who: str, *, is_host: bool = False) -> SeatRow:
    """A seat of a guest who opened the table, or came because it was open; or that of a bot."""
    if not who or who.startswith(("@", "=")):
        return SeatRow("", number, "bot", None, who.removeprefix("="), f"Bot {number}")
    return SeatRow("", number, "guest", who, None, who.title(), anyone=not is_host)


async def finished(
    store: Store,
    name: str,
    who: Sequence[str | SeatRow],
    *,
    game: str = "card",
    seed: int = 0,
    at: datetime = BEGIN,
    **fields: Any,
) -> tuple[int, ...]:
    """Keep a table where some have played, the first of them its host; return their scores.

    A bot is written as its level with "=" before it, or "@" and its name.
    """
    seats = [
        replace(one, number=n) if isinstance(one, SeatRow) else stranger(n, one, is_host=n == 0)
        for n, one in enumerate(who)
    ]
    words, scores = words_of(game, len(seats), seed)
    owner = fields.pop("owner", None) or next(s.guest for s in seats if s.guest)
    about = {"hints": False, "rules": 2, "seed": f"{seed:032x}", "owner": owner, **fields}
    await store.add_table(
        row(game, len(seats), name, created=at, **about),
        [replace(seat, table=name) for seat in seats],
        words,
    )
    await store.finish(name, at)
    return scores


async def many(store: Store, game: str, strengths: dict[str, int], count: int, seats: int) -> None:
    """Keep many tables at which the stronger mostly have more in the end."""
    from random import Random

    chance = Random(1)
    for number in range(count):
        seed = number % 40
        _, scores = words_of(game, seats, seed)
        people = chance.sample(sorted(strengths), seats)
        best = sorted(people, key=lambda one: -strengths[one] - chance.gauss(0, 3))
        order = sorted(range(seats), key=lambda seat: -scores[seat])
        who: list[str] = [""] * seats
        for place, seat in enumerate(order):
            who[seat] = best[place]
        if not who[0].startswith(("=", "@")) or any(not w.startswith(("=", "@")) for w in who):
            at = BEGIN + timedelta(minutes=number)
            await finished(store, f"{game}{seats}n{number}", who, game=game, seed=seed, at=at)
