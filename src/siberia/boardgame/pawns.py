"""The actions that move pawns: Logistician, Salesman, Worker (B20–B23, X2, X3).

Where nothing is left to decide the phase is DONE, and `apply` ends the turn.
"""

from typing import Any

from siberia.boardgame.moves import (
    DECLINE,
    DEPLOY_FROM,
    FIRST_EXCHANGE,
    FIRST_LOCATION,
    FROM,
    MOVE,
    ROB,
    STOP,
    SUPPLY,
    TAKE_CARD,
    TO,
)
from siberia.boardgame.state import (
    DEPLOY,
    DONE,
    EXCHANGE,
    LOCATIONS,
    NONE,
    RESOURCE_COUNT,
    SLOTS,
    SOURCE,
    STEP,
    STEPS,
    STEPS_LEFT,
    VLADIVOSTOK,
)
from siberia.components.board import AREAS, PAWNS
from siberia.engine.jit import rule

# ---------------------------------------------------------------- logistician (B20, B21)


@rule
def begin_logistician(state: Any) -> None:
    """B20: as many steps as there are, or fewer."""
    state.pending[STEPS_LEFT] = STEPS
    state.phase = STEP
    finish_step(state)


@rule
def finish_step(state: Any) -> None:
    """B20: over after the last step, or when none is possible."""
    if state.pending[STEPS_LEFT] > 0:
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
    state.pending[STEPS_LEFT] -= 1
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
    for resource in range(RESOURCE_COUNT):
        moves[n] = TAKE_CARD + resource
        n += state.cards[resource] == NONE
        unowned += state.cards[resource] < 0
    for resource in range(RESOURCE_COUNT):
        # X3: only when all five are owned.
        moves[n] = ROB + resource
        n += (unowned == 0) & (state.cards[resource] != state.player)
    moves[n] = DECLINE
    return n + 1


@rule
def apply_pawn(state: Any, move: int) -> None:
    """B22, X2, X3: for a pawn it must still be said where to; a card is taken at once."""
    if move < TAKE_CARD:
        state.pending[SOURCE] = move - FROM
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
        n += state.pending[SOURCE] != FIRST_EXCHANGE + state.lying[slot]
    return n


@rule
def apply_exchange(state: Any, move: int) -> None:
    """B22: the pawn is a salesman there."""
    pick_up(state, state.pending[SOURCE])
    state.salesmen[state.player, slot_of(move - TO)] += 1
    state.phase = DONE


# ---------------------------------------------------------------- worker (B23)


@rule
def begin_worker(state: Any) -> None:
    """B23: skipped where nobody can be deployed: all pawns stand in Vladivostok."""
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
