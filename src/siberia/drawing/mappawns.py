"""The pawns on the map: each an element of its own that glides when its place changes."""

from markupsafe import Markup

from siberia.boardgame.view import BoardView
from siberia.drawing.canvas import SEAT_COLOURS, Canvas
from siberia.drawing.geometry import Point
from siberia.drawing.mapareas import PLAIN, WIDE, Marks, Spot, lamp, reaction, remembered
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import Places, stack
from siberia.drawing.svg import Attribute, draw, element, group, number, symbol


def pawns(
    canvas: Canvas, view: BoardView, laid: dict[str, Spot], places: Places, marks: Marks
) -> Markup:
    """Draw all pawns, seat by seat and number by number, so that the order never changes."""
    drawn = []
    for seat, row in enumerate(places):
        for number_, location in enumerate(row):
            if location is None:
                continue
            on_top = stack(places, seat, location)[-1] == number_
            own = seat == view.seat and on_top
            mark = marks.get(f"worker:{location}", PLAIN) if own else PLAIN
            drawn.append(pawn(canvas, laid[location], seat, number_, mark))
    return group(*drawn, id=canvas.id("map-pawns"))


@remembered
def pawn(canvas: Canvas, spot: Spot, seat: int, which: int, mark: Mark) -> Markup:
    """Draw one pawn at its stack's place; a pickable one has a disc under it."""
    x, y = spot.pawn_points[seat]
    parts = [symbol(f"pawn-{SEAT_COLOURS[seat]}", 0, 0, spot.sizes.pawn)]
    if mark != PLAIN:
        size = spot.sizes.pawn
        # The disc must not cover a neighbour.
        radius = (0.7 if len(spot.pawn_points) == 1 else 0.6) * size
        parts.insert(0, draw("circle", r=radius, class_="disc"))
        beside = f"translate({number(-0.5 * size)} {number(-0.4 * size)})"
        parts.append(group(lamp(), transform=f"{beside} scale({number(size / 46)})"))
    name = mark.label or canvas.say("your worker in {area}").format(area=spot.place.name)
    attributes: dict[str, Attribute] = {
        "id": canvas.id("pawn", seat, which),
        "class": f"pawn {mark.state}".strip(),
        "transform": f"translate({number(x)} {number(y)})",
        **(reaction(mark) | {"aria-label": name} if mark.data else {}),
    }
    return element("g", attributes, *parts)


def badges(canvas: Canvas, laid: dict[str, Spot]) -> Markup:
    """Write on each stack of two or more how many they are."""
    drawn = []
    for seat in range(len(SEAT_COLOURS)):
        for spot in laid.values():
            if seat < len(spot.workers) and spot.workers[seat] > 1:
                drawn.append(badge(canvas, spot, seat))
    return group(*drawn, id=canvas.id("map-badges"), aria_hidden="true")


@remembered
def badge(canvas: Canvas, spot: Spot, seat: int) -> Markup:
    """Draw the badge of one stack."""
    x, y = spot.pawn_points[seat]
    size, digit = spot.sizes.pawn, spot.sizes.digit
    at = f"translate({number(x + 0.38 * size)} {number(y - 0.34 * size)})"
    return group(
        draw("circle", r=spot.sizes.badge, class_="badge-disc"),
        draw("text", str(spot.workers[seat]), y=0.35 * digit, font_size=digit, class_="count"),
        id=canvas.id("badge", seat, spot.place.key),
        class_="badge",
        transform=at,
    )


def trail(laid: dict[str, Spot], ends: tuple[str, str] | None) -> Markup:
    """Draw the dotted way of the last step; one that begins or ends off the map is not drawn."""
    if ends is None or not all(end in laid for end in ends) or ends[0] == ends[1]:
        return Markup("")
    (x0, y0), (x1, y1) = (middle(laid[end]) for end in ends)
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    step_x, step_y = (x1 - x0) / length, (y1 - y0) / length
    start = (x0 + 11 * step_x, y0 + 11 * step_y)
    stop = (x1 - 30 * step_x, y1 - 30 * step_y)
    bend = ((x0 + x1) / 2 + 0.12 * (y1 - y0), (y0 + y1) / 2 - 0.12 * (x1 - x0))
    way = f"M{point(start)}Q{point(bend)} {point(stop)}"
    return group(
        draw("circle", cx=x0, cy=y0, r=9),
        draw("path", d=way),
        class_="trail",
        aria_hidden="true",
        stroke_width=2 * laid[ends[1]].sizes.pawn / WIDE.pawn,
    )


def middle(spot: Spot) -> Point:
    """Return the middle of a location's pawns, or where the first would stand."""
    points = tuple(spot.pawn_points.values()) or (spot.landing,)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, min(ys)


def point(at: Point) -> str:
    """Write a point of a path."""
    return f"{number(at[0])} {number(at[1])}"
