"""What a seat sees of the card game as a row of numbers, for programs that learn.

Seats are numbered as the viewer counts them: 0 is the viewer, 1 the next clockwise. Owners are
numbered one higher, so that 0 is nobody.
"""

from typing import Any

from siberia.cardgame.state import (
    ACTION,
    CARD_KINDS,
    CHOOSE,
    LAST_PAID,
    NONE,
    PAY,
    PENDING_PARTS,
    PLACES,
    RESOURCE_COUNT,
    RESOURCE_KINDS,
    SYMBOL_COUNT,
    VALUES,
)
from siberia.engine.contract import Part, part_offsets
from siberia.engine.jit import rule
from siberia.engine.vocabulary import MOST_SEATS

# The numbers for one place of the row.
PLACE_NUMBERS = 3

OBSERVATION = (
    Part("seats", 1, "number of players"),
    Part("edition", 1, "0 for dlp, 1 for Oya"),
    Part("phase", 1, "what must be decided: discover, act, pay, choose, over"),
    Part("to_move", 1, "who must decide it"),
    Part(
        "pending",
        PENDING_PARTS,
        "the action paid for + 1, paid with and without its symbol, the last + 1",
    ),
    Part("turn", 3, "whether it was busy; idle turns before it; turns left + 1, 0 if not ending"),
    Part("piles", 2, "cards in the resource stack and in the draw pile"),
    Part(
        "row",
        PLACES * PLACE_NUMBERS,
        "place by place: 0 empty, 1 face down, 2 face up; resource + 1; value",
    ),
    Part("discards", CARD_KINDS, "played cards of each kind"),
    Part("hand", CARD_KINDS, "the viewer's cards of each kind"),
    Part("taken", RESOURCE_KINDS, "the viewer's resource cards: resource by resource, by value"),
    Part("hand_sizes", MOST_SEATS, "of each seat"),
    Part("taken_sizes", MOST_SEATS, "of each seat"),
    Part("workers", MOST_SEATS, "of each seat"),
    Part("investors", RESOURCE_COUNT, "who has each + 1"),
    Part("salesmen", SYMBOL_COUNT, "who has each + 1"),
    Part("worth", SYMBOL_COUNT, "printed on each salesman, in thousands"),
)

# Where each part begins, as numbers that compiled code knows.
OFFSETS = part_offsets(OBSERVATION)
AT_SEATS = OFFSETS["seats"]
AT_EDITION = OFFSETS["edition"]
AT_PHASE = OFFSETS["phase"]
AT_TO_MOVE = OFFSETS["to_move"]
AT_PENDING = OFFSETS["pending"]
AT_TURN = OFFSETS["turn"]
AT_PILES = OFFSETS["piles"]
AT_ROW = OFFSETS["row"]
AT_DISCARDS = OFFSETS["discards"]
AT_HAND = OFFSETS["hand"]
AT_TAKEN = OFFSETS["taken"]
AT_HAND_SIZES = OFFSETS["hand_sizes"]
AT_TAKEN_SIZES = OFFSETS["taken_sizes"]
AT_WORKERS = OFFSETS["workers"]
AT_INVESTORS = OFFSETS["investors"]
AT_SALESMEN = OFFSETS["salesmen"]
AT_WORTH = OFFSETS["worth"]


@rule
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, part by part."""
    out[AT_SEATS] = state.seats
    out[AT_EDITION] = state.edition
    out[AT_PHASE] = state.phase
    out[AT_TO_MOVE] = (state.player - seat) % int(state.seats)
    observe_turn(state, out)
    observe_row(state, out)
    for kind in range(CARD_KINDS):
        out[AT_DISCARDS + kind] = state.discards[kind]
        out[AT_HAND + kind] = state.hands[seat, kind]
    for card in range(RESOURCE_KINDS):
        out[AT_TAKEN + card] = state.taken[seat, card]
    observe_seats(state, seat, out)
    observe_persons(state, seat, out)


@rule
def observe_turn(state: Any, out: Any) -> None:
    """Write what is being paid for, how the turn and the end stand, and the piles."""
    paying = state.phase == PAY or state.phase == CHOOSE
    for part in range(PENDING_PARTS):
        # Actions and kinds of cards count from 0 on: written one higher, 0 is none.
        shift = 1 if part == ACTION or part == LAST_PAID else 0
        out[AT_PENDING + part] = state.pending[part] + shift if paying else 0
    out[AT_TURN] = state.busy
    out[AT_TURN + 1] = state.idle
    out[AT_TURN + 2] = state.turns_left + 1
    out[AT_PILES] = state.stack_size
    out[AT_PILES + 1] = state.pile_size


@rule
def observe_row(state: Any, out: Any) -> None:
    """Write the row, place by place."""
    for place in range(PLACES):
        card = state.row[place]
        up = card != NONE and state.up[place] != 0
        at = AT_ROW + place * PLACE_NUMBERS
        out[at] = 0 if card == NONE else 2 if up else 1
        out[at + 1] = card // VALUES + 1 if up else 0
        out[at + 2] = card % VALUES if up else 0


@rule
def observe_seats(state: Any, seat: int, out: Any) -> None:
    """Write how much lies in front of each seat; a seat that nobody has is all 0."""
    seats = int(state.seats)
    for place in range(MOST_SEATS):
        other = (seat + place) % seats
        hand = 0
        taken = 0
        if place < seats:
            for kind in range(CARD_KINDS):
                hand += state.hands[other, kind]
            for card in range(RESOURCE_KINDS):
                taken += state.taken[other, card]
        out[AT_HAND_SIZES + place] = hand
        out[AT_TAKEN_SIZES + place] = taken
        out[AT_WORKERS + place] = state.workers[other] if place < seats else 0


@rule
def observe_persons(state: Any, seat: int, out: Any) -> None:
    """Write who has which investor and which salesman, and what the salesmen are worth."""
    seats = int(state.seats)
    for which in range(RESOURCE_COUNT):
        owner = state.investors[which]
        out[AT_INVESTORS + which] = 0 if owner == NONE else (owner - seat) % seats + 1
    for which in range(SYMBOL_COUNT):
        owner = state.salesmen[which]
        out[AT_SALESMEN + which] = 0 if owner == NONE else (owner - seat) % seats + 1
        out[AT_WORTH + which] = state.worth[which] // 1000
