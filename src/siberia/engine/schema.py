"""How a game's state is declared: each field once, with its meaning, shape and who may see it.

A game writes a class whose attributes are `field(...)`. From it come the state's type for NumPy
and Numba, and `visible`: the only way from a state to what leaves the process. A field that does
not say who may see it is an error when the module is imported.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Seen = dict[str, Any]
# Says what a seat sees of a field: its name, its value, all fields that anybody may see, the seat.
Sight = Callable[[str, Any, Seen, "int | None"], Seen]

HIDDEN = -1


@dataclass(frozen=True)
class Field:
    """One field of a state."""

    meaning: str
    shape: tuple[int, ...]
    width: str
    seen_by: Sight


def field(meaning: str, *, shape: tuple[int, ...] = (), width: str = "i2", seen_by: Sight) -> Any:
    """Declare a field. 16 bits at least: a compiled int8 wraps silently."""
    return Field(meaning, shape, width, seen_by)


def everyone(name: str, value: Any, _fields: Seen, _seat: int | None) -> Seen:
    """Show the field to all."""
    return {name: value}


def nobody(_name: str, _value: Any, _fields: Seen, _seat: int | None) -> Seen:
    """Show the field to no one."""
    return {}


def owner(name: str, value: Any, _fields: Seen, seat: int | None) -> Seen:
    """Show a seat its own row; of the other rows only how many there are (``<name>_held``)."""
    rows = [row if number == seat else [HIDDEN] * len(row) for number, row in enumerate(value)]
    return {name: rows} | ({f"{name}_held": list(map(sum, value))} if seat is None else {})


def how_many(name: str, value: Any, _fields: Seen, _seat: int | None) -> Seen:
    """Show only how many there are (``<name>_held``)."""
    return {f"{name}_held": sum(value)}


# These show every seat the same.
ALIKE: set[Sight] = {everyone, nobody, how_many}


def same_for_all(sight: Sight) -> Sight:
    """Mark what a game shows in its own way, but every seat the same."""
    ALIKE.add(sight)
    return sight


class State:
    """A state. Its subclasses only declare fields; the objects are records of NumPy."""

    def __init_subclass__(cls) -> None:
        # Widest first, and the end filled up: aligned without gaps, whose bytes would be random.
        cls.declared = fields_of(cls)
        fields = sorted(cls.declared.items(), key=lambda item: item[1].width, reverse=True)
        parts: list[Any] = [(name, f.width, f.shape) for name, f in fields]
        gap = -np.dtype(parts).itemsize % 8 // 2
        if gap:
            parts.append(("filling", "i2", (gap,)))
        cls.dtype = np.dtype((np.record, np.dtype(parts, align=True)))
        cls.layout = layout(cls)
        cls.in_part = [n for n, f in cls.declared.items() if f.seen_by not in (everyone, nobody)]
        cls.told_apart = [name for name, f in cls.declared.items() if f.seen_by not in ALIKE]

    dtype: "np.dtype[Any]"
    declared: dict[str, Field]
    # Where each field that anybody may see begins and ends in a state's bytes, how wide its
    # numbers are as `memoryview` calls it, and its shape.
    layout: "list[tuple[str, int, int, str, tuple[int, ...]]]"
    # The fields of which not all is for everybody; and those where not every seat sees the same.
    in_part: list[str]
    told_apart: list[str]


S = TypeVar("S", bound=State)


def fields_of(kind: type[State]) -> dict[str, Field]:
    """Return the declared fields of a state, in order."""
    fields = {}
    for name in get_type_hints(kind):
        if name in State.__annotations__:
            continue
        declared = kind.__dict__.get(name)
        if not isinstance(declared, Field):
            raise TypeError(f"{kind.__name__}.{name} does not declare who may see it")
        if hasattr(np.record, name):
            raise TypeError(f"{kind.__name__}.{name}: NumPy's records use that name themselves")
        fields[name] = declared
    return fields


def layout(kind: type[State]) -> list[tuple[str, int, int, str, tuple[int, ...]]]:
    """Return where in a state's bytes lies what anybody may see."""
    found: list[tuple[str, int, int, str, tuple[int, ...]]] = []
    fields = kind.dtype.fields
    assert fields is not None
    for name, declared in kind.declared.items():
        if declared.seen_by is not nobody:
            dtype, begin = fields[name][:2]
            width = np.dtype(declared.width).char
            found.append((name, begin, begin + dtype.itemsize, width, declared.shape))
    return found


def blank(kind: type[S]) -> S:
    """Return a state with all fields 0."""
    return cast(S, np.zeros(1, kind.dtype)[0])


def copy_of(state: S) -> S:
    """Return an independent copy of a state, by way of its bytes: NumPy takes far longer."""
    return cast(S, alone(state)[0])


def alone(state: State) -> Array:
    """Return an array with a copy of a state in it, and nothing else."""
    return np.frombuffer(bytearray(bytes_of(state)), state.dtype)


def bytes_of(state: State) -> bytes:
    """Return a state as bytes. A record would look among its fields first for what does that."""
    return np.void.tobytes(cast(Any, state))


def number_in(state: State, name: str) -> int:
    """Return the number in a field. A record would ask itself first what kind of thing it is."""
    return int(np.void.__getitem__(cast(Any, state), name))


def from_bytes(kind: type[S], numbers: bytes) -> S:
    """Return a state of its own by its bytes."""
    return cast(S, np.frombuffer(bytearray(numbers), kind.dtype)[0])


# After each word all seats look at the same state, one after the other.
@lru_cache(maxsize=256)
def read(kind: Any, numbers: bytes) -> Seen:
    """Return all that anybody may see of a state, field by field: numbers and lists.

    They are read from the state's bytes: a view looks at many single numbers, and to ask NumPy for
    each takes several times as long.
    """
    view: Any = memoryview(numbers)
    return {
        name: view[begin:end].cast(width, shape).tolist()
        if shape
        else view[begin:end].cast(width)[0]
        for name, begin, end, width, shape in kind.layout
    }


@lru_cache(maxsize=256)
def open_to_all(kind: Any, numbers: bytes) -> Seen:
    """Return what a spectator may see of a state."""
    fields = read(kind, numbers)
    seen = fields.copy()
    for name in kind.in_part:
        del seen[name]
    return seen | shown(kind, fields, kind.in_part, None)


def shown(kind: type[State], fields: Seen, names: Iterable[str], seat: int | None) -> Seen:
    """Return what a seat may see of some fields of a state, by what each says of itself."""
    seen: Seen = {}
    for name in names:
        seen |= kind.declared[name].seen_by(name, fields[name], fields, seat)
    return seen


def visible(kind: Any, numbers: bytes, seat: int | None) -> Seen:
    """Return what a seat (or, for None, a spectator) may see of a state, by its bytes.

    They are numbers and lists, field by field. Nobody changes these lists: whoever looks next is
    shown the same ones.
    """
    seen = open_to_all(kind, numbers)
    return seen if seat is None else seen | shown(kind, read(kind, numbers), kind.told_apart, seat)


V = TypeVar("V")


def seen_from(view: V, seat: int, mine: Any) -> V:
    """Return a spectator's view as a seat has it, to which only what is its own looks otherwise."""
    players = view.__dict__["players"]
    other = object.__new__(type(view))
    # By way of its fields: to make a frozen dataclass anew takes far longer.
    other.__dict__.update(view.__dict__)
    other.__dict__.update(seat=seat, players=(*players[:seat], mine, *players[seat + 1 :]))
    return other
