"""The scenes around the tables: the first page, the card row, the end, and two small pictures."""

from collections.abc import Sequence

from markupsafe import Markup

from siberia.boardgame.view import Area
from siberia.cardgame.state import PLACES
from siberia.components.board import CUBES
from siberia.drawing import cards, mapclocks, mappawns, mapscenery
from siberia.drawing.boardmap import NO_MARKS, land
from siberia.drawing.canvas import SEAT_COLOURS, Canvas, Say
from siberia.drawing.geometry import areas
from siberia.drawing.landscape import field, firs, mountains, outline, sky
from siberia.drawing.mapareas import PLAIN, Spot, area_spot
from siberia.drawing.svg import Attribute, draw, group, join, number, spoken, symbol

HOME_BACK = (
    *((-40, 250), (98, 176), (236, 231), (342, 197), (448, 237), (547, 169), (645, 230)),
    *((731, 100), (816, 212), (948, 131), (1080, 220), (1190, 99), (1300, 212), (1399, 145)),
    (1499, 224),
)
HOME_FRONT = (
    *((-40, 262), (21, 232), (82, 261), (160, 219), (239, 257), (304, 211), (369, 255)),
    *((426, 213), (484, 256), (560, 176), (637, 247), (703, 193), (770, 251), (844, 163)),
    *((918, 243), (977, 200), (1036, 252), (1133, 173), (1230, 246), (1311, 151), (1391, 240)),
    *((1453, 172), (1515, 245)),
)
ROW_BACK = (
    *((-40, 140), (31, 61), (102, 128), (161, 63), (220, 128), (313, 52), (406, 126), (469, 34)),
    *((533, 121), (605, 75), (678, 131), (760, 34), (842, 121), (932, 68), (1022, 129)),
)
ROW_FRONT = (
    *((-40, 166), (-1, 117), (38, 154), (89, 89), (139, 147), (180, 110), (222, 152), (288, 121)),
    *((354, 155), (400, 90), (446, 147), (497, 83), (549, 145), (593, 107), (637, 151), (688, 86)),
    *((738, 146), (788, 115), (838, 153), (899, 104), (960, 151), (1011, 91), (1063, 147)),
)
PHONE_BACK = (
    *((-40, 120), (13, 49), (65, 102), (116, 61), (167, 105), (215, 51), (263, 103), (315, 59)),
    *((367, 105), (434, 39), (502, 100)),
)
END_BACK = (
    *((-40, 225), (60, 167), (160, 214), (260, 150), (360, 210), (468, 147), (576, 209)),
    *((678, 129), (780, 205), (840, 108), (901, 200), (1005, 156), (1110, 212), (1180, 160)),
    *((1250, 212), (1316, 160), (1382, 213), (1471, 147), (1559, 209)),
)
PICTURE_BACK = (
    *((-40, 110), (15, 77), (71, 102), (101, 66), (130, 99), (166, 54), (201, 96), (240, 48)),
    *((278, 95), (328, 62), (378, 98), (408, 42), (438, 93), (479, 38), (521, 92)),
)

LEARN_BACK = (
    *((-20, 102), (46, 57), (96, 96), (128, 43), (180, 94), (226, 51), (270, 88), (312, 62)),
    (352, 96),
)
# Where the stops of the first lesson are, and the locomotive between the first two.
LEARN_STOPS, LEARN_TRAIN = (40, 180, 220, 260, 300), 94

# What lies in the areas of the picture on the first page: cubes, then workers by seat.
PICTURE: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    "Yamal": (("gas", "oil"), (1, 0, 0)),
    "Yugra": (("coal", "gold"), (0, 0, 0)),
    "Yenisei": (("gas", "coal"), (0, 0, 0)),
    "Taymyr": (("gas", "diamond"), (0, 0, 0)),
    "Evenkia": (("gas", "gold"), (0, 1, 0)),
    "Yakutia": (("gas", "coal", "oil", "gold"), (0, 1, 2)),
    "Kolyma": (("coal", "gold"), (0, 0, 0)),
    "Okhotsk": (("gas", "oil", "diamond"), (0, 1, 0)),
    "Chukotka": (("oil", "diamond"), (0, 0, 0)),
    "Kamchatka": (("coal", "diamond"), (0, 0, 1)),
}

# The row on a wide table: where the first place's number stands, and the next.
ROW, ROW_STEP, ROW_RAIL = 162.5, 95.5, 247

