"""Skies, mountains, snow and firs: what the scenes are made of."""

from markupsafe import Markup

from siberia.drawing.geometry import Point
from siberia.drawing.svg import draw, group, join, number, symbol

GOLDEN = 0.618034


def sky(name: str, width: float, height: float, *colours: str) -> Markup:
    """Fill a sky from top to bottom; only skies have a gradient."""
    last = len(colours) - 1
    stops = [
        draw("stop", offset=place / last, stop_color=f"var(--{colour})")
        for place, colour in enumerate(colours)
    ]
    gradient = draw("linearGradient", *stops, id=name, x1=0, y1=0, x2=0, y2=1)
    return draw("defs", gradient) + draw("rect", width=width, height=height, fill=f"url(#{name})")


def outline(points: list[Point]) -> str:
    """Write a closed path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def mountains(ridge: tuple[Point, ...], foot: float, colour: str, *, snow: float = 0) -> Markup:
    """Draw a range with its tops at every second point; those above `snow` wear a cap."""
    first, last = ridge[0], ridge[-1]
    body = outline([(first[0], foot), *ridge, (last[0], foot)])
    tops = zip(ridge[0::2], ridge[1::2], ridge[2::2], strict=False)
    caps = [cap(left, top, right) for left, top, right in tops if top[1] < snow]
    return draw("path", d=body, fill=f"var(--{colour})") + join(caps)


def cap(left: Point, top: Point, right: Point, share: float = 0.34) -> Markup:
    """Draw the snow on a top, with a torn lower edge."""
    (x, y), low, high = top, toward(top, left, share), toward(top, right, share)
    depth = max(low[1], high[1]) - y
    torn = [
        (x - 0.28 * (x - low[0]), y + 0.78 * depth),
        (x + 0.24 * (high[0] - x), y + 1.18 * depth),
        (x + 0.62 * (high[0] - x), y + 0.80 * depth),
    ]
    return draw("path", d=outline([top, low, *torn, high]), fill="var(--snowcap)")


def toward(start: Point, end: Point, share: float) -> Point:
    """Go part of the way from one point to another."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def field(width: float, height: float, top: float, wave: float, colour: str) -> Markup:
    """Draw the snow in front, its edge a few soft waves."""
    step, level = width / 8, top
    path = f"M0 {number(height)}V{number(top)}"
    for which in range(8):
        rise = top + wave * ((which * GOLDEN) % 1)
        middle, end = number((which + 0.5) * step), number((which + 1) * step)
        path += f"C{middle} {number(level)} {middle} {number(rise)} {end} {number(rise)}"
        level = rise
    return draw("path", d=f"{path}V{number(height)}Z", fill=f"var(--{colour})")


def firs(count: int, width: float, foot: float, colour: str, *, size: float = 26) -> Markup:
    """Plant firs along a line: uneven, but the same each time."""
    trees = []
    for tree in range(count):
        along, tall = (tree * GOLDEN) % 1, (tree * GOLDEN * GOLDEN * 1.7) % 1
        # Every third fir moves to its neighbour, so that small groups form.
        x = width * (round(along * 14) / 14 + 0.02 * tall if tree % 3 else along)
        height = size * (0.75 + 0.55 * tall)
        trees.append(symbol("fir", x, foot + 6 * ((tree * 0.37) % 1) - height / 2, height))
    return group(*trees, fill=f"var(--{colour})")
