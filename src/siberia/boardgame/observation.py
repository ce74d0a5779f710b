"""What a seat sees of the board game as a row of numbers, for programs that learn.

Seats are told as the viewer counts them: 0 is the viewer, 1 the next clockwise. Money is told in
thousands. While counters are placed, others' panels are told as they were before (B11).
"""

from typing import Any

from siberia.boardgame.state import (
    AREAS,
    KINDS,
    LOCATIONS,
    NONE,
    PLACE,
    SEATS,
    SLOTS,
    BoardState,
)
from siberia.engine.contract import Part
from siberia.engine.jit import rule

PANEL = 20

OBSERVATION = (
    Part("seats", 1, "number of players"),
    Part("start", 1, "who has the start player marker"),
    Part("round", 1, "the round, from 1 on"),
    Part("phase", 1, "what must be decided, in the order of the record's phases"),
    Part("to_move", 1, "who must decide it"),
    Part("pending", 6, "parts of the decision, as in the record"),
    Part("bag", 1, "counters in the bag"),
    Part("tiles_left", 1, "face-down investment tiles"),
    Part("open_tiles", 10, "open investment tiles for each action"),
    Part("reserve", 5, "cubes of each resource in reserve"),
    Part("cubes", AREAS * 5, "area by area, for each resource whether a cube lies there"),
    Part("exhausted", AREAS, "whether each area is exhausted"),
    Part("prices", SLOTS * 5, "exchange by exchange, what it pays in thousands; 0 for nothing"),
    Part("cards", 5, "who has each salesman card + 1; -1 without the expansion"),
    Part("worth", 5, "printed on the salesman cards, in thousands"),
    Part("money", SEATS, "of each seat, in thousands"),
    Part("passed", SEATS, "whether each seat has passed"),
    Part("workers", SEATS * LOCATIONS, "seat by seat, in each area and in Vladivostok"),
    Part("salesmen", SEATS * SLOTS, "seat by seat, at each exchange"),
    Part("spaces", SEATS * PANEL, "seat by seat, the two spaces of each action: kind + 1, tile 22"),
    Part("research", SEATS * KINDS, "seat by seat, counters under Research of each kind"),
    Part("drawn", KINDS, "the viewer's counters that are not placed yet, of each kind"),
    Part("drawn_sizes", SEATS, "how many counters each seat has not placed yet"),
)


@rule
def observe(state: BoardState, seat: int, out: Any) -> None:
    """Write what a seat sees, part by part."""
    seats = int(state.seats)
    out[0], out[1] = state.seats, (state.start - seat) % seats
    out[2], out[3], out[4] = state.round_number, state.phase, (state.player - seat) % seats
    for part in range(6):
        out[5 + part] = state.pending[part]
    held = 0
    for kind in range(KINDS):
        held += state.bag[kind]
    out[11], out[12] = held, state.tiles_left
    for action in range(10):
        out[13 + action] = state.open_tiles[action]
    at = observe_board(state, seat, out, 23)
    for place in range(SEATS):
        other = (seat + place) % seats
        out[at + place] = state.money[other] // 1000 if place < seats else 0
        out[at + SEATS + place] = state.passed[other] if place < seats else 0
    at = observe_pawns(state, seat, out, at + 2 * SEATS)
    at = observe_panels(state, seat, out, at)
    for kind in range(KINDS):
        out[at + kind] = state.drawn[seat, kind]
    at += KINDS
    for place in range(SEATS):
        unplaced = 0
        if place < seats:
            for kind in range(KINDS):
                unplaced += state.drawn[(seat + place) % seats, kind]
        out[at + place] = unplaced


@rule
def observe_board(state: Any, seat: int, out: Any, at: int) -> int:
    """Write areas, exchanges and salesman cards, and return where to go on."""
    for resource in range(5):
        out[at + resource] = state.reserve[resource]
    at += 5
    for area in range(AREAS):
        for resource in range(5):
            out[at + area * 5 + resource] = state.cubes[area] >> resource & 1
        out[at + AREAS * 5 + area] = state.exhausted >> area & 1
    at += AREAS * 6
    for slot in range(SLOTS):
        lying = state.lying[slot]
        for resource in range(5):
            price = 0 if lying == NONE else state.prices[lying, resource]
            out[at + slot * 5 + resource] = price // 1000
    at += SLOTS * 5
    for resource in range(5):
        owner = state.cards[resource]
        # NONE and OUT are below 0, and one higher they say nobody and not in the game.
        out[at + resource] = owner + 1 if owner < 0 else (owner - seat) % int(state.seats) + 1
        out[at + 5 + resource] = state.worth[resource] // 1000
    return at + 10


@rule
def observe_pawns(state: Any, seat: int, out: Any, at: int) -> int:
    """Write where everyone's pawns are, and return where to go on."""
    seats = int(state.seats)
    for place in range(SEATS):
        other = (seat + place) % seats
        for location in range(LOCATIONS):
            out[at + location] = state.workers[other, location] if place < seats else 0
        at += LOCATIONS
    for place in range(SEATS):
        other = (seat + place) % seats
        for slot in range(SLOTS):
            out[at + slot] = state.salesmen[other, slot] if place < seats else 0
        at += SLOTS
    return at


@rule
def observe_panels(state: Any, seat: int, out: Any, at: int) -> int:
    """Write panels and Research, as far as they may be seen (B11), and return where to go on."""
    seats = int(state.seats)
    for place in range(SEATS):
        other = (seat + place) % seats
        hides = place > 0 and state.phase == PLACE
        for action in range(10):
            for space in range(2):
                seen = place < seats and not (hides and space >= state.settled[other, action])
                thing = state.spaces[other, action, space] if seen else NONE
                out[at + action * 2 + space] = thing + 1
        at += PANEL
    for place in range(SEATS):
        other = (seat + place) % seats
        hides = place > 0 and state.phase == PLACE
        for kind in range(KINDS):
            seen = place < seats and not hides
            out[at + kind] = state.research[other, kind] if seen else 0
        at += KINDS
    return at
