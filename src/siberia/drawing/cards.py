"""Cards, counters, tiles and pawns as small pictures; none has an id, so all may be shown often."""

from markupsafe import Markup

from siberia.drawing.canvas import SEAT_COLOURS
from siberia.drawing.svg import Attribute, draw, group, join, kept, spoken, symbol
from siberia.engine.vocabulary import RESOURCES

ACTION_FACE = (132, 190)
ROW_FACE = (90, 130)
PERSON_FACE = (58, 80)

SNOW = "M0 108C30 94 60 94 84 100S120 100 132 92"
SNOW_FIELD = f"{SNOW}V178A12 12 0 0 1 120 190H12A12 12 0 0 1 0 178Z"
RIDGE = "M0 90L20 62L34 80L56 50L90 88V100H0Z"
ROW_SNOW = "M0 96C20 86 40 88 56 92S80 92 90 86V121A9 9 0 0 1 81 130H9A9 9 0 0 1 0 121Z"
BACK_RIDGE = "M6 96L26 72L38 86L56 60L84 94V119A5 5 0 0 1 79 124H11A5 5 0 0 1 6 119Z"
SHAFT_RIDGE = "M0 95L22 66L40 86L62 60L90 91.4V110H0Z"
SHAFT_SNOW = "M0 104C24 94 50 98 90 92V121A9 9 0 0 1 81 130H9A9 9 0 0 1 0 121Z"
FLAKE_ARM = "M0 -14V14M-4 -11L0 -7L4 -11M-4 11L0 7L4 11"
COUNTER_CORNER = (
    "M42.2 10V32A10 10 0 0 1 33 41.2H11A10 10 0 0 1 4.4 38.6L40 3.6A10 10 0 0 1 42.2 10Z"
)
HEXAGON = "M22 1.6L40 12V32L22 42.4L4 32V12Z"


@kept
def action_card(card: str, *, width: float = 132, label: str = "") -> Markup:
    """Draw an action card, "worker/gold": the resource above, the person below a snow line."""
    person, resource = card.split("/")
    return face(
        "action-card",
        ACTION_FACE,
        width,
        label,
        ground(ACTION_FACE, 12, f"var(--{resource}-soft)"),
        draw("path", d=SNOW_FIELD, class_="snow"),
        draw("path", d=SNOW, class_="snow-line"),
        draw("rect", width=132, height=190, rx=12, class_="frame"),
        symbol(resource, 76, 54, 62),
        glyph(person, 76, 143, 54, "chip"),
        symbol(resource, 18, 20, 24),
        glyph(person, 18, 48, 22, resource),
    )


@kept
def resource_card(resource: str, value_text: str, *, width: float = 90, label: str = "") -> Markup:
    """Draw a resource card, its value below the snow line."""
    return face(
        "resource-card",
        ROW_FACE,
        width,
        label,
        shadow(ROW_FACE, 9),
        ground(ROW_FACE, 9, f"var(--{resource}-soft)"),
        draw("path", d=RIDGE, class_="ridge"),
        draw("path", d=ROW_SNOW, class_="snow"),
        draw("rect", width=90, height=130, rx=9, class_="frame"),
        symbol(resource, 45, 56, 52),
        symbol(resource, 14, 15, 18),
        draw("text", value_text, x=45, y=119, font_size=25, class_="value"),
    )


@kept
def card_back(
    count_text: str = "", *, width: float = 90, large: bool = False, label: str = ""
) -> Markup:
    """Draw the back of a card; a stack may say how many it has, a `large` number alone."""
    parts = [
        shadow(ROW_FACE, 9),
        draw("rect", width=90, height=130, rx=9, fill="var(--back)"),
        draw("rect", x=6, y=6, width=78, height=118, rx=5, fill="var(--back2)"),
        draw("path", d=BACK_RIDGE, fill="var(--back)"),
        draw("rect", width=90, height=130, rx=9, class_="frame"),
    ]
    y, size = (82, 50) if large else (116, 24)
    if not large:
        parts.append(flake(45, 52, 1.25))
    if count_text:
        parts.append(draw("text", count_text, x=45, y=y, font_size=size, class_="tally light"))
    return face("card-back", ROW_FACE, width, label, *parts)


@kept
def headframe_card(*, width: float = 90, label: str = "") -> Markup:
    """Draw the card at the head of the row: the winding tower at sunrise."""
    return face(
        "headframe-card",
        ROW_FACE,
        width,
        label,
        shadow(ROW_FACE, 9),
        ground(ROW_FACE, 9, "var(--sky2)"),
        draw("circle", cx=66, cy=34, r=11, fill="var(--gold)", opacity=0.85),
        draw("path", d=SHAFT_RIDGE, fill="var(--hill2)"),
        draw("path", d=SHAFT_SNOW, class_="snow"),
        draw("rect", width=90, height=130, rx=9, class_="frame"),
        glyph("headframe", 42, 70, 76, "sky"),
    )


@kept
def person_card(
    person: str,
    resource_or_person: str | None = None,
    worth_text: str = "",
    *,
    count_text: str = "",
    width: float = 58,
    label: str = "",
) -> Markup:
    """Draw a worker, or a salesman or investor for a kind; a badge counts equal cards."""
    ground_name = resource_or_person if resource_or_person in RESOURCES else None
    soft = f"var(--{ground_name}-soft)" if ground_name else "var(--surface2)"
    on = ground_name or "surface2"
    parts = [shadow(PERSON_FACE, 8), ground(PERSON_FACE, 8, soft)]
    if resource_or_person is None:
        parts.append(glyph(person, 29, 38, 40, on))
    else:
        y, size = (43, 30) if worth_text else (52, 38)
        parts += [
            draw("path", d="M0 26H58", class_="rule"),
            glyph(person, 29, 14, 18, on),
            glyph(resource_or_person, 29, y, size, on),
            draw("text", worth_text, x=29, y=74, font_size=16, class_="tally"),
        ]
    parts.append(draw("rect", width=58, height=80, rx=8, class_="frame"))
    if count_text:
        parts += [
            draw("circle", cx=52, cy=8, r=12, fill="var(--ink)"),
            draw("text", count_text, x=52, y=13.5, font_size=16, class_="tally on-ink"),
        ]
    return face("person-card", PERSON_FACE, width, label, *parts)


