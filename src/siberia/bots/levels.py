"""Bots by name: the levels people play against, and whatever is registered by others.

A package registers a bot by an entry point in the group ``siberia.bots``: a name, and a function
or class that takes a seed and returns a bot, or a plain function from a `Seat` to a word.
"""

from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from siberia.bots.agents import Greedy, Hasty, Random, Search
from siberia.bots.master import FromFile, Master
from siberia.bots.net_search import Grandmaster
from siberia.bots.seat import Bot, Choice, Seat
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import listing

GROUP = "siberia.bots"
# A net that was trained: this, and its file.
NET = "net:"

# What each level is like, for people who choose one.
CHARACTERS = {
    "easy": "plays by rule of thumb, and now and then on a whim",
    "medium": "looks one turn ahead and takes what is worth most",
    "hard": "thinks some turns ahead, quickly",
    "expert": "thinks as far as it can within a second",
    "master": "has learned the game by playing against itself",
    "grandmaster": "thinks ahead with what the master has learned",
}

BUILT_IN: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": Greedy,
    "easy": Hasty,
    "medium": Greedy,
    "hard": lambda seed: Search(seed, simulations=250, seconds=1.0),
    "expert": lambda seed: Search(seed, simulations=5000, seconds=1.0),
    "master": Master,
    "grandmaster": Grandmaster,
    # Whoever is asked for hints and judgements: the best there is within 200 ms.
    "adviser": lambda seed: Grandmaster(seed, seconds=0.18),
}


class Plain:
    """A bot made of a plain function from a `Seat` to a word."""

    def __init__(self, function: Callable[[Seat], str]) -> None:
        self.function = function

    def choose(self, seat: Seat) -> Choice:
        """Ask the function."""
        return Choice(self.function(seat))


def names() -> list[str]:
    """Return the names of all bots, the levels first."""
    found = [entry.name for entry in entry_points(group=GROUP)]
    return [*CHARACTERS, *(n for n in [*BUILT_IN, *found] if n not in CHARACTERS)]


def bot(name: str, seed: int = 0) -> Bot:
    """Return a bot by its name."""
    if name in BUILT_IN:
        return BUILT_IN[name](seed)
    if name.startswith(NET):
        return FromFile(Path(name.removeprefix(NET)))
    for entry in entry_points(group=GROUP, name=name):
        return made(entry.load(), seed)
    raise SetupError(f"no bot {name!r}; there are {listing(names(), 'and')}", about="bots")


def made(thing: Any, seed: int) -> Bot:
    """Return the bot that a registered class or function stands for."""
    if isinstance(thing, type):
        chosen: Bot = thing(seed)
        return chosen
    return Plain(thing)
