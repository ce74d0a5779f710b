"""What nets and critics of the card game see beside its observation.

Seats are numbered as the viewer counts them: 0 is the viewer. Money is in thousands.
"""

from typing import Any

from siberia.bots.card_heuristics import cards_left, haul
from siberia.bots.coding import FLAG, IGNORED, Coding, amount, one_of, up_to
from siberia.cardgame.actions import showing, workers_left
from siberia.cardgame.rules import person_score, resource_score
from siberia.cardgame.state import (
    CARD_KINDS,
    NONE,
    PLACES,
    RESOURCE_COUNT,
    SYMBOL_COUNT,
    VALUES,
)
from siberia.engine.contract import Part, part_offsets
from siberia.engine.jit import rule
from siberia.engine.vocabulary import MOST_SEATS

# How many of the next cards of a pile a critic sees.
NEXT_CARDS = 4
RIVALS = MOST_SEATS - 1

DERIVED: tuple[Part, ...] = (
    Part("haul", MOST_SEATS * RESOURCE_COUNT, "seat by seat, what an extraction would bring now"),
    Part("face_up", RESOURCE_COUNT, "face-up cards of each resource"),
    Part("face_down", 1, "face-down cards of the row"),
    Part("cards_left", 1, "resource cards that can still be won"),
    Part("workers_left", 1, "workers that nobody has taken"),
    Part("symbols", SYMBOL_COUNT, "the viewer's cards with each symbol"),
    Part("unseen_cards", CARD_KINDS, "cards of each kind in the pile and in others' hands"),
    Part("unseen_resources", RESOURCE_COUNT, "cards of each resource that were never seen"),
    Part("unseen_value", RESOURCE_COUNT, "and their values together"),
    # C18: taken cards were face up before, so everyone who paid attention knows them.
    Part("scores", MOST_SEATS, "of each seat, as whoever paid attention knows it"),
    Part("leads", RIVALS, "by how much the viewer leads each other seat"),
    Part("taken_resources", MOST_SEATS * RESOURCE_COUNT, "seat by seat, cards of each resource"),
)

HIDDEN: tuple[Part, ...] = (
    Part("rival_hands", RIVALS * CARD_KINDS, "seat by seat, others' cards of each kind"),
    Part("rival_symbols", RIVALS * SYMBOL_COUNT, "seat by seat, others' cards with each symbol"),
    Part("row_down", PLACES * 2, "place by place, a face-down card: resource + 1; value"),
    Part("next_resources", NEXT_CARDS * 2, "the next cards of the stack: resource + 1; value"),
    Part("next_cards", NEXT_CARDS, "the next cards of the pile: kind + 1"),
)

# Of the hidden parts those that nobody at the table knows: only chance will tell.
UPCOMING = frozenset({"row_down", "next_resources", "next_cards"})

RESOURCE, VALUE = one_of(1, RESOURCE_COUNT), up_to(VALUES - 1)
OWNER = one_of(1, MOST_SEATS)
KIND = one_of(1, CARD_KINDS)

CODINGS: dict[str, tuple[Coding, ...]] = {
    "seats": (one_of(2, MOST_SEATS),),
    "edition": (FLAG,),
    "phase": (one_of(0, 3),),
    "to_move": (IGNORED,),
    "pending": (one_of(1, SYMBOL_COUNT), up_to(2), up_to(2), KIND),
    "turn": (FLAG, up_to(4), up_to(5)),
    "piles": (amount(28, 1, 2, 3, 5, 8, 12), amount(50, 1, 2, 3, 5)),
    "row": (one_of(1, 2), RESOURCE, VALUE),
    "discards": (amount(4),),
    "hand": (up_to(3),),
    "taken": (amount(3),),
    "hand_sizes": (amount(8, 1, 2, 3, 4, 5, 6, 7, 8),),
    "taken_sizes": (amount(20),),
    "workers": (up_to(5),),
    "investors": (OWNER,),
    "salesmen": (OWNER,),
    "worth": (amount(10),),
    "haul": (amount(20, 1, 4, 7, 10, 14),),
    "face_up": (up_to(4),),
    "face_down": (up_to(3),),
    "cards_left": (amount(36, 1, 2, 3, 4, 6, 8, 12, 16),),
    "workers_left": (amount(10, 1, 2, 3),),
    "symbols": (up_to(4),),
    "unseen_cards": (amount(4),),
    "unseen_resources": (amount(9, 1),),
    "unseen_value": (amount(36),),
    "scores": (amount(90),),
    "leads": (amount(30, -9, -4, -1, 0, 1, 2, 5, 10, low=-30),),
    "taken_resources": (amount(8, 1),),
    "rival_hands": (up_to(2),),
    "rival_symbols": (up_to(4),),
    "row_down": (RESOURCE, VALUE),
    "next_resources": (RESOURCE, VALUE),
    "next_cards": (KIND,),
}

