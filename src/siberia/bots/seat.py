"""What a bot is given, and what it answers."""

from dataclasses import dataclass, field
from typing import Protocol

from siberia.match import Match, Position
from siberia.match.games import View
from siberia.match.known import Known


class Seat:
    """A match as the seat to move knows it. A bot never gets more.

    Of a match that is played elsewhere what the seat knows of it is as good: see `siberia connect`.
    """

    def __init__(self, match: Match | Known) -> None:
        if match.to_move is None:
            raise ValueError("the match is over, and nobody is to move")
        self._match = match
        self.number: int = match.to_move
        self.game: str = match.game

    def legal(self) -> tuple[str, ...]:
        """Return the words that can be played."""
        return self._match.legal()

    @property
    def view(self) -> View:
        """What the seat sees."""
        return self._match.view(self.number)

    @property
    def log(self) -> tuple[tuple[int, str | None], ...]:
        """Who played which word, as far as the seat may know."""
        return self._match.log(self.number)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The word of each move of the engine, by its number."""
        return self._match.vocabulary

    def imagine(self, seed: int) -> Position:
        """Return a position in which everything the seat cannot know is drawn from this seed."""
        return self._match.imagine(self.number, seed)


@dataclass(frozen=True)
class Choice:
    """A bot's word, and how sure it is.

    `win_shares` estimates for each legal word the share of matches won after it, `effort` how much
    of the thinking went into it; `line` is how the bot expects the match to go on.
    """

    word: str
    win_shares: dict[str, float] = field(default_factory=dict)
    effort: dict[str, float] = field(default_factory=dict)
    line: tuple[str, ...] = ()
    simulations: int = 0


class Bot(Protocol):
    """Anything that chooses one of the legal words."""

    def choose(self, seat: Seat) -> Choice:
        """Return one of `seat.legal()`."""
        ...
