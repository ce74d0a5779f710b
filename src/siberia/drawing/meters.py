"""Small bars that say how much of a whole something is."""

from markupsafe import Markup

from siberia.drawing.svg import draw, spoken

WIDTH, HEIGHT = 118, 14


def meter(share: float, *, kind: str = "", label: str = "") -> Markup:
    """Draw a share of one as a bar in its frame; `kind` "sought" is a frame that is still empty."""
    frame = draw("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=4, class_="frame")
    filled = (WIDTH - 2) * min(1.0, max(0.0, share))
    bar = draw("rect", x=1, y=1, width=filled, height=HEIGHT - 2, rx=min(4.0, filled / 2))
    return picture(frame if kind == "sought" else frame + bar, WIDTH, HEIGHT, kind, label)


def split_meter(better: int, worse: int, worlds: int, *, label: str = "") -> Markup:
    """Draw in how many of some worlds something was better, in how many as good, and worse."""
    inner = WIDTH - 2
    first, last = inner * better / max(1, worlds), inner * worse / max(1, worlds)
    parts = draw("rect", x=1, y=1, width=inner, height=HEIGHT - 2, rx=4, class_="frame")
    if better:
        parts += draw("rect", x=1, y=1, width=first, height=HEIGHT - 2, rx=2, class_="better")
    if worse:
        x = 1 + inner - last
        parts += draw("rect", x=x, y=1, width=last, height=HEIGHT - 2, rx=2, class_="worse")
    return picture(parts, WIDTH, HEIGHT, "split", label)


def cost_bar(points: int, dearest: int) -> Markup:
    """Draw what a decision cost as a block that points left, as long as it is dear."""
    length, tip = 12 + 52 * points / max(1, dearest), 7
    path = f"M{length:g} 0H{tip}L0 6L{tip} 12H{length:g}Z"
    return draw(
        "svg",
        draw("path", d=path),
        class_="cost-bar",
        width=64,
        height=12,
        viewBox="0 0 64 12",
        aria_hidden="true",
    )


def picture(parts: Markup, width: float, height: float, kind: str, label: str) -> Markup:
    """Return a meter as a picture of its own; silent without a label."""
    return draw(
        "svg",
        parts,
        class_=f"meter {kind}".strip(),
        width=width,
        height=height,
        viewBox=f"0 0 {width:g} {height:g}",
        **spoken(label),
    )
