"""Everyone's share of the win over a match, as lines.

A column is a moment of the match; all lines have the same ones. Whatever lies at a moment can be a
link to it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.charts import LETTER, LINE, shortened, spot, spread
from siberia.drawing.svg import draw, group, join, number, symbol

QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
# A pin stands so far above its point, or elsewhere if another one stands there.
PIN, APART = 22, 21
# The numbers of rounds, and snowflakes, are at least so far apart.
ROUND_ROOM, FLAKE_ROOM = 15, 40


@dataclass(frozen=True)
class ShareLine:
    """A seat's share of the win, from 0 to 1, at each column."""

    seat: int
    name: str
    values: Sequence[float]


@dataclass(frozen=True)
class ShareMark:
    """Something at a column: what is written, where it leads, what a screen reader says."""

    column: int
    text: str
    address: str = ""
    label: str = ""


@dataclass(frozen=True)
class ShareArea:
    """Where columns and shares lie in the picture."""

    columns: int
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float

    def x(self, column: int) -> float:
        """Return where a column stands."""
        return self.left + (self.right - self.left) * column / max(1, self.columns - 1)

    def y(self, share: float) -> float:
        """Return how high a share lies."""
        return self.bottom - (self.bottom - self.top) * share


def area_of(
    lines: Sequence[ShareLine], percent: Callable[[float], str], *, narrow: bool
) -> ShareArea:
    """Return where things lie: on a wide page with room for names at the right."""
    columns = len(lines[0].values)
    if narrow:
        return ShareArea(columns, 344, 250, 34, 336, 30, 212)
    texts = [f"{shortened(line.name)} {percent(line.values[-1])}" for line in lines]
    room = 26 + LETTER * max(map(len, texts))
    return ShareArea(columns, 756, 346, 44, 748 - room, 34, 304)


def share_chart(
    lines: Sequence[ShareLine],
    *,
    viewer: int,
    addresses: Sequence[str],
    rounds: Sequence[ShareMark],
    flakes: Sequence[ShareMark],
    pins: Sequence[ShareMark],
    percent: Callable[[float], str],
    title: str,
    axis: str,
    narrow: bool = False,
) -> Markup:
    """Draw a line for each seat, the viewer's on top.

    `addresses` has where each column leads; `rounds` are numbered below, `flakes` count the
    exhausted areas above, `pins` stand on the viewer's line; `axis` says what a round is.
    """
    area = area_of(lines, percent, narrow=narrow)
    last = sorted(lines, key=lambda line: line.seat == viewer)
    mine = next(line for line in lines if line.seat == viewer)
    picture = group(
        grid(area, percent, narrow=narrow),
        events(area, flakes),
        *(one_line(area, line, rounds, len(lines)) for line in last),
        *(() if narrow else ends(area, lines, percent)),
        draw("text", axis, x=area.left, y=area.height - 4 * (not narrow), class_="axis"),
        aria_hidden="true",
    )
    return draw(
        "svg",
        picture,
        doors(area, addresses),
        round_numbers(area, rounds),
        pinned(area, mine, pins),
        class_="chart shares-chart",
        viewBox=f"0 0 {number(area.width)} {number(area.height)}",
        role="group",
        aria_label=title,
    )


def grid(area: ShareArea, percent: Callable[[float], str], *, narrow: bool) -> Markup:
    """Draw the gridlines with their numbers."""
    parts = []
    for share in QUARTERS:
        y = area.y(share)
        text = percent(share) if share == 1 and not narrow else str(round(100 * share))
        line = f"M{number(area.left)} {number(y)}H{number(area.right)}"
        parts.append(draw("path", d=line, class_="grid"))
        parts.append(draw("text", text, x=area.left - 10, y=y + 5, class_="axis end"))
    return join(parts)


def events(area: ShareArea, flakes: Sequence[ShareMark]) -> Markup:
    """Draw the snowflakes above their columns; where they are crowded, the later ones stay."""
    parts, free = [], area.width * 2
    for flake in sorted(flakes, key=lambda one: -one.column):
        x = area.x(flake.column)
        line = f"M{number(x)} {number(area.top)}V{number(area.bottom)}"
        parts.append(draw("path", d=line, class_="event"))
        if x > free - FLAKE_ROOM:
            continue
        free = x
        parts.append(symbol("exhausted", x - 8.5, area.top - 17.5, 19))
        parts.append(draw("text", flake.text, x=x + 5, y=area.top - 12, class_="strong"))
    return join(parts)


