"""How a game's state is declared: each field once, with its meaning, shape and who may see it.

A game writes a class whose attributes are `field(...)`. From it come the state's type for NumPy
and Numba, and `visible`: the only way from a state to what leaves the process. A field that does
not say who may see it is an error when the module is imported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Seen = dict[str, Any]
Sight = Callable[[str, Any, Any, "int | None"], Seen]

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


def everyone(name: str, value: Any, _state: Any, _seat: int | None) -> Seen:
    """Show the field to all."""
    return {name: value}


def nobody(_name: str, _value: Any, _state: Any, _seat: int | None) -> Seen:
    """Show the field to no one."""
    return {}


def owner(name: str, value: Any, _state: Any, seat: int | None) -> Seen:
    """Show a seat its own row; of the other rows only how many there are (``<name>_held``)."""
    rows = np.full_like(value, HIDDEN)
    if seat is not None:
        rows[seat] = value[seat]
    return {name: rows, f"{name}_held": value.sum(axis=1)}


def how_many(name: str, value: Any, _state: Any, _seat: int | None) -> Seen:
    """Show only how many there are (``<name>_held``)."""
    return {f"{name}_held": value.sum()}


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

    dtype: "np.dtype[Any]"
    declared: dict[str, Field]


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


def blank(kind: type[S]) -> S:
    """Return a state with all fields 0."""
    return cast(S, np.zeros(1, kind.dtype)[0])


def copy_of(state: S) -> S:
    """Return an independent copy of a state, by way of its bytes: NumPy takes far longer."""
    array = cast(Any, state)
    return cast(S, np.frombuffer(bytearray(array.tobytes()), array.dtype)[0])


def visible(kind: type[S], state: S, seat: int | None) -> Seen:
    """Return what a seat (or, for None, a spectator) may see, field by field: numbers and lists.

    A view looks at many single numbers, which takes NumPy several times as long as a list.
    """
    seen: Seen = {}
    values = cast(Any, state)
    # A record asks of each field whether it is a record, too; ours are not.
    read = np.void.__getitem__
    for name, declared in kind.declared.items():
        seen.update(declared.seen_by(name, read(values, name), state, seat))
    return {name: value.tolist() for name, value in seen.items()}
