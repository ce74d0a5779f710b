"""Why a move of the card game is not legal now, with the rule.

`legal` alone decides what is legal. Asked about a move it refused, this asks the same rules which
of them stood in the way.
"""

from typing import Any

from siberia.cardgame.actions import achieving, hand_size, symbols_needed
from siberia.cardgame.moves import CARD, DRAW, FLIP, KEEP, PLAY, TAKE
from siberia.cardgame.rules import ending
from siberia.cardgame.state import (
    ACT,
    ACTION,
    CHOOSE,
    DISCOVER,
    HAND_LIMIT,
    PAY,
    CardState,
)
from siberia.contract import Refusal
from siberia.vocabulary import ACTION_CARDS, INVESTOR, SYMBOLS


def refusal(state: CardState, move: int) -> Refusal:
    """Say by which rule a move is not legal now."""
    phase = int(state.phase)
    if phase_of(move) != phase:
        return not_now(state)
    if phase == DISCOVER:
        return no_discovery(state, move)
    if phase == ACT:
        return no_action(state, move - PLAY) if move < DRAW else no_draw(state, move - DRAW)
    if phase == PAY:
        return no_payment(state, move - CARD)
    return no_choice(state, move - TAKE)


def not_now(state: CardState) -> Refusal:
    """Say what is to be decided instead."""
    action = int(state.pending[ACTION])
    if state.phase == DISCOVER:
        return Refusal("C6", "first a face-down card is turned up, or kept where that is allowed")
    if state.phase == ACT:
        return Refusal("C7", "now an action is chosen, or cards are drawn")
    if state.phase == PAY:
        rule = "C10" if symbols_needed(state, action) == 2 else "C11"
        return Refusal(rule, f"now {SYMBOLS[action]} is paid for")
    if state.phase == CHOOSE:
        return Refusal(
            "C14" if action == INVESTOR else "C16", f"now the {SYMBOLS[action]} is chosen"
        )
    return Refusal(("C21", "C22")[ending(state)], "the match is over")


def phase_of(move: int) -> int:
    """Return the phase in which a move can be made at all."""
    firsts = ((FLIP, DISCOVER), (PLAY, ACT), (CARD, PAY), (TAKE, CHOOSE))
    return next(phase for first, phase in reversed(firsts) if move >= first)


def no_discovery(state: CardState, move: int) -> Refusal:
    """C6."""
    if move == KEEP:
        return Refusal("C6", "with three or more cards face down one must be turned up")
    if state.up[move - FLIP]:
        return Refusal("C6", "that card is already face up")
    return Refusal("C19", "that place is empty: the stack has run out")


def no_action(state: CardState, symbol: int) -> Refusal:
    """C13 first: what achieves nothing cannot be paid for either."""
    name = SYMBOLS[symbol]
    if not achieving(state) >> symbol & 1:
        missing = f"no {name} card is face up" if symbol < INVESTOR else f"no {name} is left"
        return Refusal("C13", f"an action must achieve something, and {missing}")
    if symbol < INVESTOR and state.investors[symbol] == state.player:
        cost = f"one card with {name}, or two without it"
        return Refusal("C11", f"with the {name} investor it costs {cost}")
    return Refusal("C10", f"it costs two cards with {name}, or one with and two without it")


def no_draw(state: CardState, count: int) -> Refusal:
    """C7, C8."""
    hand = hand_size(state, state.player)
    if hand + count > HAND_LIMIT:
        return Refusal("C8", f"the hand limit is {HAND_LIMIT}, and {hand} are in hand")
    if hand == HAND_LIMIT:
        return Refusal("C8", "with 8 cards an action must be played where one is possible")
    return Refusal("C7", "in the Oya edition exactly two are drawn, or as many as fit")


def no_payment(state: Any, kind: int) -> Refusal:
    """C10–C12."""
    if state.hands[state.player, kind] == 0:
        return Refusal("C10", f"no {ACTION_CARDS[kind]} is in hand")
    name = SYMBOLS[state.pending[ACTION]]
    return Refusal(
        "C12",
        f"with this card no exact payment for {name} can be completed (cards with the symbol first,"
        " then those without; within each in the order of kinds)",
    )


def no_choice(state: Any, which: int) -> Refusal:
    """C14, C16."""
    if state.pending[ACTION] == INVESTOR:
        if which >= INVESTOR:
            return Refusal(
                "C14", "an investor is taken, and there are investors for resources only"
            )
        return Refusal("C14", f"the {SYMBOLS[which]} investor is no longer in the supply")
    return Refusal("C16", f"the {SYMBOLS[which]} salesman is no longer in the supply")