# Where the tops of the last scene are, the best first; and how high, by rank.
TOPS = {1: (1155,), 2: (1080, 1240), 3: (1155, 1010, 1300), 4: (1155, 1010, 1300, 875)}
HEIGHTS = {1: 88, 2: 128, 3: 158, 4: 178}
GROUND = 250


def scene(
    kind: str, width: float, height: float, *parts: Markup, **attributes: Attribute
) -> Markup:
    """Frame a scene; it fills the place it is given."""
    box = f"0 0 {number(width)} {number(height)}"
    return draw("svg", *parts, class_=f"scene {kind}", viewBox=box, **attributes)


def home_scene(say: Say) -> Markup:
    """Draw the first page's morning: mountains, a mine, and a train with all cubes of the box."""
    canvas = Canvas(say=say, prefix="home-")
    return scene(
        "home-scene",
        1440,
        420,
        sky("home-sky", 1440, 420, "dawn1", "dawn2", "dawn3"),
        draw("circle", cx=950, cy=150, r=78, fill="var(--sun)", opacity=0.28),
        draw("circle", cx=950, cy=150, r=46, fill="var(--sun)"),
        mountains(HOME_BACK, 275, "range1", snow=150),
        mountains(HOME_FRONT, 275, "range2"),
        firs(84, 1440, 266, "firs1", size=36),
        field(1440, 420, 255, 13, "field"),
        firs(24, 1440, 294, "firs2", size=42),
        group(symbol("headframe", 1253, 214, 150), class_="tower"),
        group(mapclocks.train(canvas, CUBES), transform="translate(450.4 -292.9) scale(.98)"),
        rails(1440, 304),
        preserveAspectRatio="xMidYMin slice",
        **spoken(say("A train with gas, coal, oil, gold and diamonds in the winter morning")),
    )


def rails(width: float, y: float) -> Markup:
    """Draw the rails of the first page."""
    ties = draw("path", d=f"M0 {y + 3}H{width}", class_="ties")
    return ties + draw("path", d=f"M0 {y}H{width}", class_="rail")


def row_scene(*, phone: bool = False) -> Markup:
    """Draw the land behind the card row; the wide one has the rail that numbers the places.

    On its 984 × 270 units cards of 86 units stand at x 119.5 + 95.5 × (place - 1), y 88, behind the
    headframe at x 20 and before the stack at x 893.5.
    """
    return phone_row() if phone else wide_row()


def wide_row() -> Markup:
    """Draw the row's land with one rail."""
    stations = [station(ROW + ROW_STEP * place, ROW_RAIL, place + 1, 12) for place in range(PLACES)]
    return scene(
        "row-scene",
        984,
        270,
        sky("row-sky", 984, 270, "sky1", "sky2"),
        draw("circle", cx=806, cy=40, r=22, fill="var(--sun)"),
        mountains(ROW_BACK, 150, "hill1", snow=70),
        mountains(ROW_FRONT, 166, "hill2"),
        firs(46, 984, 140, "hill3", size=25),
        field(984, 270, 127, 10, "hill4"),
        draw("path", d="M0 247H984", class_="ties"),
        draw("path", d="M0 243H984M0 251H984", class_="rail"),
        *stations,
        # Where there is less room, sky is left out.
        preserveAspectRatio="xMidYMax slice",
        aria_hidden="true",
    )


def phone_row() -> Markup:
    """Draw the land behind a phone's cards; they have their numbers and the rail with them."""
    return scene(
        "row-scene",
        390,
        262,
        sky("row-sky", 390, 262, "sky1", "sky2"),
        mountains(PHONE_BACK, 120, "hill1", snow=64),
        field(390, 262, 99, 9, "hill4"),
        firs(14, 390, 116, "hill3", size=18),
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
    )


def station(x: float, y: float, place: int, radius: float) -> Markup:
    """Draw a place's number on the rail."""
    size = 4 / 3 * radius
    disc = draw("circle", cx=x, cy=y, r=radius, class_="station")
    return disc + draw(
        "text", str(place), x=x, y=y + 0.35 * size, font_size=size, class_="station-number"
    )


