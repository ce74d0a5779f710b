"""The few words of SVG that all drawings are written with, and what a page needs once."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

Attribute = str | float | bool | None

HERE = Path(__file__).parent
SYMBOL = re.compile(r'(<symbol id="([^"]+)".*?</symbol>)', re.DOTALL)
DARK = re.compile(r"\[data-theme=dark\]\{(.*?)\}", re.DOTALL)


def number(value: float) -> str:
    """Write a coordinate: at most two decimals, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def written(value: str | float | bool) -> str:
    """Write the value of an attribute; what is simply there has an empty one."""
    if value is True:
        return ""
    return str(escape(value)) if isinstance(value, str) else number(value)


def element(tag: str, attributes: Mapping[str, Attribute], *children: str) -> Markup:
    """Write an element; an attribute that is None or False is left out, text is escaped."""
    pairs = "".join(
        f' {name}="{written(value)}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    # What is markup already need not be looked at again.
    inner = "".join(c if type(c) is Markup else escape(c) for c in children)
    # The only place where text becomes markup: every value in it was escaped above.
    return Markup(f"<{tag}{pairs}>{inner}</{tag}>" if inner else f"<{tag}{pairs}/>")  # noqa: S704


# A small thing is drawn again and again, on every page that shows it.
kept = lru_cache(maxsize=1024, typed=True)


# From one update to the next most of a table is the same: remembered, a map takes half the time.
# Types count, because 1 and True are equal but not written alike.
@lru_cache(maxsize=8192, typed=True)
def draw(tag: str, *children: str, **attributes: Attribute) -> Markup:
    """Write an element whose attributes are keywords: `class_`, `stroke_width`."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return element(tag, named, *children)


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    """Put markup behind markup."""
    texts = list(parts)
    assert set(map(type, texts)) <= {Markup}
    # Markup's own join looks for something to escape in each of them.
    return Markup(between.join(texts))  # noqa: S704


def group(*children: str, **attributes: Attribute) -> Markup:
    """Write a group."""
    return draw("g", *children, **attributes)


def symbol(name: str, x: float, y: float, size: float, **attributes: Attribute) -> Markup:
    """Show a symbol of icons.svg with its middle at x, y."""
    corner = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    return draw("use", href=f"#i-{name}", **corner, **attributes)


@kept
def icon(name: str, size: float = 20, label: str = "") -> Markup:
    """Return a symbol as a picture of its own, for running text; silent without a label."""
    return draw(
        "svg",
        draw("use", href=f"#i-{name}"),
        class_="icon",
        width=size,
        height=size,
        viewBox="0 0 32 32",
        **spoken(label),
    )


def spoken(label: str) -> dict[str, Attribute]:
    """Return what makes a picture speak to a screen reader, or keeps it silent."""
    return {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}


# What only pages beside the tables show: a table does without, and weighs less.
BESIDE_TABLES: Final = frozenset(
    f"i-{name}"
    for name in (
        *("bin", "calendar", "download", "equal", "ladder", "laptop", "next", "others"),
        *("pause", "previous", "search", "skip", "skip-back", "step-back", "upload"),
    )
)


@cache
def symbols(without: frozenset[str] = frozenset()) -> Markup:
    """Return the definitions of icons.svg, but for some."""
    source = (HERE / "icons.svg").read_text(encoding="utf-8")
    wanted = [found for found, name in SYMBOL.findall(source) if name not in without]
    return Markup("".join(wanted))  # noqa: S704


@cache
def sprite(*, at_table: bool = False) -> Markup:
    """Return all symbols, or those that a table shows, hidden, for inclusion once in a page."""
    drawn = symbols(BESIDE_TABLES if at_table else frozenset())
    return draw("svg", drawn, class_="sprite", aria_hidden="true", width=0, height=0)


@cache
def style_sheet() -> str:
    """Return the style sheet of the drawings; without a data-theme the reader's system decides.

    Paper is light, whichever theme the screen has.
    """
    tokens = (HERE / "tokens.css").read_text(encoding="utf-8")
    dark = DARK.search(tokens)
    assert dark, "tokens.css has a dark theme"
    chosen = f"@media screen{{{dark[0]}}}"
    unchosen = f":root:not([data-theme]){{{dark[1]}}}"
    system = f"@media screen and (prefers-color-scheme:dark){{{unchosen}}}\n"
    drawings = (HERE / "drawing.css").read_text(encoding="utf-8")
    return tokens.replace(dark[0], chosen) + system + drawings


def standalone(markup: Markup) -> Markup:
    """Return a drawn `<svg>` as a document of its own, with its style and its symbols."""
    opening, rest = str(markup).split(">", 1)
    opening = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    style = element("style", {}, Markup(style_sheet()))  # noqa: S704
    defs = element("defs", {}, symbols())
    return Markup(opening + ">") + style + defs + Markup(rest)  # noqa: S704
