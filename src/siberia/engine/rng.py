"""Chance: two streams, frozen for ever, so that a record deals the same on every machine.

The fast one is xoshiro128++ (Blackman and Vigna, public domain), for bots and programs: its state
could be worked out from what it dealt. The other is ChaCha20 (RFC 8439), for matches among people:
whoever has seen some of it knows nothing of the rest.

All words have 32 bits and are kept in 64-bit integers: no step can overflow, so the interpreted and
the compiled lane, CPU and GPU, agree to the bit. Never change what any function here returns: old
records would no longer replay.
"""

import hashlib
from typing import Any

import numpy as np

from siberia.engine.jit import rule, short_rule

SEED_BITS = 128
MASK = 0xFFFFFFFF
# A stream's state is so many numbers. The first four are the words of xoshiro128++ or, two words in
# each, the key of ChaCha20.
STREAM_WIDTH = 5
# The last says which stream it is: 0 is xoshiro128++, and n + 1 is ChaCha20 after n words.
DRAWN = 4
# The first words of every block of ChaCha20: "expand 32-byte k".
SIGMA = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
DOUBLE_ROUNDS = 10


def generator(seed: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Return the fast stream of a 128-bit seed, mixed so that near seeds are far apart."""
    words = np.frombuffer(hashed(b"siberia", seed)[:16], dtype=">u4")
    return np.array([*words, 0], np.int64)


def keystream(seed: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Return the stream of a 128-bit seed that only who knows the seed can foretell.

    It needs no nonce: the key is that of one match alone.
    """
    key = np.frombuffer(hashed(b"siberia chacha20", seed), dtype="<i8")
    return np.array([*key, 1], np.int64)


def hashed(label: bytes, seed: int) -> bytes:
    """Return 256 bits of a seed for the purpose that the label names, apart from all others."""
    return hashlib.sha256(label + seed.to_bytes(SEED_BITS // 8, "big")).digest()


@short_rule
def next_bits(rng: Any) -> int:
    """Return the next 32 random bits."""
    if rng[DRAWN] == 0:
        return next_of_xoshiro(rng)
    rng[DRAWN] += 1
    # Number by number: an array that is handed over is counted, and the other stream would wait.
    return chacha_word(rng[0], rng[1], rng[2], rng[3], rng[DRAWN] - 2)


@short_rule
def next_of_xoshiro(rng: Any) -> int:
    """Return the next word of xoshiro128++."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & MASK
    result: int = ((((total << 7) | (total >> 25)) & MASK) + a) & MASK
    shifted = (b << 9) & MASK
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ shifted
    rng[3] = ((d << 11) | (d >> 21)) & MASK
    return result


@rule
def chacha_word(one: int, two: int, three: int, four: int, counter: int) -> int:
    """Return the first word of a block of ChaCha20, by its key and its number (RFC 8439, 2.3).

    The other 15 words are not used. To keep them would make every state larger, and chance is asked
    too seldom for that: a deal takes some hundredths of a millisecond.
    """
    a0, a1, a2, a3 = SIGMA
    b0, b1, b2, b3 = low(one), high(one), low(two), high(two)
    c0, c1, c2, c3 = low(three), high(three), low(four), high(four)
    d0, d1, d2, d3 = low(counter), 0, 0, 0
    for _ in range(DOUBLE_ROUNDS):
        # The words are a square: first its columns, then its diagonals.
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    return (a0 + SIGMA[0]) & MASK


@rule
def low(pair: int) -> int:
    """Return the first of two words in a number."""
    return int(pair) & MASK


@rule
def high(pair: int) -> int:
    """Return the second of two words in a number."""
    return (int(pair) >> 32) & MASK


@rule
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words (RFC 8439, 2.1)."""
    a = (a + b) & MASK
    d = rotate(d ^ a, 16)
    c = (c + d) & MASK
    b = rotate(b ^ c, 12)
    a = (a + b) & MASK
    d = rotate(d ^ a, 8)
    c = (c + d) & MASK
    b = rotate(b ^ c, 7)
    return a, b, c, d


@rule
def rotate(word: int, bits: int) -> int:
    """Turn a word to the left; what falls out comes in at the right."""
    return ((word << bits) | (word >> (32 - bits))) & MASK


@rule
def renew(rng: Any, chance: Any) -> None:
    """Make a fast stream of it, drawn from `chance`: of what it was nothing is left."""
    for i in range(DRAWN):
        rng[i] = next_bits(chance)
    rng[DRAWN] = 0


@short_rule
def draw(rng: Any, n: int) -> int:
    """Return one of 0 … n-1, each exactly as likely (Lemire's method)."""
    while True:
        product = next_bits(rng) * int(n)
        # The first comparison nearly always suffices; the remainder takes longer than all else.
        if product & MASK >= n or product & MASK >= (MASK + 1 - n) % n:
            return product >> 32


@rule
def draw_kind(rng: Any, counts: Any) -> int:
    """Take one thing blind out of a bag that holds so many of each kind; return its kind."""
    left = 0
    for kind in range(len(counts)):
        left += counts[kind]
    nth = draw(rng, left)
    kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@rule
def arrange(cards: Any, n: int) -> None:
    """Sort the first n entries of an array, and clear the rest.

    What is unknown is arranged before it is shuffled, so that its old order cannot shine through.
    """
    for i in range(1, n):
        card = cards[i]
        place = i
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
    for i in range(n, len(cards)):
        cards[i] = 0


@rule
def shuffle(rng: Any, cards: Any, n: int) -> None:
    """Shuffle the first n entries of an array (Fisher and Yates)."""
    for last in range(n - 1, 0, -1):
        other = draw(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