def one_line(area: ShareArea, line: ShareLine, rounds: Sequence[ShareMark], seats: int) -> Markup:
    """Draw a seat's line, with its mark where rounds begin that are its turn to be marked."""
    seat = SEAT_COLOURS[line.seat]
    points = [(area.x(column), area.y(value)) for column, value in enumerate(line.values)]
    path = path_of(points)
    # Each seat marks rounds of its own, so that the marks of two lines that meet do not.
    marked = [one.column for one in shown(area, rounds)[line.seat :: seats]]
    spots = [spot(seat, *points[column]) for column in marked]
    return group(
        draw("path", d=path, class_="casing"),
        draw("path", d=path, class_="series", stroke=f"var(--{seat}-line)"),
        *spots,
    )


def path_of(points: Sequence[tuple[float, float]]) -> str:
    """Return a line through points, to a tenth of a unit."""
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points)


def shown(area: ShareArea, rounds: Sequence[ShareMark]) -> list[ShareMark]:
    """Return the rounds whose numbers have room."""
    found: list[ShareMark] = []
    for one in rounds:
        if not found or area.x(one.column) - area.x(found[-1].column) >= ROUND_ROOM:
            found.append(one)
    return found


def ends(
    area: ShareArea, lines: Sequence[ShareLine], percent: Callable[[float], str]
) -> Iterator[Markup]:
    """Write name and share at the end of each line, moved apart where they would overlap."""
    wanted = [area.y(line.values[-1]) for line in lines]
    low, high = area.top - LINE / 2, area.bottom + 1.5 * LINE
    settled = spread(wanted, [LINE] * len(wanted), low, high)
    for line, y in zip(lines, settled, strict=True):
        x = area.right + 6
        yield spot(SEAT_COLOURS[line.seat], x, y)
        name = draw("tspan", shortened(line.name))
        yield draw("text", name, f" {percent(line.values[-1])}", x=x + 13, y=y + 5.5, class_="who")


def doors(area: ShareArea, addresses: Sequence[str]) -> Markup:
    """Lay an invisible link over each column; the keyboard has those of the rounds."""
    parts = []
    for column, address in enumerate(addresses):
        x, end = edge(area, column), edge(area, column + 1)
        size = {"x": x, "y": area.top, "width": end - x, "height": area.bottom - area.top}
        place = draw("rect", **size, class_="door")
        parts.append(draw("a", place, href=address, tabindex="-1", aria_hidden="true"))
    return join(parts)


def edge(area: ShareArea, column: int) -> float:
    """Return where a column begins: in the middle between it and the one before."""
    if column == 0:
        return area.left
    if column == area.columns:
        return area.right
    return (area.x(column - 1) + area.x(column)) / 2


def round_numbers(area: ShareArea, rounds: Sequence[ShareMark]) -> Markup:
    """Write where rounds begin, each a link to its beginning."""
    parts = []
    for one in shown(area, rounds):
        x = area.x(one.column)
        tick = draw("path", d=f"M{number(x)} {number(area.bottom)}v5", class_="grid")
        # A number alone would be too small to be met.
        room = draw("rect", x=x - 12, y=area.bottom, width=24, height=26, class_="door")
        text = draw("text", one.text, x=x, y=area.bottom + 21, class_="axis middle")
        parts.append(draw("a", tick, room, text, href=one.address, aria_label=one.label))
    return join(parts)


def pinned(area: ShareArea, line: ShareLine, pins: Sequence[ShareMark]) -> Markup:
    """Stand numbers on a line, each where no other one stands."""
    parts: list[Markup] = []
    taken: list[tuple[float, float]] = []
    for pin in sorted(pins, key=lambda one: one.column):
        x, y = area.x(pin.column), area.y(line.values[pin.column])
        heights = [y + away for away in (-PIN, PIN, -2 * PIN, 2 * PIN, -3 * PIN, 3 * PIN)]
        inside = [at for at in heights if area.top - 12 <= at <= area.bottom - 10] or heights
        free = [
            at for at in inside if all(abs(x - a) > APART or abs(at - b) > APART for a, b in taken)
        ]
        at = (free or inside)[0]
        taken.append((x, at))
        stem = draw("path", d=f"M{number(x)} {number(at)}V{number(y)}", class_="pin-stem")
        disc = draw("circle", cx=x, cy=at, r=10) + draw("text", pin.text, x=x, y=at + 5)
        parts.append(draw("a", stem, disc, href=pin.address, aria_label=pin.label, class_="pin"))
    return join(parts)
