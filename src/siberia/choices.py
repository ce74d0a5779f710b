"""The choices with which a match is set up: checked, or made where none was given."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from siberia.components import Box, load, shipped
from siberia.errors import SetupError
from siberia.rng import SEED_BITS
from siberia.vocabulary import listing

SEATS = (2, 3, 4)
LONGEST_NAME = 40


def chosen_seats(seats: int) -> int:
    """Return a number of players that both games allow."""
    if isinstance(seats, bool) or seats not in SEATS:
        raise SetupError(
            f"{seats!r} seats; there can be {listing([*map(str, SEATS)])}", about="seats"
        )
    return seats


def chosen_seed(seed: int | None) -> int:
    """Return a seed, by default a secret one."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        told = f"the seed must be a whole number from 0 to 2**{SEED_BITS} - 1, not {seed!r}"
        raise SetupError(told, about="seed")
    return seed


def chosen_salt(salt: str | None) -> str:
    """Return the salt that keeps a seed from being guessed out of its commitment."""
    if salt is None:
        return secrets.token_hex(SEED_BITS // 8)
    if not isinstance(salt, str) or not re.fullmatch(r"[0-9a-f]{32}", salt):
        raise SetupError("the salt must be 32 hexadecimal digits", about="salt")
    return salt


def chosen_start(start: int | None, seats: int, seed: int) -> int:
    """Return the start player; by default the seed draws one, apart from the deal (C5, B4)."""
    if start is None:
        digest = hashlib.sha256(f"siberia start {seed:032x}".encode()).digest()
        return int.from_bytes(digest) % seats
    if isinstance(start, bool) or start not in range(seats):
        told = f"no seat {start!r} to start; the seats are 0 to {seats - 1}"
        raise SetupError(told, about="start")
    return start


def chosen_sides(exchanges: str | None, default: str) -> str:
    """Return how the exchange sides are settled (B6); one letter stands for all five tiles."""
    if exchanges is None:
        return default
    return exchanges * 5 if exchanges in ("A", "B") else exchanges


def chosen_players(players: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the players' names."""
    if players is None:
        return tuple(f"Player {seat + 1}" for seat in range(seats))
    if len(players) != seats:
        raise SetupError(f"{len(players)} names for {seats} seats", about="players")
    for name in players:
        if not name.strip() or len(name) > LONGEST_NAME or "," in name or not name.isprintable():
            told = f"a name has 1 to {LONGEST_NAME} printable characters and no comma"
            raise SetupError(f"{told}, unlike {name[:LONGEST_NAME]!r}", about="players")
    return tuple(players)


def chosen_box(game: str, components: str | Path | Box | None) -> Box:
    """Return the box of a game: the one shipped, or the one in a file."""
    box: Box = (
        shipped(game)
        if components is None
        else (components if isinstance(components, Box) else load(components))
    )
    if box.game != game:
        raise SetupError(f"this box is for the {box.game} game", about="components")
    return box
