"""What a sensible player of the card game looks at: which moves are worth trying, what a position
is worth. Rules of thumb, not rules: nothing here decides what is legal.
"""

from typing import Any

from siberia.cardgame.actions import hand_size
from siberia.cardgame.moves import DRAW, KEEP, PLAY, TAKE
from siberia.cardgame.rules import person_score, persons, resource_score
from siberia.cardgame.state import (
    ACT,
    ACTION,
    CHOOSE,
    DISCOVER,
    HAND_LIMIT,
    NONE,
    PERSON_VALUE,
    PLACES,
    VALUES,
)
from siberia.components.cards import RESOURCE_CARDS_IN_BOX
from siberia.engine.jit import rule
from siberia.engine.vocabulary import INVESTOR, SALESMAN, WORKER

# By so much two scores must differ for the leader to be about 88 % ahead in the eye of a search.
SCALE = 12_000.0
# For so many moves a search plays on before it judges. To the end (400) was no better.
HORIZON = 60


@rule
def weigh(state: Any, moves: Any, count: int, weights: Any) -> None:
    """Write how much each of the legal moves is worth trying."""
    if state.phase == ACT:
        for i in range(count):
            weights[i] = weigh_action(state, moves[i])
    elif state.phase == CHOOSE:
        for i in range(count):
            weights[i] = weigh_person(state, moves[i] - TAKE)
    else:
        for i in range(count):
            weights[i] = 5 if state.phase == DISCOVER and moves[i] == KEEP else 10


@rule
def weigh_action(state: Any, move: int) -> int:
    """Weigh an action by what it brings in thousands; drawing by how empty the hand is."""
    player, left = state.player, cards_left(state)
    if move >= DRAW:
        if left == 0 and state.stack_size == 0:
            return 1
        room = HAND_LIMIT - hand_size(state, player)
        return 1 + (move - DRAW) * (6 if room > 3 else 3)
    symbol = move - PLAY
    if symbol < INVESTOR:
        return 5 + 4 * haul(state, player, symbol)
    if symbol == WORKER:
        return 1 + left // (1 + state.workers[player])
    if symbol == INVESTOR:
        return 1 + left // 3
    return 4 + left // 2


@rule
def haul(state: Any, player: int, resource: int) -> int:
    """Return what a resource action would bring now, in thousands."""
    left, total = state.workers[player], 0
    for place in range(PLACES):
        card = state.row[place]
        if left > 0 and state.up[place] and card // VALUES == resource:
            own = state.salesmen[resource] == player
            total += state.worth[resource] // 1000 if own else card % VALUES
            left -= 1
    return total


@rule
def cards_left(state: Any) -> int:
    """Count the resource cards that can still be won."""
    count = state.stack_size
    for place in range(PLACES):
        count += state.row[place] != NONE
    return count


@rule
def weigh_person(state: Any, which: int) -> int:
    """Weigh a salesman by what it adds to the score, an investor by what there is to win."""
    player, left = state.player, cards_left(state)
    if state.pending[ACTION] == INVESTOR:
        return 2 + 2 * haul(state, player, which)
    if which >= INVESTOR:
        raised = (state.worth[which] - PERSON_VALUE) // 1000
        return 1 + 4 * raised * (persons(state, player, which) + left // 12)
    gained = 0
    for value in range(VALUES):
        each = state.worth[which] // 1000 - value
        gained += each * state.taken[player, which * VALUES + value]
    return 1 + 4 * gained + left // 3


@rule
def evaluate(state: Any, seat: int) -> float:
    """Estimate a seat's final score: what it has, and what its persons and cards may bring."""
    left = cards_left(state) / RESOURCE_CARDS_IN_BOX
    value = float(resource_score(state, seat) + person_score(state, seat))
    value += 900.0 * hand_size(state, seat) * min(1.0, 2.0 * left)
    value += 4500.0 * left * (state.workers[seat] ** 0.7)
    value += 2500.0 * left * persons(state, seat, INVESTOR)
    value += 2500.0 * left * persons(state, seat, SALESMAN)
    return value
