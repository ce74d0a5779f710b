"""What the deal of the day has for pictures: its morning, snow over results, days of a month."""

from collections.abc import Collection

from markupsafe import Markup

from siberia.drawing.landscape import field, firs, mountains, sky
from siberia.drawing.scenery import HOME_BACK, HOME_FRONT, scene
from siberia.drawing.svg import draw, group, symbol

# The halves of a day's counter: above left the board game, below right the card game.
HALVES = {
    "board": "M11 2H38L2 38V11A9 9 0 0 1 11 2Z",
    "card": "M42 6V33A9 9 0 0 1 33 42H6Z",
}
FACE = {"x": 2, "y": 2, "width": 40, "height": 40, "rx": 10, "class_": "face"}

SNOW_WIDTH, SNOW_HEIGHT = 428, 120
# What lies under the snow, and the snow on it.
MOUND = "M18 108C70 104 96 92 128 66S186 18 214 18S268 44 300 70S362 104 410 108Z"
SNOW = (
    "M92 89C106 82 117 75 128 66C160 40 186 18 214 18S268 44 300 70C310 78 320 84 331 89"
    "C316 88 308 80 296 82S276 70 262 72S238 54 222 58S196 52 184 62S160 68 148 78S112 90 92 89Z"
)


def day_scene() -> Markup:
    """Draw the morning of a day."""
    ranges = mountains(HOME_BACK, 275, "range1", snow=150) + mountains(HOME_FRONT, 275, "range2")
    return scene(
        "day-scene",
        1424,
        124,
        sky("day-sky", 1424, 124, "dawn1", "dawn2", "dawn3"),
        draw("circle", cx=1060, cy=46, r=42.5, fill="var(--sun)", opacity=0.3),
        draw("circle", cx=1060, cy=46, r=25, fill="var(--sun)"),
        group(ranges, transform="translate(-8 -14.5) scale(1 .46)"),
        group(firs(27, 784, 112, "firs1", size=26), transform="translate(640 0)"),
        field(1424, 124, 109, 6, "field"),
        preserveAspectRatio="xMidYMax slice",
        aria_hidden="true",
    )


def snowed_under(name: str) -> Markup:
    """Draw results that nobody is to see yet, under snow; of several each has another name."""
    stripes = draw("rect", width=9, height=9, fill="var(--frost)") + draw(
        "rect", width=3.4, height=9, fill="var(--frost2)"
    )
    pattern = draw(
        "pattern",
        stripes,
        id=f"snow-{name}",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return draw(
        "svg",
        draw("defs", pattern),
        draw("path", d=MOUND, fill=f"url(#snow-{name})"),
        draw("path", d=SNOW, fill="var(--snowcap)"),
        draw("path", d="M8 108.5H420", class_="ground-line"),
        symbol("exhausted", 214, 87, 34),
        class_="snowed",
        viewBox=f"0 0 {SNOW_WIDTH} {SNOW_HEIGHT}",
        aria_hidden="true",
    )


def day_counter(number: str, played: Collection[str], *, star: bool = False) -> Markup:
    """Draw a day that has been: the half of each game that was played is dark."""
    halves = [
        draw("path", d=path, class_="half on") for game, path in HALVES.items() if game in played
    ]
    disc = draw("circle", cx=22, cy=22, r=12.5, class_="face-disc")
    return counter(
        *halves,
        *([disc] if halves else []),
        draw("text", number, x=22, y=28),
        *([symbol("start", 37.5, 5.5, 21)] if star else []),
    )


def empty_day(number: str) -> Markup:
    """Draw a day that is still to come, or had no deal."""
    return counter(draw("text", number, x=22, y=28))


def day_key(game: str) -> Markup:
    """Draw the half of a game, for the text that says what it means."""
    return counter(draw("path", d=HALVES[game], class_="half on"))


def counter(*parts: Markup) -> Markup:
    """Draw a square with round corners."""
    face = draw("rect", **FACE)
    return draw("svg", face, *parts, class_="day-mark", viewBox="0 0 44 44", aria_hidden="true")
