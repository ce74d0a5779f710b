"""What nets and critics of the board game see beside its observation.

Seats are numbered as the viewer counts them: 0 is the viewer. Money is in thousands.
"""

from typing import Any

from siberia.boardgame.pawns import supply
from siberia.boardgame.rounds import (
    counters_on,
    empty_reserves,
    exhausted_areas,
    first_drawn,
    has_tile,
)
from siberia.boardgame.state import (
    ACTION_COUNT,
    COUNTER_KINDS,
    EMPTY_RESERVES_END,
    EXCHANGE,
    EXCHANGES,
    EXHAUSTED_AREAS_END,
    FIRST_RESOURCE_ACTION,
    LOCATIONS,
    MANAGER_COUNTER,
    MANAGERS,
    NONE,
    PENDING_PARTS,
    PLACE,
    RESEARCH,
    RESOURCE,
    RESOURCE_COUNT,
    SELL,
    SLOTS,
    SOURCE,
    SPACES,
    STEP,
    STEPS,
    STEPS_LEFT,
    TILE,
)
from siberia.bots.board_heuristics import area_worth, price_for, weigh_exchange, within_reach
from siberia.bots.coding import FLAG, IGNORED, Coding, amount, one_of, up_to
from siberia.components.board import AREAS, PAWNS
from siberia.engine.contract import Part, part_offsets
from siberia.engine.jit import rule
from siberia.engine.vocabulary import MOST_SEATS

# How many of the next investment tiles a critic sees.
NEXT_TILES = 4
RIVALS = MOST_SEATS - 1
# As many steps away as a Logistician goes, and one more for everything farther.
FAR = STEPS + 1
SALES = MOST_SEATS * RESOURCE_COUNT
STUDY = RESOURCE_COUNT + 1

DERIVED: tuple[Part, ...] = (
    Part("placing", 1, "the counter that is placed next + 1"),
    Part("steps_left", 1, "of a Logistician"),
    Part("selling", 1, "the resource that is sold + 1"),
    Part("source", 1, "where the pawn comes from + 1"),
    Part("researching", PENDING_PARTS, "counters left in Research, by resource, then managers"),
    Part("ends", 2, "exhausted areas, and empty reserves"),
    Part("price", SALES, "seat by seat, the best price for each resource"),
    Part("within_reach", SALES, "seat by seat, cubes of each resource where workers stand"),
    Part("gain", SALES, "seat by seat, what selling each resource would bring now"),
    Part("ready_gain", SALES, "the same where the action is covered, 0 elsewhere"),
    Part("half_gain", SALES, "the same where one space is covered, 0 elsewhere"),
    Part("supply", MOST_SEATS, "pawns of each seat that stand nowhere"),
    Part("counters", MOST_SEATS, "counters on the panel of each seat"),
    Part("leads", RIVALS, "by how much the viewer leads each other seat"),
    Part("area_worth", AREAS, "what the cubes of each area would bring the viewer"),
    Part("distance", AREAS, "steps from the viewer's nearest worker, 4 for farther"),
    Part("rivals_there", AREAS, "others' workers in each area"),
    Part("better", SLOTS, "how much a salesman at each exchange would better the prices"),
    Part("study", MOST_SEATS * STUDY, "seat by seat, counters under Research by resource"),
    Part("unseen_counters", COUNTER_KINDS, "counters of each kind that nobody has shown"),
)

HIDDEN: tuple[Part, ...] = (
    Part("rival_drawn", RIVALS * COUNTER_KINDS, "seat by seat, others' counters to be placed"),
    Part("rival_covered", RIVALS * ACTION_COUNT, "seat by seat, covered spaces of each action"),
    Part("rival_study", RIVALS * STUDY, "seat by seat, counters under Research by resource"),
    Part("next_tiles", NEXT_TILES, "the next investment tiles: action + 1"),
)

# Of the hidden parts that which nobody at the table knows: only chance will tell.
UPCOMING = frozenset({"next_tiles"})

COUNTER = one_of(1, COUNTER_KINDS)
MONEY = amount(60, 5, 10, 15, 20, 30, 40)

