"""What many matches were like: shares and how sure they are, spreads, lengths, times.

A plot knows no language: numbers are written by `write`, and `label` is what a screen reader says.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from siberia.drawing.charts import LETTER, shortened, tick
from siberia.drawing.svg import draw, group, join, number

Writer = Callable[[float], str]

# The width of a column of a page, so that letters are there as large as they are here.
WIDTH = 360
# Plots are also for pages without fonts of their own, where letters may be wider.
WIDER = 1.2
# Rows begin below the numbers of their axis.
TOP, THICK = 30, 20
NARROWEST, WIDEST, WANTED = 40, 64, 150
# Columns stand on a floor, with room for two lines of text below it.
CEILING, FLOOR, HEIGHT = 10, 140, 188
COLUMN = 64
# The discs of what was foretold: the smallest can still be seen.
SMALLEST_DISC, LARGEST_DISC = 3, 12


@dataclass(frozen=True)
class Share:
    """A share of one, and between what it may lie."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Quartiles:
    """How values are spread: the least, the quartiles with the median, the most."""

    name: str
    least: float
    first: float
    median: float
    third: float
    most: float


@dataclass(frozen=True)
class Span:
    """What is usual, and the most there was; neither is negative."""

    name: str
    mean: float
    most: float


@dataclass(frozen=True)
class Bin:
    """How many of some whole numbers are at least `start` and below `stop`."""

    start: int
    stop: int
    count: int


@dataclass(frozen=True)
class Point:
    """What was foretold on average, what came of it, and out of how many."""

    foretold: float
    came: float
    count: int


@dataclass(frozen=True)
class Scale:
    """Where values lie between two ends: by their differences or, in `ratios`, by their logarithms.

    What is beyond an end lies at it.
    """

    low: float
    high: float
    start: float
    end: float
    ratios: bool = False

    def at(self, value: float) -> float:
        """Return where a value lies."""
        low, high, value = self.low, self.high, min(max(value, self.low), self.high)
        if self.ratios:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        return self.start + (self.end - self.start) * (value - low) / (high - low)


@dataclass(frozen=True)
class Rows:
    """Rows with names at the left and texts at the right, perhaps with a second line of `notes`."""

    names: Sequence[str]
    texts: Sequence[str]
    notes: Sequence[str] = ()

    @property
    def left(self) -> float:
        """Where bars begin; also the first number of the axis needs its half of the room."""
        return max(44, 14 + width_of(map(shortened, self.names)))

    @property
    def right(self) -> float:
        """Where bars end at most; also the last number of the axis needs its half of the room."""
        return WIDTH - 14 - max(26, width_of([*self.texts, *self.notes]))

    @property
    def pitch(self) -> float:
        """How far rows are apart: few take the room of several."""
        return min(WIDEST, max(NARROWEST, WANTED / len(self.names)))

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return TOP + self.pitch * len(self.names)

    def y(self, row: int) -> float:
        """Return the middle of a row."""
        return TOP + self.pitch * (row + 0.5)


def share_bars(shares: Sequence[Share], *, reference: float, write: Writer, label: str) -> Markup:
    """Draw shares of one as bars from the left, with their intervals and one share to compare."""
    rows = Rows([share.name for share in shares], [write(share.value) for share in shares])
    scale = Scale(0, 1, rows.left, rows.right)
    bars = [
        bar(scale, rows.y(row), 0, share.value, "amount")
        + whisker(scale, rows.y(row), share.low, share.high)
        for row, share in enumerate(shares)
    ]
    return picture(
        top_axis(scale, {half: half / 2 for half in range(3)}, rows.bottom, write),
        *bars,
        upright(scale.at(reference), TOP - 6, rows.bottom, "reference"),
        named(rows),
        kind="share-bars",
        height=rows.bottom,
        label=label,
    )


def box_plot(boxes: Sequence[Quartiles], *, reference: float, write: Writer, label: str) -> Markup:
    """Draw how values are spread: whiskers over all of them, a box over the middle half."""
    rows = Rows([box.name for box in boxes], [write(box.median) for box in boxes])
    low = min(reference, *(box.least for box in boxes))
    high = max(reference, *(box.most for box in boxes))
    step = tick(math.ceil(high - low))
    if low == high:
        low, high = low - step, high + step
    scale = Scale(low, high, rows.left, rows.right)
    steps = range(math.ceil(low / step), math.floor(high / step) + 1)
    return picture(
        top_axis(scale, {count: count * step for count in steps}, rows.bottom, write),
        *(spread_of(scale, rows.y(row), box) for row, box in enumerate(boxes)),
        upright(scale.at(reference), TOP - 6, rows.bottom, "reference"),
        named(rows),
        kind="box-plot",
        height=rows.bottom,
        label=label,
    )


