"""What a net is given of a position: a game's observation, what follows from it, and how the
numbers become inputs between 0 and 1.

A net learns a small game far faster if it need not find out by itself what an extraction would
bring. So behind the observation stand *derived* numbers: nothing in them is more than the seat may
know. *Hidden* numbers are all the rest: for critics, who judge while a net learns, never for a
player. The *open* ones among them are what others know: for evaluators, who judge a position with
all hands open, but cannot see what chance will bring.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from siberia.bots import board_inputs, card_inputs
from siberia.bots.coding import Coding
from siberia.engine.contract import Game, Part
from siberia.engine.jit import specialise
from siberia.engine.schema import Array
from siberia.match.games import GAMES

# Nets say by which inputs they were trained. Whoever changes what is derived, or how numbers are
# coded, counts this up and trains anew.
VERSION = 1


class Inputs(Protocol):
    """What one game adds to its observation; a module a game."""

    # What `derive` and `reveal` write, in order, and how each part's numbers are coded, those of
    # the observation among them.
    DERIVED: tuple[Part, ...]
    HIDDEN: tuple[Part, ...]
    CODINGS: dict[str, tuple[Coding, ...]]
    # The hidden parts that nobody at the table knows.
    UPCOMING: frozenset[str]

    def derive(self, state: Any, seat: int, out: Any) -> None:
        """Write what follows from what a seat may know."""
        ...

    def reveal(self, state: Any, seat: int, out: Any) -> None:
        """Write what the seat may not know."""
        ...


INPUTS: dict[str, Inputs] = {"card": card_inputs, "board": board_inputs}


class Encoder(NamedTuple):
    """How numbers become inputs, by columns: each looks at one number.

    Where `exact`, an input is 1 if the number is `low`; elsewhere it rises from 0 at `low` to 1, by
    `slope` for each.
    """

    source: Array
    exact: Array
    low: Array
    slope: Array

    @property
    def width(self) -> int:
        """How many inputs there are."""
        return len(self.source)

    def __call__(self, numbers: Any, xp: Any = np) -> Any:
        """Return the inputs for rows of numbers; `xp` is NumPy, or what stands for it."""
        seen = numbers[..., self.source].astype(xp.float32)
        risen = xp.clip((seen - self.low) * self.slope, 0.0, 1.0)
        return xp.where(self.exact, (seen == self.low).astype(xp.float32), risen)

    def rows(self, numbers: Array) -> Array:
        """Return the same by NumPy, for rows of which most numbers are the same in all."""
        inputs: Array = np.repeat(self(numbers[:1]), len(numbers), axis=0)
        on = np.flatnonzero(differing(numbers)[self.source])
        some = Encoder(self.source[on], self.exact[on], self.low[on], self.slope[on])
        inputs[:, on] = some(numbers)
        return inputs


def differing(rows: Array) -> Array:
    """Say of each column whether its numbers differ from row to row."""
    differ: Array = (rows != rows[0]).any(axis=0)
    return differ


def encoder(
    parts: Sequence[Part],
    codings: dict[str, tuple[Coding, ...]],
    without: frozenset[str] = frozenset(),
) -> Encoder:
    """Return how the numbers of these parts are coded, in order; a part's codings repeat.

    Parts that it is to do `without` are passed over.
    """
    columns = []
    at = 0
    for part in parts:
        for i in range(0 if part.name in without else part.length):
            coding = codings[part.name][i % len(codings[part.name])]
            columns += [(at + i, *column) for column in coding.columns()]
        at += part.length
    source, exact, low, slope = zip(*columns, strict=True)
    return Encoder(
        np.array(source, np.int32),
        np.array(exact, np.bool_),
        np.array(low, np.float32),
        np.array(slope, np.float32),
    )


def observe_and_derive(state: Any, seat: int, out: Any) -> None:
    """Write the observation, and behind it what follows from it."""
    observe(state, seat, out)
    derive(state, seat, out[PLAIN:])


@dataclass(frozen=True)
class LearningInputs:
    """The inputs of one game, compiled: what players see and what critics see besides."""

    game: Game
    observe: Callable[[Any, int, Any], None]
    reveal: Callable[[Any, int, Any], None]
    # How many numbers `observe` writes, and `reveal`.
    width: int
    hidden_width: int
    # The inputs of players, and the further ones of critics and of evaluators.
    encoder: Encoder
    hidden_encoder: Encoder
    open_encoder: Encoder


@cache
def learning_inputs(name: str) -> LearningInputs:
    """Return the inputs of a game, once for a process."""
    game, inputs = GAMES[name], INPUTS[name]
    plain = total(game.OBSERVATION)
    parts = (*game.OBSERVATION, *inputs.DERIVED)
    bound: dict[str, Any] = {"observe": game.observe, "derive": inputs.derive, "PLAIN": plain}
    return LearningInputs(
        game,
        observe=specialise(observe_and_derive, name, **bound),
        reveal=inputs.reveal,
        width=total(parts),
        hidden_width=total(inputs.HIDDEN),
        encoder=encoder(parts, inputs.CODINGS),
        hidden_encoder=encoder(inputs.HIDDEN, inputs.CODINGS),
        open_encoder=encoder(inputs.HIDDEN, inputs.CODINGS, inputs.UPCOMING),
    )


def total(parts: Sequence[Part]) -> int:
    """Return how many numbers some parts have."""
    return sum(part.length for part in parts)


# `learning_inputs` binds these names to a game; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


observe = derive = _unbound
PLAIN = 0