CODINGS: dict[str, tuple[Coding, ...]] = {
    "seats": (one_of(2, MOST_SEATS),),
    "start": (one_of(0, MOST_SEATS - 1),),
    "round": (amount(20, 2, 3, 4, 5, 6, 8, 10, 12, 15),),
    "phase": (one_of(0, 11),),
    "to_move": (IGNORED,),
    "pending": (IGNORED,),
    "bag": (amount(60, 7, 13, 19, 25),),
    "tiles_left": (amount(16, 1, 4),),
    "open_tiles": (up_to(2),),
    "reserve": (amount(12, 1, 2, 3, 4, 6, 8),),
    "cubes": (FLAG,),
    "exhausted": (FLAG,),
    "prices": (amount(8, 1),),
    "cards": (Coding(values=(-1, 1, 2, 3, 4)),),
    "worth": (amount(8),),
    "money": (MONEY,),
    "passed": (FLAG,),
    "workers": (up_to(2),),
    "salesmen": (FLAG,),
    "spaces": (Coding(values=(TILE + 1,), steps=(1,)),),
    "research": (IGNORED,),
    "drawn": (up_to(2),),
    "drawn_sizes": (amount(6, 1),),
    "placing": (COUNTER,),
    "steps_left": (up_to(STEPS),),
    "selling": (one_of(1, RESOURCE_COUNT),),
    "source": (one_of(1, 1 + EXCHANGES + LOCATIONS),),
    "researching": (up_to(3),),
    "ends": (up_to(EXHAUSTED_AREAS_END), up_to(EMPTY_RESERVES_END)),
    "price": (up_to(6),),
    "within_reach": (up_to(4),),
    "gain": (amount(25, 1),),
    "ready_gain": (amount(25, 1, 4, 8, 12, 16),),
    "half_gain": (amount(25, 1),),
    "supply": (up_to(PAWNS),),
    "counters": (amount(20, 4, 7, 9, 10, 11, 12),),
    "leads": (amount(30, -12, -6, -3, 0, 1, 4, 7, 13, low=-30),),
    "area_worth": (amount(15, 1, 4, 7, 10),),
    "distance": (one_of(0, STEPS),),
    "rivals_there": (FLAG,),
    "better": (amount(40, 1, 2, 6, 12, 20),),
    "study": (up_to(2),),
    "unseen_counters": (amount(4, 1),),
    "rival_drawn": (up_to(2),),
    "rival_covered": (up_to(2),),
    "rival_study": (up_to(3),),
    "next_tiles": (one_of(1, ACTION_COUNT),),
}

OFFSETS = part_offsets(DERIVED)
AT_PLACING = OFFSETS["placing"]
AT_STEPS_LEFT = OFFSETS["steps_left"]
AT_SELLING = OFFSETS["selling"]
AT_SOURCE = OFFSETS["source"]
AT_RESEARCHING = OFFSETS["researching"]
AT_ENDS = OFFSETS["ends"]
AT_PRICE = OFFSETS["price"]
AT_WITHIN_REACH = OFFSETS["within_reach"]
AT_GAIN = OFFSETS["gain"]
AT_READY_GAIN = OFFSETS["ready_gain"]
AT_HALF_GAIN = OFFSETS["half_gain"]
AT_SUPPLY = OFFSETS["supply"]
AT_COUNTERS = OFFSETS["counters"]
AT_LEADS = OFFSETS["leads"]
AT_AREA_WORTH = OFFSETS["area_worth"]
AT_DISTANCE = OFFSETS["distance"]
AT_RIVALS_THERE = OFFSETS["rivals_there"]
AT_BETTER = OFFSETS["better"]
AT_STUDY = OFFSETS["study"]
AT_UNSEEN_COUNTERS = OFFSETS["unseen_counters"]

HIDDEN_OFFSETS = part_offsets(HIDDEN)
AT_RIVAL_DRAWN = HIDDEN_OFFSETS["rival_drawn"]
AT_RIVAL_COVERED = HIDDEN_OFFSETS["rival_covered"]
AT_RIVAL_STUDY = HIDDEN_OFFSETS["rival_study"]
AT_NEXT_TILES = HIDDEN_OFFSETS["next_tiles"]


@rule
def derive(state: Any, seat: int, out: Any) -> None:
    """Write what follows from what a seat may know."""
    for i in range(AT_UNSEEN_COUNTERS + COUNTER_KINDS):
        out[i] = 0
    derive_decision(state, seat, out)
    derive_areas(state, seat, out)
    for slot in range(SLOTS):
        if state.lying[slot] != NONE:
            out[AT_BETTER + slot] = weigh_exchange(state, seat, state.lying[slot]) - 1
    seats = int(state.seats)
    for place in range(seats):
        other = (seat + place) % seats
        hides = place > 0 and state.phase == PLACE
        derive_sales(state, other, place, hides, out)
        derive_panel(state, other, place, hides, out)
        if place > 0:
            out[AT_LEADS + place - 1] = (state.money[seat] - state.money[other]) // 1000
    for kind in range(COUNTER_KINDS):
        out[AT_UNSEEN_COUNTERS + kind] += state.bag[kind]