def span_bars(spans: Sequence[Span], *, write: Writer, label: str) -> Markup:
    """Draw what is usual as a bar within one of the most, by their logarithms.

    Zero has no logarithm, and no bar.
    """
    texts = [write(span.mean) for span in spans]
    rows = Rows([span.name for span in spans], texts, [write(span.most) for span in spans])
    tens = decades([value for span in spans for value in (span.mean, span.most)])
    low, high = 10.0 ** tens[0], 10.0 ** tens[-1]
    scale = Scale(low, high, rows.left, rows.right, ratios=True)
    bars = [
        bar(scale, rows.y(row), low, value, kind)
        for row, span in enumerate(spans)
        for value, kind in ((span.most, "rest"), (span.mean, "amount"))
        if value > 0
    ]
    return picture(
        top_axis(scale, dict(enumerate(10.0**ten for ten in tens)), rows.bottom, write),
        *bars,
        named(rows),
        kind="span-bars",
        height=rows.bottom,
        label=label,
    )


def share_columns(
    shares: Mapping[str, float], *, reference: float, write: Writer, label: str
) -> Markup:
    """Draw shares of one as columns, with one share to compare."""
    highest = math.ceil(100 * max(reference, *shares.values()))
    step = tick(highest)
    scale = Scale(0, highest / 100, FLOOR, CEILING)
    marks = [percent / 100 for percent in range(0, highest + 1, step)]
    left = 8 + width_of(map(write, marks))
    pitch = (WIDTH - left) / len(shares)
    width = min(COLUMN, pitch - 16)
    parts = []
    for place, (name, value) in enumerate(shares.items()):
        middle = left + pitch * (place + 0.5)
        parts += [
            column(scale, middle - width / 2, width, value),
            draw("text", name, x=middle, y=FLOOR + 21, class_="axis middle"),
            draw("text", write(value), x=middle, y=FLOOR + 41, class_="strong middle"),
        ]
    line = f"M{number(left)} {number(scale.at(reference))}H{WIDTH}"
    return picture(
        side_axis(scale, marks, left, write),
        *parts,
        draw("path", d=line, class_="reference"),
        kind="share-columns",
        height=HEIGHT,
        label=label,
    )


