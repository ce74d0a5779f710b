"""What ends the game, and what is left: the compass rose, the signal, the train."""

from collections.abc import Mapping
from functools import cache, lru_cache
from math import cos, pi, sin

from markupsafe import Markup

from siberia.boardgame.state import EMPTY_RESERVES_END, EXHAUSTED_AREAS_END
from siberia.drawing.canvas import Canvas
from siberia.drawing.geometry import board
from siberia.drawing.svg import draw, group, join, number, symbol
from siberia.engine.vocabulary import RESOURCES

# A wagon's width, and the gap to the next.
WAGON, GAP = 80, 8


@lru_cache(maxsize=256)
def compass(canvas: Canvas, count: int) -> Markup:
    """Draw the exhaustion clock: a rose whose points darken, one for each exhausted area."""
    x, y, radius = board()["compass"]
    rose = [
        draw("circle", cx=x, cy=y, r=radius, class_="rose"),
        *(rose_point(x, y, radius, turn, turn < count) for turn in range(EXHAUSTED_AREAS_END)),
        draw("circle", cx=x, cy=y, r=17.5, class_="rose-hub"),
    ]
    total = draw("tspan", f"/{EXHAUSTED_AREAS_END}", class_="of")
    if not canvas.phone:
        rose += [
            draw("text", f"{count}", total, x=x, y=y + 6, class_="rose-count"),
            draw(
                "text", canvas.say("areas exhausted"), x=x + 52, y=y - 18, class_="sea-note strong"
            ),
            draw(
                "text", canvas.say("the 8th ends the match"), x=x + 52, y=y - 1, class_="sea-note"
            ),
        ]
    return group(*rose, id=canvas.id("map-compass"))


@cache
def rose_point(x: float, y: float, radius: float, turn: int, dark: bool) -> Markup:
    """Draw one of the points; those between the four winds are shorter."""
    angle = turn * 2 * pi / EXHAUSTED_AREAS_END
    tip, foot, half = radius - (3 if turn % 2 == 0 else 9), 18, 0.32
    corners = [(tip, 0.0), (foot, half), (foot, -half)]
    spots = [(x + r * sin(angle + a), y - r * cos(angle + a)) for r, a in corners]
    path = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in spots) + "Z"
    return draw("path", d=path, class_="rose-point dark" if dark else "rose-point")


def signal(empty: int) -> Markup:
    """Return the signal as a small picture: a lamp for each empty reserve space."""
    return draw(
        "svg", lamps(empty, 33, 15), class_="signal", viewBox="0 0 66 30", aria_hidden="true"
    )


def lamps(empty: int, x: float, y: float) -> Markup:
    """Draw the lamps around a middle."""
    lit = [
        draw(
            "circle", cx=x + 19 * (which - 1), cy=y, r=7, class_="lit" if which < empty else "unlit"
        )
        for which in range(EMPTY_RESERVES_END)
    ]
    box = draw("rect", x=x - 33, y=y - 13, width=66, height=26, rx=13, class_="lamps")
    return group(box, *lit)


@lru_cache(maxsize=256)
def signal_post(canvas: Canvas, empty: int) -> Markup:
    """Draw the signal beside the railway, with its meaning."""
    counted = canvas.say("{count} of 3 empty").format(count=empty)
    return group(
        draw("path", d="M611 584V602", class_="post"),
        lamps(empty, 611, 571),
        draw("text", counted, x=654, y=568, class_="land-note strong"),
        draw("text", canvas.say("the 3rd ends it"), x=654, y=585, class_="land-note"),
        id=canvas.id("map-signal"),
    )


def train(canvas: Canvas, loads: Mapping[str, int]) -> Markup:
    """Draw a train: a wagon for each resource, and the locomotive that pulls them."""
    return coupled(canvas, tuple(loads[resource] for resource in RESOURCES))


@lru_cache(maxsize=256)
def coupled(canvas: Canvas, loads: tuple[int, ...]) -> Markup:
    """Draw a train with these loads, in the order of the resources."""
    wagons = [
        wagon(canvas, resource, 20 + place * (WAGON + GAP), load)
        for place, (resource, load) in enumerate(zip(RESOURCES, loads, strict=True))
    ]
    return group(*wagons, locomotive(), id=canvas.id("map-train"))


@lru_cache(maxsize=1024)
def wagon(canvas: Canvas, resource: str, x: float, count: int) -> Markup:
    """Draw a wagon with what is left of a resource; an empty one is hatched."""
    right = x + WAGON
    body = (
        f"M{number(x)} 560H{number(right)}V589A4 4 0 0 1 {number(right - 4)} 593"
        f"H{number(x + 4)}A4 4 0 0 1 {number(x)} 589Z"
    )
    fill = "var(--surface)" if count else canvas.url("hatch")
    said = canvas.say("{resource} in the reserve: {count}")
    return group(
        draw("path", d=f"M{number(right)} 592h{GAP}", class_="coupling"),
        wheel(x + 17),
        wheel(x + 63),
        draw("path", d=body, fill=fill, class_="wagon"),
        symbol(resource, x + 24, 576, 27),
        draw("text", str(count), x=x + 56, y=584, class_="load"),
        id=canvas.id("wagon", resource),
        class_=None if count else "empty",
        role="img",
        aria_label=said.format(resource=canvas.say(resource), count=count),
    )


def wheel(x: float) -> Markup:
    """Draw a wheel on the rail."""
    outer = draw("circle", cx=x, cy=596, r=6.5, fill="var(--ink2)")
    return outer + draw("circle", cx=x, cy=596, r=2, fill="var(--foreign)")


def locomotive() -> Markup:
    """Draw the locomotive in front of the wagons."""
    ink = "var(--ink)"
    return join(
        [
            draw("path", d="M462 593V554H490V568H522C530 568 534 574 534 582V593Z", class_="loco"),
            draw("rect", x=468, y=560, width=15, height=12, rx=2, class_="loco-window"),
            draw("path", d="M512 568V555H522V568", fill=ink),
            draw("path", d="M532 593L544 600H526Z", fill=ink),
            draw("circle", cx=476, cy=595, r=8, fill=ink),
            draw("circle", cx=498, cy=596, r=6.5, fill=ink),
            draw("circle", cx=518, cy=596, r=6.5, fill=ink),
            draw("path", d="M516 550c-4-6 2-10 7-8c2-6 12-5 12 1c6-1 8 6 2 8Z", class_="smoke"),
        ]
    )
