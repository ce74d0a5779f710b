"""The board game's state: board, panels, bag and tiles, each field once.

The numbers of the rules stand here too, each under a name.

Areas, and the resources lying in one, are bits of a number: bit 0 is the first area of the box, or
gas. Vladivostok is no area, but workers stand there: its number is that after the last area.
"""

from typing import TYPE_CHECKING

from siberia.components import BoardBox, shipped
from siberia.components.board import AREAS, EXCHANGE_TILES, TILES_PER_ACTION
from siberia.engine.errors import SetupError
from siberia.engine.rng import STREAM_WIDTH
from siberia.engine.schema import (
    Array,
    Seen,
    State,
    blank,
    everyone,
    field,
    how_many,
    nobody,
    owner,
)
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, MOST_SEATS, RESOURCES, listing

if TYPE_CHECKING:
    from siberia.engine.contract import Setup

# Nobody, or nothing; and, of a salesman card, that it is not in the game (X1).
NONE = -1
OUT = -2

# B1: where workers can stand; an exchange lies in each slot, one of the two sides of its tile.
VLADIVOSTOK = AREAS
LOCATIONS = AREAS + 1
SLOTS = 1 + EXCHANGE_TILES
EXCHANGES = 1 + 2 * EXCHANGE_TILES
RESOURCE_COUNT = len(RESOURCES)

# B2: the actions of a panel, and the spaces of each.
ACTION_COUNT = len(ACTIONS)
SPACES = 2
# B3: kinds of counters, and what else can cover a space of the panel.
COUNTER_KINDS = len(ACTION_COUNTERS)
MANAGER_COUNTER = COUNTER_KINDS - 1
TILE = COUNTER_KINDS
# B7: the investment tiles that lie open.
OPEN_TILES = 4
# B10: the counters that each player draws in a round.
COUNTERS_DRAWN = 6
# B20: the steps of a Logistician.
STEPS = 3
# B29: the counters that a player may keep for the next round.
COUNTERS_KEPT = 10
# B30: the game ends after the round in which so many areas are exhausted, or reserves empty.
EXHAUSTED_AREAS_END = 8
EMPTY_RESERVES_END = 3
# B32: and after this round in any case.
LAST_ROUND = 100

# The actions of the panel; a resource's action is FIRST_RESOURCE_ACTION + resource.
MANAGER_ACTION, LOGISTICIAN_ACTION, SALESMAN_ACTION, WORKER_ACTION, INVESTOR_ACTION = range(5)
FIRST_RESOURCE_ACTION = INVESTOR_ACTION + 1

# Phases: what must be decided now.
(
    SIDES,
    PLACE,
    ACT,
    RESEARCH,
    WILDCARD,
    STEP,
    PAWN,
    EXCHANGE,
    DEPLOY,
    INVEST,
    SELL,
    SURPLUS,
    OVER,
    # An action that leaves nothing to decide; the turn ends before anyone sees this.
    DONE,
) = range(14)
PHASES = (
    "sides",
    "place",
    "act",
    "research",
    "wildcard",
    "step",
    "pawn",
    "exchange",
    "deploy",
    "invest",
    "sell",
    "surplus",
    "over",
)

# The parts of `pending`. Phases use the same places: in STEP how many steps are left, in SELL which
# resource is sold, in EXCHANGE where the pawn comes from.
STEPS_LEFT = 0
RESOURCE = 0
SOURCE = 0
# In RESEARCH the counters that are left: by the resource they show, then managers.
MANAGERS = RESOURCE_COUNT
PENDING_PARTS = MANAGERS + 1

# Who settles the sides of the exchanges (B6): the set-up, the start player, or chance.
SIDES_GIVEN, SIDES_CHOSEN, SIDES_RANDOM = range(3)

EDITIONS: tuple[str, ...] = ("dlp",)


Spaces = list[list[list[int]]]


def until_all_have_placed(name: str, value: Spaces, fields: Seen, seat: int | None) -> Seen:
    """Show what lay on the panels before this placing; what is placed now only to its owner (B11).

    Spaces are covered from the first on, so the hidden ones are those after the settled ones.
    """
    if fields["phase"] != PLACE:
        return {name: value}
    return {
        name: [
            panel if number == seat else settled_spaces(panel, fields["settled"][number])
            for number, panel in enumerate(value)
        ]
    }


def settled_spaces(panel: list[list[int]], settled: list[int]) -> list[list[int]]:
    """Return a panel as it was before this placing."""
    return [
        [*spaces[:count], *[NONE] * (SPACES - count)]
        for spaces, count in zip(panel, settled, strict=True)
    ]


def owner_while_placing(name: str, value: list[list[int]], fields: Seen, seat: int | None) -> Seen:
    """Show each seat its own, and all of it once everyone has placed (B11).

    Not even how many: that, too, nobody knows before.
    """
    if fields["phase"] != PLACE:
        return {name: value}
    return {name: [row if number == seat else [0] * len(row) for number, row in enumerate(value)]}


