"""Properties of every position of the card game."""

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.cardgame.state import CardState
from siberia.components import shipped
from siberia.engine.rng import generator
from siberia.engine.vocabulary import ACTION_CARDS, EDITIONS, RESOURCES, SYMBOLS
from tests.cardgame.position import position
from tests.support import SEATS, card_view, game_of, play_random, state_of

positions = st.tuples(
    st.sampled_from(EDITIONS), st.sampled_from(SEATS), st.integers(0, 2**64), st.integers(0, 300)
)


def reached(drawn) -> Match:
    edition, seats, seed, plies = drawn
    return play_random(Match.new("card", seats=seats, seed=seed, edition=edition), seed, plies)


def card_box(state: CardState) -> Counter[str]:
    """Every card of the card game, wherever it is."""
    cards: Counter[str] = Counter()
    hands = state.hands.sum(axis=0) + state.discards
    hands += np.bincount(state.pile[: state.pile_size], minlength=len(ACTION_CARDS))
    for kind, count in enumerate(hands):
        cards[ACTION_CARDS[kind]] += int(count)
    lying = [*state.stack[: state.stack_size], *state.row[state.row >= 0]]
    for card in [*lying, *np.repeat(np.arange(40), state.taken.sum(axis=0))]:
        cards[f"{RESOURCES[card // 8]} {card % 8 * 1000}"] += 1
    return cards


def printed_box() -> Counter[str]:
    box = shipped("card")
    cards = Counter(box.action_cards.copies)
    for resource, values in box.resource_cards.values.items():
        cards.update(f"{resource} {value}" for value in values)
    return cards


@pytest.mark.rule("C1")
@settings(max_examples=100, deadline=None)
@given(positions)
def test_no_card_is_ever_lost_or_made(drawn):
    match = reached(drawn)
    state = state_of(match)
    assert card_box(state) == printed_box()
    view = card_view(match)
    assert view.workers_left + sum(player.workers for player in view.players) == 10
    investors = [*view.investors_left, *(i for p in view.players for i in p.investors)]
    salesmen = [*view.salesmen_left, *(s for p in view.players for s in p.salesmen)]
    assert sorted(investors) == sorted(RESOURCES)
    assert sorted(salesmen) == sorted(SYMBOLS)
    # Imagined states hold the same box.
    game_of(match).determinize(state, -1, generator(1))
    assert card_box(state) == printed_box()


@pytest.mark.rule("C8")
@settings(max_examples=100, deadline=None)
@given(positions)
def test_nobody_ever_holds_more_than_eight_cards(drawn):
    assert all(player.hand_size <= 8 for player in reached(drawn).view(None).players)


hands = st.lists(st.sampled_from(ACTION_CARDS), max_size=8)


def payments(hand: list[str], symbol: str, helped: bool) -> set[tuple[str, ...]]:
    """C10–C12 once more, by trying every choice of cards: the payments, in the words' order."""
    showing = [card for card in hand if symbol in card.split("/")]
    others = [card for card in hand if symbol not in card.split("/")]
    held = Counter(hand)
    forms = [(1, 0), (0, 2)] if helped else [(2, 0), (1, 2)]
    found = set()
    for with_symbol, without in forms:
        for first in combinations_with_replacement(ordered(showing), with_symbol):
            for second in combinations_with_replacement(ordered(others), without):
                if not Counter(first + second) - held:
                    found.add(first + second)
    return found


def ordered(cards: list[str]) -> list[str]:
    return sorted(set(cards), key=ACTION_CARDS.index)


def offered(match: Match, paid: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every way of paying that the legal words lead through."""
    found = set()
    assert match.legal(), "a payment that cannot be completed"
    for word in match.legal():
        trial = Match(match.setup, match.seed, match.salt, match.players)
        trial.state = state_of(match).copy()
        trial.play(word)
        way = (*paid, word.removeprefix("pay "))
        found |= offered(trial, way) if trial.view(None).phase == "pay" else {way}
    return found


@pytest.mark.rule("C10", "C11", "C12")
@settings(max_examples=150, deadline=None)
@given(hands, st.sampled_from(SYMBOLS), st.booleans())
def test_the_payments_offered_are_all_and_only_those_of_the_rules(hand, symbol, investor):
    helped = investor and symbol in RESOURCES
    row = [f"{symbol} 5000"] if symbol in RESOURCES else []
    match = position(" ".join(hand), row=row, investors=symbol if helped else "")
    expected = payments(hand, symbol, helped)
    assert (symbol in match.legal()) == bool(expected)
    if expected:
        match.play(symbol)
        assert offered(match) == expected
