"""Writes golden matches that are not there yet: ``python -m tests.make_golden``.

A golden match is a promise that old records replay for ever. Existing ones are never rewritten.
"""

from itertools import product
from pathlib import Path

from tests.support import SEATS, VARIANTS, play_random

GOLDEN = Path(__file__).parent / "golden"


def main() -> None:
    for variant, seats, letter in product(VARIANTS, SEATS, "abc"):
        file = GOLDEN / f"{variant}-{seats}{letter}.txt"
        if not file.exists():
            seed = {"a": 11, "b": 18, "c": 31}[letter]
            match = variant.new(seats=seats, seed=seed, salt=f"{seed:032x}")
            play_random(match, seed, busy=letter == "c")
            file.write_text(match.record(), encoding="utf-8")


if __name__ == "__main__":
    main()
