"""A match: how it was set up, its chance, and the words that were played. All else follows."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from siberia import components as boxes
from siberia.components import Box
from siberia.engine.contract import Reason, Setup
from siberia.engine.errors import (
    IllegalWord,
    RecordError,
    SeatError,
    SetupError,
    SiberiaError,
    UndoError,
)
from siberia.engine.loops import REVEALS, SEAT, TURN
from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from siberia.engine.vocabulary import listing
from siberia.match import record as records
from siberia.match.games import engine
from siberia.match.record import EXPANSION, RULES, Record, Turn, commitment
from siberia.match.setup import (
    SEATS,
    chosen_box,
    chosen_players,
    chosen_salt,
    chosen_seats,
    chosen_seed,
    chosen_sides,
    chosen_start,
    one_of,
)
from siberia.match.words import Wording


class Match:
    """A match of one game. Seats count from 0.

    >>> match = Match.new("card", seats=2, seed=7, start=0)
    >>> match.legal()[:2]
    ('flip 4', 'flip 5')
    >>> match.play("flip 4")
    >>> match.to_move
    0
    """

    def __init__(self, setup: Setup, seed: int, salt: str, players: tuple[str, ...]) -> None:
        """Deal a match; `Match.new` is the friendlier way."""
        self.setup = setup
        self.seed = seed
        self.salt = salt
        self.players = players
        self._engine = engine(setup.game)
        self._wording = Wording(self._engine.game, setup.box)
        self._played: list[int] = []
        self._state, _ = self._fold()

    @classmethod
    def new(
        cls,
        game: str,
        *,
        seats: int = 2,
        seed: int | None = None,
        start: int | None = None,
        edition: str = "dlp",
        expansion: bool = False,
        exchanges: str | None = None,
        players: Sequence[str] | None = None,
        salt: str | None = None,
        components: str | Path | Box | None = None,
        words: str | Iterable[str] = (),
    ) -> Self:
        """Set up a match and deal it.

        Without a seed chance is drawn from the operating system; without a start player one is
        drawn from the seed. In the board game the start player chooses the exchange sides, unless
        `exchanges` is "random", "A", "B" or a pattern such as "ABBAA"; `expansion` adds the
        salesman cards. `components` is a box file; `words` are played at once.
        """
        rules = engine(game).game
        seed = chosen_seed(seed)
        setup = Setup(
            game=game,
            seats=(seats := chosen_seats(seats)),
            start=chosen_start(start, seats, seed),
            edition=edition,
            box=chosen_box(game, components),
            expansion=expansion,
            sides=chosen_sides(exchanges, rules.SIDES),
        )
        rules.check(setup)
        match = cls(setup, seed, chosen_salt(salt), chosen_players(players, seats))
        for word in words.split(", ") if isinstance(words, str) and words else words:
            match.play(word)
        return match

    # ------------------------------------------------------------ playing

    def legal(self) -> tuple[str, ...]:
        """Return the words that can be played now, in the order of docs/NOTATION.md."""
        return tuple(self._wording.words[move] for move in self._legal())

    def caution(self, word: str) -> Reason | None:
        """Return what the player should know before playing a legal word, if anything."""
        move = self._wording.move(word, self.legal)
        return self._engine.game.warning(self._state, move) if move in self._legal() else None

    def warning(self, word: str) -> str | None:
        """Return the caution about a legal word, if there is one, as an English sentence."""
        reason = self.caution(word)
        return f"{reason.told} ({reason.rule})" if reason else None

    def play(self, word: str) -> None:
        """Play a word for the seat to move, or raise a WordError and change nothing."""
        move = self._wording.move(word, self.legal)
        if move not in self._legal():
            raise self._illegal(word, move)
        self._played.append(move)
        self._engine.game.apply(self._state, move)

    def undo(self) -> str:
        """Take back the last word and return it; refused if it revealed anything."""
        if not self._played:
            raise UndoError("there is no word to take back")
        word = self.words[-1]
        last = self._fold()[1][-1]
        if last[REVEALS] != self._state.reveals:
            raise UndoError(f"{word!r} revealed something and cannot be taken back")
        if self._engine.game.sealed(self._state) and last[SEAT] != self._state.player:
            raise UndoError("the last word is another seat's secret and cannot be taken back")
        self._played.pop()
        self._state, _ = self._fold()
        return word

    # ------------------------------------------------------------ looking

    @property
    def game(self) -> str:
        """The game's name."""
        return self.setup.game

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.setup.seats

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the match is over."""
        return None if self.is_over else int(self._state.player)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._state.phase == self._engine.game.OVER)

    @property
    def ply(self) -> int:
        """How many words were played."""
        return len(self._played)

    @property
    def words(self) -> tuple[str, ...]:
        """The words played so far. In the board game some are still secret: see `log`."""
        return tuple(self._wording.words[move] for move in self._played)

    @property
    def commitment(self) -> str:
        """The SHA-256 of seed and salt, which can be shown before the match is over."""
        return commitment(self.seed, self.salt)

    def scores(self) -> tuple[int, ...]:
        """Return what each seat has in dollars.

        In the card game only the match's end makes that known to all.
        """
        points = np.zeros(SEATS[-1], np.int64)
        self._engine.game.scores(self._state, points)
        return tuple(int(total) for total in points[: self.seats])

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest score, who share the win; none before the end."""
        scores = self.scores()
        best = max(scores)
        return tuple(s for s in range(self.seats) if self.is_over and scores[s] == best)

    def ending(self) -> str | None:
        """Say how the match ended."""
        game = self._engine.game
        return game.ENDINGS[game.ending(self._state)] if self.is_over else None

    def view(self, seat: int | None) -> Any:
        """Return what a seat may see, or a spectator for None: a frozen dataclass."""
        return self._engine.game.view(self._state, self._checked(seat), self.setup.box)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word of this game, in the order in which they are listed."""
        return self._wording.words

    def imagine(self, seat: int, seed: int) -> Any:
        """Return the state as a seat could imagine it: what it cannot know is drawn from the seed.

        The record that the rules work on, for bots: nothing in it is more than the seat may know.
        """
        state = copy_of(self._state)
        self._checked(seat)
        self._engine.game.determinize(state, seat, generator(chosen_seed(seed)))
        return state

    def log(self, seat: int | None) -> tuple[tuple[int, str | None], ...]:
        """Return who played which word, with None for words this seat may not know yet."""
        seat = self._checked(seat)
        open_until = self.ply - self._engine.game.sealed(self._state)
        _, trail = self._fold()
        return tuple(
            (int(trail[ply, SEAT]), word if ply < open_until or trail[ply, SEAT] == seat else None)
            for ply, word in enumerate(self.words)
        )

    def at(self, ply: int) -> Self:
        """Return this match as it was after `ply` words, to go on from there independently."""
        words = one_of(ply, range(self.ply + 1))
        if words is None:
            raise SetupError(f"no ply {ply!r}; the match has 0 to {self.ply}", about="ply")
        match = type(self)(self.setup, self.seed, self.salt, self.players)
        match._played = self._played[:words]
        match._state, _ = match._fold()
        return match

    def table(self, seat: int | None) -> str:
        """Draw the table as text, as a seat sees it."""
        return self._engine.game.table(self.view(seat), self.players)

    def __str__(self) -> str:
        return self.table(self.to_move)

    def _repr_svg_(self) -> str:
        """Draw the table in a notebook, as everyone may see it."""
        return cast(str, self.view(None)._repr_svg_())

    def __repr__(self) -> str:
        setup = self.setup
        told = [repr(setup.game), f"seats={self.seats}", f"seed={self.seed:#x}"]
        told += [f"start={setup.start}", f"edition={setup.edition!r}", f"salt={self.salt!r}"]
        if self.players != chosen_players(None, self.seats):
            told.append(f"players={self.players!r}")
        if setup.expansion:
            told.append("expansion=True")
        if setup.sides != self._engine.game.SIDES:
            told.append(f"exchanges={setup.sides!r}")
        if setup.box != boxes.shipped(setup.game):
            told.append(f"components={setup.box!r}")
        if self._played:
            told.append(f"words={', '.join(self.words)!r}")
        return f"{type(self).__name__}.new({', '.join(told)})"

    # ------------------------------------------------------------ the record

    def turns(self) -> list[Turn]:
        """Return the words played, turn by turn, without those that are still secret."""
        _, trail = self._fold()
        known = self.ply - self._engine.game.sealed(self._state)
        told = zip(trail[:known, TURN], trail[:known, SEAT], self.words[:known], strict=True)
        grouped = groupby(told, key=lambda spoken: spoken[:2])
        return [Turn(int(seat), tuple(word for *_, word in group)) for (_, seat), group in grouped]

    def record(self) -> str:
        """Return the record of the match as text; seed, salt and result when it is over."""
        headers = {
            records.FIRST: str(records.VERSION),
            "game": self.game,
            "players": ", ".join(self.players),
            "seats": str(self.seats),
            "edition": self.setup.edition,
            "components": self.setup.components,
            "start": str(self.setup.start + 1),
            "rules": str(RULES),
            "commitment": self.commitment,
        }
        if self.setup.expansion:
            headers["expansion"] = EXPANSION
        if self.setup.sides:
            headers["sides"] = self.setup.sides
        if self.is_over:
            headers["seed"] = f"{self.seed:032x}"
            headers["salt"] = self.salt
            headers["result"] = " ".join(map(str, self.scores()))
        return records.write(headers, self.turns())

    @classmethod
    def read(cls, text: str, components: str | Path | Box | None = None) -> Self:
        """Deal a recorded match again and play its words, or say which line does not fit."""
        if not isinstance(text, str):
            raise RecordError(f"a record is text, not {type(text).__name__}")
        record = records.parse(text)
        match = cls._from_headers(record, components)
        for turn in record.turns:
            match._replay(turn)
        if not match.is_over:
            last = len(text.splitlines())
            raise RecordError("the record stops before the match is over", line=last)
        told = text.splitlines()
        for line, true in enumerate(match.record().splitlines(), 1):
            if line > len(told) or told[line - 1] != true:
                raise RecordError(f"does not fit the match: it should read {true!r}", line=line)
        return match

    @classmethod
    def _from_headers(cls, record: Record, components: str | Path | Box | None) -> Self:
        headers = record.headers
        if record.number("rules") != RULES:
            raise record.fail("rules", f"rules {headers['rules']} are not known, only {RULES}")
        if missing := [name for name in records.SECRET_UNTIL_OVER if name not in headers]:
            raise RecordError(
                f"without {listing(missing, 'and')} the match cannot be dealt again: it was not"
                " over when this was written, or a line is missing",
                line=record.lines["commitment"],
            )
        if headers.get("expansion", EXPANSION) != EXPANSION:
            raise record.fail("expansion", f"the only expansion is {EXPANSION}")
        seats, start = record.number("seats"), record.number("start")
        if not 1 <= start <= seats:
            told = f"no seat {start} to start; the seats are 1 to {seats}"
            raise record.fail("start", told)
        seed, salt = int(record.hexadecimal("seed"), 16), record.hexadecimal("salt")
        if headers["commitment"] != commitment(seed, salt):
            raise record.fail("commitment", "the commitment is not that of this seed and salt")
        try:
            match = cls.new(
                headers["game"],
                seats=seats,
                seed=seed,
                salt=salt,
                start=start - 1,
                edition=headers["edition"],
                players=headers["players"].split(", "),
                expansion="expansion" in headers,
                exchanges=headers.get("sides"),
                components=components,
            )
        except SetupError as error:
            raise record.fail(error.about, str(error)) from None
        if match.setup.components != headers["components"]:
            raise record.fail("components", "played with another box; give its file")
        return match

    def _replay(self, turn: Turn) -> None:
        """Play one recorded turn, or say what does not fit in its line."""
        for word in turn.words:
            if self.to_move is None:
                raise RecordError(f"{word!r} after the match was over", line=turn.line)
            if turn.seat != self.to_move:
                told = f"{word!r} by seat {turn.seat + 1}, but it is seat {self.to_move + 1}'s turn"
                raise RecordError(told, line=turn.line)
            try:
                self.play(word)
            except SiberiaError as error:
                raise RecordError(str(error), line=turn.line) from None

    # ------------------------------------------------------------ inside

    def _fold(self) -> tuple[Any, Any]:
        """Deal, play all words, and return the state with what `loops.fold` tells of each word."""
        game = self._engine.game
        state = game.unpack(self.setup)
        game.deal(state, generator(self.seed))
        played = np.array(self._played, np.int64)
        trail = np.zeros((len(played), 3), np.int64)
        self._engine.loops.fold(state, played, trail)
        return state, trail

    def _legal(self) -> list[int]:
        """Return the legal moves as numbers."""
        moves = np.zeros(self._engine.game.MOVES, np.int64)
        count = self._engine.game.legal(self._state, moves)
        return [int(move) for move in moves[:count]]

    def _illegal(self, word: str, move: int) -> IllegalWord:
        """Return the error that a word of this game is not legal now."""
        reason = self._engine.game.refusal(self._state, move)
        legal = self.legal()
        told = f"{word!r} is not legal ({reason.rule}): {reason.told}"
        if legal:
            told += f"; legal now: {', '.join(legal)}"
        return IllegalWord(told, word=word, legal=legal, reason=reason)

    def _checked(self, seat: int | None) -> int | None:
        """Return a seat of this match, or raise SeatError."""
        if seat is None:
            return None
        checked = one_of(seat, range(self.seats))
        if checked is None:
            raise SeatError(f"no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return checked
