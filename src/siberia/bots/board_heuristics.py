"""What a sensible player of the board game looks at: which moves are worth trying, what a position
is worth. Rules of thumb, not rules: nothing here decides what is legal.
"""

from typing import Any

from siberia.boardgame.moves import (
    CUBE,
    DECLINE,
    DO,
    DO_RESEARCH,
    FIRST_EXCHANGE,
    FIRST_LOCATION,
    FROM,
    MOVE,
    PASS,
    PUT,
    PUT_RESEARCH,
    ROB,
    STOP,
    SUPPLY,
    TAKE_CARD,
    TO,
    WILD,
)
from siberia.boardgame.pawns import slot_of, supply
from siberia.boardgame.rounds import counters_on, empty_reserves, exhausted_areas, has_tile
from siberia.boardgame.state import (
    ACT,
    ACTION_COUNT,
    EMPTY_RESERVES_END,
    EXCHANGE,
    EXHAUSTED_AREAS_END,
    FIRST_RESOURCE_ACTION,
    INVEST,
    INVESTOR_ACTION,
    LOGISTICIAN_ACTION,
    MANAGER_ACTION,
    PAWN,
    PLACE,
    RESEARCH,
    RESOURCE_COUNT,
    SALESMAN_ACTION,
    SELL,
    SLOTS,
    SPACES,
    STEP,
    VLADIVOSTOK,
    WILDCARD,
    WORKER_ACTION,
)
from siberia.components.board import AREAS
from siberia.engine.jit import rule

# By so much two scores must differ for the leader to be about 88 % ahead in the eye of a search.
SCALE = 15_000.0
# For so many moves a search plays on before it judges. With 60 it won 35 % of 40 matches against
# three greedy bots, with 150 it won 75 % (1,000 simulations each): a round must fit in.
HORIZON = 150


@rule
def weigh(state: Any, moves: Any, count: int, weights: Any) -> None:
    """Write how much each of the legal moves is worth trying."""
    phase, player = state.phase, state.player
    for i in range(count):
        move = moves[i]
        if phase == PLACE:
            weights[i] = 2 if move == PUT_RESEARCH else weigh_space(state, player, move - PUT)
        elif phase == ACT:
            weights[i] = weigh_act(state, player, move)
        elif phase == RESEARCH:
            weights[i] = weigh_cube(state, player, move - CUBE)
        elif phase == WILDCARD:
            weights[i] = 1 if move == WILD else weigh_space(state, player, move - WILD)
        elif phase == STEP:
            weights[i] = 1 if move == STOP else weigh_step(state, player, move - MOVE)
        elif phase == PAWN:
            weights[i] = weigh_pawn(state, player, move)
        elif phase == EXCHANGE:
            weights[i] = weigh_exchange(state, player, move - TO)
        elif phase == SELL:
            # The best price is offered first.
            weights[i] = 100 if i == 0 else 1
        elif phase == INVEST:
            weights[i] = 1 if move == DECLINE else 20
        else:
            weights[i] = 1 if move == DECLINE else 10


@rule
def price_for(state: Any, player: int, resource: int) -> int:
    """Return the best price a player can get for a resource now, in thousands."""
    best = 0
    for slot in range(SLOTS):
        if state.salesmen[player, slot] > 0:
            best = max(best, state.prices[state.lying[slot], resource])
    if state.cards[resource] == player:
        best = state.worth[resource]
    return best // 1000


@rule
def within_reach(state: Any, player: int, resource: int) -> int:
    """Count the cubes of a resource where a player has workers."""
    count = 0
    for area in range(AREAS):
        if state.workers[player, area] > 0:
            count += (state.cubes[area] >> resource) & 1
    return count


@rule
def weigh_space(state: Any, player: int, action: int) -> int:
    """Weigh a space on a panel: better where it completes an action, and where that action pays."""
    begun = counters_on(state, player, action) + has_tile(state, player, action)
    use = 4
    if action >= FIRST_RESOURCE_ACTION:
        resource = action - FIRST_RESOURCE_ACTION
        price = price_for(state, player, resource)
        use = 2 + price * (1 + 2 * within_reach(state, player, resource))
    elif action == LOGISTICIAN_ACTION:
        use = 8
    elif action == INVESTOR_ACTION:
        use = 6
    return use * (3 if begun else 1)


