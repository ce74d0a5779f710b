"""The choices with which a match is set up: checked, or made where none was given."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import SupportsIndex

from siberia.components import Box, load, shipped
from siberia.engine.errors import SetupError
from siberia.engine.rng import SEED_BITS

SEATS = range(2, 5)
LONGEST_NAME = 40


def one_of(number: object, allowed: range) -> int | None:
    """Return a whole number if it is one of the allowed ones; a truth value is none."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return None
    return index(number) if index(number) in allowed else None


def chosen_seats(seats: object) -> int:
    """Return a number of players that both games allow."""
    chosen = one_of(seats, SEATS)
    if chosen is None:
        raise SetupError(f"{seats!r} seats; there can be 2, 3 or 4", about="seats")
    return chosen


def chosen_seed(seed: object) -> int:
    """Return a seed, by default a secret one."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    chosen = one_of(seed, range(1 << SEED_BITS))
    if chosen is None:
        told = f"the seed must be a whole number from 0 to 2**{SEED_BITS} - 1"
        raise SetupError(told, about="seed")
    return chosen


def chosen_salt(salt: str | None) -> str:
    """Return the salt that keeps a seed from being guessed out of its commitment."""
    if salt is None:
        return secrets.token_hex(SEED_BITS // 8)
    if not isinstance(salt, str) or not re.fullmatch(r"[0-9a-f]{32}", salt):
        raise SetupError("the salt must be 32 hexadecimal digits", about="salt")
    return salt


def chosen_start(start: object, seats: int, seed: int) -> int:
    """Return the start player; by default the seed draws one, apart from the deal (C5, B4)."""
    if start is None:
        digest = hashlib.sha256(f"siberia start {seed:032x}".encode()).digest()
        return int.from_bytes(digest) % seats
    chosen = one_of(start, range(seats))
    if chosen is None:
        told = f"no seat {start!r} to start; the seats are 0 to {seats - 1}"
        raise SetupError(told, about="start")
    return chosen


def chosen_sides(exchanges: str | None, default: str) -> str:
    """Return how the exchange sides are settled (B6); one letter stands for all five tiles."""
    if exchanges is None:
        return default
    return exchanges * 5 if exchanges in ("A", "B") else exchanges


def chosen_players(players: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the players' names."""
    if players is None:
        return tuple(f"Player {seat + 1}" for seat in range(seats))
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != seats:
        raise SetupError(f"players must be a list of {seats} names", about="players")
    for name in players:
        if not is_name(name):
            told = f"a name has 1 to {LONGEST_NAME} printable characters and no comma"
            raise SetupError(f"{told}, unlike {str(name)[:LONGEST_NAME]!r}", about="players")
    return tuple(players)


def is_name(name: object) -> bool:
    """Say whether this can be a player's name: it must fit into a line of the record."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        return False
    return name == name.strip() and "," not in name and name.isprintable()


def chosen_box(game: str, components: str | Path | Box | None) -> Box:
    """Return the box of a game: the one shipped, or the one in a file."""
    if components is None:
        box: Box = shipped(game)
    elif isinstance(components, Box):
        box = components
    elif isinstance(components, str | Path):
        box = load(components)
    else:
        raise SetupError("components must be a file or a box", about="components")
    if box.game != game:
        raise SetupError(f"this box is for the {box.game} game", about="components")
    return box
