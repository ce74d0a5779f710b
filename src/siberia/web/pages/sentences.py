"""The sentences of the log: what an event says in a language, with the players' names.

Each kind of event has its own whole sentences, so that a language can order its words as it must.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from siberia.drawing.svg import draw
from siberia.events import Event
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_, level_name, term
from siberia.web.tables.names import shown_name
from siberia.web.tables.offered import AWAY, is_offered
from siberia.web.tables.store.rows import Seating, SeatKind

# By the kind of event and, where it has one, by its `how` or `was`.
SENTENCES: Mapping[str, str] = {
    "over last card": N_("The match is over: the last resource card had been turned up"),
    "over idle": N_("The match is over: everyone was idle in turn"),
    "over exhausted": N_("The match is over: eight areas are exhausted"),
    "over reserves": N_("The match is over: three reserve spaces are empty"),
    "over rounds": N_("The match is over: a hundred rounds were played"),
    # The card game.
    "turned up": N_("{name} turned up place {place}: {resource} {value}"),
    "kept": N_("{name} turned up no card"),
    "took worker": N_("{name} took a worker for {paid}"),
    "took investor": N_("{name} took the {symbol} investor for {paid}"),
    "took salesman": N_("{name} took the {symbol} salesman for {paid}"),
    "skipped": N_("{name} played nothing and drew nothing"),
    "pile renewed": N_("The discards were shuffled into a new draw pile"),
    "end begun": N_("{name} turned up the last card: after this turn everyone has one more"),
    # The board game.
    "round": N_("Round {number} begins, {name} starts"),
    "side": N_("{name} chose {exchange}"),
    "placed": N_("{name} placed {counters}"),
    "cube": N_("{name} put a cube of {resource} in {area}"),
    "wildcard": N_("{name} put a wildcard on {action}"),
    "no wildcard": N_("{name} put no wildcard"),
    "moved": N_("{name} moved a worker from {source} to {area}"),
    "sent supply": N_("{name} sent a pawn from the supply to {exchange} as a salesman"),
    "sent worker": N_("{name} sent a worker from {source} to {exchange} as a salesman"),
    "sent salesman": N_("{name} moved a salesman from {source} to {exchange}"),
    "took card": N_("{name} took the {resource} salesman card"),
    "robbed": N_("{name} took the {resource} salesman card from {victim}"),
    "deployed supply": N_("{name} put a worker in Vladivostok"),
    "deployed worker": N_("{name} brought a worker from {source} back to Vladivostok"),
    "deployed salesman": N_("{name} brought a salesman from {source} to Vladivostok as a worker"),
    "invested": N_("{name} took the {action} investment tile"),
    "exhausted": N_("{area} is exhausted"),
    "reserve empty": N_("The reserve has no {resource} left"),
    "last round exhausted": N_("Eight areas are exhausted: this round is the last"),
    "last round reserves": N_("Three reserve spaces are empty: this round is the last"),
    "nothing": N_("{name} performed {action}, which changed nothing"),
    "passed": N_("{name} passed"),
    "discarded": N_("{name} removed a surplus counter from {action}: {counter}"),
}


def took_cards(language: Language, event: Event) -> str:
    """C17: how many resource cards, what they show, and what was paid."""
    return language.ngettext(
        "{name} took {number} {resource} card ({cards}) for {paid}",
        "{name} took {number} {resource} cards ({cards}) for {paid}",
        len(event.about["cards"]),
    )


def drew(language: Language, event: Event) -> str:
    """C7: how many action cards."""
    return language.ngettext(
        "{name} drew {number} card", "{name} drew {number} cards", event.about["number"]
    )


def sold(language: Language, event: Event) -> str:
    """B25, X4: at an exchange, or by salesman card."""
    if event.about["exchange"] == "card":
        return language.ngettext(
            "{name} sold {number} {resource} by salesman card: {money}",
            "{name} sold {number} {resource} by salesman card: {money}",
            event.about["number"],
        )
    return language.ngettext(
        "{name} sold {number} {resource} in {exchange}: {money}",
        "{name} sold {number} {resource} in {exchange}: {money}",
        event.about["number"],
    )


def returned(language: Language, event: Event) -> str:
    """B28: how many workers come back from an exhausted area."""
    return language.ngettext(
        "{name} got {number} worker back from {area}",
        "{name} got {number} workers back from {area}",
        event.about["number"],
    )


# The sentences that change with a number.
COUNTED: Mapping[str, Callable[[Language, Event], str]] = {
    "took cards": took_cards,
    "drew": drew,
    "sold": sold,
    "returned": returned,
}


def sentence(language: Language, event: Event, names: Sequence[str]) -> Markup:
    """Say an event in a language, the players' names in bold; everything else is escaped."""
    counted = COUNTED.get(event.kind)
    template = counted(language, event) if counted else language.gettext(SENTENCES[key_of(event)])
    bold = [draw("b", name) for name in names]
    return escape(template).format(**fillings(language, event, bold))


