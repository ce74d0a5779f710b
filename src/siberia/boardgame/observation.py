"""What a seat sees of the board game as a row of numbers, for programs that learn.

Seats are numbered as the viewer counts them: 0 is the viewer, 1 the next clockwise. Money is in
thousands. While counters are placed, others' panels are shown as they were before (B11).
"""

from typing import Any

from siberia.boardgame.state import (
    ACTION_COUNT,
    COUNTER_KINDS,
    LOCATIONS,
    NONE,
    PENDING_PARTS,
    PLACE,
    RESOURCE_COUNT,
    SLOTS,
    SPACES,
)
from siberia.components.board import AREAS
from siberia.engine.contract import Part, part_offsets
from siberia.engine.jit import rule
from siberia.engine.vocabulary import MOST_SEATS

# The numbers for one seat's panel.
PANEL = ACTION_COUNT * SPACES

OBSERVATION = (
    Part("seats", 1, "number of players"),
    Part("start", 1, "who has the start player marker"),
    Part("round", 1, "the round, from 1 on"),
    Part("phase", 1, "what must be decided, in the order of the state's phases"),
    Part("to_move", 1, "who must decide it"),
    Part("pending", PENDING_PARTS, "parts of the decision, as in the state"),
    Part("bag", 1, "counters in the bag"),
    Part("tiles_left", 1, "face-down investment tiles"),
    Part("open_tiles", ACTION_COUNT, "open investment tiles for each action"),
    Part("reserve", RESOURCE_COUNT, "cubes of each resource in reserve"),
    Part(
        "cubes",
        AREAS * RESOURCE_COUNT,
        "area by area, for each resource whether a cube lies there",
    ),
    Part("exhausted", AREAS, "whether each area is exhausted"),
    Part(
        "prices",
        SLOTS * RESOURCE_COUNT,
        "exchange by exchange, what it pays in thousands; 0 for nothing",
    ),
    Part("cards", RESOURCE_COUNT, "who has each salesman card + 1; -1 without the expansion"),
    Part("worth", RESOURCE_COUNT, "printed on the salesman cards, in thousands"),
    Part("money", MOST_SEATS, "of each seat, in thousands"),
    Part("passed", MOST_SEATS, "whether each seat has passed"),
    Part("workers", MOST_SEATS * LOCATIONS, "seat by seat, in each area and in Vladivostok"),
    Part("salesmen", MOST_SEATS * SLOTS, "seat by seat, at each exchange"),
    Part(
        "spaces",
        MOST_SEATS * PANEL,
        "seat by seat, the two spaces of each action: kind + 1, tile 22",
    ),
    Part(
        "research",
        MOST_SEATS * COUNTER_KINDS,
        "seat by seat, counters under Research of each kind",
    ),
    Part("drawn", COUNTER_KINDS, "the viewer's counters that are not placed yet, of each kind"),
    Part("drawn_sizes", MOST_SEATS, "how many counters each seat has not placed yet"),
)

# Where each part begins, as numbers that compiled code knows.
OFFSETS = part_offsets(OBSERVATION)
AT_SEATS = OFFSETS["seats"]
AT_START = OFFSETS["start"]
AT_ROUND = OFFSETS["round"]
AT_PHASE = OFFSETS["phase"]
AT_TO_MOVE = OFFSETS["to_move"]
AT_PENDING = OFFSETS["pending"]
AT_BAG = OFFSETS["bag"]
AT_TILES_LEFT = OFFSETS["tiles_left"]
AT_OPEN_TILES = OFFSETS["open_tiles"]
AT_RESERVE = OFFSETS["reserve"]
AT_CUBES = OFFSETS["cubes"]
AT_EXHAUSTED = OFFSETS["exhausted"]
AT_PRICES = OFFSETS["prices"]
AT_CARDS = OFFSETS["cards"]
AT_WORTH = OFFSETS["worth"]
AT_MONEY = OFFSETS["money"]
AT_PASSED = OFFSETS["passed"]
AT_WORKERS = OFFSETS["workers"]
AT_SALESMEN = OFFSETS["salesmen"]
AT_SPACES = OFFSETS["spaces"]
AT_RESEARCH = OFFSETS["research"]
AT_DRAWN = OFFSETS["drawn"]
AT_DRAWN_SIZES = OFFSETS["drawn_sizes"]


