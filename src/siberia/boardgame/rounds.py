"""How a round of the board game goes: draw and place, take turns, clear up (B10–B15, B29–B32)."""

from typing import Any

from siberia.boardgame.moves import DISCARD, PUT, PUT_RESEARCH
from siberia.boardgame.state import (
    ACT,
    ACTION_COUNT,
    COUNTER_KINDS,
    COUNTERS_DRAWN,
    COUNTERS_KEPT,
    EMPTY_RESERVES_END,
    EXHAUSTED_AREAS_END,
    FIRST_RESOURCE_ACTION,
    LAST_ROUND,
    LOGISTICIAN_ACTION,
    MANAGER_ACTION,
    MANAGER_COUNTER,
    NONE,
    OVER,
    PLACE,
    RESOURCE_COUNT,
    SPACES,
    SURPLUS,
    TILE,
)
from siberia.engine.jit import rule
from siberia.engine.rng import draw_kind

# ---------------------------------------------------------------- bag and panel


@rule
def put_back(state: Any, kind: int) -> None:
    """Put a counter into the bag."""
    state.bag[kind] += 1


@rule
def is_free(state: Any, player: int, action: int) -> bool:
    """B2: whether a space of an action is free; they are covered in order."""
    return state.spaces[player, action, SPACES - 1] == NONE


@rule
def is_covered(state: Any, player: int, action: int) -> bool:
    """B16: whether all spaces of an action are covered."""
    return not is_free(state, player, action)


@rule
def cover(state: Any, player: int, action: int, thing: int) -> None:
    """Put a counter or a tile on the first free space of an action."""
    space = 0 if state.spaces[player, action, 0] == NONE else 1
    state.spaces[player, action, space] = thing


@rule
def has_tile(state: Any, player: int, action: int) -> bool:
    """B24: whether an investment tile lies on an action."""
    first, second = state.spaces[player, action, 0], state.spaces[player, action, 1]
    return (first == TILE) | (second == TILE)


@rule
def clear(state: Any, player: int, action: int) -> None:
    """B16: all counters on an action go back into the bag, the tile stays."""
    kept = TILE if has_tile(state, player, action) else NONE
    for space in range(SPACES):
        thing = state.spaces[player, action, space]
        if thing != NONE and thing != TILE:
            put_back(state, thing)
    state.spaces[player, action, 0] = kept
    state.spaces[player, action, 1] = NONE


@rule
def counters_on(state: Any, player: int, action: int) -> int:
    """Count the counters on an action, without the tile."""
    count = 0
    for space in range(SPACES):
        thing = state.spaces[player, action, space]
        count += (thing != NONE) & (thing != TILE)
    return count


@rule
def counters_of(state: Any, player: int) -> int:
    """B29: count the counters on a panel, without the tiles."""
    count = 0
    for action in range(ACTION_COUNT):
        count += counters_on(state, player, action)
    return count


@rule
def after(state: Any, seat: int) -> int:
    """Return the next seat, clockwise."""
    return seat + 1 if seat + 1 < state.seats else 0


# ---------------------------------------------------------------- phase 1: draw and place


@rule
def begin_round(state: Any) -> None:
    """B10: from the start player on, everyone draws counters; then all place them."""
    state.round_number += 1
    player = state.start
    for _ in range(state.seats):
        state.passed[player] = 0
        for action in range(ACTION_COUNT):
            covered = 0
            for space in range(SPACES):
                covered += state.spaces[player, action, space] != NONE
            state.settled[player, action] = covered
        for _ in range(COUNTERS_DRAWN):
            state.drawn[player, draw_kind(state.rng, state.bag)] += 1
        player = after(state, player)
    state.reveals += 1
    state.player = state.start
    state.phase = PLACE
    state.turn += 1


@rule
def first_drawn(state: Any, player: int) -> int:
    """Return the first kind of counter not yet placed, or NONE."""
    for kind in range(COUNTER_KINDS):
        if state.drawn[player, kind] > 0:
            return kind
    return NONE


@rule
def person_action(kind: int) -> int:
    """B2: the action of the person that a counter shows."""
    if kind == MANAGER_COUNTER:
        return MANAGER_ACTION
    return LOGISTICIAN_ACTION + kind // RESOURCE_COUNT


