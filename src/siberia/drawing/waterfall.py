"""Where a share of the win came from: a step for luck, for own decisions and for the others'.

Each step begins where the one before it ended, and points to where it leads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.charts import LETTER
from siberia.drawing.svg import draw, group, join, number, symbol

Kind = Literal["start", "luck", "skill", "others", "result"]

SIGNS = {"luck": "luck", "skill": "decision", "others": "others"}
PATTERNED = ("luck", "others")
TICK = 25
# A block that is at least so long points with a full tip, and has room for its sign.
TIP, SIGNED = 9, 34
# A letter of a note is so wide; a narrow page has a note only where it keeps clear of the points.
SMALLER, VALUE_ROOM = 6.4, 58


@dataclass(frozen=True)
class FallStep:
    """One step: what it is called, a note to it, how many points, and how they are written."""

    kind: Kind
    name: str
    note: str
    points: int
    written: str


@dataclass(frozen=True)
class Layout:
    """Where things lie: beside the blocks on a wide page, above them on a narrow one."""

    width: float
    top: float
    pitch: float
    thick: float
    left: float
    right: float
    # Where the name of a step stands, from the top of its block.
    name: float
    note: float
    value: float


def wide(names: Sequence[str]) -> Layout:
    """Return the layout whose names stand at the left, with room for the longest."""
    left = max(220.0, 16 + LETTER * max(map(len, names), default=0))
    return Layout(584, 11, 53, 31, left, 510, 12.5, 30.5, 22.5)


NARROW = Layout(344, 26, 56, 22, 2, 342, -8, -8, -7)


def waterfall(
    steps: Sequence[FallStep], *, seat: int, percent: str, label: str, narrow: bool = False
) -> Markup:
    """Draw the way from the starting share to the result.

    The first step is where all began and the last one the result, in the colour of its `seat`;
    those between must add up. `percent` writes the last number of the axis, "{}" being the number.
    """
    layout = NARROW if narrow else wide([step.name for step in steps])
    ends = heights(steps)
    low, high = bounds(ends)
    bottom = layout.top + layout.pitch * len(steps) - (layout.pitch - layout.thick) + 15
    scale = FallScale(layout, low, high)
    drawn = [
        one_step(scale, row, step, *ends[row], seat=seat, is_last=row == len(steps) - 1)
        for row, step in enumerate(steps)
    ]
    height = bottom + 22
    return draw(
        "svg",
        patterns(narrow=narrow),
        axis(scale, bottom, percent),
        *drawn,
        class_="chart waterfall",
        viewBox=f"0 0 {number(layout.width)} {number(height)}",
        role="img",
        aria_label=label,
    )


def heights(steps: Sequence[FallStep]) -> list[tuple[int, int]]:
    """Return from where to where each step leads; the first and the last one come from zero."""
    found, now = [], 0
    for step in steps:
        begin = 0 if step.kind in ("start", "result") else now
        now = begin + step.points
        found.append((begin, now))
    return found


def bounds(ends: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the ends of the axis: 0 and 100, or further where a step leads beyond them."""
    reached = [place for end in ends for place in end]
    low = TICK * floor(min(0, *reached) / TICK)
    return low, TICK * ceil(max(100, *reached) / TICK)


@dataclass(frozen=True)
class FallScale:
    """Where points lie in a layout."""

    layout: Layout
    low: int
    high: int

    def x(self, points: float) -> float:
        """Return where so many points lie."""
        room = self.layout.right - self.layout.left
        return self.layout.left + room * (points - self.low) / (self.high - self.low)

    def y(self, row: int) -> float:
        """Return where the block of a row begins."""
        return self.layout.top + self.layout.pitch * row


def patterns(*, narrow: bool) -> Markup:
    """Define what luck and the others are filled with; a page may show both layouts."""
    pips = [
        draw("circle", cx=at, cy=at, r=1.35, fill="var(--on-luck)", opacity=0.5) for at in (3, 8)
    ]
    luck = draw("rect", width=10, height=10, fill="var(--luck)")
    level = draw("rect", width=8, height=7, fill="var(--others)")
    stripe = draw("path", d="M0 1.2H8", stroke="var(--others-stripe)", stroke_width=2.2)
    return draw(
        "defs",
        pattern("luck", 10, 10, luck, *pips, narrow=narrow),
        pattern("others", 8, 7, level, stripe, narrow=narrow),
    )


def pattern(kind: str, width: float, height: float, *parts: Markup, narrow: bool) -> Markup:
    """Define a pattern."""
    size = {"width": width, "height": height}
    return draw(
        "pattern", *parts, id=pattern_id(kind, narrow=narrow), patternUnits="userSpaceOnUse", **size
    )


def pattern_id(kind: str, *, narrow: bool) -> str:
    """Return what a pattern is called in the page."""
    return f"fill-{kind}-narrow" if narrow else f"fill-{kind}"


