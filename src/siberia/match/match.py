"""A match: how it was set up, its chance, and the words that were played. All else follows."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from siberia.components import Box, shipped
from siberia.engine.errors import RecordError, SetupError, SiberiaError, UndoError
from siberia.engine.schema import number_in
from siberia.engine.vocabulary import listing
from siberia.match import record as records
from siberia.match.engines import engine
from siberia.match.origin import Origin, checked_origins, read, written
from siberia.match.position import Position, dealt, draw_anew
from siberia.match.record import EXPANSION, FROM, RULES, Record, Turn, commitment
from siberia.match.setup import (
    Setup,
    checked_players,
    checked_rules,
    checked_salt,
    checked_seed,
    one_of,
)

# Options that have another name in the headers of a record.
HEADER_OF_OPTION = {"exchanges": "sides", "origins": FROM}


class Played(NamedTuple):
    """A word as it was played: its move, whose it was, in which turn, and what was known before."""

    move: int
    seat: int
    turn: int
    reveals: int


class Match(Position):
    """A match of one game: a position with its history. Seats count from 0.

    >>> match = Match.new("card", seats=2, seed=7, start=0)
    >>> match.legal()[:2]
    ('flip 4', 'flip 5')
    >>> match.play("flip 4")
    >>> match.to_move
    0
    """

    def __init__(
        self,
        setup: Setup,
        seed: int,
        salt: str,
        players: tuple[str, ...],
        origins: tuple[Origin, ...] = (),
    ) -> None:
        """Deal a match; `Match.new` is the friendlier way."""
        super().__init__(setup, dealt(setup, origins[0].seed if origins else seed))
        self.seed = seed
        self.salt = salt
        self.players = players
        # Where it began, if it was taken over from another one.
        self.origins = origins
        self._history: list[Played] = []
        self._begin_anew()

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
        rules: int = RULES,
        origins: Sequence[Origin] = (),
        words: str | Iterable[str] = (),
    ) -> Self:
        """Set up a match and deal it.

        `players` are the names at the table, and `words` are played at once. Without a `seed` or a
        `salt` they are drawn from the operating system. `origins` say where a match began that was
        taken over: see `taken_over`. All else is what `Setup.new` takes.
        """
        seed = checked_seed(seed)
        setup = Setup.new(
            game,
            seats=seats,
            start=start,
            seed=seed,
            edition=edition,
            expansion=expansion,
            exchanges=exchanges,
            components=components,
            rules=rules,
        )
        names, begun = checked_players(players, setup.seats), checked_origins(origins, setup.seats)
        match = cls(setup, seed, checked_salt(salt), names, begun)
        for word in words.split(", ") if isinstance(words, str) and words else words:
            match.play(word)
        return match

    # ------------------------------------------------------------ playing

    def apply(self, move: int) -> None:
        """Make a move that is known to be legal, and remember it."""
        state = self.state
        player, turn = number_in(state, "player"), number_in(state, "turn")
        self._history.append(Played(move, player, turn, number_in(state, "reveals")))
        super().apply(move)
        if self.origins:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Where the match was taken over, draw anew what the seat did not know."""
        seeds = [*(origin.seed for origin in self.origins), self.seed]
        for origin, seed in zip(self.origins, seeds[1:], strict=True):
            if origin.ply == self.ply:
                draw_anew(self.setup, self.state, origin.seat, seed)

    @property
    def begun_at(self) -> int:
        """How many of its words had been played when it was taken over; 0 in other matches."""
        return self.origins[-1].ply if self.origins else 0

    def taken_over(
        self,
        seat: int,
        *,
        seed: int | None = None,
        salt: str | None = None,
        players: Sequence[str] | None = None,
    ) -> Self:
        """Return a match that goes on from here, as a seat knows it.

        All that the seat cannot know is drawn anew, from a seed of its own.
        """
        own = self.checked(seat)
        assert own is not None
        if self.is_over or self.open_to(own) != self.ply:
            raise SetupError("a seat cannot take the match over at this moment", about="ply")
        earlier = [known for known in self.origins if known.ply <= self.ply]
        origins = [*earlier, Origin(self._seed_here(), self.ply, own)]
        match = type(self)(
            self.setup,
            checked_seed(seed),
            checked_salt(salt),
            checked_players(players, self.seats),
            checked_origins(origins, self.seats),
        )
        for word in self.words:
            match.play(word)
        return match

    def open_to(self, seat: int) -> int:
        """Return the last moment up to here, as a ply, at which a seat can take the match over.

        In the midst of another seat's turn that is where the turn began: what was begun may hang on
        a hand that would be drawn anew. And while all place in secret, it is where that began.
        """
        ply, state = self.ply - self._sealed(), self.state
        if ply < self.ply or self.to_move in (seat, None):
            return ply
        here = number_in(state, "turn"), number_in(state, "player")
        while ply and (self._history[ply - 1].turn, self._history[ply - 1].seat) == here:
            ply -= 1
        return ply

    def _seed_here(self) -> int:
        """Return the seed that chance comes from at this moment."""
        later = (origin.seed for origin in self.origins if origin.ply > self.ply)
        return next(later, self.seed)

    def play_on(self, words: Iterable[str]) -> None:
        """Play words that were legal when they were played, as those of a log: none is checked."""
        for word in words:
            self.apply(self.setup.vocabulary.move(word, self.legal))

    def undo(self) -> str:
        """Take back the last word and return it; refused if it revealed anything."""
        if self.ply <= self.begun_at:
            raise UndoError("there is no word to take back")
        word = self.words[-1]
        if self._reveals(1):
            raise UndoError(f"{word!r} revealed something and cannot be taken back")
        if not self.can_undo():
            raise UndoError("the last word is another seat's secret and cannot be taken back")
        self._go_back(self.ply - 1)
        return word

    def can_undo(self, count: int = 1) -> bool:
        """Say whether so many words can be taken back, one after the other."""
        if not 0 < count <= self.ply - self.begun_at or self._reveals(count):
            return False
        # What is sealed only its own seat may take back, and nothing sealed lies before a reveal.
        player = self.state["player"]
        mine = all(played.seat == player for played in self._history[-count:])
        return mine or not self._sealed()

    def _sealed(self) -> int:
        """How many of the last words only the seat knows that played them."""
        return int(engine(self.game).loops.sealed_at(self._one))

    def _reveals(self, count: int) -> bool:
        """Whether any of the last words made something known."""
        return bool(self._history[-count].reveals != self.state["reveals"])

    def copy(self) -> Self:
        """Return an independent copy, history and all."""
        other = super().copy()
        other._history = list(self._history)
        return other

    def at(self, ply: int) -> Self:
        """Return this match as it was after `ply` words, to go on from there independently."""
        checked = one_of(ply, range(self.ply + 1))
        if checked is None:
            raise SetupError(f"no ply {ply!r}; the match has 0 to {self.ply}", about="ply")
        match = self.copy()
        if checked < self.ply:
            match._go_back(checked)
        return match

    def _go_back(self, ply: int) -> None:
        """Deal again and play only so many of the words."""
        history, self._history = self._history[:ply], []
        self.state = dealt(self.setup, self.origins[0].seed if self.origins else self.seed)
        # Piece by piece, as far as each moment at which it was taken over.
        for end in dict.fromkeys([0, *(o.ply for o in self.origins if o.ply < ply), ply]):
            moves = np.array([played.move for played in history[self.ply : end]], np.int64)
            engine(self.game).loops.fold(self.state, moves)
            self._history = history[:end]
            self._begin_anew()

    # ------------------------------------------------------------ looking

    @property
    def ply(self) -> int:
        """How many words were played."""
        return len(self._history)

    @property
    def words(self) -> tuple[str, ...]:
        """The words played so far. In the board game some are still secret: see `log`."""
        return tuple(self.vocabulary[played.move] for played in self._history)

    @property
    def moves(self) -> tuple[int, ...]:
        """The same words as numbers: places in the vocabulary."""
        return tuple(played.move for played in self._history)

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 of seed and salt, which can be shown before the match is over."""
        return commitment(self.seed, self.salt)

    def log(self, seat: int | None) -> tuple[tuple[int, str | None], ...]:
        """Return who played which word, with None for words this seat may not know yet."""
        seat = self.checked(seat)
        known = self.ply - self._sealed()
        return tuple(
            (played.seat, word if ply < known or played.seat == seat else None)
            for ply, (played, word) in enumerate(zip(self._history, self.words, strict=True))
        )

    def table(self, seat: int | None) -> str:
        """Draw the table as text, as a seat sees it."""
        return self.rules.table(self.view(seat), self.players)

    def __str__(self) -> str:
        return self.table(self.to_move)

    def _repr_svg_(self) -> str:
        """Draw the table in a notebook, as everyone may see it."""
        return self.view(None)._repr_svg_()

    def __repr__(self) -> str:
        setup = self.setup
        options = [repr(setup.game), f"seats={self.seats}", f"seed={self.seed:#x}"]
        options += [f"start={setup.start}", f"edition={setup.edition!r}", f"salt={self.salt!r}"]
        if self.players != checked_players(None, self.seats):
            options.append(f"players={self.players!r}")
        if setup.expansion:
            options.append("expansion=True")
        if setup.exchanges != self.rules.DEFAULT_EXCHANGES:
            options.append(f"exchanges={setup.exchanges!r}")
        if setup.box != shipped(setup.game):
            options.append(f"components={setup.box!r}")
        if setup.rules != RULES:
            options.append(f"rules={setup.rules}")
        if self.origins:
            options.append(f"origins={self.origins!r}")
        if self._history:
            options.append(f"words={', '.join(self.words)!r}")
        return f"{type(self).__name__}.new({', '.join(options)})"

    # ------------------------------------------------------------ the record

    def turns(self) -> list[Turn]:
        """Return the words played, turn by turn, without those that are still secret."""
        known = self.ply - self._sealed()
        words = zip(self._history[:known], self.words, strict=False)
        turns = groupby(words, key=lambda entry: (entry[0].turn, entry[0].seat))
        return [Turn(seat, tuple(word for _, word in group)) for (_, seat), group in turns]

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
            "rules": str(self.setup.rules),
            "commitment": self.commitment,
        }
        if self.setup.expansion:
            headers["expansion"] = EXPANSION
        if self.setup.exchanges:
            headers["sides"] = self.setup.exchanges
        if self.origins:
            headers[FROM] = written(self.origins)
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
        if match.origins and match.begun_at >= match.ply:
            raise record.fail(FROM, "the match was over before it was taken over there")
        lines = text.splitlines()
        for line, true in enumerate(match.record().splitlines(), 1):
            if line > len(lines) or lines[line - 1] != true:
                raise RecordError(f"does not fit the match: it should read {true!r}", line=line)
        return match

    @classmethod
    def _from_headers(cls, record: Record, components: str | Path | Box | None) -> Self:
        headers = record.headers
        try:
            # First of all: by other rules the rest may mean something else.
            rules = checked_rules(record.number("rules"))
        except SetupError as error:
            raise record.fail("rules", str(error)) from None
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
            problem = f"no seat {start} to start; the seats are 1 to {seats}"
            raise record.fail("start", problem)
        seed, salt = int(record.hexadecimal("seed"), 16), record.hexadecimal("salt")
        if headers["commitment"] != commitment(seed, salt):
            raise record.fail("commitment", "the commitment is not that of this seed and salt")
        origins = read(headers[FROM]) if FROM in headers else ()
        if origins is None:
            raise record.fail(FROM, "is written 'SEED PLY SEAT', with commas between several")
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
                rules=rules,
                origins=origins,
            )
        except SetupError as error:
            raise record.fail(HEADER_OF_OPTION.get(error.about, error.about), str(error)) from None
        if match.setup.components != headers["components"]:
            raise record.fail("components", "played with another box; give its file")
        return match

    def _replay(self, turn: Turn) -> None:
        """Play one recorded turn, or say what does not fit in its line."""
        for word in turn.words:
            if self.to_move is None:
                raise RecordError(f"{word!r} after the match was over", line=turn.line)
            if turn.seat != self.to_move:
                whose = f"it is seat {self.to_move + 1}'s turn"
                raise RecordError(f"{word!r} by seat {turn.seat + 1}, but {whose}", line=turn.line)
            try:
                self.play(word)
            except SiberiaError as error:
                raise RecordError(str(error), line=turn.line) from None
