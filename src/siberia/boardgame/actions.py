"""One's turn, and the actions Research, Manager, Investor and the resources (B14–B19, B24–B28, X4).

Those that move pawns are in pawns.py.

An action's counters are taken off before it takes effect. `begin_<action>` then asks for what is
to be decided; where nothing is left to decide the phase is DONE, and `apply` ends the turn.
"""

from typing import Any

from siberia.boardgame.moves import (
    CUBE,
    DECLINE,
    DO,
    DO_RESEARCH,
    PASS,
    SELL_AT,
    SELL_BY_CARD,
    TILE_FOR,
    WILD,
)
from siberia.boardgame.pawns import begin_logistician, begin_worker, find_reach
from siberia.boardgame.rounds import clear, cover, has_tile, is_covered, is_free
from siberia.boardgame.state import (
    ACTION_COUNT,
    COUNTER_KINDS,
    DONE,
    FIRST_RESOURCE_ACTION,
    INVEST,
    INVESTOR_ACTION,
    LOGISTICIAN_ACTION,
    MANAGER_ACTION,
    MANAGER_COUNTER,
    MANAGERS,
    PAWN,
    RESEARCH,
    RESOURCE,
    RESOURCE_COUNT,
    SALESMAN_ACTION,
    SELL,
    SLOTS,
    TILE,
    WILDCARD,
    WORKER_ACTION,
)
from siberia.components.board import AREAS
from siberia.engine.jit import rule

# ---------------------------------------------------------------- one's turn


@rule
def legal_act(state: Any, moves: Any) -> int:
    """B14–B17: Research while counters lie there; else a covered action, or pass."""
    player = state.player
    if lies_in_research(state, player):
        moves[0] = DO_RESEARCH
        return 1
    n = 0
    for action in range(ACTION_COUNT):
        moves[n] = DO + action
        n += is_covered(state, player, action)
    moves[n] = PASS
    return n + 1


@rule
def apply_act(state: Any, move: int) -> None:
    """B14, B16: one action, its counters taken off first, or pass."""
    if move == PASS:
        state.passed[state.player] = 1
        state.phase = DONE
    elif move == DO_RESEARCH:
        begin_research(state)
    else:
        clear(state, state.player, move - DO)
        begin_action(state, move - DO)


@rule
def begin_action(state: Any, action: int) -> None:
    """Ask for what an action leaves to decide."""
    if action == MANAGER_ACTION:
        begin_manager(state)
    elif action == LOGISTICIAN_ACTION:
        begin_logistician(state)
    elif action == SALESMAN_ACTION:
        state.phase = PAWN
    elif action == WORKER_ACTION:
        begin_worker(state)
    elif action == INVESTOR_ACTION:
        begin_investor(state)
    else:
        begin_resource(state, action - FIRST_RESOURCE_ACTION)


# ---------------------------------------------------------------- research (B18)


@rule
def lies_in_research(state: Any, player: int) -> bool:
    """B15: whether counters lie under Research."""
    for kind in range(COUNTER_KINDS):
        if state.research[player, kind] > 0:
            return True
    return False


@rule
def begin_research(state: Any) -> None:
    """B18: all counters come off; those that can place nothing do nothing."""
    state.pending[:] = 0
    for kind in range(COUNTER_KINDS):
        copies = state.research[state.player, kind]
        if copies > 0:
            state.pending[MANAGERS if kind == MANAGER_COUNTER else kind % RESOURCE_COUNT] += copies
            state.bag[kind] += copies
            state.research[state.player, kind] = 0
    state.phase = RESEARCH
    finish_research(state)


@rule
def finish_research(state: Any) -> None:
    """B18: research is over when no counter that is left can place anything."""
    for resource in range(RESOURCE_COUNT):
        if places_for(state, resource) != 0:
            return
    state.phase = DONE


@rule
def places_for(state: Any, resource: int) -> int:
    """B18: the areas for a cube of this resource, if a counter and the reserve provide one."""
    counters = state.pending[resource] + state.pending[MANAGERS]
    if counters == 0 or state.reserve[resource] == 0:
        return 0
    areas = 0
    for area in range(AREAS):
        areas |= (~(state.cubes[area] >> resource) & 1) << area
    return areas & ~state.exhausted


@rule
def legal_research(state: Any, moves: Any) -> int:
    """B18: a cube, to any area that has none of the kind and is not exhausted."""
    n = 0
    for resource in range(RESOURCE_COUNT):
        areas = places_for(state, resource)
        for area in range(AREAS):
            moves[n] = CUBE + resource * AREAS + area
            n += (areas >> area) & 1
    return n


@rule
def apply_research(state: Any, move: int) -> None:
    """B18: charged to a counter showing the resource while there is one, then to a Manager."""
    resource, area = (move - CUBE) // AREAS, (move - CUBE) % AREAS
    state.reserve[resource] -= 1
    state.cubes[area] |= 1 << resource
    state.pending[resource if state.pending[resource] > 0 else MANAGERS] -= 1
    finish_research(state)


# ---------------------------------------------------------------- manager (B19)


@rule
def begin_manager(state: Any) -> None:
    """B19: skipped where no other action has a free space."""
    state.phase = WILDCARD
    for action in range(MANAGER_ACTION + 1, ACTION_COUNT):
        if is_free(state, state.player, action):
            return
    state.phase = DONE