@kept
def empty_slot(*, width: float = 58, tall: bool = False, label: str = "") -> Markup:
    """Draw the place of a card that is gone; a `tall` one is as high as a row card."""
    size = ROW_FACE if tall else PERSON_FACE
    box = draw("rect", width=size[0], height=size[1], rx=9 if tall else 8, class_="slot")
    return face("empty-slot", size, width, label, box)


@kept
def counter(kind: str, *, on: str | None = None, size: float = 45, label: str = "") -> Markup:
    """Draw an action counter; placed on an action, its other half shrinks and fades."""
    if "/" not in kind:
        return square(size, label, chip(), glyph(kind, 22, 21.5, 29, "chip"))
    person, resource = kind.split("/")
    small_person, small_resource = on == resource, on == person
    upper = (12, 11.5, 15) if small_person else (16, 15.5, 25) if small_resource else (14, 13.5, 21)
    lower = (33, 32.5, 16) if small_resource else (28, 27, 25) if small_person else (29.5, 28.5, 21)
    return square(
        size,
        label,
        chip(),
        draw("path", d=COUNTER_CORNER, class_="corner"),
        draw("rect", x=1, y=1, width=42, height=41, rx=10, class_="chip-edge"),
        group(glyph(person, *upper, "chip"), class_="half faded" if small_person else "half"),
        group(symbol(resource, *lower), class_="half faded" if small_resource else "half"),
    )


@kept
def tile(action: str, *, size: float = 45, label: str = "") -> Markup:
    """Draw an investment tile: a hexagon with its action."""
    hexagon = draw("path", d=HEXAGON, class_="hexagon")
    inner = group(symbol(action, 22, 22, 25), class_="on-tile")
    return square(size, label, hexagon, inner)


@kept
def ghost(action: str, *, size: float = 45, label: str = "") -> Markup:
    """Draw an empty space of a panel, with a faint symbol of its action."""
    box = draw("rect", x=1.5, y=1.5, width=41, height=41, rx=10, class_="slot")
    return square(size, label, box, group(glyph(action, 22, 22, 24, "slot"), class_="faint"))


@kept
def mark_disc(seat: int, size: float = 24, *, label: str = "") -> Markup:
    """Draw a player's mark on a disc of the player's colour."""
    name = SEAT_COLOURS[seat]
    return draw(
        "svg",
        draw("circle", cx=16, cy=16, r=16, fill=f"var(--{name})"),
        group(symbol(f"mark-{name}", 16, 16, 17), color=f"var(--on-{name})"),
        class_="disc-mark",
        width=size,
        height=size,
        viewBox="0 0 32 32",
        **spoken(label),
    )


@kept
def pawn(seat: int, size: float = 24, *, label: str = "") -> Markup:
    """Draw a pawn of a seat."""
    return draw(
        "svg",
        draw("use", href=f"#i-pawn-{SEAT_COLOURS[seat]}"),
        class_="pawn-picture",
        width=size,
        height=size,
        viewBox="0 0 32 32",
        **spoken(label),
    )


def face(kind: str, size: tuple[int, int], width: float, label: str, *parts: Markup) -> Markup:
    """Frame a card of a kind: its own units inside, the wanted width outside."""
    attributes: dict[str, Attribute] = {
        "class_": f"card {kind}",
        "width": width,
        "height": width * size[1] / size[0],
        "viewBox": f"0 0 {size[0]} {size[1]}",
        **spoken(label),
    }
    return draw("svg", *parts, **attributes)


def square(size: float, label: str, *parts: Markup) -> Markup:
    """Frame a counter, a tile or a space of a panel."""
    box: dict[str, Attribute] = {"width": size, "height": size, "viewBox": "0 0 44 44"}
    return draw("svg", *parts, class_="counter", **box, **spoken(label))


def chip() -> Markup:
    """Draw the body of a counter."""
    under = draw("rect", x=1.2, y=2.4, width=41.6, height=41, rx=10, fill="var(--pl)", opacity=0.22)
    return under + draw("rect", x=1, y=1, width=42, height=41, rx=10, class_="chip")


def shadow(size: tuple[int, int], radius: float) -> Markup:
    """Draw the shadow under a card."""
    return draw("rect", y=3, width=size[0], height=size[1], rx=radius, class_="shadow")


def ground(size: tuple[int, int], radius: float, colour: str) -> Markup:
    """Draw the ground of a card."""
    return draw("rect", width=size[0], height=size[1], rx=radius, fill=colour)


def glyph(name: str, x: float, y: float, size: float, on: str) -> Markup:
    """Draw a symbol in ink whose cut-outs show the ground it lies on."""
    return group(symbol(name, x, y, size), class_=f"glyph on-{on}")


def flake(x: float, y: float, scale: float) -> Markup:
    """Draw the snowflake of a card's back."""
    arms = join(draw("path", d=FLAKE_ARM, transform=f"rotate({turn})") for turn in (0, 60, 120))
    return group(arms, class_="flake", transform=f"translate({x} {y}) scale({scale})")
