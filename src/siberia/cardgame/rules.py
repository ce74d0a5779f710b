"""The card game's rules, in the order of the rulebook (docs/RULES.md, C2–C25).

Phase by phase `legal_<phase>` stands beside `apply_<phase>`. `legal_<phase>` writes the moves the
player to act has and returns how many; `apply_<phase>` makes one of them.

A move is written at once and counted if it is legal (``n += …``): a processor cannot foresee what
is legal, so a branch there would cost more than everything else.
"""

from typing import Any

from siberia.cardgame.moves import CARD, DRAW, FLIP, KEEP, PLAY, TAKE
from siberia.cardgame.state import (
    ACT,
    ACTION,
    CHOOSE,
    DISCOVER,
    HAND_LIMIT,
    KINDS,
    LAST_PAID,
    NONE,
    OVER,
    OYA,
    PAY,
    PLACES,
    SEATS,
    VALUES,
    WITH_SYMBOL,
    WITHOUT_SYMBOL,
    WORKERS,
)
from siberia.compiled import rule
from siberia.rng import next_bits, shuffle
from siberia.vocabulary import ACTION_CARDS, INVESTOR, SALESMAN, SYMBOLS, WORKER

# For each symbol the kinds of action cards that show it (C1), a bit for each kind.
SHOWING = tuple(
    sum(1 << kind for kind, card in enumerate(ACTION_CARDS) if symbol in card.split("/"))
    for symbol in SYMBOLS
)

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
    for kind in range(KINDS):
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


# ---------------------------------------------------------------- setup


@rule
def deal(state: Any, rng: Any) -> None:
    """C2–C5: the row, a worker for each player, five cards each from the start player on."""
    for i in range(4):
        state.rng[i] = rng[i]
    shuffle(state.rng, state.stack, state.stack_size)
    for place in range(PLACES):
        lay_card(state, place)
    for place in range(3):
        state.up[place] = 1
    shuffle(state.rng, state.pile, state.pile_size)
    for i in range(state.seats):
        player = (state.start + i) % state.seats
        state.workers[player] = 1
        draw_cards(state, player, 5)
    state.player = state.start
    begin_turn(state)


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
    """C6: one of the face-down cards; with fewer than three of them, or none."""
    n = 0
    for place in range(PLACES):
        moves[n] = FLIP + place
        n += lies_face_down(state, place)
    moves[n] = KEEP
    n += n < 3
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
    most = min(2, HAND_LIMIT - hand)
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
    left = WORKERS
    for seat in range(SEATS):
        left -= state.workers[seat]
    return left


# ---------------------------------------------------------------- paying


@rule
def hand_size(state: Any, player: int) -> int:
    """Count a player's cards."""
    count = 0
    for kind in range(KINDS):
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
        for person in range(3):
            count += state.hands[player, person * 5 + symbol]
    else:
        for resource in range(5):
            count += state.hands[player, (symbol - INVESTOR) * 5 + resource]
    return count


@rule
def symbols_needed(state: Any, symbol: int) -> int:
    """C10, C11: two cards with the symbol; its investor, for a resource, stands in for one.

    Instead of the last of them, two cards without the symbol also pay.
    """
    if symbol < INVESTOR and state.investors[symbol] == state.player:
        return 1
    return 2


@rule
def payable(state: Any, symbol: int, hand: int) -> bool:
    """C10, C11: whether the cards in hand hold a payment."""
    needed = symbols_needed(state, symbol)
    count = showing(state, state.player, symbol)
    return (count >= needed) | ((count == needed - 1) & (hand - count >= 2))


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
    for kind in range(KINDS):
        moves[n] = CARD + kind
        n += (fitting >> kind) & 1
    return n


@rule
def kinds_held(hand: Any) -> int:
    """Return the kinds of cards in a hand."""
    bits = 0
    for kind in range(KINDS):
        bits |= (hand[kind] > 0) << kind
    return bits


@rule
def followed(hand: Any, kinds: int) -> int:
    """Return those of these kinds that a second card, of no earlier kind, can follow."""
    pairs = 0
    for kind in range(KINDS):
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
    if state.pending[WITH_SYMBOL] == needed or state.pending[WITHOUT_SYMBOL] == 2:
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
    for card in range(5 * VALUES):
        resource = card // VALUES
        sold = state.salesmen[resource] == seat
        value = state.worth[resource] if sold else card % VALUES * 1000
        # Money outgrows the record's 16 bits when the rules run interpreted.
        total += int(state.taken[seat, card]) * value
    return total


@rule
def person_score(state: Any, seat: int) -> int:
    """C24: 1000 for each person, or what the salesman of these persons makes of each."""
    total = 0
    for person in range(INVESTOR, SALESMAN + 1):
        value = state.worth[person] if state.salesmen[person] == seat else 1000
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
    for i in range(4):
        state.rng[i] = next_bits(rng)
    redraw_hands(state, seat, rng)
    redraw_row(state, rng)


@rule
def redraw_hands(state: Any, seat: int, rng: Any) -> None:
    """Shuffle the other hands into the pile and deal as many cards again."""
    held = state.pile_size
    for other in range(state.seats):
        if other != seat:
            for kind in range(KINDS):
                for _ in range(state.hands[other, kind]):
                    state.pile[state.pile_size] = kind
                    state.pile_size += 1
    shuffle(rng, state.pile, state.pile_size)
    for other in range(state.seats):
        if other != seat:
            size = hand_size(state, other)
            state.hands[other, :] = 0
            for _ in range(size):
                state.pile_size -= 1
                state.hands[other, state.pile[state.pile_size]] += 1
    # What is left is as large as before: only who holds what has changed.
    state.pile_size = held


@rule
def redraw_row(state: Any, rng: Any) -> None:
    """Shuffle the face-down cards of the row into the stack and lay as many again."""
    for place in range(PLACES):
        if state.row[place] != NONE and not state.up[place]:
            state.stack[state.stack_size] = state.row[place]
            state.stack_size += 1
    shuffle(rng, state.stack, state.stack_size)
    for place in range(PLACES):
        if state.row[place] != NONE and not state.up[place]:
            lay_card(state, place)