@rule
def legal_wildcard(state: Any, moves: Any) -> int:
    """B19: a free space of another action; neither Research nor Manager."""
    moves[0] = WILD
    n = 1
    for action in range(MANAGER_ACTION + 1, ACTION_COUNT):
        moves[n] = WILD + action
        n += is_free(state, state.player, action)
    return n


@rule
def apply_wildcard(state: Any, move: int) -> None:
    """B19: one Manager counter comes back out of the bag and counts there as a counter."""
    if move != WILD:
        state.bag[MANAGER_COUNTER] -= 1
        cover(state, state.player, move - WILD, MANAGER_COUNTER)
    state.phase = DONE


# ---------------------------------------------------------------- investor (B24)


@rule
def fits(state: Any, action: int) -> bool:
    """B24: an open tile for an action that has a free space and no tile yet."""
    player = state.player
    room = is_free(state, player, action) and not has_tile(state, player, action)
    return state.open_tiles[action] > 0 and room


@rule
def begin_investor(state: Any) -> None:
    """B24: skipped where no open tile fits."""
    state.phase = INVEST
    for action in range(ACTION_COUNT):
        if fits(state, action):
            return
    state.phase = DONE


@rule
def legal_invest(state: Any, moves: Any) -> int:
    """B24: one of the open tiles that fit; may be declined."""
    n = 0
    for action in range(ACTION_COUNT):
        moves[n] = TILE_FOR + action
        n += fits(state, action)
    moves[n] = DECLINE
    return n + 1


@rule
def apply_invest(state: Any, move: int) -> None:
    """B24: the tile is put at once, and a new one turned up while the stack lasts."""
    if move != DECLINE:
        state.open_tiles[move - TILE_FOR] -= 1
        cover(state, state.player, move - TILE_FOR, TILE)
        turn_up_tile(state)
    state.phase = DONE


@rule
def turn_up_tile(state: Any) -> None:
    """B7, B24: the top tile of the stack lies open."""
    if state.tiles_left > 0:
        state.tiles_left -= 1
        state.open_tiles[state.tiles[state.tiles_left]] += 1
        state.reveals += 1


# ---------------------------------------------------------------- resources (B25–B28, X4)


@rule
def begin_resource(state: Any, resource: int) -> None:
    """B25, B26: over at once where no cube can be taken, or nobody buys it."""
    state.pending[RESOURCE] = resource
    state.phase = SELL
    if not (can_take(state, resource) and can_sell(state, resource)):
        state.phase = DONE


@rule
def can_take(state: Any, resource: int) -> bool:
    """B25: whether a worker stands where such a cube lies."""
    for area in range(AREAS):
        if state.workers[state.player, area] > 0 and (state.cubes[area] >> resource) & 1:
            return True
    return False


@rule
def can_sell(state: Any, resource: int) -> bool:
    """B26, X4: whether the player has a salesman who trades it, or its card."""
    for slot in range(SLOTS):
        if buys(state, slot, resource):
            return True
    return state.cards[resource] == state.player


@rule
def buys(state: Any, slot: int, resource: int) -> bool:
    """B25: whether the player can sell a resource at the exchange in a space."""
    traded = state.prices[state.lying[slot], resource] > 0
    return traded and state.salesmen[state.player, slot] > 0


@rule
def legal_sell(state: Any, moves: Any) -> int:
    """B25, X4: at one exchange or by card; the best price is offered first.

    No exchange pays as much as the card: loading a box checks it.
    """
    resource = state.pending[RESOURCE]
    first = 0
    if state.cards[resource] == state.player:
        moves[0] = SELL_BY_CARD
        first = 1
    n = first
    for slot in range(SLOTS):
        if buys(state, slot, resource):
            exchange = state.lying[slot]
            place = n
            while place > first and (
                state.prices[moves[place - 1] - SELL_AT, resource]
                < state.prices[exchange, resource]
            ):
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = SELL_AT + exchange
            n += 1
    return n


@rule
def apply_sell(state: Any, move: int) -> None:
    """B25, X4: all cubes are sold at once, and leave the game."""
    resource = state.pending[RESOURCE]
    if move == SELL_BY_CARD:
        price = state.worth[resource]
    else:
        price = state.prices[move - SELL_AT, resource]
    # Money outgrows the state's 16 bits when the rules run interpreted.
    state.money[state.player] += extract(state, resource) * int(price)
    state.phase = DONE


@rule
def extract(state: Any, resource: int) -> int:
    """B25, B27, B28: from each area with a worker its cube; count them."""
    count = 0
    fallen = 0
    for area in range(AREAS):
        if state.workers[state.player, area] > 0 and (state.cubes[area] >> resource) & 1:
            state.cubes[area] &= ~(1 << resource)
            count += 1
            if state.cubes[area] == 0:
                exhaust(state, area)
                fallen += 1
    if fallen > 0:
        find_reach(state)
    return count


@rule
def exhaust(state: Any, area: int) -> None:
    """B28: no cube comes there again, and all workers there return to their owners."""
    state.exhausted |= 1 << area
    for seat in range(state.seats):
        state.workers[seat, area] = 0
