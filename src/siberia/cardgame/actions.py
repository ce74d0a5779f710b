"""The card action: choosing it, paying for it, and what it brings (C7–C19).

A move is written at once and counted if it is legal (``n += …``): a processor cannot foresee what
is legal, so a branch there would cost more than everything else.
"""

from typing import Any

from siberia.cardgame.moves import CARD, DRAW, PLAY, TAKE
from siberia.cardgame.state import (
    ACTION,
    CARD_KINDS,
    CHOOSE,
    HAND_LIMIT,
    LAST_PAID,
    MOST_DRAWN,
    NONE,
    OTHER_CARDS,
    OYA,
    PAY,
    PLACES,
    RESOURCE_COUNT,
    SYMBOL_CARDS,
    VALUES,
    WITH_SYMBOL,
    WITHOUT_SYMBOL,
)
from siberia.cardgame.turns import discard, draw_cards, end_turn, lay_card
from siberia.components.cards import WORKERS_IN_BOX
from siberia.engine.jit import rule
from siberia.engine.vocabulary import (
    ACTION_CARDS,
    CARD_PERSONS,
    INVESTOR,
    MOST_SEATS,
    SALESMAN,
    SYMBOLS,
    WORKER,
)

# For each symbol the kinds of action cards that show it (C1), a bit for each kind.
SHOWING = tuple(
    sum(1 << kind for kind, card in enumerate(ACTION_CARDS) if symbol in card.split("/"))
    for symbol in SYMBOLS
)

PERSON_COUNT = len(CARD_PERSONS)

# ---------------------------------------------------------------- the card action


@rule
def legal_act(state: Any, moves: Any) -> int:
    """C7, C8, C13: an action that can be paid and achieves something, or drawing."""
    n = 0
    hand = hand_size(state, state.player)
    useful = achieving(state)
    for symbol in range(SALESMAN + 1):
        moves[n] = PLAY + symbol
        n += (useful >> symbol) & payable(state, symbol, hand)
    most = min(MOST_DRAWN, HAND_LIMIT - hand)
    fewest = 0
    if state.edition == OYA:
        # Exactly two, or as many as fit; with a full hand only if no action is possible.
        fewest = most if most > 0 or n == 0 else most + 1
    for count in range(fewest, most + 1):
        moves[n] = DRAW + count
        n += 1
    return n


@rule
def apply_act(state: Any, move: int) -> None:
    """C7: an action must now be paid for; drawing ends the turn."""
    if move < DRAW:
        state.busy = 1
        state.pending[ACTION] = move - PLAY
        state.pending[WITH_SYMBOL] = 0
        state.pending[WITHOUT_SYMBOL] = 0
        state.pending[LAST_PAID] = 0
        state.phase = PAY
        return
    if move > DRAW:
        state.busy = 1
        draw_cards(state, state.player, move - DRAW)
    end_turn(state)


