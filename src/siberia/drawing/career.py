"""What somebody's matches were like: how many were won, beside chance; luck and skill over time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from siberia.drawing.plots import Scale, Writer, bar, picture, top_axis, upright, whisker
from siberia.drawing.svg import draw, group, join, number, symbol

WIDTH = 360
TOP, ROW = 30, 34
# Where the bars begin and end; the share in per cent stands behind them, the count before.
START, END, COUNT = 140, 312, 130
# Rows with a symbol have their name further right.
INDENT = 28

LEFT, RIGHT = 40, 352
SKILL_TOP, SKILL_BOTTOM = 14, 92
LUCK_TOP, LUCK_BOTTOM = 118, 180
COURSE_HEIGHT = 206
# A trend is the mean of so many matches, those before and after.
AROUND = 4
DOT = 2.8
# Bars as narrow as this have hardly an outline: nothing would be left of them.
THIN = 4


@dataclass(frozen=True)
class WinRow:
    """How many of some matches were won, between what that may lie, and what chance would give."""

    name: str
    count: int
    share: float
    low: float
    high: float
    chance: float
    symbol: str = ""


def standings(rows: Sequence[WinRow], *, write: Writer, share: Writer, label: str) -> Markup:
    """Draw shares of wins as bars with their intervals, and a mark where chance alone would be.

    `write` writes the numbers of the axis, `share` those behind the bars.
    """
    scale = Scale(0, 1, START, END)
    bottom = TOP + ROW * len(rows)
    return picture(
        top_axis(scale, {half: half / 2 for half in range(3)}, bottom, write),
        *(standing(scale, row, TOP + ROW * (place + 0.5), share) for place, row in enumerate(rows)),
        kind="standings",
        height=bottom,
        label=label,
    )


def standing(scale: Scale, row: WinRow, y: float, share: Writer) -> Markup:
    """Draw one row."""
    sign = [symbol(row.symbol, 10, y, 20, class_="ink")] if row.symbol else []
    return group(
        *sign,
        draw("text", row.name, x=INDENT if sign else 0, y=y + 5, class_="who"),
        draw("text", str(row.count), x=COUNT, y=y + 5, class_="axis end"),
        bar(scale, y, 0, row.share, "amount"),
        whisker(scale, y, row.low, row.high),
        upright(scale.at(row.chance), y - 14, y + 14, "chance"),
        draw("text", share(row.share), x=WIDTH, y=y + 5, class_="strong end"),
    )


@dataclass(frozen=True)
class Reviewed:
    """A match that was reviewed: what luck and one's own decisions brought, in points."""

    luck: float
    own: float


@dataclass(frozen=True)
class Band:
    """Where points lie, from the highest to the lowest that is shown."""

    high: float
    low: float
    top: float
    bottom: float

    def y(self, points: float) -> float:
        """Return how high some points lie; what is beyond an end lies at it."""
        within = min(max(points, self.low), self.high)
        return self.bottom - (self.bottom - self.top) * (within - self.low) / (self.high - self.low)

    def lines(self, marks: Iterable[float], write: Writer) -> Markup:
        """Draw gridlines with their numbers."""
        return join(
            draw("path", d=f"M{LEFT} {number(self.y(mark))}H{RIGHT}", class_="grid")
            + draw("text", write(mark), x=LEFT - 6, y=self.y(mark) + 5, class_="axis end")
            for mark in marks
        )


def course(
    matches: Sequence[Reviewed], *, ends: tuple[str, str], write: Writer, label: str
) -> Markup:
    """Draw matches from the first to the last: own decisions with their trend, luck as bars.

    `ends` are what is written below the first and the last of them.
    """
    lowest = min(-40.0, *(20 * (one.own // 20) for one in matches))
    widest = max(40.0, *(20 * -(-abs(one.luck) // 20) for one in matches))
    skill, luck = (
        Band(0, lowest, SKILL_TOP, SKILL_BOTTOM),
        Band(widest, -widest, LUCK_TOP, LUCK_BOTTOM),
    )
    step = (RIGHT - LEFT) / len(matches)
    middles = [LEFT + step * (place + 0.5) for place in range(len(matches))]
    width = min(9.0, max(1.0, step - 2))
    bars = [
        luck_bar(luck, x - width / 2, width, one.luck)
        for x, one in zip(middles, matches, strict=True)
    ]
    return picture(
        skill.lines((0, lowest / 2, lowest), write),
        *(
            draw("circle", cx=x, cy=skill.y(one.own), r=DOT, class_="one")
            for x, one in zip(middles, matches, strict=True)
        ),
        trend(middles, [skill.y(value) for value in smoothed([one.own for one in matches])]),
        luck.lines((widest, 0, -widest), write),
        *bars,
        draw("path", d=f"M{LEFT} {number(luck.y(0))}H{RIGHT}", class_="zero"),
        draw("text", ends[0], x=LEFT, y=COURSE_HEIGHT - 6, class_="axis"),
        draw("text", ends[1], x=RIGHT, y=COURSE_HEIGHT - 6, class_="axis end"),
        kind="course",
        height=COURSE_HEIGHT,
        label=label,
    )


def luck_bar(band: Band, x: float, width: float, points: float) -> Markup:
    """Draw luck as a bar, above zero where it was good."""
    y, zero = band.y(points), band.y(0)
    height = max(0.5, abs(zero - y))
    kind = "luck" if width > THIN else "luck thin"
    return draw("rect", x=x, y=min(y, zero), width=width, height=height, rx=1.5, class_=kind)


def smoothed(values: Sequence[float]) -> list[float]:
    """Return the mean of each value and of those around it."""
    means = []
    for place in range(len(values)):
        near = values[max(0, place - AROUND) : place + AROUND + 1]
        means.append(sum(near) / len(near))
    return means


def trend(xs: Sequence[float], ys: Sequence[float]) -> Markup:
    """Draw a line through points; of a single one there is none."""
    points = list(zip(xs, ys, strict=True))
    lines = [f"L{number(x)} {number(y)}" for _, (x, y) in pairwise(points)]
    if not lines:
        return Markup()
    path = f"M{number(xs[0])} {number(ys[0])}" + "".join(lines)
    return draw("path", d=path, class_="casing") + draw("path", d=path, class_="trend")
