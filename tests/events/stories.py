"""Matches played at random with their events, word by word."""

from dataclasses import dataclass
from functools import cache

from siberia import Match
from siberia.events import Event, match_events
from tests.support import VARIANTS, play_random


@dataclass(frozen=True)
class Story:
    """A finished match and the events of each of its words (0: before the first)."""

    match: Match
    by_ply: tuple[tuple[Event, ...], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for events in self.by_ply for event in events)

    def of(self, kind: str, seat: int | None = None) -> list[Event]:
        return [e for e in self.events if e.kind == kind and seat in (None, e.seat)]


@cache
def story(variant_name: str, seats: int, seed: int) -> Story:
    """A match of busy players, so that much happens; seed 0 has lazy ones, who do nothing."""
    variant = next(v for v in VARIANTS if v.name == variant_name)
    match = variant.new(seats=seats, seed=seed)
    play_random(match, seed, busy=seed > 0)
    return Story(match, match_events(match))


def stories(game: str) -> list[Story]:
    names = [variant.name for variant in VARIANTS if variant.game == game]
    seeds = (0, 1, 2, 3) if game == "card" else (0, 1)
    return [story(name, seats, seed) for name in names for seats in (2, 3, 4) for seed in seeds]