@rule
def achieving(state: Any) -> int:
    """C13: the actions that achieve something, a bit for each symbol.

    A card of the resource must be face up, or a person card left to take.
    """
    bits = 0
    for place in range(PLACES):
        # An empty place is not face up, so whatever bit its NONE gives is not set.
        bits |= int(state.up[place]) << (state.row[place] // VALUES & 7)
    bits |= (count_equal(state.investors, NONE) > 0) << INVESTOR
    bits |= (workers_left(state) > 0) << WORKER
    bits |= (count_equal(state.salesmen, NONE) > 0) << SALESMAN
    return bits


@rule
def count_equal(owners: Any, seat: int) -> int:
    """Count the person cards that a seat (or, for NONE, the supply) has."""
    count = 0
    for i in range(len(owners)):
        count += owners[i] == seat
    return count


@rule
def workers_left(state: Any) -> int:
    """C3: the workers nobody has taken."""
    left = WORKERS_IN_BOX
    for seat in range(MOST_SEATS):
        left -= state.workers[seat]
    return left


# ---------------------------------------------------------------- paying


@rule
def hand_size(state: Any, player: int) -> int:
    """Count a player's cards."""
    count = 0
    for kind in range(CARD_KINDS):
        count += state.hands[player, kind]
    return count


@rule
def shows(kind: int, symbol: int) -> bool:
    """C1: an action card shows its person and its resource."""
    return (SHOWING[symbol] >> kind) & 1 == 1


@rule
def showing(state: Any, player: int, symbol: int) -> int:
    """Count a player's cards with a symbol."""
    count = 0
    if symbol < INVESTOR:
        for person in range(PERSON_COUNT):
            count += state.hands[player, person * RESOURCE_COUNT + symbol]
    else:
        for resource in range(RESOURCE_COUNT):
            count += state.hands[player, (symbol - INVESTOR) * RESOURCE_COUNT + resource]
    return count


@rule
def symbols_needed(state: Any, symbol: int) -> int:
    """C10, C11: two cards with the symbol; its investor, for a resource, stands in for one.

    Instead of the last of them, two cards without the symbol also pay.
    """
    if symbol < INVESTOR and state.investors[symbol] == state.player:
        return SYMBOL_CARDS - 1
    return SYMBOL_CARDS


@rule
def payable(state: Any, symbol: int, hand: int) -> bool:
    """C10, C11: whether the cards in hand hold a payment."""
    needed = symbols_needed(state, symbol)
    count = showing(state, state.player, symbol)
    return (count >= needed) | ((count == needed - 1) & (hand - count >= OTHER_CARDS))


@rule
def legal_pay(state: Any, moves: Any) -> int:
    """C10–C12: the cards with which a payment can still be completed.

    Cards with the symbol come first, then those without; within each never an earlier kind after
    a later one. So every payment can be made in exactly one order. Kinds are bits here.
    """
    hand, symbol = state.hands[state.player], state.pending[ACTION]
    paid, others_paid = state.pending[WITH_SYMBOL], state.pending[WITHOUT_SYMBOL]
    needed = symbols_needed(state, symbol)
    held = kinds_held(hand)
    showing, others = held & SHOWING[symbol], held & ~SHOWING[symbol]
    pair = followed(hand, others)
    not_earlier = -1 << state.pending[LAST_PAID]
    if others_paid == 1:
        fitting = others & not_earlier
    elif paid == needed - 1:
        # The last card with the symbol, or the first of two without it.
        fitting = (showing & not_earlier if paid else showing) | pair
    else:
        # The first of two with the symbol, or of one with it and two without.
        fitting = showing if pair else followed(hand, showing)
    n = 0
    for kind in range(CARD_KINDS):
        moves[n] = CARD + kind
        n += (fitting >> kind) & 1
    return n


@rule
def kinds_held(hand: Any) -> int:
    """Return the kinds of cards in a hand."""
    bits = 0
    for kind in range(CARD_KINDS):
        bits |= (hand[kind] > 0) << kind
    return bits


@rule
def followed(hand: Any, kinds: int) -> int:
    """Return those of these kinds that a second card, of no earlier kind, can follow."""
    pairs = 0
    for kind in range(CARD_KINDS):
        second = (hand[kind] > 1) | (kinds >> (kind + 1) != 0)
        pairs |= second << kind
    return kinds & pairs


@rule
def apply_pay(state: Any, move: int) -> None:
    """C9: the card is discarded; a complete payment brings the action about."""
    kind, symbol = move - CARD, state.pending[ACTION]
    # Asked before the card is gone, and before the action gives its player an investor.
    needed = symbols_needed(state, symbol)
    discard(state, state.player, kind)
    state.pending[LAST_PAID] = kind
    if shows(kind, symbol):
        state.pending[WITH_SYMBOL] += 1
    else:
        state.pending[WITHOUT_SYMBOL] += 1
    if state.pending[WITH_SYMBOL] == needed or state.pending[WITHOUT_SYMBOL] == OTHER_CARDS:
        perform(state, symbol)


# ---------------------------------------------------------------- the actions


@rule
def perform(state: Any, symbol: int) -> None:
    """C14–C17: an investor or a salesman must still be chosen."""
    if symbol == INVESTOR or symbol == SALESMAN:
        state.phase = CHOOSE
        return
    if symbol == WORKER:
        state.workers[state.player] += 1
    else:
        take_resources(state, symbol)
    finish_action(state)


@rule
def finish_action(state: Any) -> None:
    """C7: after an action its player draws one card, and the turn is over."""
    draw_cards(state, state.player, 1)
    end_turn(state)


@rule
def legal_choose(state: Any, moves: Any) -> int:
    """C14, C16: any one that is left in the supply."""
    if state.pending[ACTION] == INVESTOR:
        return left_to_take(state.investors, moves)
    return left_to_take(state.salesmen, moves)


@rule
def left_to_take(owners: Any, moves: Any) -> int:
    """List the person cards that nobody has."""
    n = 0
    for which in range(len(owners)):
        moves[n] = TAKE + which
        n += owners[which] == NONE
    return n


@rule
def apply_choose(state: Any, move: int) -> None:
    """C14, C16: it lies open in front of its player."""
    if state.pending[ACTION] == INVESTOR:
        state.investors[move - TAKE] = state.player
    else:
        state.salesmen[move - TAKE] = state.player
    finish_action(state)


@rule
def take_resources(state: Any, resource: int) -> None:
    """C17–C19: as many as one has workers, nearest the headframe first; each place is refilled."""
    left = state.workers[state.player]
    for place in range(PLACES):
        if left > 0 and state.up[place] and state.row[place] // VALUES == resource:
            state.taken[state.player, state.row[place]] += 1
            lay_card(state, place)
            left -= 1
