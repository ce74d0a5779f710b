"""What a seat sees of the card game as a row of numbers, for programs that learn.

Seats are told as the viewer counts them: 0 is the viewer, 1 the next clockwise. Owners are told one
higher, so that 0 is nobody.
"""

from typing import Any

from siberia.cardgame.state import (
    KINDS,
    NONE,
    PLACES,
    RESOURCE_KINDS,
    SEATS,
    VALUES,
)
from siberia.engine.contract import Part
from siberia.engine.jit import rule

OBSERVATION = (
    Part("seats", 1, "number of players"),
    Part("edition", 1, "0 for dlp, 1 for Oya"),
    Part("phase", 1, "what must be decided: discover, act, pay, choose, over"),
    Part("to_move", 1, "who must decide it"),
    Part("pending", 4, "the action paid for + 1, paid with and without its symbol, the last + 1"),
    Part("turn", 3, "whether it was busy; idle turns before it; turns left + 1, 0 if not ending"),
    Part("piles", 2, "cards in the resource stack and in the draw pile"),
    Part("row", PLACES * 3, "place by place: 0 empty, 1 face down, 2 face up; resource + 1; value"),
    Part("discards", KINDS, "played cards of each kind"),
    Part("hand", KINDS, "the viewer's cards of each kind"),
    Part("taken", RESOURCE_KINDS, "the viewer's resource cards: resource by resource, by value"),
    Part("hand_sizes", SEATS, "of each seat"),
    Part("taken_sizes", SEATS, "of each seat"),
    Part("workers", SEATS, "of each seat"),
    Part("investors", 5, "who has each + 1"),
    Part("salesmen", 8, "who has each + 1"),
    Part("worth", 8, "printed on each salesman, in thousands"),
)


@rule
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, part by part."""
    seats = int(state.seats)
    out[0], out[1], out[2] = state.seats, state.edition, state.phase
    out[3] = (state.player - seat) % seats
    at = 4
    paying = 2 <= state.phase <= 3
    for part in range(4):
        shift = 1 if part in (0, 3) else 0
        out[at + part] = state.pending[part] + shift if paying else 0
    out[at + 4], out[at + 5], out[at + 6] = state.busy, state.idle, state.turns_left + 1
    out[at + 7], out[at + 8] = state.stack_size, state.pile_size
    at = observe_row(state, out, at + 9)
    for kind in range(KINDS):
        out[at + kind] = state.discards[kind]
        out[at + KINDS + kind] = state.hands[seat, kind]
    at += 2 * KINDS
    for card in range(RESOURCE_KINDS):
        out[at + card] = state.taken[seat, card]
    observe_seats(state, seat, out, at + RESOURCE_KINDS)


@rule
def observe_row(state: Any, out: Any, at: int) -> int:
    """Write the row, place by place, and return where to go on."""
    for place in range(PLACES):
        card = state.row[place]
        up = card != NONE and state.up[place] != 0
        out[at] = 0 if card == NONE else 2 if up else 1
        out[at + 1] = card // VALUES + 1 if up else 0
        out[at + 2] = card % VALUES if up else 0
        at += 3
    return at


@rule
def observe_seats(state: Any, seat: int, out: Any, at: int) -> None:
    """Write what lies in front of each seat, and who has which person."""
    seats = int(state.seats)
    for place in range(SEATS):
        other = (seat + place) % seats
        hand = 0
        taken = 0
        if place < seats:
            for kind in range(KINDS):
                hand += state.hands[other, kind]
            for card in range(RESOURCE_KINDS):
                taken += state.taken[other, card]
        out[at + place] = hand
        out[at + SEATS + place] = taken
        out[at + 2 * SEATS + place] = state.workers[other] if place < seats else 0
    at += 3 * SEATS
    for which in range(5):
        owner = state.investors[which]
        out[at + which] = 0 if owner == NONE else (owner - seat) % seats + 1
    for which in range(8):
        owner = state.salesmen[which]
        out[at + 5 + which] = 0 if owner == NONE else (owner - seat) % seats + 1
        out[at + 13 + which] = state.worth[which] // 1000