@rule
def weigh_act(state: Any, player: int, move: int) -> int:
    """Weigh an action by what it brings; passing is the last resort, Research never a choice."""
    if move == PASS or move == DO_RESEARCH:
        return 1
    action = move - DO
    if action >= FIRST_RESOURCE_ACTION:
        resource = action - FIRST_RESOURCE_ACTION
        gain = price_for(state, player, resource) * within_reach(state, player, resource)
        return 1 + 8 * gain
    if action == LOGISTICIAN_ACTION:
        return 16
    if action == WORKER_ACTION:
        return 12 if supply(state, player) > 0 else 1
    if action == SALESMAN_ACTION:
        return 10
    if action == INVESTOR_ACTION:
        return 20
    return 8 if action == MANAGER_ACTION else 10


@rule
def weigh_cube(state: Any, player: int, cube: int) -> int:
    """Weigh a cube: where one's own workers stand and others' do not, of a kind that sells."""
    resource, area = cube // AREAS, cube % AREAS
    own = state.workers[player, area] > 0
    others = 0
    for seat in range(state.seats):
        if seat != player:
            others += state.workers[seat, area] > 0
    return 1 + (6 * price_for(state, player, resource) if own else 0) + (0 if others else 2)


@rule
def weigh_step(state: Any, player: int, step: int) -> int:
    """Weigh a step: to where more can be sold than where the worker stands."""
    location, area = step // AREAS, step % AREAS
    there = 0 if state.workers[player, area] > 0 else area_worth(state, player, area)
    here = 0
    if location != VLADIVOSTOK and state.workers[player, location] == 1:
        here = area_worth(state, player, location)
    return 1 + max(0, there - here) * (2 if location == VLADIVOSTOK else 1)


@rule
def area_worth(state: Any, player: int, area: int) -> int:
    """Return what the cubes of an area would bring a player, in thousands."""
    total = 0
    for resource in range(RESOURCE_COUNT):
        if (state.cubes[area] >> resource) & 1:
            total += price_for(state, player, resource)
    return total


@rule
def weigh_pawn(state: Any, player: int, move: int) -> int:
    """Weigh a pawn: from the supply, or one that stands where it brings little; a card is good."""
    if move == DECLINE:
        return 1
    if move >= TAKE_CARD:
        resource = (move - TAKE_CARD) % (ROB - TAKE_CARD)
        return 6 + 3 * within_reach(state, player, resource)
    source = move - FROM
    if source == SUPPLY:
        return 16
    if source < FIRST_LOCATION:
        return 6 if source == FIRST_EXCHANGE else 1
    return 2


@rule
def weigh_exchange(state: Any, player: int, exchange: int) -> int:
    """Weigh an exchange by how much better it pays for what lies within reach, or may do so."""
    if state.salesmen[player, slot_of(exchange)] > 0:
        return 1
    better = 1
    for resource in range(RESOURCE_COUNT):
        more = state.prices[exchange, resource] // 1000 - price_for(state, player, resource)
        if more > 0:
            better += more * (1 + 2 * within_reach(state, player, resource))
    return better


@rule
def evaluate(state: Any, seat: int) -> float:
    """Estimate a seat's final money: what it has, and what lies ready for it."""
    exhausted = exhausted_areas(state) / EXHAUSTED_AREAS_END
    left = 1.0 - max(exhausted, empty_reserves(state) / EMPTY_RESERVES_END)
    value = float(state.money[seat])
    for resource in range(RESOURCE_COUNT):
        action = FIRST_RESOURCE_ACTION + resource
        covered = counters_on(state, seat, action) + has_tile(state, seat, action)
        ready = 0.85 if covered == SPACES else (0.45 if covered else 0.2)
        price = price_for(state, seat, resource)
        reach = within_reach(state, seat, resource)
        value += 1000.0 * price * (ready * reach + 0.35 * left)
    tiles = 0
    for action in range(ACTION_COUNT):
        tiles += has_tile(state, seat, action)
        value += 120.0 * left * counters_on(state, seat, action)
        value += 200.0 * left * (counters_on(state, seat, action) == SPACES)
    value += 2500.0 * left * tiles
    for area in range(AREAS):
        if state.workers[seat, area] > 0:
            value += 500.0 * left
    value += 500.0 * left * state.workers[seat, VLADIVOSTOK]
    for resource in range(RESOURCE_COUNT):
        if state.cards[resource] == seat:
            value += 1000.0 * left
    return value
