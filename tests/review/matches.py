"""Matches to look back on: random play, which knows nothing and is over quickly."""

from functools import cache

from siberia import Match
from tests.support import play_random


@cache
def finished(game: str, seats: int, seed: int, **options) -> Match:
    """A match that is over; nobody changes it."""
    return play_random(Match.new(game, seats=seats, seed=seed, **options), seed, busy=True)
