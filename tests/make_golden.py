"""Writes golden matches that are not there yet: ``python -m tests.make_golden``.

A golden match is a promise that old records replay for ever. Existing ones are never rewritten.
"""

from itertools import product
from pathlib import Path

from siberia.match.record import RULES, RULES_AMONG_PEOPLE
from tests.support import SEATS, VARIANTS, play_random

GOLDEN = Path(__file__).parent / "golden"


def main() -> None:
    for variant, seats, letter in product(VARIANTS, SEATS, "abcd"):
        file = GOLDEN / f"{variant}-{seats}{letter}.txt"
        if not file.exists():
            seed = {"a": 11, "b": 18, "c": 31, "d": 47}[letter]
            rules = RULES_AMONG_PEOPLE if letter == "d" else RULES
            match = variant.new(seats=seats, seed=seed, salt=f"{seed:032x}", rules=rules)
            play_random(match, seed, busy=letter in "cd")
            file.write_text(match.record(), encoding="utf-8")


if __name__ == "__main__":
    main()
