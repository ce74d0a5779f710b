"""Writes golden matches that are not there yet: ``python -m tests.make_golden``.

A golden match is a promise that old records replay for ever. Existing ones are never rewritten.
"""

from pathlib import Path

from siberia import Match
from tests.support import SEATS, VARIANTS, play_random

GOLDEN = Path(__file__).parent / "golden"


def main() -> None:
    for game, edition in VARIANTS:
        for seats in SEATS:
            for letter, seed in (("a", 11), ("b", 18)):
                file = GOLDEN / f"{game}-{edition}-{seats}{letter}.txt"
                if not file.exists():
                    match = Match.new(
                        game, seats=seats, seed=seed, edition=edition, salt=f"{seed:032x}"
                    )
                    file.write_text(play_random(match, seed).record(), encoding="utf-8")


if __name__ == "__main__":
    main()
