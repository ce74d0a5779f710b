"""Chance: one small generator, frozen for ever, so that a record deals the same on every machine.

The generator is xoshiro128++ (Blackman and Vigna, public domain). Its state is four numbers of
32 bits kept in 64-bit integers: no step can overflow, so the interpreted and the compiled lane,
CPU and GPU, agree to the bit. Never change what any function here returns: old records would no
longer replay.
"""

import hashlib
from typing import Any

import numpy as np

from siberia.engine.jit import rule

SEED_BITS = 128
MASK = 0xFFFFFFFF


def generator(seed: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Return a generator's state for a 128-bit seed, mixed so that near seeds are far apart."""
    digest = hashlib.sha256(b"siberia" + seed.to_bytes(SEED_BITS // 8, "big")).digest()
    return np.frombuffer(digest[:16], dtype=">u4").astype(np.int64)


@rule
def next_bits(rng: Any) -> int:
    """Return the next 32 random bits."""
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
def draw(rng: Any, n: int) -> int:
    """Return one of 0 … n-1, each exactly as likely (Lemire's method)."""
    product = next_bits(rng) * n
    if product & MASK < n:
        threshold = (MASK + 1 - n) % n
        while product & MASK < threshold:
            product = next_bits(rng) * n
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
