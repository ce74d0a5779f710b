"""The small pictures of the rules: cards and counters. Each shows one thing; captions say it."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from siberia.drawing import cards, rulemaps
from siberia.drawing.canvas import Say
from siberia.drawing.scenery import station
from siberia.drawing.svg import Attribute, draw, group, join, number
from siberia.engine.vocabulary import RESOURCES

# How numbers are written in the language of the page.
Write = Callable[[int], str]
Picture = Callable[[Say, Write], Markup]

WIDTH = 544
# What the salesman of each resource makes a card worth, and the printed examples (C23).
WORTH = {"gas": 4000, "coal": 5000, "oil": 6000, "gold": 7000, "diamond": 8000}


def framed(height: float, *parts: Markup) -> Markup:
    """Frame a picture; its caption speaks for it."""
    box = f"0 0 {WIDTH} {number(height)}"
    return draw("svg", *parts, class_="scene rule-picture", viewBox=box, aria_hidden="true")


def at(x: float, y: float, thing: Markup, turn: float = 0) -> Markup:
    """Lay a thing somewhere, turned a little if wanted."""
    place = f"translate({number(x)} {number(y)})" + (f" rotate({number(turn)})" if turn else "")
    return group(thing, transform=place)


def word(x: float, y: float, text: str, kind: str = "") -> Markup:
    """Write something in the middle of a place."""
    return draw("text", text, x=x, y=y, class_=f"picture-word {kind}".strip())


def arrow(x: float, y: float, length: float) -> Markup:
    """Draw an arrow to the right."""
    shaft = f"M{number(x)} {number(y)}h{number(length - 6)}"
    head = f"M{number(x + length)} {number(y)}l-13 -8l3 8l-3 8Z"
    return draw("path", d=shaft, class_="picture-arrow") + draw("path", d=head, class_="arrow-head")


def ring(x: float, y: float, width: float, height: float) -> Markup:
    """Draw the line around what is taken."""
    box: dict[str, Attribute] = {"x": x - 4, "y": y - 4, "width": width + 8, "height": height + 8}
    return draw("rect", rx=10, class_="picture-ring", **box)


def capital(text: str) -> str:
    """Begin with a capital letter, for what stands alone."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- the card game


def the_cards(_say: Say, write: Write) -> Markup:
    """C1: one card of each kind."""
    return framed(
        176,
        at(14, 16, cards.action_card("worker/gold", width=100)),
        at(142, 23, cards.resource_card("gold", write(5000), width=90)),
        at(262, 32, cards.person_card("worker", width=80)),
        at(357, 32, cards.person_card("salesman", "gold", write(WORTH["gold"]), width=80)),
        at(452, 32, cards.person_card("investor", "gold", width=80)),
    )


def row(first: Markup, places: Sequence[Markup], height: float = 128) -> Markup:
    """Draw the headframe and the places of the row, with their numbers."""
    laid = [
        at(66 + 59 * place, 12, card) + station(93 + 59 * place, 110, place + 1, 10)
        for place, card in enumerate(places)
    ]
    return framed(height, at(7, 12, first), join(laid))


def small(resource: str, value: int, write: Write) -> Markup:
    """Draw a face-up card of the row."""
    return cards.resource_card(resource, write(value), width=54)


def the_row(_say: Say, write: Write) -> Markup:
    """C2: the row at the start."""
    back = cards.card_back(width=54)
    faces = [small(*card, write) for card in (("oil", 3000), ("gold", 4000), ("gas", 2000))]
    return row(cards.headframe_card(width=54), [*faces, *[back] * 5])


def the_last(_say: Say, write: Write) -> Markup:
    """C21: one card is face down, and the stack is empty."""
    shown = (("coal", 3000), ("gas", 1000), ("gold", 5000), ("oil", 4000), ("gas", 2000))
    faces = [small(*card, write) for card in shown]
    back = at(0, 0, cards.card_back(width=54)) + ring(0, 0, 54, 78)
    empty = cards.empty_slot(width=54, tall=True)
    return row(cards.headframe_card(width=54), [*faces, back, empty, empty])


def the_turn(_say: Say, write: Write) -> Markup:
    """C6, C7: turn up, play, draw."""
    return framed(
        138,
        at(10, 20, cards.card_back(width=68)),
        arrow(86, 70, 34),
        at(128, 20, cards.resource_card("gold", write(4000), width=68)),
        draw("path", d="M216 16V122", class_="picture-line"),
        at(236, 20, cards.action_card("worker/gold", width=68)),
        at(276, 20, cards.action_card("salesman/gold", width=68)),
        arrow(352, 70, 34),
        at(394, 20, cards.resource_card("gold", write(4000), width=68)),
        at(468, 20, cards.card_back("+1", width=68)),
    )


def fan(x: float, y: float, kinds: Sequence[str]) -> Markup:
    """Draw action cards side by side, each a bit over the last."""
    return join(
        at(x + 46 * place, y, cards.action_card(kind, width=76), turn=3 * place - 2)
        for place, kind in enumerate(kinds)
    )


def the_payment(say: Say, _write: Write) -> Markup:
    """C10: two with the symbol, or one with it and two without."""
    return framed(
        148,
        fan(44, 18, ("worker/gold", "salesman/gold")),
        word(236, 82, say("or"), "strong"),
        fan(290, 18, ("investor/gold", "worker/gas", "salesman/oil")),
    )