def bins(values: Sequence[int]) -> list[Bin]:
    """Count whole numbers in at most sixteen bins of a round width, from the least to the most."""
    low, high = min(values), max(values)
    width = tick(math.ceil((high - low) / 3))
    starts = range(low // width * width, high + 1, width)
    placed = [value // width * width for value in values]
    return [Bin(start, start + width, placed.count(start)) for start in starts]


def histogram(counted: Sequence[Bin], *, write: Writer, label: str, axis: str) -> Markup:
    """Draw how often whole numbers occur; `axis` says what they are."""
    highest = max(one.count for one in counted)
    step = tick(highest)
    scale = Scale(0, highest, FLOOR, CEILING)
    marks = range(0, highest + 1, step)
    left = 8 + width_of(map(write, marks))
    margin = width_of([write(counted[-1].stop)])
    width = min(COLUMN, (WIDTH - left - margin) / len(counted))
    start = (left + WIDTH - width * len(counted)) / 2
    columns = [
        column(scale, start + width * place, width, one.count)
        for place, one in enumerate(counted)
        if one.count
    ]
    return picture(
        side_axis(scale, marks, left, write),
        *columns,
        edges(counted, start, width, write),
        draw("text", axis, x=WIDTH, y=FLOOR + 41, class_="axis end"),
        kind="histogram",
        height=HEIGHT,
        label=label,
    )


def reliability(points: Sequence[Point], *, write: Writer, label: str) -> Markup:
    """Draw what came beside what was foretold: on the line both are the same.

    A larger disc stands for more of them.
    """
    marks = [quarter / 4 for quarter in range(5)]
    left, right = 8 + width_of(map(write, marks)), WIDTH - LARGEST_DISC
    floor = CEILING + right - left
    across, up = Scale(0, 1, left, right), Scale(0, 1, floor, CEILING)
    most = max(point.count for point in points)
    discs = [
        draw(
            "circle",
            cx=across.at(point.foretold),
            cy=up.at(point.came),
            r=max(SMALLEST_DISC, LARGEST_DISC * math.sqrt(point.count / most)),
            class_="disc",
        )
        for point in points
    ]
    numbers = [
        draw("text", write(mark), x=across.at(mark), y=floor + 21, class_="axis middle")
        for mark in marks[1:-1]
    ]
    line = f"M{number(left)} {number(floor)}L{number(right)} {number(CEILING)}"
    return picture(
        side_axis(up, marks, left, write),
        *numbers,
        draw("path", d=line, class_="reference"),
        *discs,
        kind="reliability",
        height=floor + 30,
        label=label,
    )


def width_of(texts: Iterable[str]) -> float:
    """Return the width of the widest text."""
    return WIDER * LETTER * max(map(len, texts), default=0)


def decades(values: Sequence[float]) -> range:
    """Return the powers of ten from below the least to the most; zeros have none."""
    found = [math.log10(value) for value in values if value > 0] or [1.0]
    return range(math.ceil(min(found)) - 1, math.ceil(max(found)) + 1)


def picture(*parts: Markup, kind: str, height: float, label: str) -> Markup:
    """Draw a whole plot."""
    return draw(
        "svg",
        *parts,
        class_=f"chart {kind}",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        aria_label=label,
    )


def top_axis(scale: Scale, marks: Mapping[int, float], bottom: float, write: Writer) -> Markup:
    """Draw the gridlines of rows with their numbers above.

    `marks` are in equal steps, by their count: where they are crowded, only those have a number
    whose count is even, or divides by three, and so on.
    """
    places = [scale.at(value) for value in marks.values()]
    gap = min((after - before for before, after in pairwise(places)), default=WIDTH)
    every = math.ceil((width_of(map(write, marks.values())) + 8) / gap)
    lines = [upright(x, TOP - 10, bottom, "grid") for x in places]
    texts = [
        draw("text", write(value), x=scale.at(value), y=TOP - 16, class_="axis middle")
        for count, value in marks.items()
        if count % every == 0
    ]
    return join([*lines, *texts])


def side_axis(scale: Scale, marks: Iterable[float], left: float, write: Writer) -> Markup:
    """Draw the gridlines of columns with their numbers at the left."""
    parts = []
    for value in marks:
        y = scale.at(value)
        parts += [
            draw("path", d=f"M{number(left)} {number(y)}H{WIDTH}", class_="grid"),
            draw("text", write(value), x=left - 8, y=y + 5, class_="axis end"),
        ]
    return join(parts)


def edges(counted: Sequence[Bin], start: float, width: float, write: Writer) -> Markup:
    """Write where bins begin, below their edge, as many as have room.

    A bin of a single number has it below its middle.
    """
    step = counted[0].stop - counted[0].start
    x = start + width / 2 if step == 1 else start
    values = [one.start for one in counted] + ([] if step == 1 else [counted[-1].stop])
    every = math.ceil((width_of(map(write, values)) + 8) / width)
    return join(
        draw("text", write(value), x=x + width * place, y=FLOOR + 21, class_="axis middle")
        for place, value in enumerate(values)
        if value // step % every == 0
    )


def named(rows: Rows) -> Markup:
    """Write the names and the texts of rows."""
    parts = []
    for row, (name, text) in enumerate(zip(rows.names, rows.texts, strict=True)):
        y = rows.y(row) + 5.5
        parts += [
            draw("text", shortened(name), x=0, y=y, class_="who"),
            draw("text", text, x=WIDTH, y=y - 9 if rows.notes else y, class_="strong end"),
        ]
        if rows.notes:
            parts.append(draw("text", rows.notes[row], x=WIDTH, y=y + 9, class_="axis end"))
    return join(parts)


def bar(scale: Scale, y: float, low: float, high: float, kind: str) -> Markup:
    """Draw a bar along its row."""
    x, end = scale.at(low), scale.at(high)
    return draw("rect", x=x, y=y - THICK / 2, width=end - x, height=THICK, rx=2.5, class_=kind)


def column(scale: Scale, x: float, width: float, value: float) -> Markup:
    """Draw a column on the floor."""
    top = scale.at(value)
    return draw("rect", x=x, y=top, width=width, height=FLOOR - top, rx=2.5, class_="amount")


def upright(x: float, top: float, bottom: float, kind: str) -> Markup:
    """Draw a line from above to below."""
    return draw("path", d=f"M{number(x)} {number(top)}V{number(bottom)}", class_=kind)


def whisker(scale: Scale, y: float, low: float, high: float) -> Markup:
    """Draw from where to where something reaches."""
    x, end = number(scale.at(low)), number(scale.at(high))
    line = f"M{x} {number(y)}H{end}M{x} {number(y - 5)}v10M{end} {number(y - 5)}v10"
    return draw("path", d=line, class_="sure")


def spread_of(scale: Scale, y: float, box: Quartiles) -> Markup:
    """Draw a box with its whiskers and its median."""
    return group(
        whisker(scale, y, box.least, box.most),
        bar(scale, y, box.first, box.third, "amount"),
        upright(scale.at(box.median), y - THICK / 2, y + THICK / 2, "median"),
    )


def key(kind: str) -> Markup:
    """Draw a small sample of a mark, for the text that says what it means."""
    width = 22
    if kind == "sure":
        sample = draw("path", d="M1 7H21M1 2v10M21 2v10", class_=kind)
    elif kind in ("median", "reference"):
        width, sample = 4, upright(2, 0, 14, kind)
    else:
        sample = draw("rect", x=1, y=1, width=20, height=12, rx=2.5, class_=kind)
    return draw("svg", sample, class_="chart", viewBox=f"0 0 {width} 14", aria_hidden="true")