def axis(scale: FallScale, bottom: float, percent: str) -> Markup:
    """Draw a line for each quarter, with its number."""
    parts = []
    ticks = range(scale.low, scale.high + 1, TICK)
    # Where the axis is longer, there is room for every second number only.
    shown = TICK if len(ticks) <= 6 else 2 * TICK
    for points in ticks:
        x = scale.x(points)
        parts.append(draw("path", d=f"M{number(x)} 0V{number(bottom)}", class_="grid"))
        if points % shown == 0:
            text = percent.format(points) if points == 100 else str(points).replace("-", "−")
            middle = "axis middle"
            if scale.layout is NARROW:
                middle = {scale.low: "axis", scale.high: "axis end"}.get(points, middle)
            parts.append(draw("text", text, x=x, y=bottom + 17, class_=middle))
    return join(parts)


def one_step(
    scale: FallScale, row: int, step: FallStep, begin: int, end: int, *, seat: int, is_last: bool
) -> Markup:
    """Draw a block with its sign and its texts, and the line that leads on to the next one."""
    layout, y = scale.layout, scale.y(row)
    first, last = scale.x(begin), scale.x(end)
    parts = []
    if not is_last:
        down = f"M{number(last)} {number(y + layout.thick)}V{number(y + layout.pitch)}"
        parts.append(draw("path", d=down, class_="lead-down"))
    if step.kind in ("start", "result"):
        path = rounded(first, last, y, layout.thick)
    else:
        path = pointed(first, last, y, layout.thick)
    fill = filling(step.kind, seat, narrow=layout is NARROW)
    parts.append(draw("path", d=path, fill=fill, class_="step-block"))
    parts.append(sign(step.kind, first, last, y + layout.thick / 2, layout.thick, seat))
    parts.append(texts(layout, y, step))
    return group(*parts)


def filling(kind: Kind, seat: int, *, narrow: bool) -> str:
    """Return what a block is filled with."""
    if kind in PATTERNED:
        return f"url(#{pattern_id(kind, narrow=narrow)})"
    if kind == "result":
        return f"var(--{SEAT_COLOURS[seat]}-soft)"
    return "var(--skill)" if kind == "skill" else "var(--surface2)"


def rounded(first: float, last: float, y: float, thick: float) -> str:
    """Return the outline of a block that stands on the axis."""
    corner = min(5.0, abs(last - first))
    x, inner = number(last), number(last - corner if last >= first else last + corner)
    top, bottom = number(y), number(y + thick)
    upper, lower = number(y + 5), number(y + thick - 5)
    return (
        f"M{number(first)} {top}H{inner}Q{x} {top} {x} {upper}V{lower}"
        f"Q{x} {bottom} {inner} {bottom}H{number(first)}Z"
    )


def pointed(first: float, last: float, y: float, thick: float) -> str:
    """Return the outline of a block that points to where it leads: a gain right, a loss left."""
    tip = min(TIP, abs(last - first))
    shoulder = number(last - tip if last >= first else last + tip)
    return (
        f"M{number(first)} {number(y)}H{shoulder}L{number(last)} {number(y + thick / 2)}"
        f"L{shoulder} {number(y + thick)}H{number(first)}Z"
    )


def sign(kind: Kind, first: float, last: float, y: float, thick: float, seat: int) -> Markup:
    """Draw the sign of a block in its middle, if there is room."""
    x = (first + last) / 2
    if abs(last - first) < SIGNED or kind == "start":
        return Markup()
    if kind == "result":
        colour = SEAT_COLOURS[seat]
        disc = draw("circle", cx=x, cy=y, r=10, fill=f"var(--{colour})")
        return disc + group(symbol(f"mark-{colour}", x, y, 9), color=f"var(--on-{colour})")
    radius = min(13.0, thick / 2 - 2.5)
    disc = draw("circle", cx=x, cy=y, r=radius, fill=f"var(--{kind})")
    return disc + group(
        symbol(SIGNS[kind], x, y, min(20.0, thick - 3)),
        color=f"var(--on-{kind})",
        class_=f"on-{kind}",
    )


def texts(layout: Layout, y: float, step: FallStep) -> Markup:
    """Write what a step is called, its note, and its points."""
    value = draw("text", step.written, x=layout.width, y=y + layout.value, class_="step-value")
    if layout is NARROW:
        has_room = LETTER * len(step.name) + SMALLER * len(step.note) < layout.width - VALUE_ROOM
        note = draw("tspan", step.note, class_="axis", dx=6) if step.note and has_room else ""
        return draw("text", step.name, note, x=0, y=y + layout.name, class_="step-name") + value
    name = draw("text", step.name, x=0, y=y + layout.name, class_="step-name")
    return name + draw("text", step.note, x=0, y=y + layout.note, class_="axis") + value


def whole_points(parts: Sequence[float], result: float) -> list[int]:
    """Round parts, the first of them a start, so that they still add up to the rounded result.

    Those are changed that lie nearest to the middle between two numbers; each stays one of the two.
    """
    rounded_down = [floor(part) for part in parts]
    missing = round(result) - sum(rounded_down)
    by_rest = sorted(range(len(parts)), key=lambda place: rounded_down[place] - parts[place])
    return [
        points + (place in by_rest[: max(0, missing)]) for place, points in enumerate(rounded_down)
    ]