def end_scene(ranking: Sequence[tuple[int, int]]) -> Markup:
    """Draw the last scene: each player's pawn on a top, the higher the better.

    `ranking` has seats with their ranks from 1 on; who share a rank stand equally high.
    """
    best_first = sorted(ranking, key=lambda entry: entry[1])
    places = list(zip(TOPS[len(best_first)], best_first, strict=True))
    return scene(
        "end-scene",
        1424,
        244,
        sky("end-sky", 1424, 244, "dawn1", "dawn3"),
        draw("circle", cx=1110, cy=84, r=40, fill="var(--sun)"),
        mountains(END_BACK, 244, "range1", snow=152),
        firs(30, 760, 238, "firs1", size=27),
        # The highest top stands in front.
        *(summit(x, HEIGHTS[rank], rank) for x, (_, rank) in reversed(places)),
        field(1424, 244, 229, 7, "field"),
        *(climber(x, HEIGHTS[rank], seat, rank) for x, (seat, rank) in places),
        preserveAspectRatio="xMaxYMax slice",
        aria_hidden="true",
    )


def summit(x: float, y: float, rank: int) -> Markup:
    """Draw a mountain with a flat top to stand on."""
    half = 230 if rank == 1 else 190
    crown = [(x - 26, y + 6), (x - 14, y), (x + 14, y), (x + 26, y + 6)]
    torn = [(44, 36), (22, 26), (4, 42), (-18, 24), (-44, 36)]
    snow = [*crown, *((x + dx, y + dy) for dx, dy in torn)]
    colour = "var(--range3)" if rank == 1 else "var(--range2)"
    body = draw("path", d=outline([(x - half, GROUND), *crown, (x + half, GROUND)]), fill=colour)
    return body + draw("path", d=outline(snow), fill="var(--snowcap)")


def climber(x: float, y: float, seat: int, rank: int) -> Markup:
    """Draw a pawn on its top, a winner with the star."""
    size = 74 if rank == 1 else 62
    pawn = symbol(f"pawn-{SEAT_COLOURS[seat]}", x, y + 3 - size / 2, size)
    return pawn + symbol("start", x + 50, y - 48, 34) if rank == 1 else pawn


def board_picture(say: Say = str) -> Markup:
    """Draw a piece of the map, for the board game's card; its ids differ from a map's."""
    canvas = Canvas(say=say, prefix="picture-")
    laid = {place.name: picture_spot(canvas, place.name) for place in areas()}
    pawns = [
        mappawns.pawn(canvas, spot, seat, which, PLAIN)
        for which, spot in enumerate(laid.values())
        for seat in spot.pawn_points
    ]
    return draw(
        "svg",
        mapscenery.scenery(canvas),
        *land(canvas, None, laid, NO_MARKS),
        *pawns,
        mappawns.badges(canvas, laid),
        class_="map cropped",
        viewBox="60 60 880 330",
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
    )


def learn_picture() -> Markup:
    """Draw a locomotive on its way from stop to stop, for the way into the games."""
    stops = [
        draw("circle", cx=x, cy=106, r=5.5, class_="stop passed" if x < LEARN_TRAIN else "stop")
        for x in LEARN_STOPS
    ]
    return scene(
        "learn-scene",
        328,
        118,
        sky("learn-sky", 328, 118, "sky1", "sky2"),
        mountains(LEARN_BACK, 102, "hill1", snow=60),
        field(328, 118, 94, 5, "hill4"),
        draw("path", d="M0 110H328", class_="ties"),
        draw("path", d="M0 106H328", class_="rail"),
        *stops,
        symbol("loco", LEARN_TRAIN, 92, 34),
        preserveAspectRatio="xMidYMax slice",
        aria_hidden="true",
    )


def picture_spot(canvas: Canvas, name: str) -> Spot:
    """Lay out an area of the picture."""
    cubes, workers = PICTURE.get(name, ((), ()))
    return area_spot(Area(name, cubes, False, workers, ()), phone=canvas.phone)


def cards_picture(value_text: str = "6,000") -> Markup:
    """Draw a hand and two cards of the row, for the card game's card."""
    hand = ("worker/gas", "salesman/coal", "investor/oil", "worker/gold", "salesman/diamond")
    fan = [
        group(
            cards.action_card(card, width=84),
            transform=f"translate({42 + 47 * place} 20) rotate({4 * place - 8} 42 285.6)",
        )
        for place, card in enumerate(hand)
    ]
    gold = group(cards.resource_card("gold", value_text, width=66), transform="translate(344 20)")
    back = group(cards.card_back(width=66), transform="translate(420 20)")
    return scene(
        "cards-picture",
        500,
        128,
        draw("rect", width=500, height=128, fill="var(--sky1)"),
        mountains(PICTURE_BACK, 112, "hill1", snow=60),
        field(500, 128, 95, 8, "hill4"),
        join(fan),
        gold,
        back,
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
    )