# What became of a seat: by what it was and what it is now.
SEATINGS: Mapping[tuple[SeatKind, SeatKind], str] = {
    ("open", "guest"): N_("{name} took seat {seat}"),
    ("open", "bot"): N_("The computer took seat {seat}, level {level}"),
    ("bot", "guest"): N_("{name} is back on seat {seat}"),
    ("bot", "bot"): N_("{name}, played by the computer, changed to level {level}"),
    ("guest", "bot"): N_("The computer plays for {name} now, level {level}"),
    ("bot", "open"): N_("The computer left seat {seat}, which is open now"),
    ("guest", "open"): N_("{name} left seat {seat}, which is open now"),
}
# What is said instead where the log knows why.
OUT_OF_TIME = N_("{name} is out of time: the computer plays on, level {level}")


# Of a bot from elsewhere.
DOES_NOT_ANSWER = N_("{name} does not answer just now: the computer plays on, level medium")
ANSWERS_AGAIN = N_("{name} is there again and plays on")


def seating_sentence(language: Language, seating: Seating) -> Markup:
    """Say in a language what became of a seat, the player's name in bold."""
    template = language.gettext(SEATINGS[seating.was, seating.kind])
    if (seating.was, seating.kind) == ("bot", "bot") and is_offered(seating.level):
        is_away = str(seating.level).endswith(AWAY)
        template = language.gettext(DOES_NOT_ANSWER if is_away else ANSWERS_AGAIN)
    if seating.reason == "time":
        template = language.gettext(OUT_OF_TIME)
    return escape(template).format(
        name=draw("b", shown_name(seating.name, language)),
        seat=language.number(seating.seat + 1),
        level=level_name(language, seating.level) if seating.level else "",
    )


def key_of(event: Event) -> str:
    """Return which of SENTENCES an event needs."""
    variant = event.about.get("how") or event.about.get("was")
    return f"{event.kind} {variant}" if variant else event.kind


def fillings(language: Language, event: Event, names: Sequence[Markup]) -> dict[str, str]:
    """Return what the fields of an event's sentence are filled with."""
    about = event.about
    filled = {part: FORMS[part](language, about[part]) for part in about if part in FORMS}
    if event.seat is not None:
        filled["name"] = names[event.seat]
    if "victim" in about:
        filled["victim"] = names[about["victim"]]
    if event.kind == "took cards":
        filled["number"] = language.number(len(about["cards"]))
    if event.kind == "placed":
        filled["counters"] = placing(language, about["spaces"], about["research"])
    return filled


def payment(language: Language, cards: Sequence[str]) -> str:
    """C9: list the action cards that were paid."""
    return language.listing([term(language, card) for card in cards], "and")


def values_of(language: Language, cards: Sequence[tuple[int, int]]) -> str:
    """C17: list the values of the cards that were taken."""
    return language.listing([language.number(value) for _, value in cards], "and")


def placing(language: Language, spaces: Sequence[tuple[str, str]], research: Sequence[str]) -> str:
    """B11: list each counter with where it was placed."""
    on = language.gettext("{counter} on {action}")
    under = language.gettext("{counter} under Research")
    placed = [
        on.format(counter=term(language, counter), action=term(language, action))
        for counter, action in spaces
    ]
    placed += [under.format(counter=term(language, counter)) for counter in research]
    return language.listing(placed, "and")


# How the parts of an event are written; `fillings` adds what needs names or several parts.
FORMS: Mapping[str, Callable[[Language, Any], str]] = {
    **dict.fromkeys(("resource", "symbol", "action", "counter"), term),
    **dict.fromkeys(("area", "exchange", "source"), term),
    **dict.fromkeys(("place", "number", "value", "money"), Language.number),
    "paid": payment,
    "cards": values_of,
}
