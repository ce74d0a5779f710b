"""The card game's rules as every game offers them: deal, legal, apply, scores, determinize.

The turns (C6–C9, C19, C21, C22) are in turns.py, the card action (C7–C19) in actions.py. Phase by
phase `legal_<phase>` stands beside `apply_<phase>`: the one writes the moves the player to act has
and returns how many, the other makes one of them.
"""

from typing import Any

from siberia.cardgame.actions import (
    apply_act,
    apply_choose,
    apply_pay,
    count_equal,
    hand_size,
    legal_act,
    legal_choose,
    legal_pay,
)
from siberia.cardgame.state import (
    ACT,
    CARD_KINDS,
    CHOOSE,
    DISCOVER,
    FIRST_FACE_UP,
    FIRST_HAND,
    NONE,
    PAY,
    PERSON_VALUE,
    PLACES,
    RESOURCE_KINDS,
    VALUES,
)
from siberia.cardgame.turns import apply_discover, begin_turn, draw_cards, lay_card, legal_discover
from siberia.engine.jit import rule
from siberia.engine.rng import arrange, renew, shuffle
from siberia.engine.vocabulary import INVESTOR, SALESMAN, WORKER

# ---------------------------------------------------------------- setup


@rule
def deal(state: Any, rng: Any) -> None:
    """C2–C5: the row, a worker for each player, five cards each from the start player on."""
    for i in range(len(rng)):
        state.rng[i] = rng[i]
    shuffle(state.rng, state.stack, state.stack_size)
    for place in range(PLACES):
        lay_card(state, place)
    for place in range(FIRST_FACE_UP):
        state.up[place] = 1
    shuffle(state.rng, state.pile, state.pile_size)
    for i in range(state.seats):
        player = (state.start + i) % state.seats
        state.workers[player] = 1
        draw_cards(state, player, FIRST_HAND)
    state.player = state.start
    begin_turn(state)


# ---------------------------------------------------------------- the end


@rule
def ending(state: Any) -> int:
    """Say how the match ended: 0 by the last card turned up (C21), 1 by idle turns (C22)."""
    return 0 if state.turns_left == 0 else 1


@rule
def scores(state: Any, points: Any) -> None:
    """C23, C24: the value of everything in front of each player, in dollars."""
    for seat in range(state.seats):
        points[seat] = resource_score(state, seat) + person_score(state, seat)


@rule
def resource_score(state: Any, seat: int) -> int:
    """C23: the printed values, or what the salesman of the resource makes of each card."""
    total = 0
    for card in range(RESOURCE_KINDS):
        resource = card // VALUES
        sold = state.salesmen[resource] == seat
        value = state.worth[resource] if sold else card % VALUES * 1000
        # Money outgrows the state's 16 bits when the rules run interpreted.
        total += int(state.taken[seat, card]) * value
    return total


@rule
def person_score(state: Any, seat: int) -> int:
    """C24: the same for each person, or what the salesman of these persons makes of each."""
    total = 0
    for person in range(INVESTOR, SALESMAN + 1):
        value = state.worth[person] if state.salesmen[person] == seat else PERSON_VALUE
        total += int(persons(state, seat, person)) * value
    return total


@rule
def persons(state: Any, seat: int, person: int) -> int:
    """Count a player's cards of one kind of person."""
    if person == WORKER:
        return state.workers[seat]
    if person == INVESTOR:
        return count_equal(state.investors, seat)
    return count_equal(state.salesmen, seat)


# ---------------------------------------------------------------- the contract of a game


@rule
def legal(state: Any, moves: Any) -> int:
    """Write the legal moves in order and return how many."""
    if state.phase == DISCOVER:
        return legal_discover(state, moves)
    if state.phase == ACT:
        return legal_act(state, moves)
    if state.phase == PAY:
        return legal_pay(state, moves)
    if state.phase == CHOOSE:
        return legal_choose(state, moves)
    return 0


@rule
def apply(state: Any, move: int) -> None:
    """Make a legal move, with all that follows from it."""
    if state.phase == DISCOVER:
        apply_discover(state, move)
    elif state.phase == ACT:
        apply_act(state, move)
    elif state.phase == PAY:
        apply_pay(state, move)
    elif state.phase == CHOOSE:
        apply_choose(state, move)


@rule
def sealed(_state: Any) -> int:
    """C20: every word of the card game is played openly."""
    return 0


@rule
def determinize(state: Any, seat: int, rng: Any) -> None:
    """C18, C20: draw again the other hands, the pile, the face-down cards and chance to come.

    Cards that were taken face up stay: whoever paid attention knows them.
    """
    renew(state.rng, rng)
    redraw_hands(state, seat, rng)
    redraw_row(state, rng)


@rule
def redraw(state: Any, rng: Any) -> None:
    """C6, C9: draw again the order of the pile, the face-down cards and chance to come."""
    renew(state.rng, rng)
    arrange(state.pile, state.pile_size)
    shuffle(rng, state.pile, state.pile_size)
    redraw_row(state, rng)


@rule
def redraw_hands(state: Any, seat: int, rng: Any) -> None:
    """Shuffle the other hands into the pile and deal as many cards again."""
    sizes = 0
    for other in range(state.seats):
        if other != seat:
            sizes |= int(hand_size(state, other)) << (8 * other)
            for kind in range(CARD_KINDS):
                for _ in range(state.hands[other, kind]):
                    state.pile[state.pile_size] = kind
                    state.pile_size += 1
                state.hands[other, kind] = 0
    arrange(state.pile, state.pile_size)
    shuffle(rng, state.pile, state.pile_size)
    for other in range(state.seats):
        for _ in range((sizes >> (8 * other)) & 0xFF):
            state.pile_size -= 1
            state.hands[other, state.pile[state.pile_size]] += 1
            state.pile[state.pile_size] = 0


@rule
def redraw_row(state: Any, rng: Any) -> None:
    """Shuffle the face-down cards of the row into the stack and lay as many again."""
    for place in range(PLACES):
        if state.row[place] != NONE and not state.up[place]:
            state.stack[state.stack_size] = state.row[place]
            state.stack_size += 1
    arrange(state.stack, state.stack_size)
    shuffle(rng, state.stack, state.stack_size)
    for place in range(PLACES):
        if state.row[place] != NONE and not state.up[place]:
            lay_card(state, place)
            state.stack[state.stack_size] = 0
