"""The areas of the map as they are now: ground, name, cubes, and where a worker would land."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from siberia.boardgame.view import Area, BoardView
from siberia.drawing.canvas import SEAT_COLOURS, Canvas
from siberia.drawing.geometry import Extent, Location, Point, Slots, arrange, free_point, locations
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import VLADIVOSTOK
from siberia.drawing.svg import Attribute, draw, element, group, join, number, symbol

Marks = Mapping[str, Mark]
# From one update to the next most areas are the same.
remembered = lru_cache(maxsize=4096)
PLAIN = Mark()


# There are few, each known by itself.
@dataclass(frozen=True, eq=False)
class Sizes:
    """How large pieces are drawn."""

    cube: float
    pawn: float
    dot: float
    badge: float
    digit: float
    name: float


WIDE = Sizes(24, 30, dot=9.5, badge=8, digit=12, name=15)
PHONE = Sizes(34, 42, dot=13, badge=13, digit=21, name=27)
# On a phone, where more lies than has room there, pieces are small but the name is not.
CROWDED = replace(WIDE, name=PHONE.name)
# The slots of Vladivostok stand closer than a phone's pawns are wide.
PHONE_PORT = replace(PHONE, pawn=38, badge=12, digit=19)
# The size of an exhaustion counter.
EXHAUSTED_SIZE, PHONE_EXHAUSTED_SIZE = 44, 60


# Made once for what it holds, and then known by itself: what is drawn of it is remembered.
@dataclass(frozen=True, eq=False)
class Spot:
    """A location with what is in it, and the slots and sizes that were chosen for it."""

    place: Location
    cubes: tuple[str, ...]
    exhausted: bool
    workers: tuple[int, ...]
    slots: Slots
    sizes: Sizes

    @property
    def cube_points(self) -> tuple[Point, ...]:
        """Where the cubes lie."""
        return arrange(self.slots.cubes, len(self.cubes))

    @property
    def pawn_points(self) -> dict[int, Point]:
        """Where each seat's stack stands."""
        seats = [seat for seat, count in enumerate(self.workers) if count]
        points = arrange(self.slots.pawns, len(seats))
        return dict(zip(seats, points, strict=True))

    @property
    def landing(self) -> Point:
        """Where one more pawn would be shown: in the empty row, else as near below as is free."""
        points = tuple(self.pawn_points.values())
        if not points:
            return arrange(self.slots.pawns, 1)[0]
        middle = sum(x for x, _ in points) / len(points)
        below = max(y for _, y in points) + self.sizes.pawn + 3
        return free_point((middle, below), self.sizes.dot + 2, self.boxes, self.place.path)

    @property
    def boxes(self) -> tuple[Extent, ...]:
        """What is taken: by the name, by cubes and by pawns."""
        x, y = self.slots.label
        letters = 0.31 * self.sizes.name * len(self.place.name)
        cube, pawn = 0.42 * self.sizes.cube, 0.46 * self.sizes.pawn
        return (
            (x, y - 0.3 * self.sizes.name, letters, 0.4 * self.sizes.name),
            *((*point, cube, cube) for point in self.cube_points),
            *((*point, pawn, pawn) for point in self.pawn_points.values()),
        )


def spots(canvas: Canvas, view: BoardView) -> dict[str, Spot]:
    """Lay out all locations of a view, Vladivostok last."""
    laid = {area.name: area_spot(area, phone=canvas.phone) for area in view.areas}
    workers = tuple(player.vladivostok for player in view.players)
    laid[VLADIVOSTOK] = port_spot(workers, phone=canvas.phone)
    return laid


@remembered
def port_spot(workers: tuple[int, ...], *, phone: bool) -> Spot:
    """Choose the slots of Vladivostok."""
    port = locations()[VLADIVOSTOK]
    slots, sizes = (port.phone, PHONE_PORT) if phone else (port.wide, WIDE)
    return Spot(port, (), False, workers, slots, sizes)


@remembered
def area_spot(area: Area, *, phone: bool) -> Spot:
    """Choose an area's slots: a phone's large ones while the pieces fit them."""
    place = locations()[area.name]
    stacks = sum(count > 0 for count in area.workers)
    fits = len(area.cubes) <= len(place.phone.cubes) and stacks <= len(place.phone.pawns)
    if phone and fits:
        slots, sizes = place.phone, PHONE
    else:
        slots, sizes = place.wide, CROWDED if phone else WIDE
    return Spot(place, area.cubes, area.exhausted, area.workers, slots, sizes)


def reaction(mark: Mark) -> dict[str, Attribute]:
    """Return what makes a thing with data a button; its name is said by who draws it."""
    if not mark.data:
        return {}
    data: dict[str, Attribute] = {f"data-{name}": value for name, value in mark.data.items()}
    return {"role": "button", "tabindex": "0", **data}


