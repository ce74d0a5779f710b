"""How a match is set up: the options people give, checked and completed in one place."""

import hashlib
import re
import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import index
from pathlib import Path
from typing import Self, SupportsIndex

from siberia.components import Box, load, shipped
from siberia.engine.errors import SetupError
from siberia.engine.rng import SEED_BITS, generator, keystream
from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS, listing
from siberia.match.games import rules_of
from siberia.match.record import RULES, RULES_AMONG_PEOPLE
from siberia.match.words import Vocabulary

SEAT_COUNTS = range(FEWEST_SEATS, MOST_SEATS + 1)
LONGEST_NAME = 40
# What deals a match, by the number of its rules. No number is ever taken away: records stay.
STREAMS = {RULES: generator, RULES_AMONG_PEOPLE: keystream}


# Nearly everybody plays with the same boxes: their words are kept once for all matches.
@lru_cache(maxsize=16)
def vocabulary(game: str, words: tuple[str, ...]) -> Vocabulary:
    """Return the vocabulary of a game with these words."""
    return Vocabulary(rules_of(game), words)


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first card is dealt, except chance.

    Made by `Setup.new`, which checks it; a set-up that exists can be dealt.
    """

    game: str
    seats: int
    start: int
    edition: str
    box: Box
    # The board game's: whether the salesman cards join in (X1), how the sides are settled (B6).
    expansion: bool = False
    exchanges: str = ""
    # The number in the record: by which rules it is dealt and played.
    rules: int = RULES

    @classmethod
    def new(
        cls,
        game: str,
        *,
        seats: int = 2,
        start: int | None = None,
        seed: int | None = None,
        edition: str = "dlp",
        expansion: bool = False,
        exchanges: str | None = None,
        components: str | Path | Box | None = None,
        rules: int = RULES,
    ) -> Self:
        """Check options and return the set-up they mean, or raise SetupError.

        `start` is the seat that begins; for None the `seed` draws one, and without a seed chance
        does. `exchanges` settles the sides of the board game's exchanges: "choose" leaves them to
        the start player, "random" to chance, "A", "B" or a pattern such as "ABBAA" names them; None
        is the game's default. `components` is the box, or a file with one; None is the shipped one.
        `rules` 1 and 2 differ in chance: 1 is fast, and 2 is for matches among people, since nobody
        can work out from what it dealt what is to come.
        """
        offered = rules_of(game)
        count = checked_seats(seats)
        setup = cls(
            game=game,
            seats=count,
            start=checked_start(start, count, seed),
            edition=edition,
            box=chosen_box(game, components),
            expansion=expansion,
            exchanges=offered.DEFAULT_EXCHANGES if exchanges is None else all_sides(exchanges),
            rules=checked_rules(rules),
        )
        offered.check(setup)
        return setup

    @property
    def components(self) -> str:
        """The hash of everything printed that this match is played with."""
        if not self.expansion:
            return self.box.sha256
        both = self.box.sha256 + shipped("card").sha256
        return "sha256:" + hashlib.sha256(both.encode()).hexdigest()

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the game, with the names of this box."""
        return vocabulary(self.game, rules_of(self.game).words(self.box))


def match_seed(seed: int, number: int) -> int:
    """Return the seed of one match of a series, as `Match.new` takes it."""
    return (seed << 64) + number


def one_of(number: object, allowed: Container[int]) -> int | None:
    """Return a whole number if it is one of the allowed ones; a truth value is none."""
    # Almost everybody asks so; to ask whether a thing can be an index takes far longer.
    if type(number) is int:
        return number if number in allowed else None
    if isinstance(number, bool) or not isinstance(number, SupportsIndex):
        return None
    return index(number) if index(number) in allowed else None


def checked_seats(seats: object) -> int:
    """Return a number of seats that both games allow."""
    count = one_of(seats, SEAT_COUNTS)
    if count is None:
        raise SetupError(f"{seats!r} seats; there can be 2, 3 or 4", about="seats")
    return count


def checked_seed(seed: object) -> int:
    """Return a seed, by default a secret one."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    checked = one_of(seed, range(1 << SEED_BITS))
    if checked is None:
        message = f"the seed must be a whole number from 0 to 2**{SEED_BITS} - 1"
        raise SetupError(message, about="seed")
    return checked


def checked_salt(salt: str | None) -> str:
    """Return the salt that keeps a seed from being guessed out of its commitment."""
    if salt is None:
        return secrets.token_hex(SEED_BITS // 8)
    if not isinstance(salt, str) or not re.fullmatch(r"[0-9a-f]{32}", salt):
        raise SetupError("the salt must be 32 hexadecimal digits", about="salt")
    return salt


def checked_start(start: object, seats: int, seed: int | None) -> int:
    """Return the start player; by default the seed draws one, apart from the deal (C5, B4)."""
    if start is None:
        digest = hashlib.sha256(f"siberia start {checked_seed(seed):032x}".encode()).digest()
        return int.from_bytes(digest) % seats
    checked = one_of(start, range(seats))
    if checked is None:
        message = f"no seat {start!r} to start; the seats are 0 to {seats - 1}"
        raise SetupError(message, about="start")
    return checked


def all_sides(exchanges: str) -> str:
    """Return how the sides are settled (B6), where one letter stands for all five tiles."""
    return exchanges * 5 if exchanges in ("A", "B") else exchanges


def checked_rules(rules: object) -> int:
    """Return the number of rules by which a match can be dealt."""
    checked = one_of(rules, STREAMS)
    if checked is None:
        raise SetupError(f"rules {rules!r} are not known, only {known_rules()}", about="rules")
    return checked


def known_rules() -> str:
    """Name the rules by which a match can be dealt."""
    return listing([str(number) for number in STREAMS], "and")


def checked_players(players: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the players' names."""
    if players is None:
        return tuple(f"Player {seat + 1}" for seat in range(seats))
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != seats:
        raise SetupError(f"players must be a list of {seats} names", about="players")
    for name in players:
        if not is_name(name):
            message = f"a name has 1 to {LONGEST_NAME} printable characters and no comma"
            raise SetupError(f"{message}, unlike {str(name)[:LONGEST_NAME]!r}", about="players")
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
