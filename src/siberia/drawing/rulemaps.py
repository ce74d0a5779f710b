"""Pieces of the map for the rules: a step, a sale, an exhausted area."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from siberia.boardgame.view import Area
from siberia.drawing import cards, mapclocks, mappawns, mapscenery
from siberia.drawing.boardmap import NO_MARKS, land
from siberia.drawing.canvas import Canvas, Say
from siberia.drawing.geometry import board, locations
from siberia.drawing.mapareas import PLAIN, WIDE, Spot, area_spot
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import VLADIVOSTOK
from siberia.drawing.svg import draw, group, number, symbol

# What the ids of the outlines begin with: they stand once in a page.
SHARED = "rules-"
# The viewer's workers.
MINE = (1, 0, 0, 0)
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Piece(Canvas):
    """A piece of the map: its own ids begin otherwise than those of what it refers to."""

    def ref(self, *words: object) -> str:
        """Return a reference to what all pieces share."""
        return Canvas(say=str, prefix=SHARED).ref(*words)

    def url(self, *words: object) -> str:
        """Return a reference to a clip or pattern that all pieces share."""
        return Canvas(say=str, prefix=SHARED).url(*words)


@cache
def outlines() -> Markup:
    """Return the outlines, clips and patterns of the map, hidden, for inclusion once in a page."""
    defined = mapscenery.definitions(Canvas(say=str, prefix=SHARED))
    return draw("svg", defined, class_="sprite", aria_hidden="true", width=0, height=0)


def piece(
    say: Say,
    name: str,
    box: Box,
    areas: Mapping[str, Area],
    *more: Markup,
    marks: Mapping[str, Mark] = NO_MARKS,
    workers: Mapping[str, Mark] = NO_MARKS,
    trail: tuple[str, str] | None = None,
) -> Markup:
    """Draw a piece of the map: all areas, with cubes and workers in those that are told."""
    canvas = Piece(say=say, prefix=f"rule-{name}-")
    laid = {
        place: port(canvas)
        if place == VLADIVOSTOK
        else area_spot(areas.get(place, Area(place, (), False, (0,) * 4, ())), phone=canvas.phone)
        for place in locations()
    }
    pawns = [
        mappawns.pawn(canvas, spot, seat, which, workers.get(spot.place.name, PLAIN))
        for which, spot in enumerate(laid.values())
        for seat in spot.pawn_points
    ]
    return draw(
        "svg",
        *land(canvas, 0, laid, marks),
        group(mappawns.trail(laid, trail)),
        *pawns,
        *more,
        class_="map rule-picture",
        viewBox=" ".join(number(edge) for edge in box),
        aria_hidden="true",
    )


def port(canvas: Canvas) -> Spot:
    """Lay out Vladivostok with a worker."""
    place = locations()[VLADIVOSTOK]
    workers = MINE if canvas.prefix == "rule-port-" else (0,) * 4
    return Spot(place, (), False, workers, place.wide, WIDE)


def area(name: str, *cubes: str, worker: bool = False, exhausted: bool = False) -> Area:
    """Return an area as it lies in a picture."""
    return Area(name, cubes, exhausted, MINE if worker else (0,) * 4, ())


def laid_out(*areas: Area) -> dict[str, Area]:
    """Return areas by name."""
    return {one.name: one for one in areas}


def the_step(say: Say, _write: Callable[[int], str]) -> Markup:
    """B21: a step over an exhausted area."""
    areas = laid_out(
        area("Baikal", "coal", "oil", worker=True),
        area("Transbaikal", exhausted=True),
        area("Amur", "gold", "diamond"),
        area("Yakutia", "gas", "gold"),
    )
    return piece(
        say,
        "step",
        (350, 360, 460, 190),
        areas,
        marks={"area:Amur": Mark("legal")},
        workers={"Baikal": Mark("selected")},
        trail=("Baikal", "Amur"),
    )


def the_research(say: Say, _write: Callable[[int], str]) -> Markup:
    """B18: where a cube of gold may go, and where it may not."""
    areas = laid_out(
        area("Yamal", "gas", "gold"), area("Yugra", "coal", "oil"), area("Altai", "gold", "oil")
    )
    chip = group(
        cards.counter("worker/gold", size=54),
        symbol("gold", 100, 27, 40),
        draw("path", d="M60 27H76", class_="picture-arrow"),
        transform="translate(300 300)",
    )
    return piece(
        say, "research", (40, 190, 440, 200), areas, chip, marks={"area:Yugra": Mark("legal")}
    )


def the_port(say: Say, _write: Callable[[int], str]) -> Markup:
    """B23: Vladivostok and where its arrows lead."""
    areas = laid_out(area("Amur", "gold", "diamond"), area("Okhotsk", "gas", "oil"))
    marks = {"area:Amur": Mark("legal"), "area:Okhotsk": Mark("legal")}
    return piece(say, "port", (508, 262, 480, 324), areas, marks=marks)


def the_sale(say: Say, write: Callable[[int], str]) -> Markup:
    """B25: two gas, and what two exchanges pay; Tokyo's price is printed in the rulebook."""
    areas = laid_out(
        area("Yamal", "gas", "oil", worker=True),
        area("Evenkia", "gas", "gold", worker=True),
        area("Taymyr", "coal"),
    )
    marks = {f"cube:gas:{place}": Mark("legal") for place in ("Yamal", "Evenkia")}
    ground = draw("rect", x=50, y=352, width=460, height=70, fill="var(--surface)")
    rows = (offer(60, "Tokyo", 3000, write, best=True), offer(286, "Frankfurt", 1000, write))
    return piece(say, "sale", (50, 182, 460, 236), areas, ground, *rows, marks=marks)


def offer(
    x: float, name: str, price: int, write: Callable[[int], str], best: bool = False
) -> Markup:
    """Draw what an exchange pays for two cubes."""
    return group(
        draw(
            "rect", x=x, y=361, width=214, height=46, rx=9, class_="offer best" if best else "offer"
        ),
        symbol("pawn-rowan", x + 26, 384, 30),
        draw("text", name, x=x + 50, y=380, class_="offer-name"),
        draw(
            "text", f"2 × {write(price)} = {write(2 * price)}", x=x + 50, y=399, class_="offer-sum"
        ),
    )


def the_exhausted(say: Say, _write: Callable[[int], str]) -> Markup:
    """B28: an exhausted area beside others."""
    areas = laid_out(
        area("Baikal", "coal", "oil"),
        area("Transbaikal", exhausted=True),
        area("Amur", "gold", "diamond", worker=True),
    )
    return piece(say, "exhausted", (350, 360, 460, 180), areas)


def the_clocks(say: Say, _write: Callable[[int], str]) -> Markup:
    """B30: the two clocks of the end."""
    x, y, _ = board()["compass"]
    canvas = Piece(say=say, prefix="rule-clocks-")
    return draw(
        "svg",
        mapclocks.compass(canvas, 5),
        mapclocks.lamps(2, x + 300, y),
        class_="map rule-picture",
        viewBox=f"{number(x - 70)} {number(y - 62)} 460 124",
        aria_hidden="true",
    )
