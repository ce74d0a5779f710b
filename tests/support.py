"""What many tests need: set-ups to run over, and matches played at random."""

import random
from collections.abc import Iterator
from typing import Any

from siberia import Match
from siberia.contract import Game
from siberia.games import GAMES

# Every game in every edition; the generic suites run over all of them.
VARIANTS = [(name, edition) for name, game in GAMES.items() for edition in game.EDITIONS]
SEATS = (2, 3, 4)


def game_of(match: Match) -> Game:
    return GAMES[match.game]


def state_of(match: Match) -> Any:
    """The record inside a match, which only tests may touch."""
    return match._state


def play_random(match: Match, seed: object = 0, limit: int = 10_000) -> Match:
    """Play legal words at random until the match is over, or for `limit` words."""
    chooser = random.Random(str(seed))
    for _ in range(limit):
        if match.is_over:
            break
        match.play(chooser.choice(match.legal()))
    return match


def some_matches(count: int) -> Iterator[Match]:
    """Finished matches of every variant and number of seats."""
    for game, edition in VARIANTS:
        for seats in SEATS:
            for seed in range(count):
                yield play_random(Match.new(game, seats=seats, seed=seed, edition=edition), seed)
