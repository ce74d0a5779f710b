"""Luck and own decisions of matches that were reviewed: the few numbers of it that lists show.

Reviews are long, so these are remembered, each for as long as its review is the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from cachetools import LRUCache

from siberia.review.data import Balance
from siberia.web.tables.store import Store

REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Points:
    """What luck and one's own decisions brought a seat, in points of the win."""

    luck: float
    own: float


# For each seat of a match.
BySeat = tuple[Points, ...]


class ReviewExcerpt(msgspec.Struct):
    """As much of a review as is needed here."""

    balances: tuple[Balance, ...]


class Balances:
    """The balances of a store's reviews."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: LRUCache[tuple[str, tuple[int, str, str]], BySeat] = LRUCache(REMEMBERED)

    async def of_guest(self, guest: str) -> dict[str, BySeat]:
        """Return the balances of a guest's matches that were reviewed, by table."""
        return await self.of_reviews(await self._store.reviews.of(guest))

    async def of_reviews(self, reviews: Mapping[str, tuple[int, str, str]]) -> dict[str, BySeat]:
        """Return the balances of reviews by table, of addresses with what each was made by."""
        found: dict[str, BySeat] = {}
        for address, made_by in reviews.items():
            key = (address, made_by)
            if key not in self._known:
                self._known[key] = await self._read(address)
            found[address.removeprefix("/t/")] = self._known[key]
        return {table: points for table, points in found.items() if points}

    async def of_table(self, table: str) -> BySeat:
        """Return the balance of a table's match, by seat; nothing where it was not reviewed."""
        return await self._read(f"/t/{table}")

    async def _read(self, address: str) -> BySeat:
        row = await self._store.reviews.get(address)
        if row is None:
            return ()
        try:
            review = msgspec.json.decode(row.review, type=ReviewExcerpt)
        except msgspec.MsgspecError:
            # Another version has made it, and its page will make it anew.
            return ()
        return tuple(Points(100 * one.luck, 100 * one.own) for one in review.balances)