class BoardState(State):
    """One match of the board game at one moment."""

    rng: Array = field("chance to come", shape=(STREAM_WIDTH,), width="i8", seen_by=nobody)

    seats: int = field("number of players", seen_by=everyone)
    start: int = field("who has the start player marker", seen_by=everyone)
    round_number: int = field("the round, from 1 on", seen_by=everyone)
    phase: int = field("what must be decided now", seen_by=everyone)
    player: int = field("who must decide it", seen_by=everyone)
    turn: int = field("how many turns have begun", seen_by=everyone)
    pending: Array = field(
        "parts of the decision: counters left in Research by resource, then managers; or steps"
        " left; or the resource to sell; or where a pawn comes from",
        shape=(PENDING_PARTS,),
        seen_by=everyone,
    )
    reveals: int = field("how often something became known", width="i4", seen_by=everyone)

    borders: Array = field("printed: areas beside each", shape=(LOCATIONS,), seen_by=everyone)
    prices: Array = field(
        "printed: what each exchange pays, 0 for nothing",
        shape=(EXCHANGES, RESOURCE_COUNT),
        seen_by=everyone,
    )
    worth: Array = field("printed on the salesman cards", shape=(RESOURCE_COUNT,), seen_by=everyone)

    cubes: Array = field("the resources in each area", shape=(AREAS,), seen_by=everyone)
    reserve: Array = field("cubes in reserve", shape=(RESOURCE_COUNT,), seen_by=everyone)
    exhausted: int = field("the exhausted areas", seen_by=everyone)
    reach: Array = field(
        "areas one step away, with exhausted ones skipped (B21)",
        shape=(LOCATIONS,),
        seen_by=everyone,
    )
    lying: Array = field("the exchange in each space, or NONE", shape=(SLOTS,), seen_by=everyone)
    choosing: int = field("who settles the sides of the exchanges (B6)", seen_by=everyone)

    workers: Array = field("pawns of each seat", shape=(MOST_SEATS, LOCATIONS), seen_by=everyone)
    salesmen: Array = field("pawns of each seat", shape=(MOST_SEATS, SLOTS), seen_by=everyone)
    money: Array = field("of each seat", shape=(MOST_SEATS,), width="i4", seen_by=everyone)
    cards: Array = field(
        "who has each salesman card, or NONE; or OUT without the expansion",
        shape=(RESOURCE_COUNT,),
        seen_by=everyone,
    )
    passed: Array = field("who has passed", shape=(MOST_SEATS,), seen_by=everyone)

    bag: Array = field(
        "counters in the bag, of each kind", shape=(COUNTER_KINDS,), seen_by=how_many
    )
    drawn: Array = field(
        "not yet placed, of each kind", shape=(MOST_SEATS, COUNTER_KINDS), seen_by=owner
    )
    spaces: Array = field(
        "what covers the spaces of each action: a kind, TILE or NONE",
        shape=(MOST_SEATS, ACTION_COUNT, SPACES),
        seen_by=until_all_have_placed,
    )
    settled: Array = field(
        "how many spaces were covered before this placing",
        shape=(MOST_SEATS, ACTION_COUNT),
        seen_by=everyone,
    )
    research: Array = field(
        "counters under Research",
        shape=(MOST_SEATS, COUNTER_KINDS),
        seen_by=owner_while_placing,
    )

    tiles: Array = field(
        "face-down investment tiles", shape=(TILES_PER_ACTION * ACTION_COUNT,), seen_by=nobody
    )
    tiles_left: int = field("how many of them", seen_by=everyone)
    open_tiles: Array = field("open tiles for each action", shape=(ACTION_COUNT,), seen_by=everyone)


def check(setup: "Setup") -> None:
    """Raise SetupError if the board game cannot be set up so."""
    if setup.edition not in EDITIONS:
        message = f"no edition {setup.edition!r} of the board game; there is {listing(EDITIONS)}"
        raise SetupError(message, about="edition")
    if setup.exchanges not in ("choose", "random") and (
        len(setup.exchanges) != EXCHANGE_TILES or set(setup.exchanges) - set("AB")
    ):
        message = "exchanges are choose, random, A, B or five letters such as ABBAA"
        raise SetupError(f"{message}, not {setup.exchanges!r}", about="exchanges")


def unpack(setup: "Setup") -> BoardState:
    """Return a state with the whole box in order: everything in bag, stack and reserve."""
    box = setup.box
    assert isinstance(box, BoardBox)
    state = blank(BoardState)
    state.seats, state.start = setup.seats, setup.start
    lay_map(state, box)
    for exchange, name in enumerate(box.exchanges.names):
        state.prices[exchange] = [box.exchanges.prices[name].get(r, 0) for r in RESOURCES]
    state.lying[:] = NONE
    state.lying[0] = 0
    choosing = {"choose": SIDES_CHOSEN, "random": SIDES_RANDOM}
    state.choosing = choosing.get(setup.exchanges, SIDES_GIVEN)
    if state.choosing == SIDES_GIVEN:
        state.lying[1:] = [1 + 2 * tile + "AB".index(s) for tile, s in enumerate(setup.exchanges)]
    state.cards[:] = NONE if setup.expansion else OUT
    state.worth[:] = [shipped("card").salesmen.values[resource] for resource in RESOURCES]
    state.reserve[:] = [box.cubes.copies[resource] for resource in RESOURCES]
    state.bag[:] = [box.action_counters.copies[counter] for counter in ACTION_COUNTERS]
    state.spaces[:] = NONE
    copies = box.investment_tiles.copies
    state.tiles[:] = [action for action, name in enumerate(ACTIONS) for _ in range(copies[name])]
    state.tiles_left = len(state.tiles)
    return state


def lay_map(state: BoardState, box: BoardBox) -> None:
    """Write the borders, and the arrows as Vladivostok's."""
    areas = box.map.areas
    for area, name in enumerate(areas):
        state.borders[area] = sum(1 << areas.index(other) for other in box.map.borders[name])
    state.borders[VLADIVOSTOK] = sum(1 << areas.index(other) for other in box.map.arrows)
    state.reach[:] = state.borders
