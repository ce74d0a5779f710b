"""Chance is frozen for ever: these figures must never change."""

import os
import struct
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.engine.rng import (
    DRAWN,
    chacha_word,
    draw,
    generator,
    keystream,
    next_bits,
    quarter_round,
    renew,
    shuffle,
)

streams = pytest.mark.parametrize("stream", [generator, keystream])
seeds = st.integers(0, 2**128 - 1)


def test_the_generator_is_xoshiro128_plus_plus():
    """The first outputs for the state 1, 2, 3, 4, as its authors' reference code gives them."""
    state = np.array([1, 2, 3, 4, 0], np.int64)
    assert [next_bits(state) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_the_state_for_a_seed_is_frozen():
    assert generator(0).tolist() == [*FROZEN[0], 0]
    assert generator(2**128 - 1).tolist() == [*FROZEN[2**128 - 1], 0]


# ------------------------------------------------------------ ChaCha20


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """A block as RFC 8439 describes it, written for itself alone."""
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    words = list(start)
    columns = [(n, n + 4, n + 8, n + 12) for n in range(4)]
    diagonals = [(n, 4 + (n + 1) % 4, 8 + (n + 2) % 4, 12 + (n + 3) % 4) for n in range(4)]
    for a, b, c, d in (columns + diagonals) * 10:
        for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[to] = (words[to] + words[by]) % 2**32
            mixed = words[turned] ^ words[to]
            words[turned] = (mixed << bits | mixed >> (32 - bits)) % 2**32
    return struct.pack("<16I", *((x + y) % 2**32 for x, y in zip(words, start, strict=True)))


def test_the_description_gives_the_block_in_the_rfc():
    """RFC 8439, 2.3.2."""
    block = chacha20_block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000"))
    assert block.hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_a_quarter_round_is_that_of_the_rfc():
    """RFC 8439, 2.1.1."""
    mixed = quarter_round(0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)
    assert mixed == (0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB)


@pytest.mark.parametrize(
    ("key", "counter", "begins"),
    [
        ("00" * 32, 0, "76b8e0ad"),
        ("00" * 32, 1, "9f07e7be"),
        ("00" * 31 + "01", 1, "3aeb5224"),
        ("00ff" + "00" * 30, 2, "72d54dfb"),
    ],
)
def test_the_words_are_those_of_the_rfc(key, counter, begins):
    """RFC 8439, A.1: all of its blocks without a nonce."""
    one, two, three, four = struct.unpack("<4q", bytes.fromhex(key))
    assert struct.pack("<I", chacha_word(one, two, three, four, counter)).hex() == begins


@given(seeds, st.integers(0, 2**32 - 1))
def test_each_word_begins_a_block_whose_key_is_a_hash_of_the_seed(seed, counter):
    key = sha256(b"siberia chacha20" + seed.to_bytes(16, "big")).digest()
    rng = keystream(seed)
    for number in (0, 1):
        block = chacha20_block(key, number, bytes(12))
        assert next_bits(rng) == int.from_bytes(block[:4], "little")
    rng[DRAWN] = counter + 1
    block = chacha20_block(key, counter, bytes(12))
    assert next_bits(rng) == int.from_bytes(block[:4], "little")
    assert rng[DRAWN] == counter + 2


def test_the_words_for_a_seed_are_frozen():
    assert [next_bits(keystream(seed)) for seed in (0, 2**128 - 1)] == FROZEN_FIRST_WORDS
    rng = keystream(42)
    assert [draw(rng, 10) for _ in range(12)] == FROZEN_CHACHA_DRAWS
    cards = np.arange(12)
    shuffle(rng, cards, 10)
    assert cards.tolist() == FROZEN_CHACHA_CARDS
    assert rng[DRAWN] == 1 + 12 + 9


@streams
@given(seeds)
def test_near_seeds_are_far_apart(stream, seed):
    words = [next_bits(stream(near)) for near in (seed, seed ^ 1, seed ^ (1 << 127))]
    assert len(set(words)) == 3


@streams
def test_what_is_renewed_is_fast_and_has_nothing_of_before(stream):
    renewed = []
    for old in (generator(1), keystream(2)):
        renew(old, stream(3))
        renewed.append(old.tolist())
    chance = stream(3)
    assert renewed == [[*(next_bits(chance) for _ in range(4)), 0]] * 2


LANE = """
from hashlib import sha256
from siberia import Match
from siberia.engine.jit import INTERPRETED
from siberia.engine.rng import draw, keystream
from tests.support import play_random

rng = keystream(1 << 127)
print([draw(rng, n) for n in range(1, 60)], draw(rng, (1 << 31) + 1), rng.tolist())
for game in ("card", "board"):
    match = play_random(Match.new(game, seats=3, seed=5, salt="0" * 32, rules=2), 5, 150, busy=True)
    print(match.record(), sha256(match.state.tobytes()).hexdigest())
print(INTERPRETED)
"""


def test_matches_are_dealt_the_same_compiled_and_interpreted():
    said = []
    for lane in "01":
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", LANE],
            env={**os.environ, "NUMBA_DISABLE_JIT": lane},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.splitlines())
    assert [lines.pop() for lines in said] == ["False", "True"]
    assert said[0] == said[1]


# ------------------------------------------------------------ what is drawn


def test_draws_and_shuffles_are_frozen():
    rng = generator(42)
    assert [draw(rng, 10) for _ in range(12)] == FROZEN_DRAWS
    cards = np.arange(12)
    shuffle(rng, cards, 10)
    assert cards.tolist() == FROZEN_CARDS


@streams
@given(seeds, st.integers(1, 200))
def test_a_draw_is_in_range(stream, seed, n):
    assert 0 <= draw(stream(seed), n) < n


@streams
def test_draws_are_even(stream):
    rng = stream(1)
    counts = np.bincount([draw(rng, 7) for _ in range(70_000)], minlength=7)
    assert abs(counts - 10_000).max() < 500


@streams
@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1])
def test_draws_that_would_be_uneven_are_drawn_again(stream, n):
    # For such n a plain multiplication would favour some numbers two to one.
    rng = stream(3)
    low = sum(draw(rng, n) % 3 == 0 for _ in range(30_000))
    assert abs(low - 10_000) < 500


@streams
def test_a_shuffle_keeps_the_cards_and_touches_no_others(stream):
    cards = np.arange(20)
    shuffle(stream(5), cards, 15)
    assert sorted(cards[:15]) == list(range(15))
    assert cards[15:].tolist() == [15, 16, 17, 18, 19]


@streams
def test_every_order_is_as_likely(stream):
    rng = stream(9)
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
FROZEN_FIRST_WORDS = [4051850170, 1896431294]
FROZEN_CHACHA_DRAWS = [1, 4, 8, 5, 7, 4, 8, 0, 4, 7, 6, 3]
FROZEN_CHACHA_CARDS = [2, 1, 3, 6, 8, 9, 7, 4, 5, 0, 10, 11]