OFFSETS = part_offsets(DERIVED)
AT_HAUL = OFFSETS["haul"]
AT_FACE_UP = OFFSETS["face_up"]
AT_FACE_DOWN = OFFSETS["face_down"]
AT_CARDS_LEFT = OFFSETS["cards_left"]
AT_WORKERS_LEFT = OFFSETS["workers_left"]
AT_SYMBOLS = OFFSETS["symbols"]
AT_UNSEEN_CARDS = OFFSETS["unseen_cards"]
AT_UNSEEN_RESOURCES = OFFSETS["unseen_resources"]
AT_UNSEEN_VALUE = OFFSETS["unseen_value"]
AT_SCORES = OFFSETS["scores"]
AT_LEADS = OFFSETS["leads"]
AT_TAKEN_RESOURCES = OFFSETS["taken_resources"]

HIDDEN_OFFSETS = part_offsets(HIDDEN)
AT_RIVAL_HANDS = HIDDEN_OFFSETS["rival_hands"]
AT_RIVAL_SYMBOLS = HIDDEN_OFFSETS["rival_symbols"]
AT_ROW_DOWN = HIDDEN_OFFSETS["row_down"]
AT_NEXT_RESOURCES = HIDDEN_OFFSETS["next_resources"]
AT_NEXT_CARDS = HIDDEN_OFFSETS["next_cards"]


@rule
def derive(state: Any, seat: int, out: Any) -> None:
    """Write what follows from what a seat may know."""
    for i in range(AT_TAKEN_RESOURCES + MOST_SEATS * RESOURCE_COUNT):
        out[i] = 0
    out[AT_CARDS_LEFT] = cards_left(state)
    out[AT_WORKERS_LEFT] = workers_left(state)
    for symbol in range(SYMBOL_COUNT):
        out[AT_SYMBOLS + symbol] = showing(state, seat, symbol)
    derive_row(state, out)
    derive_unseen(state, seat, out)
    derive_seats(state, seat, out)


@rule
def derive_row(state: Any, out: Any) -> None:
    """Count the cards of the row, and the face-down resource cards, which lie there or below."""
    for place in range(PLACES):
        card = state.row[place]
        if card != NONE and state.up[place]:
            out[AT_FACE_UP + card // VALUES] += 1
        elif card != NONE:
            out[AT_FACE_DOWN] += 1
            out[AT_UNSEEN_RESOURCES + card // VALUES] += 1
            out[AT_UNSEEN_VALUE + card // VALUES] += card % VALUES
    for i in range(state.stack_size):
        card = state.stack[i]
        out[AT_UNSEEN_RESOURCES + card // VALUES] += 1
        out[AT_UNSEEN_VALUE + card // VALUES] += card % VALUES


@rule
def derive_unseen(state: Any, seat: int, out: Any) -> None:
    """Count the action cards that are in the pile or in some other hand, nobody knows where."""
    for i in range(state.pile_size):
        out[AT_UNSEEN_CARDS + state.pile[i]] += 1
    for other in range(state.seats):
        if other != seat:
            for kind in range(CARD_KINDS):
                out[AT_UNSEEN_CARDS + kind] += state.hands[other, kind]


@rule
def derive_seats(state: Any, seat: int, out: Any) -> None:
    """Write what every seat has won and would win now; a seat that nobody has is all 0."""
    seats = int(state.seats)
    for place in range(seats):
        other = (seat + place) % seats
        out[AT_SCORES + place] = (resource_score(state, other) + person_score(state, other)) // 1000
        if place > 0:
            out[AT_LEADS + place - 1] = out[AT_SCORES] - out[AT_SCORES + place]
        for resource in range(RESOURCE_COUNT):
            at = place * RESOURCE_COUNT + resource
            out[AT_HAUL + at] = haul(state, other, resource)
            for value in range(VALUES):
                out[AT_TAKEN_RESOURCES + at] += state.taken[other, resource * VALUES + value]


@rule
def reveal(state: Any, seat: int, out: Any) -> None:
    """Write what the seat may not know: other hands, face-down cards, and what comes next."""
    for i in range(AT_NEXT_CARDS + NEXT_CARDS):
        out[i] = 0
    seats = int(state.seats)
    for place in range(seats - 1):
        other = (seat + 1 + place) % seats
        for kind in range(CARD_KINDS):
            out[AT_RIVAL_HANDS + place * CARD_KINDS + kind] = state.hands[other, kind]
        for symbol in range(SYMBOL_COUNT):
            out[AT_RIVAL_SYMBOLS + place * SYMBOL_COUNT + symbol] = showing(state, other, symbol)
    for place in range(PLACES):
        card = state.row[place]
        if card != NONE and not state.up[place]:
            out[AT_ROW_DOWN + 2 * place] = card // VALUES + 1
            out[AT_ROW_DOWN + 2 * place + 1] = card % VALUES
    for i in range(min(NEXT_CARDS, int(state.stack_size))):
        card = state.stack[state.stack_size - 1 - i]
        out[AT_NEXT_RESOURCES + 2 * i] = card // VALUES + 1
        out[AT_NEXT_RESOURCES + 2 * i + 1] = card % VALUES
    for i in range(min(NEXT_CARDS, int(state.pile_size))):
        out[AT_NEXT_CARDS + i] = state.pile[state.pile_size - 1 - i] + 1
