"""Chance is frozen for ever: these figures must never change."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.engine.rng import draw, generator, next_bits, shuffle


def test_the_generator_is_xoshiro128_plus_plus():
    """The first outputs for the state 1, 2, 3, 4, as its authors' reference code gives them."""
    state = np.array([1, 2, 3, 4], np.int64)
    assert [next_bits(state) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_the_state_for_a_seed_is_frozen():
    assert generator(0).tolist() == FROZEN[0]
    assert generator(2**128 - 1).tolist() == FROZEN[2**128 - 1]


def test_draws_and_shuffles_are_frozen():
    rng = generator(42)
    assert [draw(rng, 10) for _ in range(12)] == FROZEN_DRAWS
    cards = np.arange(12)
    shuffle(rng, cards, 10)
    assert cards.tolist() == FROZEN_CARDS


@given(st.integers(0, 2**128 - 1), st.integers(1, 200))
def test_a_draw_is_in_range(seed, n):
    assert 0 <= draw(generator(seed), n) < n


def test_draws_are_even():
    rng = generator(1)
    counts = np.bincount([draw(rng, 7) for _ in range(70_000)], minlength=7)
    assert abs(counts - 10_000).max() < 500


@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1])
def test_draws_that_would_be_uneven_are_drawn_again(n):
    # For such n a plain multiplication would favour some numbers two to one.
    rng = generator(3)
    low = sum(draw(rng, n) % 3 == 0 for _ in range(30_000))
    assert abs(low - 10_000) < 500


def test_a_shuffle_keeps_the_cards_and_touches_no_others():
    cards = np.arange(20)
    shuffle(generator(5), cards, 15)
    assert sorted(cards[:15]) == list(range(15))
    assert cards[15:].tolist() == [15, 16, 17, 18, 19]


def test_every_order_is_as_likely():
    rng = generator(9)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        cards = np.arange(3)
        shuffle(rng, cards, 3)
        orders[tuple(cards.tolist())] = orders.get(tuple(cards.tolist()), 0) + 1
    assert len(orders) == 6
    assert all(abs(count - 2000) < 250 for count in orders.values())


FROZEN = {
    0: [910734552, 792965570, 355187140, 738385379],
    2**128 - 1: [1166914089, 4252617819, 193396630, 2122083012],
}
FROZEN_DRAWS = [6, 6, 3, 1, 8, 4, 6, 5, 9, 9, 5, 3]
FROZEN_CARDS = [8, 2, 1, 3, 5, 6, 9, 4, 0, 7, 10, 11]
