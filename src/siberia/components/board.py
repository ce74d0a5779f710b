"""The board game's box (B1–B3): its groups of facts and what must hold between them."""

from itertools import product
from typing import Literal

from siberia.components.boxfile import Box, Copied, Dollars, Facts, KeyPath, Problems, misnamed
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESERVED_NAMES, RESOURCES, listing

# How many there are in the box (B1, B3), which the program counts on.
AREAS = 14
CUBES = dict(zip(RESOURCES, (18, 16, 14, 12, 10), strict=True))
PAWNS = 6
COUNTERS = 70
MANAGER_COUNTERS = 14
TILES_PER_ACTION = 2
EXHAUSTION_COUNTERS = 8
# Beside the exchange that always lies there are two-sided tiles.
EXCHANGE_TILES = 5

Prices = dict[str, Dollars]


class Count(Facts, frozen=True, kw_only=True):
    """How many there are of one thing."""

    count: int


class Exchanges(Facts, frozen=True, kw_only=True):
    """The stock exchanges: the one that always lies, the two-sided tiles, what each pays."""

    always: str
    tiles: list[list[str]]
    prices: dict[str, Prices]

    @property
    def names(self) -> tuple[str, ...]:
        """The exchanges in order: the one that always lies, then side A and B of each tile."""
        return (self.always, *(name for tile in self.tiles for name in tile))


class Map(Facts, frozen=True, kw_only=True):
    """The areas, their borders, and where the arrows lead from Vladivostok."""

    areas: list[str]
    arrows: list[str]
    borders: dict[str, list[str]]