@rule
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what a seat sees, part by part."""
    observe_turn(state, seat, out)
    observe_supplies(state, out)
    observe_areas(state, out)
    observe_markets(state, seat, out)
    observe_seats(state, seat, out)
    observe_panels(state, seat, out)
    observe_drawn(state, seat, out)


@rule
def observe_turn(state: Any, seat: int, out: Any) -> None:
    """Write who plays, how far the match is, and what must be decided."""
    seats = int(state.seats)
    out[AT_SEATS] = state.seats
    out[AT_START] = (state.start - seat) % seats
    out[AT_ROUND] = state.round_number
    out[AT_PHASE] = state.phase
    out[AT_TO_MOVE] = (state.player - seat) % seats
    for part in range(PENDING_PARTS):
        out[AT_PENDING + part] = state.pending[part]


@rule
def observe_supplies(state: Any, out: Any) -> None:
    """Write the bag, the tiles and the reserve."""
    held = 0
    for kind in range(COUNTER_KINDS):
        held += state.bag[kind]
    out[AT_BAG] = held
    out[AT_TILES_LEFT] = state.tiles_left
    for action in range(ACTION_COUNT):
        out[AT_OPEN_TILES + action] = state.open_tiles[action]
    for resource in range(RESOURCE_COUNT):
        out[AT_RESERVE + resource] = state.reserve[resource]


@rule
def observe_areas(state: Any, out: Any) -> None:
    """Write the areas: their cubes, and whether they are exhausted."""
    for area in range(AREAS):
        for resource in range(RESOURCE_COUNT):
            lies = state.cubes[area] >> resource & 1
            out[AT_CUBES + area * RESOURCE_COUNT + resource] = lies
        out[AT_EXHAUSTED + area] = state.exhausted >> area & 1


@rule
def observe_markets(state: Any, seat: int, out: Any) -> None:
    """Write what the exchanges pay, and the salesman cards."""
    for slot in range(SLOTS):
        lying = state.lying[slot]
        for resource in range(RESOURCE_COUNT):
            price = 0 if lying == NONE else state.prices[lying, resource]
            out[AT_PRICES + slot * RESOURCE_COUNT + resource] = price // 1000
    for resource in range(RESOURCE_COUNT):
        owner = state.cards[resource]
        # NONE and OUT are below 0, and one higher they say nobody and not in the game.
        owned = owner + 1 if owner < 0 else (owner - seat) % int(state.seats) + 1
        out[AT_CARDS + resource] = owned
        out[AT_WORTH + resource] = state.worth[resource] // 1000


@rule
def observe_seats(state: Any, seat: int, out: Any) -> None:
    """Write everyone's money and pawns, and who has passed; a seat that nobody has is all 0."""
    seats = int(state.seats)
    for place in range(MOST_SEATS):
        other = (seat + place) % seats
        out[AT_MONEY + place] = state.money[other] // 1000 if place < seats else 0
        out[AT_PASSED + place] = state.passed[other] if place < seats else 0
        for location in range(LOCATIONS):
            workers = state.workers[other, location] if place < seats else 0
            out[AT_WORKERS + place * LOCATIONS + location] = workers
        for slot in range(SLOTS):
            salesmen = state.salesmen[other, slot] if place < seats else 0
            out[AT_SALESMEN + place * SLOTS + slot] = salesmen


@rule
def observe_panels(state: Any, seat: int, out: Any) -> None:
    """Write panels and Research, as far as they may be seen (B11)."""
    seats = int(state.seats)
    for place in range(MOST_SEATS):
        other = (seat + place) % seats
        hides = place > 0 and state.phase == PLACE
        for action in range(ACTION_COUNT):
            for space in range(SPACES):
                seen = place < seats and not (hides and space >= state.settled[other, action])
                thing = state.spaces[other, action, space] if seen else NONE
                out[AT_SPACES + place * PANEL + action * SPACES + space] = thing + 1
        for kind in range(COUNTER_KINDS):
            counters = state.research[other, kind] if place < seats and not hides else 0
            out[AT_RESEARCH + place * COUNTER_KINDS + kind] = counters


@rule
def observe_drawn(state: Any, seat: int, out: Any) -> None:
    """Write the viewer's counters that are not placed yet, and how many each seat has."""
    seats = int(state.seats)
    for kind in range(COUNTER_KINDS):
        out[AT_DRAWN + kind] = state.drawn[seat, kind]
    for place in range(MOST_SEATS):
        unplaced = 0
        if place < seats:
            for kind in range(COUNTER_KINDS):
                unplaced += state.drawn[(seat + place) % seats, kind]
        out[AT_DRAWN_SIZES + place] = unplaced
