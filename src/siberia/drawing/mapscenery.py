"""The map's parts that never change: sea, land, decoration, and the outlines all else refers to."""

from functools import cache

from markupsafe import Markup

from siberia.drawing.canvas import Canvas
from siberia.drawing.geometry import Location, board, inside, locations
from siberia.drawing.svg import Attribute, draw, element, group, join, number, symbol

WIDTH, HEIGHT, PHONE_HEIGHT = 1000, 620, 606
# A window may be wider than the map: what leads west goes on beyond its edge.
RAILS = "M-420 602H744C800 602 806 594 846 594"
FLOE = "M-16 2L-8 -7L6 -8L17 -1L12 7L-6 9Z"
FLOE_EDGE = "M-16 2L-6 9L12 7L17 -1L18 3L13 11L-6 13L-16 6Z"
FLOES = (
    (520, 36, 0.6),
    (646, 72, 0.8),
    (628, 24, 0.6),
    (658, 30, 0.5),
    (34, 130, 0.9),
    (62, 156, 0.55),
    (228, 84, 0.8),
    (206, 60, 0.5),
    (506, 80, 0.6),
    (300, 50, 0.6),
)
ARROW_HEAD = "M13 0L-5 8L-1 0L-5 -8Z"
FOREIGN_PEAKS = tuple((14 + 5 * (row % 2), 250 + 30 * row) for row in range(8))


def scenery(canvas: Canvas, *, drawn: bool = True) -> Markup:
    """Return the static group; not `drawn`, it is empty and a page keeps the one it has."""
    children = static_parts(canvas.prefix, canvas.say("Arctic Ocean")) if drawn else Markup("")
    attributes: dict[str, Attribute] = {
        "id": canvas.id("map-scenery"),
        "data-static": True,
        "aria-hidden": "true",
    }
    return element("g", attributes, children)


def overlay(canvas: Canvas) -> Markup:
    """Show the borders, lakes and arrows, which lie above the grounds of the areas."""
    return draw("use", id=canvas.id("map-over"), href=canvas.ref("map-lines"), class_="over")


@cache
def static_parts(prefix: str, ocean: str) -> Markup:
    """Draw what never changes, once for each language."""
    canvas = Canvas(say=str, prefix=prefix)
    return join([definitions(canvas), sea(canvas, ocean), foreign_land(), shadows(canvas)])


def definitions(canvas: Canvas) -> Markup:
    """Define the outlines, clips, decoration and lines that the moving layer refers to."""
    parts = [hatch(canvas), draw("path", id=canvas.id("p-coast"), d=board()["coast"])]
    for place in locations().values():
        outline = draw("use", href=canvas.ref("p", place.key))
        parts += [
            draw("path", id=canvas.id("p", place.key), d=place.path),
            draw("clipPath", outline, id=canvas.id("c", place.key)),
            decoration(canvas, place),
        ]
    parts.append(lines(canvas))
    return draw("defs", *parts)


def hatch(canvas: Canvas) -> Markup:
    """Define the hatch of what is exhausted or empty."""
    return draw(
        "pattern",
        draw("rect", width=7, height=7, fill="var(--frost)"),
        draw("rect", width=2.4, height=7, fill="var(--frost2)"),
        id=canvas.id("hatch"),
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def decoration(canvas: Canvas, place: Location) -> Markup:
    """Define the firs, peaks, tents and volcanoes of an area."""
    here = [thing for thing in board()["decor"] if inside((thing["x"], thing["y"]), place.path)]
    things = [symbol(thing["kind"], thing["x"], thing["y"], thing["size"]) for thing in here]
    return group(*things, id=canvas.id("d", place.key), fill="var(--tree)")


def lines(canvas: Canvas) -> Markup:
    """Define what lies above the grounds: lakes, borders, the coast, the arrows."""
    borders = "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in edge["points"])
        for edge in board()["edges"].values()
        if edge["kind"] == "border"
    )
    coast, water = "var(--coast)", "var(--sea)"
    return group(
        draw("path", d=board()["lake"], fill=water, stroke=coast, stroke_width=1.5),
        draw("path", d=board()["lake_baikal"], fill=water, stroke=coast, stroke_width=1.2),
        draw("path", d=borders, fill="none", stroke="var(--border)", stroke_width=1.6),
        draw("use", href=canvas.ref("p-coast"), fill="none", stroke=coast, stroke_width=2),
        draw("use", href=canvas.ref("p-vladivostok"), fill="none", stroke=coast, stroke_width=2),
        *(arrow(raw["path"], raw["head"]) for raw in board()["vladivostok"]["arrows"]),
        id=canvas.id("map-lines"),
        stroke_linejoin="round",
    )


def arrow(path: str, head: tuple[float, float, float]) -> Markup:
    """Draw a way from Vladivostok."""
    x, y, turn = head
    ink = "var(--sea-ink)"
    return join(
        [
            draw("path", d=path, class_="arrow-bed"),
            draw("path", d=path, class_="arrow"),
            draw(
                "path",
                d=ARROW_HEAD,
                transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})",
                fill=ink,
                stroke="var(--surface)",
                stroke_width=2,
                paint_order="stroke",
            ),
        ]
    )


def sea(canvas: Canvas, ocean: str) -> Markup:
    """Draw the sea, its glow along the coast, ice, islands and its name."""
    glow = [
        draw("use", href=canvas.ref("p-coast"), fill="none", stroke=colour, stroke_width=width)
        for colour, width in (("var(--sea3)", 44), ("var(--sea)", 26), ("var(--sea3)", 14))
    ]
    island: dict[str, Attribute] = {
        "fill": "var(--foreign)",
        "stroke": "var(--coast)",
        "stroke_width": 1,
    }
    ship = next(thing for thing in board()["decor"] if thing["kind"] == "ship")
    return join(
        [
            draw("rect", width=WIDTH, height=HEIGHT, fill="var(--sea)"),
            group(*glow, stroke_linejoin="round"),
            *(floe(x, y, scale) for x, y, scale in FLOES),
            draw("text", ocean, class_="sea-name", x=168, y=30),
            *(draw("path", d=path, **island) for path in board()["islands"]),
            symbol("ship", ship["x"], ship["y"], ship["size"]),
        ]
    )


def floe(x: float, y: float, scale: float) -> Markup:
    """Draw a piece of ice."""
    return group(
        draw("path", d=FLOE, fill="var(--snowcap)", opacity=0.75),
        draw("path", d=FLOE_EDGE, fill="var(--sea2)"),
        transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
    )


def foreign_land() -> Markup:
    """Draw the land that nobody plays on, and the railway across it."""
    land = {"fill": "var(--foreign)", "stroke": "var(--coast)", "stroke_linejoin": "round"}
    ties: dict[str, Attribute] = {
        "stroke": "var(--foreign-line)",
        "stroke_width": 9,
        "stroke_dasharray": "3 7",
    }
    return join(
        [
            draw("path", d=board()["foreign"], stroke_width=1.2, **land),
            *(symbol("peak", x, y, 26) for x, y in FOREIGN_PEAKS),
            draw("path", d=RAILS, fill="none", **ties),
            draw("path", d=RAILS, fill="none", stroke="var(--line2)", stroke_width=2),
        ]
    )


def shadows(canvas: Canvas) -> Markup:
    """Draw the shadow of the land and of Vladivostok."""
    return group(
        draw("use", href=canvas.ref("p-coast")),
        draw("use", href=canvas.ref("p-vladivostok")),
        transform="translate(0 4)",
        fill="var(--coast)",
        opacity=0.35,
    )
