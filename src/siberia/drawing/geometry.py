"""The drawn map in numbers: outlines, and the slots where names, cubes and pawns go."""

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

Point = tuple[float, float]
# How far a thing extends: its middle, half its width and half its height.
Extent = tuple[float, float, float, float]

POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


# There is one of each for a location, so that it is known by itself.
@dataclass(frozen=True, eq=False)
class Slots:
    """Where the things of a location go."""

    label: Point
    cubes: tuple[Point, ...]
    pawns: tuple[Point, ...]


# There is one of each, so that it is known by itself.
@dataclass(frozen=True, eq=False)
class Location:
    """An area, or Vladivostok: its outline and its slots, wide and for a phone."""

    key: str
    name: str
    path: str
    borders: tuple[str, ...]
    tint: int
    marker: Point
    wide: Slots
    phone: Slots


@cache
def board() -> Any:
    """Return map.json."""
    return json.loads(Path(__file__).with_name("map.json").read_text(encoding="utf-8"))


@cache
def areas() -> tuple[Location, ...]:
    """Return the fourteen areas, in the order of the map."""
    return tuple(location(raw) for raw in board()["areas"])


@cache
def locations() -> dict[str, Location]:
    """Return all locations by name: the areas, then Vladivostok."""
    return {place.name: place for place in (*areas(), location(board()["vladivostok"]))}


def location(raw: dict[str, Any]) -> Location:
    """Read one location of map.json."""
    return Location(
        key=raw["key"],
        name=raw["name"],
        path=raw["path"],
        borders=tuple(raw["borders"]),
        tint=board()["tints"].get(raw["key"], 0),
        marker=(raw["marker"][0], raw["marker"][1]),
        wide=slots(raw),
        phone=slots(raw["phone"]),
    )


def slots(raw: dict[str, Any]) -> Slots:
    """Read the slots of a location."""
    return Slots(
        label=(raw["label"][0], raw["label"][1]),
        cubes=tuple((x, y) for x, y in raw["cubes"]),
        pawns=tuple((x, y) for x, y in raw["pawns"]),
    )


@cache
def ring(path: str) -> tuple[Point, ...]:
    """Return the corners of an outline."""
    return tuple((float(x), float(y)) for x, y in POINT.findall(path))


def inside(point: Point, path: str) -> bool:
    """Whether a point lies inside an outline: a ray from it crosses an odd number of edges."""
    x, y = point
    corners = ring(path)
    odd = False
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


def arrange(slots: tuple[Point, ...], count: int) -> tuple[Point, ...]:
    """Take the first `count` slots, and centre a row that is not full."""
    taken: list[Point] = []
    for y in dict.fromkeys(y for _, y in slots):
        row = [x for x, at in slots if at == y]
        here = min(count - len(taken), len(row))
        shift = (row[-1] - row[here - 1]) / 2 if here else 0
        taken += [(x + shift, y) for x in row[:here]]
    return tuple(taken)


# How far a point may be moved to where there is room, the shortest way first.
SHIFTS = sorted(product(range(-96, 97, 6), repeat=2), key=lambda way: way[0] ** 2 + way[1] ** 2)


@lru_cache(maxsize=4096)
def free_point(near: Point, reach: float, taken: tuple[Extent, ...], path: str) -> Point:
    """Return the nearest point with room for a dot: inside an outline and beside what is taken.

    It keeps off the outline as well as it can.
    """
    for margin, (dx, dy) in product((reach + 6, reach, reach / 2), SHIFTS):
        x, y = near[0] + dx, near[1] + dy
        beside = all(abs(x - bx) >= w + reach or abs(y - by) >= h + reach for bx, by, w, h in taken)
        around = ((x - margin, y), (x + margin, y), (x, y - margin), (x, y + margin))
        if beside and all(inside(corner, path) for corner in around):
            return x, y
    return near
