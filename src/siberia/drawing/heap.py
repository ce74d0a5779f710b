"""Where many players ended with the same deal: a heap of dots, one for each."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.charts import Writer, tick
from siberia.drawing.svg import draw, group, join, number, symbol

WIDTH, HEIGHT = 448, 232
LEFT, RIGHT, GROUND, CEILING = 28, 418, 206, 84
# Dots lie in so many columns; where a column is high, all lie closer.
COLUMNS = 31
RADIUS, PITCH = 4.8, 12.0
# How high the signs stand for the middle, for oneself and for the expert: none covers another.
MIDDLE, OWN, EXPERT = 14, 36, 64
# From here on the text of a sign stands at its left.
FAR = 300


@dataclass(frozen=True)
class Dot:
    """Where one player ended, and whether that won the match."""

    score: int
    won: bool


@dataclass(frozen=True)
class Signpost:
    """A score that is pointed at, and what is written there."""

    score: int
    text: str


@dataclass(frozen=True)
class Ground:
    """What the heap lies on: from which score to which, with a number every so many."""

    low: int
    high: int
    step: int

    def x(self, score: float) -> float:
        """Return where a score lies."""
        return LEFT + (RIGHT - LEFT) * (score - self.low) / (self.high - self.low)

    def column(self, score: int) -> int:
        """Return in which column a score's dot lies."""
        return round((COLUMNS - 1) * (score - self.low) / (self.high - self.low))


def heap(
    dots: Sequence[Dot],
    *,
    middle: Signpost,
    own: Signpost | None = None,
    expert: Signpost | None = None,
    seat: int = 0,
    write: Writer,
    label: str,
) -> Markup:
    """Draw a heap of dots: who won is filled, who did not is a ring.

    `own` has the mark of a seat, `expert` the lamp; `label` says all of it to a screen reader.
    """
    signs = [sign for sign in (middle, own, expert) if sign is not None]
    scores = [dot.score for dot in dots] + [sign.score for sign in signs]
    ground = ground_of(scores)
    return draw(
        "svg",
        floor(ground, write),
        heaped(dots, ground),
        upright(ground.x(middle.score), MIDDLE + 8, "event"),
        *([upright(ground.x(own.score), OWN, "stem")] if own else []),
        *([upright(ground.x(expert.score), EXPERT, "stem")] if expert else []),
        written(ground, middle, MIDDLE + 5, "axis", away=4),
        *([own_sign(ground, own, seat)] if own else []),
        *([expert_sign(ground, expert)] if expert else []),
        class_="chart dots",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=label,
    )


def ground_of(scores: Iterable[int]) -> Ground:
    """Return a ground of round numbers on which all scores lie."""
    found = sorted(scores)
    low, high = found[0], found[-1]
    step = tick(max(high - low, 5000))
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    return Ground(first, max(last, first + step), step)


def floor(ground: Ground, write: Writer) -> Markup:
    """Draw the ground with its numbers."""
    marks = range(ground.low, ground.high + 1, ground.step)
    lines = f"M6 {GROUND + 0.5}H{WIDTH - 6}" + "".join(
        f"M{number(ground.x(mark))} {GROUND}v5" for mark in marks
    )
    texts = [
        draw("text", write(mark), x=ground.x(mark), y=HEIGHT - 6, class_="axis middle")
        for mark in marks
        if len(marks) < 7 or mark % (2 * ground.step) == 0
    ]
    return draw("path", d=lines, class_="ground-line") + join(texts)


def heaped(dots: Sequence[Dot], ground: Ground) -> Markup:
    """Draw the dots, those who won at the foot of each column."""
    counts = Counter(ground.column(dot.score) for dot in dots)
    pitch = min(PITCH, (GROUND - CEILING) / max(counts.values(), default=1))
    radius = RADIUS * min(1, pitch / 10)
    width = (RIGHT - LEFT) / (COLUMNS - 1)
    filled: Counter[int] = Counter()
    drawn = []
    for dot in sorted(dots, key=lambda dot: not dot.won):
        column = ground.column(dot.score)
        y = GROUND - 0.5 * PITCH - pitch * filled[column]
        filled[column] += 1
        kind = "won" if dot.won else "lost"
        drawn.append(draw("circle", cx=LEFT + width * column, cy=y, r=radius, class_=kind))
    return join(drawn)


def own_sign(ground: Ground, own: Signpost, seat: int) -> Markup:
    """Draw the mark of a seat on its stem."""
    x, colour = ground.x(own.score), SEAT_COLOURS[seat]
    disc = draw("circle", cx=x, cy=OWN, r=11, fill=f"var(--{colour})", class_="point")
    mark = group(symbol(f"mark-{colour}", x, OWN, 13), color=f"var(--on-{colour})")
    return disc + mark + written(ground, own, OWN + 5.5, "strong", away=16)


def expert_sign(ground: Ground, expert: Signpost) -> Markup:
    """Draw the lamp on its stem."""
    x = ground.x(expert.score)
    disc = draw("circle", cx=x, cy=EXPERT, r=12, fill="var(--go)", class_="point")
    lamp = group(symbol("hint", x, EXPERT, 17), color="var(--on-go)")
    return disc + lamp + written(ground, expert, EXPERT + 5.5, "strong", away=17)


def written(ground: Ground, sign: Signpost, y: float, kind: str, *, away: float) -> Markup:
    """Write the text of a sign beside it, on the side where there is room."""
    x = ground.x(sign.score)
    if x > FAR:
        return draw("text", sign.text, x=x - away, y=y, class_=f"{kind} end")
    return draw("text", sign.text, x=x + away, y=y, class_=kind)


def upright(x: float, top: float, kind: str) -> Markup:
    """Draw a line down to the ground."""
    return draw("path", d=f"M{number(x)} {number(top)}V{GROUND}", class_=kind)
