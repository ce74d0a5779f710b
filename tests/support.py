"""What many tests need: set-ups to run over, and matches played at random."""

import gc
import random
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import Any

import pytest

from siberia import IllegalWord, Match
from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.engine.contract import Game
from siberia.match.games import GAMES


@dataclass(frozen=True)
class Variant:
    """A way to play a game; the generic suites run over all of them."""

    name: str
    game: str
    options: tuple[tuple[str, Any], ...]

    def new(self, **more: Any) -> Match:
        """A new match of this variant."""
        return Match.new(self.game, **dict(self.options), **more)

    def __str__(self) -> str:
        return self.name


VARIANTS = (
    Variant("card-dlp", "card", (("edition", "dlp"),)),
    Variant("card-oya", "card", (("edition", "oya"),)),
    Variant("board", "board", ()),
    Variant("board-expansion", "board", (("expansion", True), ("exchanges", "random"))),
)
SEATS = (2, 3, 4)

variants = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def game_of(match: Match) -> Game:
    return GAMES[match.game]


def state_of(match: Match) -> Any:
    """The state inside a match."""
    return match.state


def card_view(match: Match, seat: int | None = None) -> CardView:
    """What a seat, or a spectator, sees of a card game."""
    view = match.view(seat)
    assert isinstance(view, CardView)
    return view


def board_view(match: Match, seat: int | None = None) -> BoardView:
    """What a seat, or a spectator, sees of a board game."""
    view = match.view(seat)
    assert isinstance(view, BoardView)
    return view


# Words with which a player does little; who avoids them sees more of the game.
LAZY = ("keep", "draw 0", "pass", "decline", "stop", "wild none", "place research")


def play_random(
    match: Match, seed: object = 0, limit: int = 10_000, *, busy: bool = False
) -> Match:
    """Play legal words at random until the match is over, or for `limit` words.

    `busy` players seldom choose to do nothing: their matches are longer and richer.
    """
    chooser = random.Random(str(seed))
    for _ in range(limit):
        if match.is_over:
            break
        words = match.legal()
        if busy and chooser.random() < 0.9:
            words = tuple(word for word in words if word not in LAZY) or words
        match.play(chooser.choice(words))
    return match


def forget_what_is_kept() -> None:
    """Empty all that is remembered within a limit: it is of the process, and of no single table."""
    # A server that ran here has set apart what was there.
    gc.unfreeze()
    for found in gc.get_objects():
        # Not isinstance: that asks what a weak reference stands for, which may be gone.
        if type(found) is _lru_cache_wrapper and found.cache_parameters()["maxsize"]:
            found.cache_clear()
    gc.collect()


def warning_of(match: Match, word: str) -> str | None:
    """What a player is told before playing a legal word, as an English sentence with its rule."""
    reason = match.caution(word)
    return f"{reason.english} ({reason.rule})" if reason else None


def refused(match: Match, word: str) -> str:
    """Play a word that is not legal and return the rule that forbids it."""
    before = state_of(match).tobytes()
    with pytest.raises(IllegalWord) as error:
        match.play(word)
    assert state_of(match).tobytes() == before
    return error.value.rule
