"""The board game's rules as every game offers them: deal, legal, apply, scores, determinize.

The rounds (B10–B14, B29–B32) are in rounds.py, the turn and the actions (B14–B28, X2–X4) in
actions.py and pawns.py. Phase by phase `legal_<phase>` stands beside `apply_<phase>`.
"""

from typing import Any

from siberia.boardgame.actions import (
    apply_act,
    apply_invest,
    apply_research,
    apply_sell,
    apply_wildcard,
    legal_act,
    legal_invest,
    legal_research,
    legal_sell,
    legal_wildcard,
    turn_up_tile,
)
from siberia.boardgame.moves import PUT, PUT_RESEARCH, SIDE
from siberia.boardgame.pawns import (
    apply_deploy,
    apply_exchange,
    apply_pawn,
    apply_step,
    legal_deploy,
    legal_exchange,
    legal_pawn,
    legal_step,
)
from siberia.boardgame.rounds import (
    apply_place,
    apply_surplus,
    begin_round,
    end_turn,
    enough_empty,
    enough_exhausted,
    first_drawn,
    is_free,
    legal_place,
    legal_surplus,
    person_action,
    place_counter,
    put_back,
    resource_action,
)
from siberia.boardgame.state import (
    ACT,
    ACTION_COUNT,
    COUNTER_KINDS,
    COUNTERS_DRAWN,
    DEPLOY,
    DONE,
    EXCHANGE,
    INVEST,
    NONE,
    OPEN_TILES,
    PAWN,
    PLACE,
    RESEARCH,
    SELL,
    SIDES,
    SIDES_CHOSEN,
    SIDES_RANDOM,
    SLOTS,
    SPACES,
    STEP,
    SURPLUS,
    VLADIVOSTOK,
    WILDCARD,
)
from siberia.components.board import AREAS
from siberia.engine.jit import rule
from siberia.engine.rng import arrange, draw, draw_kind, renew, shuffle
from siberia.engine.vocabulary import MOST_SEATS

# ---------------------------------------------------------------- setup


@rule
def deal(state: Any, rng: Any) -> None:
    """B4–B9: cubes, tiles, exchange sides, pawns; then the first round."""
    for i in range(len(rng)):
        state.rng[i] = rng[i]
    lay_cubes(state)
    shuffle(state.rng, state.tiles, state.tiles_left)
    for _ in range(OPEN_TILES):
        turn_up_tile(state)
    for seat in range(state.seats):
        state.workers[seat, VLADIVOSTOK] = 1
        state.salesmen[seat, 0] = 1
    state.player = state.start
    if state.choosing == SIDES_CHOSEN:
        state.phase = SIDES
        state.turn = 1
        return
    if state.choosing == SIDES_RANDOM:
        for slot in range(1, SLOTS):
            lay_exchange(state, slot, draw(state.rng, 2))
    begin_round(state)


@rule
def lay_cubes(state: Any) -> None:
    """B5: two different resources in each area; a second of a kind goes back first.

    All cubes lie in the reserve and are drawn blind; what is never drawn stays there.
    """
    for area in range(AREAS):
        first = draw_kind(state.rng, state.reserve)
        second = draw_kind(state.rng, state.reserve)
        while second == first:
            state.reserve[second] += 1
            second = draw_kind(state.rng, state.reserve)
        state.cubes[area] = (1 << first) | (1 << second)


@rule
def lay_exchange(state: Any, slot: int, side: int) -> None:
    """B6: side A or B of a tile is up."""
    state.lying[slot] = 2 * slot - 1 + side


@rule
def legal_sides(_state: Any, moves: Any) -> int:
    """B6: the start player decides which side is up."""
    moves[0] = SIDE
    moves[1] = SIDE + 1
    return 2


@rule
def apply_sides(state: Any, move: int) -> None:
    """B6: one tile after the other; the first counters are drawn after the fifth."""
    slot = 1
    while state.lying[slot] != NONE:
        slot += 1
    lay_exchange(state, slot, move - SIDE)
    if slot == SLOTS - 1:
        begin_round(state)


# ---------------------------------------------------------------- the end


@rule
def scores(state: Any, points: Any) -> None:
    """B31: the money."""
    for seat in range(state.seats):
        points[seat] = state.money[seat]


@rule
def ending(state: Any) -> int:
    """Say how the match ended: 0 by exhausted areas, 1 by empty reserves (B30), 2 by B32."""
    if enough_exhausted(state):
        return 0
    return 1 if enough_empty(state) else 2