class BoardBox(Box, frozen=True, kw_only=True):
    """The box of the board game."""

    game: Literal["board"]
    action_counters: Copied
    investment_tiles: Copied
    cubes: Copied
    pawns: Count
    exhaustion_counters: Count
    exchanges: Exchanges
    map: Map

    def problems(self) -> Problems:
        """B1–B3: the counts, the prices, the map, the names."""
        yield from self.count_problems()
        yield from self.exchange_problems()
        yield from self.map_problems()
        yield from self.name_problems()

    def count_problems(self) -> Problems:
        """Yield what cannot be right in how many there are of something."""
        path: KeyPath
        copies = self.action_counters.copies
        yield from misnamed(("action_counters", "copies"), copies, ACTION_COUNTERS)
        yield from misnamed(("investment_tiles", "copies"), self.investment_tiles.copies, ACTIONS)
        yield from misnamed(("cubes", "copies"), self.cubes.copies, RESOURCES)
        if (count := copies["manager"]) != MANAGER_COUNTERS:
            path = ("action_counters", "copies", "manager")
            yield path, f"{count} manager counters, but the box has {MANAGER_COUNTERS}"
        if (count := sum(copies.values())) != COUNTERS:
            path = ("action_counters", "copies")
            yield path, f"{count} action counters, but the box has {COUNTERS}"
        for action, count in self.investment_tiles.copies.items():
            if count != TILES_PER_ACTION:
                path = ("investment_tiles", "copies", action)
                yield path, f"{count} {action} tiles, but the box has {TILES_PER_ACTION}"
        for resource, count in self.cubes.copies.items():
            if count != CUBES[resource]:
                path = ("cubes", "copies", resource)
                yield path, f"{count} {resource} cubes, but the box has {CUBES[resource]}"
        if (count := self.pawns.count) != PAWNS:
            yield ("pawns", "count"), f"{count} pawns, but each player has {PAWNS}"
        if (count := self.exhaustion_counters.count) != EXHAUSTION_COUNTERS:
            path = ("exhaustion_counters", "count")
            yield path, f"{count}, but the box has {EXHAUSTION_COUNTERS}"

    def exchange_problems(self) -> Problems:
        """Yield what cannot be right in the exchanges and their prices."""
        exchanges, tiles = self.exchanges, self.exchanges.tiles
        path: KeyPath = ("exchanges", "tiles")
        if len(tiles) != EXCHANGE_TILES or any(len(tile) != 2 for tile in tiles):
            yield path, f"there must be {EXCHANGE_TILES} tiles with two sides each"
        yield from misnamed(("exchanges", "prices"), exchanges.prices, exchanges.names)
        home = exchanges.prices[exchanges.always]
        for name, prices in exchanges.prices.items():
            path = ("exchanges", "prices", name)
            for resource in prices:
                if resource not in RESOURCES:
                    yield path, f"unknown resource {resource!r}; expected {listing(RESOURCES)}"
            if (name == exchanges.always) != (len(prices) == len(RESOURCES)):
                problem = f"{exchanges.always} trades everything, and no other exchange does"
                yield path, f"{problem}, unlike {name}"
            yield from self.price_problems(path, prices, home)
        for sides in product(*exchanges.tiles):
            for resource in RESOURCES:
                best = max(exchanges.prices[name].get(resource, 0) for name in sides)
                if best <= home[resource]:
                    problem = f"with {listing(sides, 'and')} no exchange trades {resource} better"
                    yield ("exchanges", "tiles"), f"{problem} than {exchanges.always}"

    def price_problems(self, path: tuple[str, ...], prices: Prices, home: Prices) -> Problems:
        """Yield what cannot be right in the prices of one exchange."""
        name = path[-1]
        for resource, price in prices.items():
            if price < home[resource]:
                yield path, f"{name} pays {price} for {resource}, less than {self.exchanges.always}"
        for dear, cheap in product(("gold", "diamond"), ("coal", "oil")):
            if dear in prices and cheap in prices and prices[dear] <= prices[cheap]:
                yield path, f"in {name} {dear} must be dearer than {cheap}"
        if "diamond" in prices and not 2000 <= prices["diamond"] <= 6000:
            problem = f"{name} pays {prices['diamond']} for diamond"
            yield path, f"{problem}, but it is between 2000 and 6000"

    def map_problems(self) -> Problems:
        """Yield what cannot be right in the areas and their borders."""
        areas, borders = self.map.areas, self.map.borders
        if len(areas) != AREAS or len(set(areas)) != AREAS:
            yield ("map", "areas"), f"{len(set(areas))} different areas, but the map has {AREAS}"
        yield from misnamed(("map", "borders"), borders, areas)
        for area, others in borders.items():
            for other in others:
                if other not in areas or other == area:
                    yield ("map", "borders", area), f"{area} cannot border {other!r}"
                elif area not in borders[other]:
                    yield ("map", "borders", area), f"{area} borders {other}, but not the reverse"
        if len(set(self.map.arrows)) != 2 or not set(self.map.arrows) <= set(areas):
            yield ("map", "arrows"), "from Vladivostok arrows lead to exactly two areas"
        if missing := set(areas) - self.connected():
            yield ("map", "borders"), f"no way leads to {listing(sorted(missing), 'and')}"

    def connected(self) -> set[str]:
        """Return the areas that can be reached from the first."""
        reached, todo = set[str](), self.map.areas[:1]
        while todo:
            area = todo.pop()
            reached.add(area)
            todo += [other for other in self.map.borders[area] if other not in reached]
        return reached

    def name_problems(self) -> Problems:
        """Names are unique over areas, exchanges and the words' own, and fit into a word."""
        names = [*self.map.areas, *self.exchanges.names]
        for name in names:
            path = ("map", "areas") if name in self.map.areas else ("exchanges", "tiles")
            if names.count(name) > 1 or name in RESERVED_NAMES:
                yield path, f"the name {name!r} is taken"
            if "," in name or not name.isprintable() or name != " ".join(name.split()) or not name:
                yield path, f"a name is printed with single spaces and no comma, unlike {name!r}"
        for area in self.map.areas:
            if " " in area:
                yield ("map", "areas"), f"an area's name has no space, unlike {area!r}"