@remembered
def ground(canvas: Canvas, seat: int | None, spot: Spot, mark: Mark) -> Markup:
    """Draw a location's ground, decoration, line and landing place: it is its own target."""
    key = spot.place.key
    outline = canvas.ref("p", key)
    clipped = group(
        draw("use", href=outline, class_="line"),
        draw("use", href=outline, class_="focus-line"),
        clip_path=canvas.url("c", key),
        class_="edges",
    )
    parts = [draw("use", href=outline, class_="ground")]
    if spot.exhausted:
        hatched = draw("use", href=outline, class_="hatched", fill=canvas.url("hatch"))
        parts.append(hatched)
    else:
        parts.append(draw("use", href=canvas.ref("d", key)))
    if mark != PLAIN:
        parts += [clipped, landing(seat, spot)]
    # A label may be a sentence already.
    said = [text.rstrip(".") for text in (mark.label, description(canvas, spot)) if text]
    attributes = {
        "id": canvas.id("area", key),
        "class": f"area t{spot.place.tint} {mark.state}".strip(),
        "role": "img",
        **reaction(mark),
        "aria-label": ". ".join(said),
    }
    return element("g", attributes, *parts)


def landing(seat: int | None, spot: Spot) -> Markup:
    """Draw the dot where a worker would land, the ghost seen on hover, and the lamp of a hint."""
    x, y = spot.landing
    scale = spot.sizes.dot / WIDE.dot
    parts = [draw("circle", r=9.5, class_="dot"), draw("circle", r=20, class_="ghost ghost-ring")]
    if seat is not None:
        parts.append(
            symbol(f"pawn-{SEAT_COLOURS[seat]}", 0, 0, WIDE.pawn, class_="ghost ghost-pawn")
        )
    parts.append(lamp())
    at = f"translate({number(x)} {number(y)}) scale({number(scale)})"
    return group(*parts, class_="landing", transform=at)


def lamp() -> Markup:
    """Draw the lamp that shows on a hinted thing."""
    shade = draw("circle", r=13, class_="lamp-disc")
    return group(shade, symbol("hint", 0, 0, 19), class_="lamp")


def description(canvas: Canvas, spot: Spot) -> str:
    """Say in words what is drawn in a location."""
    say = canvas.say
    if spot.exhausted:
        what = say("{area}: exhausted")
    elif spot.cubes:
        what = say("{area}: {cubes}")
    else:
        what = "{area}"
    cubes = ", ".join(say(resource) for resource in spot.cubes)
    parts = [what.format(area=spot.place.name, cubes=cubes)]
    for seat, count in enumerate(spot.workers):
        if count:
            parts.append(
                say("workers of player {player}: {count}").format(player=seat + 1, count=count)
            )
    return "; ".join(parts)


@remembered
def label(canvas: Canvas, spot: Spot, mark: Mark) -> Markup:
    """Write a location's name, and lay the counter of an exhausted area under it."""
    x, y = spot.slots.label
    state = "exhausted" if spot.exhausted else mark.state
    name = draw("text", spot.place.name, x=x, y=y, class_="name")
    parts = [name]
    if spot.exhausted:
        parts.append(counter(canvas, spot))
    words = f"label t{spot.place.tint} {state}".strip()
    return group(*parts, id=canvas.id("label", spot.place.key), class_=words)


def counter(canvas: Canvas, spot: Spot) -> Markup:
    """Lay an exhaustion counter, below the name also where that is larger."""
    x, y, size = *spot.place.marker, EXHAUSTED_SIZE
    if canvas.phone:
        size = PHONE_EXHAUSTED_SIZE
        x, y = spot.slots.label[0], spot.slots.label[1] + 12 + size / 2
    return symbol("exhausted", x, y, size, class_="frost")


@remembered
def cubes(canvas: Canvas, spot: Spot, marks: tuple[Mark | None, ...]) -> Markup:
    """Draw the cubes of a location as what they are, ringed where their mark says so."""
    drawn = []
    for resource, (x, y), own in zip(spot.cubes, spot.cube_points, marks, strict=True):
        mark = own or PLAIN
        parts = [symbol(resource, 0, 0, spot.sizes.cube)]
        if mark != PLAIN:
            radius = 0.6 * spot.sizes.cube
            ring = draw("circle", r=radius, class_="ring", stroke_width=0.15 * spot.sizes.cube)
            parts.insert(0, ring)
        label = mark.label or canvas.say(resource)
        attributes: dict[str, Attribute] = {
            "id": canvas.id("cube", resource, spot.place.key),
            "class": f"cube {mark.state}".strip(),
            "transform": f"translate({number(x)} {number(y)})",
            **(reaction(mark) | {"aria-label": label} if mark.data else {}),
        }
        drawn.append(element("g", attributes, *parts))
    return join(drawn)
