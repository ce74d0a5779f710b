"""How a whole number is coded for a net: by what it is, by what it reaches, or by a share."""

from collections.abc import Iterator
from typing import NamedTuple


class Coding(NamedTuple):
    """The inputs that one number becomes: one for each value, for each step, and for a range.

    An input for a value is 1 where the number is just that; for a step, where the number reaches
    it; for a range, it is how far the number is from its beginning to its end.
    """

    values: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    span: tuple[int, int] | None = None

    def columns(self) -> Iterator[tuple[bool, float, float]]:
        """Yield for each input whether it is exact, where it begins, and how it rises."""
        for value in self.values:
            yield True, value, 0.0
        for step in self.steps:
            yield False, step - 1, 1.0
        if self.span is not None:
            low, high = self.span
            yield False, low, 1.0 / (high - low)


IGNORED = Coding()
FLAG = Coding(steps=(1,))


def one_of(first: int, last: int) -> Coding:
    """Code a number that names something."""
    return Coding(values=tuple(range(first, last + 1)))


def up_to(last: int) -> Coding:
    """Code a small number by everything from 1 on that it reaches."""
    return Coding(steps=tuple(range(1, last + 1)))


def amount(high: int, *steps: int, low: int = 0) -> Coding:
    """Code a larger number as a share of the most it is, and by some steps that matter."""
    return Coding(steps=steps, span=(low, high))
