"""How a match went, in two charts: lines over time, and where one player's money came from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.svg import draw, group, join, number, symbol
from siberia.engine.vocabulary import RESOURCES

Writer = Callable[[int], str]

WIDTH, HEIGHT = 700, 478
LEFT, TOP, BOTTOM = 64, 44, 434
# A letter of the labels is on average this wide, which is all a picture can know of its fonts.
LETTER = 8.4
LONGEST = 16
LINE = 21
ROOM = 44

BAR_WIDTH, BAR_HEIGHT, BLOCK = 636, 64, 36


@dataclass(frozen=True)
class Series:
    """One player's line: the seat, a name, and a value for each column."""

    seat: int
    name: str
    values: Sequence[int]


@dataclass(frozen=True)
class Frame:
    """Where values lie in the picture."""

    columns: int
    highest: int
    right: float

    def x(self, column: int) -> float:
        """Return where a column stands."""
        return LEFT + (self.right - LEFT) * column / max(1, self.columns - 1)

    def y(self, value: float) -> float:
        """Return how high a value lies."""
        return BOTTOM - (BOTTOM - TOP - 16) * value / self.highest

    @property
    def thinned(self) -> list[int]:
        """The columns that have room for a number: evenly spaced, and always the last."""
        step = next(n for n in (1, 2, 5, 10, 20, 50, 100) if self.x(n) - LEFT >= ROOM - 6)
        last = self.columns - 1
        return [*range(0, last - step // 2, step), last]


def line_chart(
    series: Sequence[Series],
    *,
    labels: Sequence[str],
    marks: Mapping[int, str],
    number: Writer,
    title: str,
    axis: str,
) -> Markup:
    """Draw a line for each player.

    `labels` names the columns, `marks` puts a snowflake with a text above some of them, `axis`
    says what a column is; numbers are written by `number`.
    """
    highest = max((max(line.values) for line in series), default=0)
    step = tick(highest)
    texts = [(shortened(line.name), number(line.values[-1])) for line in series]
    widest = max(LETTER * len(f"{name} {value}") for name, value in texts)
    frame = Frame(len(labels), max(step, highest), WIDTH - 16 - widest)
    return draw(
        "svg",
        draw("title", title),
        draw("desc", summary(series, number)),
        grid(frame, step, number),
        columns(frame, labels, axis),
        events(frame, marks),
        *(line_of(frame, line) for line in reversed(series)),
        ends(frame, series, texts),
        class_="chart line-chart",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=title,
    )


def tick(highest: int) -> int:
    """Return a round distance of gridlines, so that there are at most five above zero."""
    step = 1
    while highest > 5 * step:
        step = 5 * step // 2 if str(step)[0] == "2" else 2 * step
    return step


def shortened(name: str) -> str:
    """Cut a name that would leave no room for the lines."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def summary(series: Sequence[Series], write: Writer) -> str:
    """Say in words how the lines end."""
    return "; ".join(f"{line.name}: {write(line.values[-1])}" for line in series)


def grid(frame: Frame, step: int, write: Writer) -> Markup:
    """Draw the gridlines with their numbers."""
    parts = []
    for value in range(0, frame.highest + 1, step):
        y = frame.y(value)
        parts += [
            draw("path", d=f"M{LEFT} {number(y)}H{number(frame.right)}", class_="grid"),
            draw("text", write(value), x=LEFT - 14, y=y + 5, class_="axis end"),
        ]
    return join(parts)


def columns(frame: Frame, labels: Sequence[str], axis: str) -> Markup:
    """Write what the columns are."""
    named = [
        draw("text", labels[column], x=frame.x(column), y=BOTTOM + 24, class_="axis middle")
        for column in frame.thinned
    ]
    what = draw("text", axis, x=frame.right, y=BOTTOM + 42, class_="axis end")
    return join(named) + what


def events(frame: Frame, marks: Mapping[int, str]) -> Markup:
    """Draw the snowflakes above their columns; where they are crowded, the later ones stay."""
    parts: list[Markup] = []
    free = WIDTH * 2.0
    for column in sorted(marks, reverse=True):
        x = frame.x(column)
        line = f"M{number(x)} {TOP}V{BOTTOM}"
        parts.append(draw("path", d=line, class_="event"))
        if x > free - ROOM:
            continue
        free = x
        parts += [
            symbol("exhausted", x - 8, 14, 21),
            draw("text", marks[column], x=x + 6, y=19.5, class_="strong"),
        ]
    return join(parts)


def line_of(frame: Frame, line: Series) -> Markup:
    """Draw a player's line, with the player's mark on its points."""
    seat = SEAT_COLOURS[line.seat]
    points = [(frame.x(column), frame.y(value)) for column, value in enumerate(line.values)]
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    spots = [spot(seat, *points[column]) for column in frame.thinned if column < len(points)]
    return group(
        draw("path", d=path, class_="casing"),
        draw("path", d=path, class_="series", stroke=f"var(--{seat}-line)"),
        *spots,
    )


def spot(seat: str, x: float, y: float) -> Markup:
    """Draw a point of a line as the player's mark."""
    disc = draw("circle", cx=x, cy=y, r=8.5, class_="point", fill=f"var(--{seat})")
    return disc + group(symbol(f"mark-{seat}", x, y, 10), color=f"var(--on-{seat})")


def ends(frame: Frame, series: Sequence[Series], texts: list[tuple[str, str]]) -> Markup:
    """Write name and value at the end of each line, moved apart where they would overlap."""
    wanted = [frame.y(line.values[-1]) for line in series]
    settled = spread(wanted, [LINE] * len(wanted), TOP - LINE, BOTTOM + LINE / 2)
    parts = []
    for (name, value), at, y in zip(texts, wanted, settled, strict=True):
        if abs(y - at) > LINE / 4:
            lead = (
                f"M{number(frame.right + 10)} {number(at)}L{number(frame.right + 15)} {number(y)}"
            )
            parts.append(draw("path", d=lead, class_="lead"))
        who = draw("tspan", name)
        parts.append(draw("text", who, f" {value}", x=frame.right + 16, y=y + 5.5, class_="who"))
    return join(parts)


def spread(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Move the middles of things apart until none overlaps, keeping their order and the bounds."""
    order = sorted(range(len(wanted)), key=lambda which: wanted[which])
    settled = list(wanted)
    edge = low
    for which in order:
        settled[which] = max(wanted[which], edge + sizes[which] / 2)
        edge = settled[which] + sizes[which] / 2
    edge = high
    for which in reversed(order):
        settled[which] = min(settled[which], edge - sizes[which] / 2)
        edge = settled[which] - sizes[which] / 2
    return settled


def bars(
    amounts: Mapping[str, int], *, scale: int, number: Writer, title: str, say: Callable[[str], str]
) -> Markup:
    """Draw where a player's money came from: a block for each kind, as long as it brought.

    `amounts` are by resource or person; `scale` is the sum that fills the whole width, so that
    the bars of several players can be compared.
    """
    shown = {kind: amount for kind, amount in amounts.items() if amount > 0}
    length = BAR_WIDTH - 2 - 2 * len(shown)
    widths = [length * amount / max(scale, 1) for amount in shown.values()]
    starts = [1 + 2 * place + sum(widths[:place]) for place in range(len(widths))]
    middles = [start + width / 2 for start, width in zip(starts, widths, strict=True)]
    texts = [number(amount) for amount in shown.values()]
    placed = spread(middles, [LETTER * len(text) + 4 for text in texts], 0, BAR_WIDTH)
    blocks = [block(*one) for one in zip(shown, starts, widths, strict=True)]
    written = [
        draw("text", text, x=x, y=58, class_="strong middle")
        for text, x in zip(texts, placed, strict=True)
    ]
    description = "; ".join(f"{say(kind)}: {text}" for kind, text in zip(shown, texts, strict=True))
    return draw(
        "svg",
        draw("title", title),
        draw("desc", description),
        *blocks,
        *written,
        class_="chart bars",
        viewBox=f"0 0 {BAR_WIDTH} {BAR_HEIGHT}",
        role="img",
        aria_label=f"{title}: {description}" if description else title,
    )


def block(kind: str, x: float, width: float) -> Markup:
    """Draw one block with its symbol, which shrinks with it."""
    fill = f"var(--{kind}-soft)" if kind in RESOURCES else "var(--surface2)"
    box = draw("rect", x=x, y=2, width=width, height=BLOCK, rx=min(6, width / 2), fill=fill)
    size = min(26, width - 4)
    if size < 8:
        return group(box, class_="block")
    inner = symbol(kind, x + width / 2, 2 + BLOCK / 2, size, class_=f"glyph on-{kind}")
    return group(box, class_="block") + inner