# ---------------------------------------------------------------- the contract of a game


@rule
def legal(state: Any, moves: Any) -> int:
    """Write the legal moves and return how many."""
    phase = state.phase
    if phase == PLACE:
        return legal_place(state, moves)
    if phase == ACT:
        return legal_act(state, moves)
    if phase == RESEARCH:
        return legal_research(state, moves)
    if phase == WILDCARD:
        return legal_wildcard(state, moves)
    if phase == STEP:
        return legal_step(state, moves)
    if phase == PAWN:
        return legal_pawn(state, moves)
    if phase == EXCHANGE:
        return legal_exchange(state, moves)
    if phase == DEPLOY:
        return legal_deploy(state, moves)
    if phase == INVEST:
        return legal_invest(state, moves)
    if phase == SELL:
        return legal_sell(state, moves)
    if phase == SURPLUS:
        return legal_surplus(state, moves)
    if phase == SIDES:
        return legal_sides(state, moves)
    return 0


@rule
def apply(state: Any, move: int) -> None:
    """Make a legal move, with all that follows from it."""
    phase = state.phase
    if phase == PLACE:
        apply_place(state, move)
    elif phase == ACT:
        apply_act(state, move)
    elif phase == RESEARCH:
        apply_research(state, move)
    elif phase == WILDCARD:
        apply_wildcard(state, move)
    elif phase == STEP:
        apply_step(state, move)
    elif phase == PAWN:
        apply_pawn(state, move)
    elif phase == EXCHANGE:
        apply_exchange(state, move)
    elif phase == DEPLOY:
        apply_deploy(state, move)
    elif phase == INVEST:
        apply_invest(state, move)
    elif phase == SELL:
        apply_sell(state, move)
    elif phase == SURPLUS:
        apply_surplus(state, move)
    elif phase == SIDES:
        apply_sides(state, move)
    if state.phase == DONE:
        end_turn(state)


@rule
def sealed(state: Any) -> int:
    """B11: until all have placed, each player's placing is known to that player alone."""
    if state.phase != PLACE:
        return 0
    placed = state.seats * COUNTERS_DRAWN
    for seat in range(MOST_SEATS):
        for kind in range(COUNTER_KINDS):
            placed -= state.drawn[seat, kind]
    return placed


@rule
def determinize(state: Any, seat: int, rng: Any) -> None:
    """Draw again what nobody knows, and what others drew and placed."""
    redraw(state, rng)
    if state.phase == PLACE:
        for other in range(state.seats):
            if other != seat:
                take_back(state, other)
        for other in range(state.seats):
            if other != seat:
                draw_again(state, other, rng)


@rule
def redraw(state: Any, rng: Any) -> None:
    """B7, B10: draw again chance to come, and the order of the tiles."""
    renew(state.rng, rng)
    arrange(state.tiles, state.tiles_left)
    shuffle(rng, state.tiles, state.tiles_left)


@rule
def take_back(state: Any, player: int) -> None:
    """Put everything that a player has drawn and placed in this round back into the bag.

    What is left in `drawn` is only how many are not placed yet, under the first kind.
    """
    unplaced = 0
    for kind in range(COUNTER_KINDS):
        unplaced += state.drawn[player, kind]
        state.bag[kind] += state.drawn[player, kind] + state.research[player, kind]
        state.drawn[player, kind] = 0
        state.research[player, kind] = 0
    for action in range(ACTION_COUNT):
        for space in range(state.settled[player, action], SPACES):
            if state.spaces[player, action, space] != NONE:
                put_back(state, state.spaces[player, action, space])
                state.spaces[player, action, space] = NONE
    state.drawn[player, 0] = unplaced


@rule
def draw_again(state: Any, player: int, rng: Any) -> None:
    """Draw a round's counters again and place as many of them, anyhow, as had been placed."""
    placed = COUNTERS_DRAWN - state.drawn[player, 0]
    state.drawn[player, 0] = 0
    for _ in range(COUNTERS_DRAWN):
        state.drawn[player, draw_kind(rng, state.bag)] += 1
    for _ in range(placed):
        kind = first_drawn(state, player)
        action = person_action(kind) if draw(rng, 2) == 0 else resource_action(kind)
        if draw(rng, 3) > 0 and is_free(state, player, action):
            place_counter(state, player, PUT + action)
        else:
            place_counter(state, player, PUT_RESEARCH)