@rule
def derive_decision(state: Any, seat: int, out: Any) -> None:
    """Write what is being decided, and how near the end is."""
    if state.phase == PLACE:
        out[AT_PLACING] = first_drawn(state, seat) + 1
    elif state.phase == STEP:
        out[AT_STEPS_LEFT] = state.pending[STEPS_LEFT]
    elif state.phase == SELL:
        out[AT_SELLING] = state.pending[RESOURCE] + 1
    elif state.phase == EXCHANGE:
        out[AT_SOURCE] = state.pending[SOURCE] + 1
    elif state.phase == RESEARCH:
        for part in range(MANAGERS + 1):
            out[AT_RESEARCHING + part] = state.pending[part]
    out[AT_ENDS] = exhausted_areas(state)
    out[AT_ENDS + 1] = empty_reserves(state)


@rule
def derive_areas(state: Any, seat: int, out: Any) -> None:
    """Write what each area is worth to the viewer, how far it is, and who stands there."""
    here = 0
    for location in range(LOCATIONS):
        here |= (state.workers[seat, location] > 0) << location
    for area in range(AREAS):
        out[AT_AREA_WORTH + area] = area_worth(state, seat, area)
        out[AT_DISTANCE + area] = 0 if here >> area & 1 else FAR
        for other in range(state.seats):
            if other != seat:
                out[AT_RIVALS_THERE + area] += state.workers[other, area]
    for step in range(1, FAR):
        reached = here
        for location in range(LOCATIONS):
            if here >> location & 1:
                reached |= int(state.reach[location])
        for area in range(AREAS):
            if (reached & ~here) >> area & 1:
                out[AT_DISTANCE + area] = step
        here = reached


@rule
def derive_sales(state: Any, other: int, place: int, hides: bool, out: Any) -> None:
    """Write what a seat could sell; how far its panel is, only as far as that may be seen (B11)."""
    for resource in range(RESOURCE_COUNT):
        at, action = place * RESOURCE_COUNT + resource, FIRST_RESOURCE_ACTION + resource
        price, reach = price_for(state, other, resource), within_reach(state, other, resource)
        out[AT_PRICE + at] = price
        out[AT_WITHIN_REACH + at] = reach
        out[AT_GAIN + at] = price * reach
        covered = 0
        for space in range(SPACES):
            seen = not (hides and space >= state.settled[other, action])
            covered += seen and state.spaces[other, action, space] != NONE
        out[AT_READY_GAIN + at] = price * reach if covered == SPACES else 0
        out[AT_HALF_GAIN + at] = price * reach if covered == 1 else 0


@rule
def derive_panel(state: Any, other: int, place: int, hides: bool, out: Any) -> None:
    """Count a seat's pawns and counters; what it hides now (B11) counts as not shown."""
    out[AT_SUPPLY + place] = supply(state, other)
    for action in range(ACTION_COUNT):
        for space in range(SPACES):
            thing = state.spaces[other, action, space]
            if thing != NONE and thing != TILE:
                if hides and space >= state.settled[other, action]:
                    out[AT_UNSEEN_COUNTERS + thing] += 1
                else:
                    out[AT_COUNTERS + place] += 1
    for kind in range(COUNTER_KINDS):
        if hides:
            out[AT_UNSEEN_COUNTERS + kind] += state.research[other, kind]
        else:
            at = AT_STUDY + place * STUDY + studied(kind)
            out[at] += state.research[other, kind]
        if place > 0:
            out[AT_UNSEEN_COUNTERS + kind] += state.drawn[other, kind]


@rule
def studied(kind: int) -> int:
    """Return what a counter stands for under Research: its resource, or after them a manager."""
    return RESOURCE_COUNT if kind == MANAGER_COUNTER else kind % RESOURCE_COUNT


@rule
def reveal(state: Any, seat: int, out: Any) -> None:
    """Write what the seat may not know: what others drew and place now, and the next tiles."""
    for i in range(AT_NEXT_TILES + NEXT_TILES):
        out[i] = 0
    seats = int(state.seats)
    for place in range(seats - 1):
        other = (seat + 1 + place) % seats
        for action in range(ACTION_COUNT):
            covered = counters_on(state, other, action) + has_tile(state, other, action)
            out[AT_RIVAL_COVERED + place * ACTION_COUNT + action] = covered
        for kind in range(COUNTER_KINDS):
            out[AT_RIVAL_DRAWN + place * COUNTER_KINDS + kind] = state.drawn[other, kind]
            out[AT_RIVAL_STUDY + place * STUDY + studied(kind)] += state.research[other, kind]
    for i in range(min(NEXT_TILES, int(state.tiles_left))):
        out[AT_NEXT_TILES + i] = state.tiles[state.tiles_left - 1 - i] + 1
