"""The actions of the board game, in the order of the rulebook (B16–B28, X2–X4).

An action's counters are taken off before it takes effect. `begin_<action>` then asks for what is
to be decided; where nothing is left to decide the phase is DONE, and `apply` ends the turn.
"""

from typing import Any

from siberia.boardgame.moves import (
    CUBE,
    DECLINE,
    DEPLOY_FROM,
    DO,
    DO_RESEARCH,
    FIRST_EXCHANGE,
    FIRST_LOCATION,
    FROM,
    MOVE,
    PASS,
    ROB,
    SELL_AT,
    SELL_BY_CARD,
    STOP,
    SUPPLY,
    TAKE_CARD,
    TILE_FOR,
    TO,
    WILD,
)
from siberia.boardgame.rounds import clear, cover, has_tile, is_covered, is_free
from siberia.boardgame.state import (
    AREAS,
    DEPLOY,
    DONE,
    EXCHANGE,
    FIRST_RESOURCE,
    INVEST,
    INVESTOR,
    KINDS,
    LOCATIONS,
    LOGISTICIAN,
    MANAGER,
    MANAGER_COUNTER,
    NONE,
    PAWN,
    PAWNS,
    RESEARCH,
    SALESMAN,
    SELL,
    SLOTS,
    STEP,
    TILE,
    VLADIVOSTOK,
    WILDCARD,
    WORKER,
)
from siberia.compiled import rule

ALL_AREAS = (1 << AREAS) - 1


# ---------------------------------------------------------------- one's turn


@rule
def legal_act(state: Any, moves: Any) -> int:
    """B14–B17: Research while counters lie there; else a covered action, or pass."""
    player = state.player
    if lies_in_research(state, player):
        moves[0] = DO_RESEARCH
        return 1
    n = 0
    for action in range(10):
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
    if action == MANAGER:
        begin_manager(state)
    elif action == LOGISTICIAN:
        begin_logistician(state)
    elif action == SALESMAN:
        state.phase = PAWN
    elif action == WORKER:
        begin_worker(state)
    elif action == INVESTOR:
        begin_investor(state)
    else:
        begin_resource(state, action - FIRST_RESOURCE)


# ---------------------------------------------------------------- research (B18)

# While cubes are laid, `pending` counts the counters left: by resource, then managers.
MANAGERS = 5


@rule
def lies_in_research(state: Any, player: int) -> bool:
    """B15: whether counters lie under Research."""
    for kind in range(KINDS):
        if state.research[player, kind] > 0:
            return True
    return False


@rule
def begin_research(state: Any) -> None:
    """B18: all counters come off; those that can place nothing do nothing."""
    state.pending[:] = 0
    for kind in range(KINDS):
        copies = state.research[state.player, kind]
        if copies > 0:
            state.pending[MANAGERS if kind == MANAGER_COUNTER else kind % 5] += copies
            state.bag[kind] += copies
            state.research[state.player, kind] = 0
    state.phase = RESEARCH
    finish_research(state)


@rule
def finish_research(state: Any) -> None:
    """B18: research is over when no counter that is left can place anything."""
    for resource in range(5):
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
    for resource in range(5):
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
    for action in range(MANAGER + 1, 10):
        if is_free(state, state.player, action):
            return
    state.phase = DONE


@rule
def legal_wildcard(state: Any, moves: Any) -> int:
    """B19: a free space of another action; neither Research nor Manager."""
    moves[0] = WILD
    n = 1
    for action in range(MANAGER + 1, 10):
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


# ---------------------------------------------------------------- logistician (B20, B21)


@rule
def begin_logistician(state: Any) -> None:
    """B20: up to three steps."""
    state.pending[0] = 3
    state.phase = STEP
    finish_step(state)


@rule
def finish_step(state: Any) -> None:
    """B20: over after the third step, or when none is possible."""
    if state.pending[0] > 0:
        for location in range(LOCATIONS):
            if state.workers[state.player, location] > 0 and state.reach[location] != 0:
                return
    state.phase = DONE


@rule
def legal_step(state: Any, moves: Any) -> int:
    """B20, B21: any worker in Siberia, to an area one step away; or stop."""
    n = 0
    for location in range(LOCATIONS):
        if state.workers[state.player, location] > 0:
            for area in range(AREAS):
                moves[n] = MOVE + location * AREAS + area
                n += (state.reach[location] >> area) & 1
    moves[n] = STOP
    return n + 1


@rule
def apply_step(state: Any, move: int) -> None:
    """B20: one step of one worker."""
    if move == STOP:
        state.phase = DONE
        return
    location, area = (move - MOVE) // AREAS, (move - MOVE) % AREAS
    state.workers[state.player, location] -= 1
    state.workers[state.player, area] += 1
    state.pending[0] -= 1
    finish_step(state)


