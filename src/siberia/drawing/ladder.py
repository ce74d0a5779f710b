"""Where somebody stands on the ladder: a rating, and between what it may lie, along one axis."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from siberia.drawing.plots import Scale, Writer, upright, whisker
from siberia.drawing.svg import draw, join

WIDTH, HEIGHT = 250, 32
# How high the numbers of the axis stand, and how far apart they are at least, in ratings and drawn.
AXIS, STEP, NARROWEST = 24, 100, 42
# What lies beside the first and the last of them, for half a number.
MARGIN = 20
DOT = 5.5


@dataclass(frozen=True)
class Axis:
    """From where to where the ratings of a page reach."""

    low: int
    high: int

    @property
    def scale(self) -> Scale:
        """Where ratings lie."""
        return Scale(self.low, self.high, MARGIN, WIDTH - MARGIN)

    @property
    def marks(self) -> range:
        """Which ratings have a line."""
        room = (WIDTH - 2 * MARGIN) / NARROWEST
        steps = (STEP, 2 * STEP, 5 * STEP, 10 * STEP, 20 * STEP, 50 * STEP)
        step = next((n for n in steps if (self.high - self.low) / n <= room), steps[-1])
        return range(-(-self.low // step) * step, self.high + 1, step)


def axis_of(ratings: Iterable[int]) -> Axis:
    """Return an axis for some ratings, with a little more at both ends."""
    found = list(ratings)
    low, high = min(found) // STEP * STEP - STEP, -(-max(found) // STEP) * STEP + STEP
    return Axis(max(0, low), max(high, low + 2 * STEP))


def axis_numbers(axis: Axis, write: Writer) -> Markup:
    """Draw the numbers that stand above all rungs; each of them says its own."""
    numbers = [
        draw("text", write(mark), x=axis.scale.at(mark), y=AXIS - 7, class_="axis middle")
        for mark in axis.marks
    ]
    return draw(
        "svg",
        *numbers,
        class_="chart rung-axis",
        viewBox=f"0 0 {WIDTH} {AXIS}",
        aria_hidden="true",
    )


def rung(axis: Axis, rating: int, interval: tuple[int, int], *, kind: str) -> Markup:
    """Draw where somebody stands; what it says is written beside it.

    `kind` is "person", whose dot is round, or "bot", whose dot is a square that stands on its tip.
    """
    middle, x = HEIGHT / 2, axis.scale.at(rating)
    lines = join(upright(axis.scale.at(mark), 0, HEIGHT, "grid") for mark in axis.marks)
    low, high = interval
    sure = [whisker(axis.scale, middle, low, high)] if low < high else []
    if kind == "person":
        dot = draw("circle", cx=x, cy=middle, r=DOT, class_="dot")
    else:
        tips = f"M{x:.2f} {middle - DOT - 1}l{DOT + 1} {DOT + 1}l-{DOT + 1} {DOT + 1}l-{DOT + 1}"
        dot = draw("path", d=f"{tips} -{DOT + 1}Z", class_="dot of-bot")
    return draw(
        "svg",
        lines,
        *sure,
        dot,
        class_="chart rung",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        aria_hidden="true",
    )