def the_investor(say: Say, _write: Write) -> Markup:
    """C11: with the investor one with the symbol, or two without."""
    return framed(
        148,
        at(30, 22, cards.person_card("investor", "gold", width=74)),
        word(124, 80, ":", "strong"),
        fan(150, 18, ("worker/gold",)),
        word(282, 82, say("or"), "strong"),
        fan(336, 18, ("worker/gas", "salesman/oil")),
    )


def the_persons(_say: Say, write: Write) -> Markup:
    """C14–C16: one of each."""
    return framed(
        150,
        at(112, 14, cards.person_card("investor", "gold", width=84)),
        at(230, 14, cards.person_card("worker", width=84)),
        at(348, 14, cards.person_card("salesman", "gold", write(WORTH["gold"]), width=84)),
    )


def the_mining(_say: Say, write: Write) -> Markup:
    """C17: two workers take the two nearest; the printed example."""
    shown = (("gold", 4000), ("coal", 2000), ("gold", 3000), ("gas", 1000), ("gold", 5000))
    laid = [at(72 + 66 * place, 20, small(*card, write)) for place, card in enumerate(shown)]
    taken = [ring(72 + 66 * place, 20, 54, 78) for place in (0, 2)]
    return framed(
        118,
        at(7, 20, cards.headframe_card(width=54)),
        *laid,
        *taken,
        at(424, 22, cards.person_card("worker", width=54)),
        at(484, 22, cards.person_card("worker", width=54)),
    )


def the_scoring(_say: Say, write: Write) -> Markup:
    """C23: three coal cards without and with their salesman; the printed example."""
    values = (1000, 3000, 4000)
    coal = [at(16 + 62 * place, 20, small("coal", v, write)) for place, v in enumerate(values)]
    salesman = cards.person_card("salesman", "coal", write(WORTH["coal"]), width=58)
    return framed(
        118,
        *coal,
        word(246, 66, f"= {write(sum(values))}", "strong"),
        word(312, 66, "+", "strong"),
        at(336, 19, salesman),
        word(468, 66, f"= {write(len(values) * WORTH['coal'])}", "strong"),
    )


# ---------------------------------------------------------------- the board game


def cell(x: float, y: float, say: Say, action: str, *things: Markup) -> Markup:
    """Draw an action of a panel with what lies on it."""
    width = max(24 + 58 * len(things), 116)
    inset = (width - 58 * len(things)) / 2 + 4
    box = draw("rect", x=x, y=y, width=width, height=112, rx=10, class_="picture-cell")
    laid = [at(x + inset + 58 * place, y + 44, thing) for place, thing in enumerate(things)]
    return box + word(x + width / 2, y + 28, capital(say(action)), "strong") + join(laid)


def the_counters(say: Say, _write: Write) -> Markup:
    """B11: where a counter may go; the printed example."""
    kind = "logistician/gas"
    spaces = [
        cell(168 + 122 * place, 24, say, action, cards.ghost(action, size=50))
        for place, action in enumerate(("logistician", "gas", "research"))
    ]
    return framed(160, at(20, 38, cards.counter(kind, size=88)), arrow(120, 84, 34), *spaces)


def the_placing(say: Say, _write: Write) -> Markup:
    """B11: one action is ready, another not yet."""
    return framed(
        160,
        cell(
            92,
            24,
            say,
            "gold",
            cards.counter("worker/gold", on="gold", size=50),
            cards.counter("investor/gold", on="gold", size=50),
        ),
        cell(
            312,
            24,
            say,
            "worker",
            cards.counter("worker/gas", on="worker", size=50),
            cards.ghost("worker", size=50),
        ),
    )


def the_covered(say: Say, _write: Write) -> Markup:
    """B16: two counters, or a counter and a tile."""
    return framed(
        160,
        cell(
            76,
            24,
            say,
            "gas",
            cards.counter("worker/gas", on="gas", size=50),
            cards.counter("salesman/gas", on="gas", size=50),
        ),
        word(272, 90, say("or"), "strong"),
        cell(
            328,
            24,
            say,
            "gas",
            cards.counter("investor/gas", on="gas", size=50),
            cards.tile("gas", size=50),
        ),
    )


def the_expansion(_say: Say, write: Write) -> Markup:
    """X1: the five cards."""
    laid = [
        at(24 + 102 * place, 14, cards.person_card("salesman", kind, write(WORTH[kind]), width=86))
        for place, kind in enumerate(RESOURCES)
    ]
    return framed(150, *laid)


PICTURES: dict[str, Picture] = {
    "cards": the_cards,
    "row": the_row,
    "turn": the_turn,
    "payment": the_payment,
    "investor": the_investor,
    "persons": the_persons,
    "mining": the_mining,
    "last": the_last,
    "scoring": the_scoring,
    "counters": the_counters,
    "placing": the_placing,
    "covered": the_covered,
    "expansion": the_expansion,
    "research": rulemaps.the_research,
    "step": rulemaps.the_step,
    "port": rulemaps.the_port,
    "sale": rulemaps.the_sale,
    "exhausted": rulemaps.the_exhausted,
    "clocks": rulemaps.the_clocks,
}
