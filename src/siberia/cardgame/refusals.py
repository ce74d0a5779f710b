"""Why a move of the card game is not legal now, with the rule.

`legal` alone decides what is legal. Asked about a move it refused, this asks the same rules which
of them stood in the way.
"""

from siberia.cardgame.actions import achieving, hand_size, symbols_needed
from siberia.cardgame.moves import CARD, DRAW, FLIP, KEEP, PLAY, TAKE
from siberia.cardgame.rules import ending
from siberia.cardgame.state import (
    ACT,
    ACTION,
    CHOOSE,
    DISCOVER,
    HAND_LIMIT,
    NONE,
    PAY,
    SYMBOL_CARDS,
    CardState,
)
from siberia.engine.contract import Reason
from siberia.engine.vocabulary import ACTION_CARDS, INVESTOR, SYMBOLS

# The first move of each phase, and the phase in which such a move can be made at all.
PHASE_FROM_MOVE = ((FLIP, DISCOVER), (PLAY, ACT), (CARD, PAY), (TAKE, CHOOSE))

# By which rule it ended, for each of the endings.
ENDING_RULES = ("C21", "C22")


def refusal(state: CardState, move: int) -> Reason:
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


def warning(state: CardState, move: int) -> Reason | None:
    """C22: tell beforehand that one more idle turn ends the match."""
    if move != DRAW or state.busy or state.turns_left != NONE or state.idle < state.seats - 1:
        return None
    return Reason("C22", "nobody has done anything since, and the match ends")


def not_now(state: CardState) -> Reason:
    """Say what is to be decided instead."""
    action = int(state.pending[ACTION])
    if state.phase == DISCOVER:
        return Reason("C6", "first a face-down card is turned up, or kept where that is allowed")
    if state.phase == ACT:
        return Reason("C7", "now an action is chosen, or cards are drawn")
    if state.phase == PAY:
        rule = "C10" if symbols_needed(state, action) == SYMBOL_CARDS else "C11"
        return Reason(rule, "now {action} is paid for", {"action": SYMBOLS[action]})
    if state.phase == CHOOSE and action == INVESTOR:
        return Reason("C14", "now the investor is chosen")
    if state.phase == CHOOSE:
        return Reason("C16", "now the salesman is chosen")
    return Reason(ENDING_RULES[ending(state)], "the match is over")


def phase_of(move: int) -> int:
    """Return the phase in which a move can be made at all."""
    return next(phase for first, phase in reversed(PHASE_FROM_MOVE) if move >= first)


def no_discovery(state: CardState, move: int) -> Reason:
    """C6."""
    if move == KEEP:
        return Reason("C6", "with three or more cards face down one must be turned up")
    if state.up[move - FLIP]:
        return Reason("C6", "that card is already face up")
    return Reason("C19", "that place is empty: the stack has run out")


def no_action(state: CardState, symbol: int) -> Reason:
    """C13 first: what achieves nothing cannot be paid for either."""
    about = {"action": SYMBOLS[symbol]}
    if not achieving(state) >> symbol & 1:
        if symbol < INVESTOR:
            return Reason(
                "C13", "an action must achieve something, and no {action} card is face up", about
            )
        return Reason("C13", "an action must achieve something, and no {action} is left", about)
    if symbol < INVESTOR and state.investors[symbol] == state.player:
        return Reason(
            "C11",
            "with the {action} investor it costs one card with {action}, or two without it",
            about,
        )
    return Reason("C10", "it costs two cards with {action}, or one with and two without it", about)


def no_draw(state: CardState, count: int) -> Reason:
    """C7, C8."""
    hand = hand_size(state, state.player)
    if hand + count > HAND_LIMIT:
        return Reason(
            "C8",
            "the hand limit is {limit}, and {hand} are in hand",
            {"limit": HAND_LIMIT, "hand": hand},
        )
    if hand == HAND_LIMIT:
        return Reason(
            "C8",
            "with {limit} cards an action must be played where one is possible",
            {"limit": HAND_LIMIT},
        )
    return Reason("C7", "in the Oya edition exactly two are drawn, or as many as fit")


def no_payment(state: CardState, kind: int) -> Reason:
    """C10–C12."""
    if state.hands[state.player, kind] == 0:
        return Reason("C10", "no {card} is in hand", {"card": ACTION_CARDS[kind]})
    return Reason(
        "C12",
        "with this card no exact payment for {action} can be completed (cards with the symbol"
        " first, then those without; within each in the order of kinds)",
        {"action": SYMBOLS[state.pending[ACTION]]},
    )


def no_choice(state: CardState, which: int) -> Reason:
    """C14, C16."""
    if state.pending[ACTION] == INVESTOR:
        if which >= INVESTOR:
            return Reason("C14", "an investor is taken, and there are investors for resources only")
        return Reason(
            "C14", "the {symbol} investor is no longer in the supply", {"symbol": SYMBOLS[which]}
        )
    return Reason(
        "C16", "the {symbol} salesman is no longer in the supply", {"symbol": SYMBOLS[which]}
    )
