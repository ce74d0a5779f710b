"""How a turn of the card game goes: begin, discover, end; and the piles (C6–C9, C19, C21, C22).

A move is written at once and counted if it is legal (``n += …``): a processor cannot foresee what
is legal, so a branch there would cost more than everything else.
"""

from typing import Any

from siberia.cardgame.moves import FLIP, KEEP
from siberia.cardgame.state import (
    ACT,
    CARD_KINDS,
    DISCOVER,
    DISCOVERY_DUE,
    NONE,
    OVER,
    PLACES,
)
from siberia.engine.jit import rule
from siberia.engine.rng import shuffle

# ---------------------------------------------------------------- the piles


@rule
def lay_card(state: Any, place: int) -> None:
    """C2, C19: lay the top card of the stack face down, if there is one."""
    state.up[place] = 0
    state.row[place] = NONE
    if state.stack_size > 0:
        state.stack_size -= 1
        state.row[place] = state.stack[state.stack_size]


@rule
def draw_cards(state: Any, player: int, n: int) -> None:
    """C7: draw action cards; an empty pile is renewed when a card must be drawn (C9)."""
    for _ in range(n):
        if state.pile_size == 0:
            renew_pile(state)
        state.pile_size -= 1
        state.hands[player, state.pile[state.pile_size]] += 1
        state.reveals += 1


@rule
def renew_pile(state: Any) -> None:
    """C9: the discards, sorted by kind and then shuffled, are the new draw pile."""
    for kind in range(CARD_KINDS):
        for _ in range(state.discards[kind]):
            state.pile[state.pile_size] = kind
            state.pile_size += 1
        state.discards[kind] = 0
    shuffle(state.rng, state.pile, state.pile_size)


@rule
def discard(state: Any, player: int, kind: int) -> None:
    """C9: a played card goes onto the discards at the moment it is paid."""
    state.hands[player, kind] -= 1
    state.discards[kind] += 1


# ---------------------------------------------------------------- a turn


@rule
def begin_turn(state: Any) -> None:
    """C6: first discover; with no card face down there is nothing to discover."""
    state.turn += 1
    state.busy = 0
    state.phase = DISCOVER if face_down(state) > 0 else ACT


@rule
def end_turn(state: Any) -> None:
    """C21, C22: the turn is over, and perhaps the game; else the next player begins."""
    state.idle = 0 if state.busy else state.idle + 1
    state.player = state.player + 1 if state.player + 1 < state.seats else 0
    if state.turns_left > 0:
        state.turns_left -= 1
        over = state.turns_left == 0
    else:
        over = state.idle == state.seats
    if over:
        # The end makes known what was secret: it cannot be taken back.
        state.reveals += 1
        state.phase = OVER
    else:
        begin_turn(state)


@rule
def lies_face_down(state: Any, place: int) -> bool:
    """Say whether a face-down card lies in a place."""
    return (state.row[place] != NONE) & (state.up[place] == 0)


@rule
def face_down(state: Any) -> int:
    """Count the face-down cards of the row."""
    count = 0
    for place in range(PLACES):
        count += lies_face_down(state, place)
    return count


# ---------------------------------------------------------------- discover


@rule
def legal_discover(state: Any, moves: Any) -> int:
    """C6: one of the face-down cards; with few of them, or none."""
    n = 0
    for place in range(PLACES):
        moves[n] = FLIP + place
        n += lies_face_down(state, place)
    moves[n] = KEEP
    n += n < DISCOVERY_DUE
    return n


@rule
def apply_discover(state: Any, move: int) -> None:
    """C6, C21: turning up the last card of all starts the end, after this turn."""
    if move != KEEP:
        state.up[move - FLIP] = 1
        state.busy = 1
        state.reveals += 1
        if state.stack_size == 0 and face_down(state) == 0:
            state.turns_left = state.seats + 1
    state.phase = ACT
