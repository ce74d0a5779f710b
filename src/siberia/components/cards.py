"""The card game's box (C1): its groups of facts and what must hold between them."""

from typing import Literal

from siberia.components.boxfile import Box, Copied, Dollars, Facts, KeyPath, Problems, misnamed
from siberia.engine.vocabulary import ACTION_CARDS, RESOURCES, SYMBOLS

# How many cards there are in the box (C1), which the program counts on.
ACTION_CARDS_IN_BOX = 60
RESOURCE_CARDS_IN_BOX = 36
WORKERS_IN_BOX = 10

# Reported of the printed cards: the lowest and the highest value of each resource.
RANGES = {
    "gas": (1000, 3000),
    "coal": (1000, 5000),
    "oil": (2000, 6000),
    "gold": (3000, 6000),
    "diamond": (4000, 7000),
}


class ResourceCards(Facts, frozen=True, kw_only=True):
    """The value printed on each resource card."""

    values: dict[str, list[Dollars]]


class Salesmen(Facts, frozen=True, kw_only=True):
    """What each salesman makes a card of its kind worth."""

    values: dict[str, Dollars]


class Workers(Facts, frozen=True, kw_only=True):
    """How many worker cards there are."""

    count: int


class CardBox(Box, frozen=True, kw_only=True):
    """The box of the card game."""

    game: Literal["card"]
    action_cards: Copied
    resource_cards: ResourceCards
    salesmen: Salesmen
    investors: Copied
    workers: Workers

    def problems(self) -> Problems:
        """C1: the counts; the reported ranges; no card dearer than its salesman makes it."""
        path: KeyPath
        copies, values = self.action_cards.copies, self.resource_cards.values
        yield from misnamed(("action_cards", "copies"), copies, ACTION_CARDS)
        yield from misnamed(("resource_cards", "values"), values, RESOURCES)
        yield from misnamed(("salesmen", "values"), self.salesmen.values, SYMBOLS)
        yield from misnamed(("investors", "copies"), self.investors.copies, RESOURCES)
        if (count := sum(copies.values())) != ACTION_CARDS_IN_BOX:
            path = ("action_cards", "copies")
            yield path, f"{count} action cards, but the box has {ACTION_CARDS_IN_BOX}"
        if (count := sum(map(len, values.values()))) != RESOURCE_CARDS_IN_BOX:
            path = ("resource_cards", "values")
            yield path, f"{count} resource cards, but the box has {RESOURCE_CARDS_IN_BOX}"
        for resource, printed in values.items():
            yield from self.value_problems(resource, printed)
        for resource, count in self.investors.copies.items():
            if count != 1:
                path = ("investors", "copies", resource)
                yield path, f"{count} {resource} investors, but the box has 1"
        if (count := self.workers.count) != WORKERS_IN_BOX:
            yield ("workers", "count"), f"{count} workers, but the box has {WORKERS_IN_BOX}"

    def value_problems(self, resource: str, printed: list[int]) -> Problems:
        """Yield what cannot be right in the values printed for one resource."""
        path = ("resource_cards", "values", resource)
        low, high = RANGES[resource]
        for value in printed:
            if not low <= value <= high:
                yield path, f"a {resource} card of {value}, but they go from {low} to {high}"
        salesman = self.salesmen.values[resource]
        if printed and max(printed) > salesman:
            path = ("salesmen", "values", resource)
            yield path, f"the {resource} salesman, {salesman}, is worth less than its dearest card"
