"""A record's fields are declared once, with who may see them."""

import numpy as np
import pytest

from siberia.engine.schema import (
    HIDDEN,
    Array,
    State,
    blank,
    bytes_of,
    copy_of,
    everyone,
    field,
    nobody,
    owner,
    visible,
)


class Small(State):
    secret: int = field("nobody's", seen_by=nobody)
    open: int = field("everyone's", width="i8", seen_by=everyone)
    rows: Array = field("each seat's own", shape=(2, 3), seen_by=owner)


def test_a_field_without_a_visibility_is_an_error_at_import():
    with pytest.raises(TypeError, match="seen_by"):
        field("whose?")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Careless\.number does not declare who may see it"):

        class Careless(State):
            number: int


def test_a_name_that_records_use_themselves_is_refused():
    with pytest.raises(TypeError, match=r"Clumsy\.sum: NumPy's records use that name"):

        class Clumsy(State):
            sum: int = field("a trap", seen_by=everyone)


def test_only_what_is_declared_visible_comes_through():
    state = blank(Small)
    state.secret, state.open = 5, 6
    state.rows[:] = [[1, 2, 3], [4, 5, 6]]
    seen = visible(Small, bytes_of(state), 0)
    assert set(seen) == {"open", "rows", "rows_held"}
    assert seen["rows"] == [[1, 2, 3], [HIDDEN] * 3]
    assert seen["rows_held"] == [6, 15]
    assert visible(Small, bytes_of(state), None)["rows"] == [[HIDDEN] * 3] * 2


def test_what_is_seen_is_a_copy():
    state = blank(Small)
    seen = visible(Small, bytes_of(state), 0)
    seen["rows"][0][0] = 9
    assert state.rows.sum() == 0


def test_a_record_has_no_gaps_and_copies_to_the_byte():
    state = blank(Small)
    fields = np.dtype(Small.dtype).fields
    assert fields is not None
    assert sum(kind.itemsize for kind, *_ in fields.values()) == Small.dtype.itemsize
    assert Small.dtype.itemsize % 8 == 0
    other = copy_of(state)
    state.open = 1
    assert other.open == 0