@rule
def resource_action(kind: int) -> int:
    """B2: the action of the resource that a counter shows; a Manager counter shows none."""
    if kind == MANAGER_COUNTER:
        return MANAGER_ACTION
    return FIRST_RESOURCE_ACTION + kind % RESOURCE_COUNT


@rule
def legal_place(state: Any, moves: Any) -> int:
    """B11, B12: a free space of the counter's person or resource, or Research."""
    player = state.player
    kind = first_drawn(state, player)
    person, resource = person_action(kind), resource_action(kind)
    moves[0] = PUT + person
    n = 0 + is_free(state, player, person)
    moves[n] = PUT + resource
    n += (resource != person) & is_free(state, player, resource)
    moves[n] = PUT_RESEARCH
    return n + 1


@rule
def apply_place(state: Any, move: int) -> None:
    """B11: then the next counter, the next player; when all have placed, everything shows."""
    place_counter(state, state.player, move)
    if first_drawn(state, state.player) != NONE:
        return
    state.player = after(state, state.player)
    state.turn += 1
    if state.player == state.start:
        state.reveals += 1
        state.phase = ACT


@rule
def place_counter(state: Any, player: int, move: int) -> None:
    """Put a player's first unplaced counter on an action or under Research."""
    kind = first_drawn(state, player)
    state.drawn[player, kind] -= 1
    if move == PUT_RESEARCH:
        state.research[player, kind] += 1
    else:
        cover(state, player, move - PUT, kind)


# ---------------------------------------------------------------- phase 2: turns


@rule
def end_turn(state: Any) -> None:
    """B14: the next player who has not passed; when all have, the round is over."""
    for _ in range(state.seats):
        state.player = after(state, state.player)
        if not state.passed[state.player]:
            state.turn += 1
            state.phase = ACT
            return
    end_round(state)


@rule
def end_round(state: Any) -> None:
    """B29, B30, B32: the end of the game, or surplus counters and the next round."""
    if is_finished(state) or state.round_number == LAST_ROUND:
        # The end makes known what was secret: it cannot be taken back.
        state.reveals += 1
        state.phase = OVER
    else:
        clear_surplus(state)


@rule
def is_finished(state: Any) -> bool:
    """B30: many areas are exhausted, or several reserve spaces are empty."""
    return enough_exhausted(state) or enough_empty(state)


@rule
def enough_exhausted(state: Any) -> bool:
    """B30: whether exhausted areas end the game."""
    return exhausted_areas(state) >= EXHAUSTED_AREAS_END


@rule
def enough_empty(state: Any) -> bool:
    """B30: whether empty reserve spaces end the game."""
    return empty_reserves(state) >= EMPTY_RESERVES_END


@rule
def exhausted_areas(state: Any) -> int:
    """Count the exhausted areas."""
    count, bits = 0, state.exhausted
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def empty_reserves(state: Any) -> int:
    """Count the empty reserve spaces."""
    count = 0
    for resource in range(RESOURCE_COUNT):
        count += state.reserve[resource] == 0
    return count


# ---------------------------------------------------------------- surplus counters


@rule
def clear_surplus(state: Any) -> None:
    """B29: from the start player on, whoever has too many counters; then the marker passes."""
    player = state.start
    for _ in range(state.seats):
        if counters_of(state, player) > COUNTERS_KEPT:
            if state.phase != SURPLUS or state.player != player:
                state.turn += 1
            state.player = player
            state.phase = SURPLUS
            return
        player = after(state, player)
    state.start = after(state, state.start)
    begin_round(state)


@rule
def legal_surplus(state: Any, moves: Any) -> int:
    """B29: an action on which a counter lies."""
    n = 0
    for action in range(ACTION_COUNT):
        moves[n] = DISCARD + action
        n += counters_on(state, state.player, action) > 0
    return n


@rule
def apply_surplus(state: Any, move: int) -> None:
    """B29: of two counters on an action the later kind goes first."""
    action, player = move - DISCARD, state.player
    first, second = state.spaces[player, action, 0], state.spaces[player, action, 1]
    if has_tile(state, player, action):
        removed = first if second == TILE else second
        kept = TILE
    else:
        removed, kept = max(first, second), min(first, second)
        if second == NONE:
            removed, kept = first, NONE
    put_back(state, removed)
    state.spaces[player, action, 0] = kept
    state.spaces[player, action, 1] = NONE
    clear_surplus(state)
