"""The course of a match above a slider: its turns and rounds, and how the shares of the win went.

Three drawings lie on each other: the film, which stays, the needle at one moment, which moves, and
above the slider's thumb the pins. All span a number of turns, equally wide; `moment` is a place
among them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.svg import draw, group, join, number, symbol

# A desk's film, and a phone's; at both ends a share of the width is left for the slider's thumb.
WIDTH, NARROW = 1280, 366
MARGIN = 0.005
NARROW_MARGIN = 0.02
# The band of shares, and the track below it, or alone.
BAND_TOP, BAND = 8, 34
TRACK_UNDER_BAND, TRACK_ALONE = 55, 14
NOTCH, PIN, MARK = 3, 9.5, 13
LABEL = 24
# On a phone there is no room for a notch at every turn.
MOST_NARROW_NOTCHES = 90


@dataclass(frozen=True)
class FilmLine:
    """A line across the film, with what is written below it or behind it."""

    place: float
    label: str
    # Where the label's middle is; None is at the line itself.
    label_place: float | None = None


@dataclass(frozen=True)
class FilmFrame:
    """The size of a film, and how many turns it shows."""

    turns: int
    has_band: bool
    narrow: bool = False

    @property
    def width(self) -> int:
        """How wide it is."""
        return NARROW if self.narrow else WIDTH

    @property
    def track(self) -> int:
        """How far down the track lies."""
        return TRACK_UNDER_BAND if self.has_band else TRACK_ALONE

    @property
    def height(self) -> int:
        """How high it is, with its labels."""
        return self.track + LABEL + 3

    def x(self, place: float) -> float:
        """Return where a place lies across."""
        margin = NARROW_MARGIN if self.narrow else MARGIN
        return self.width * (margin + (1 - 2 * margin) * place / max(1, self.turns))

    def box(self, *children: Markup, name: str, label: str = "") -> Markup:
        """Return the picture that both drawings are."""
        speaks = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
        view = f"0 0 {self.width} {self.height}"
        return draw("svg", *children, id=name, class_=f"film {name}", viewBox=view, **speaks)


def film(
    frame: FilmFrame,
    lines: Sequence[FilmLine],
    shares: Sequence[tuple[float, Sequence[float]]] = (),
    label: str = "",
) -> Markup:
    """Draw what stays: the band of shares, the track with its notches and its lines.

    `shares` are those of each seat at some places; `label` says it to who cannot see it.
    """
    top = BAND_TOP if frame.has_band else frame.track - 9
    parts = [band(frame, shares)] if frame.has_band else []
    for line in lines:
        x = number(frame.x(line.place))
        kind = "round-line" if frame.has_band else "round-line bare"
        parts.append(draw("path", d=f"M{x} {top}V{frame.track + 5}", class_=kind))
    parts.append(notches(frame))
    parts.append(track(frame, 0, frame.turns, "track"))
    for line in lines:
        middle = line.place if line.label_place is None else line.label_place
        at = {"x": frame.x(middle), "y": frame.track + LABEL}
        parts.append(draw("text", line.label, class_="round", **at))
    return frame.box(*parts, name="film", label=label)


def needle(frame: FilmFrame, moment: float) -> Markup:
    """Draw what moves: what has been, where one is, and the veil over what comes."""
    x, end = frame.x(moment), frame.x(frame.turns)
    parts = [track(frame, 0, moment, "track past")]
    if frame.has_band:
        veil = {"x": x, "y": BAND_TOP, "width": max(0.0, end - x), "height": BAND}
        stroke = f"M{number(x)} 3V{frame.track}"
        parts += [draw("rect", class_="unseen", **veil), draw("path", d=stroke, class_="line")]
    return frame.box(*parts, name="needle")


def pins(frame: FilmFrame, places: Iterable[tuple[float, int]]) -> Markup:
    """Draw the numbers of costly decisions: wherever one is, they can be read."""
    return frame.box(*(pin(frame, place, count) for place, count in places), name="pins")


def track(frame: FilmFrame, begin: float, end: float, kind: str) -> Markup:
    """Draw a part of the track."""
    path = f"M{number(frame.x(begin))} {frame.track}H{number(frame.x(end))}"
    return draw("path", d=path, class_=kind)


def notches(frame: FilmFrame) -> Markup:
    """Draw a notch at the end of every turn, where there is room for so many."""
    if frame.narrow and frame.turns > MOST_NARROW_NOTCHES:
        return Markup()
    begin, end = frame.track - NOTCH, frame.track + NOTCH
    path = "".join(f"M{number(frame.x(turn))} {begin}V{end}" for turn in range(frame.turns + 1))
    return draw("path", d=path, class_="turn")


def pin(frame: FilmFrame, place: float, count: int) -> Markup:
    """Draw the number of a costly decision on the track."""
    x = frame.x(place)
    return group(
        draw("circle", cx=x, cy=frame.track, r=PIN),
        draw("text", str(count), x=x, y=frame.track + 5),
        class_="pin",
    )


def band(frame: FilmFrame, shares: Sequence[tuple[float, Sequence[float]]]) -> Markup:
    """Draw the shares of the seats stacked on each other, the first seat lowest."""
    seats = range(len(shares[0][1]) + 1 if shares else 1)
    # The upper edge of each seat, and of nothing below the first one.
    edges = [[(frame.x(place), sum(row[:seat])) for place, row in shares] for seat in seats]
    parts = [
        stripe(below, above, SEAT_COLOURS[seat])
        for seat, (below, above) in enumerate(pairwise(edges))
    ]
    parts += [draw("path", d="M" + points(edge), class_="seam") for edge in edges[1:-1]]
    parts += [mark(below, above, seat) for seat, (below, above) in enumerate(pairwise(edges))]
    outline = {"x": frame.x(0), "width": frame.x(frame.turns) - frame.x(0)}
    edge = draw("rect", y=BAND_TOP, height=BAND, rx=6, class_="film-edge", **outline)
    return group(join(parts), edge)


Edge = Sequence[tuple[float, float]]


def points(edge: Edge) -> str:
    """Write an edge as the points of a path."""
    return "L".join(f"{number(x)} {number(BAND_TOP + BAND * (1 - share))}" for x, share in edge)


def stripe(below: Edge, above: Edge, colour: str) -> Markup:
    """Draw what lies between two edges."""
    path = f"M{points(above)}L{points(list(reversed(below)))}Z"
    return draw("path", d=path, fill=f"var(--{colour})")


def mark(below: Edge, above: Edge, seat: int) -> Markup:
    """Draw a seat's mark where its stripe is widest, so that nobody needs its colour."""
    widths = [
        (top[1] - low[1], place) for place, (low, top) in enumerate(zip(below, above, strict=True))
    ]
    # Where it is wide, but for the ends: there a mark would stand beside the band.
    first, last = below[0][0] + MARK, below[-1][0] - MARK
    inner = [(width, place) for width, place in widths if first <= below[place][0] <= last]
    width, place = max(inner or widths)
    if width * BAND < MARK:
        return Markup()
    x, middle = above[place][0], above[place][1] - width / 2
    name = SEAT_COLOURS[seat]
    y = BAND_TOP + BAND * (1 - middle)
    return group(symbol(f"mark-{name}", x, y, MARK), color=f"var(--on-{name})")