@rule
def find_reach(state: Any) -> None:
    """B21: exhausted areas are skipped: what lies behind them, also several, is one step away.

    No step leads back to where it began. The arrows from Vladivostok are borders, too.
    """
    for location in range(LOCATIONS):
        found = state.borders[location]
        crossed = 0
        through = found & state.exhausted
        while through:
            for area in range(AREAS):
                if (through >> area) & 1:
                    found |= state.borders[area]
            crossed |= through
            through = found & state.exhausted & ~crossed
        state.reach[location] = found & ~state.exhausted & ~(1 << location)


# ---------------------------------------------------------------- pawns


@rule
def supply(state: Any, player: int) -> int:
    """B8: a player's pawns that are neither in Siberia nor at an exchange."""
    left = PAWNS
    for location in range(LOCATIONS):
        left -= state.workers[player, location]
    for slot in range(SLOTS):
        left -= state.salesmen[player, slot]
    return left


@rule
def slot_of(exchange: int) -> int:
    """B6: the space of an exchange: both sides of a tile have the same."""
    return (exchange + 1) // 2


@rule
def pick_up(state: Any, source: int) -> None:
    """Take one of the player's pawns from where it is; the supply is what is nowhere else."""
    if source >= FIRST_LOCATION:
        state.workers[state.player, source - FIRST_LOCATION] -= 1
    elif source >= FIRST_EXCHANGE:
        state.salesmen[state.player, slot_of(source - FIRST_EXCHANGE)] -= 1


@rule
def sources(state: Any, moves: Any, n: int, first: int, locations: int) -> int:
    """List the exchanges and the first so many locations where the player has a pawn."""
    for slot in range(SLOTS):
        moves[n] = first + FIRST_EXCHANGE + state.lying[slot]
        n += state.salesmen[state.player, slot] > 0
    for location in range(locations):
        moves[n] = first + FIRST_LOCATION + location
        n += state.workers[state.player, location] > 0
    return n


# ---------------------------------------------------------------- salesman (B22, X2, X3)


@rule
def legal_pawn(state: Any, moves: Any) -> int:
    """B22, X2, X3: a pawn from anywhere, or a salesman card; may be declined."""
    moves[0] = FROM + SUPPLY
    n = sources(state, moves, 0 + (supply(state, state.player) > 0), FROM, LOCATIONS)
    unowned = 0
    for resource in range(5):
        moves[n] = TAKE_CARD + resource
        n += state.cards[resource] == NONE
        unowned += state.cards[resource] < 0
    for resource in range(5):
        # X3: only when all five are owned.
        moves[n] = ROB + resource
        n += (unowned == 0) & (state.cards[resource] != state.player)
    moves[n] = DECLINE
    return n + 1


@rule
def apply_pawn(state: Any, move: int) -> None:
    """B22, X2, X3: a pawn must still be told where to; a card is taken at once."""
    if move < TAKE_CARD:
        state.pending[0] = move - FROM
        state.phase = EXCHANGE
        return
    if move < ROB:
        state.cards[move - TAKE_CARD] = state.player
    elif move < DECLINE:
        state.cards[move - ROB] = state.player
    state.phase = DONE


@rule
def legal_exchange(state: Any, moves: Any) -> int:
    """B22: any exchange but the one it came from."""
    n = 0
    for slot in range(SLOTS):
        moves[n] = TO + state.lying[slot]
        n += state.pending[0] != FIRST_EXCHANGE + state.lying[slot]
    return n


@rule
def apply_exchange(state: Any, move: int) -> None:
    """B22: the pawn is a salesman there."""
    pick_up(state, state.pending[0])
    state.salesmen[state.player, slot_of(move - TO)] += 1
    state.phase = DONE


# ---------------------------------------------------------------- worker (B23)


@rule
def begin_worker(state: Any) -> None:
    """B23: skipped where nobody can be deployed: all six pawns stand in Vladivostok."""
    state.phase = DEPLOY
    if state.workers[state.player, VLADIVOSTOK] == PAWNS:
        state.phase = DONE


@rule
def legal_deploy(state: Any, moves: Any) -> int:
    """B23: a pawn of the supply; only if it is empty, a salesman or a worker from an area."""
    if supply(state, state.player) > 0:
        moves[0] = DEPLOY_FROM + SUPPLY
        n = 1
    else:
        n = sources(state, moves, 0, DEPLOY_FROM, AREAS)
    moves[n] = DECLINE
    return n + 1


@rule
def apply_deploy(state: Any, move: int) -> None:
    """B23: the pawn is a worker in Vladivostok."""
    if move != DECLINE:
        pick_up(state, move - DEPLOY_FROM)
        state.workers[state.player, VLADIVOSTOK] += 1
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
    for action in range(10):
        if fits(state, action):
            return
    state.phase = DONE


@rule
def legal_invest(state: Any, moves: Any) -> int:
    """B24: one of the open tiles that fit; may be declined."""
    n = 0
    for action in range(10):
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
    state.pending[0] = resource
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
    resource = state.pending[0]
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
    resource = state.pending[0]
    if move == SELL_BY_CARD:
        price = state.worth[resource]
    else:
        price = state.prices[move - SELL_AT, resource]
    # Money outgrows the record's 16 bits when the rules run interpreted.
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
