"""Where words lead that a seat lines up for its next turn, as far as it can be imagined now."""

from collections.abc import Sequence
from typing import Any

from siberia.match import Preview
from siberia.web.tables.table import Table


def following(table: Table, seat: int, words: Sequence[str] = ()) -> Preview[Any] | None:
    """Return the position in which a seat can plan on: as if the others did hardly anything.

    None where it cannot: it is asked itself, or something would be revealed before; and at a table
    without a host, which no store has.
    """
    is_played = table.row.owner and not table.match.is_over
    if not is_played or seat in table.awaited or table.is_placing:
        return None
    ahead: Preview[Any] | None = Preview(table.match, seat).when_asked()
    for word in words:
        if ahead is None or word not in ahead.legal():
            return None
        ahead = ahead.after(word).when_asked()
    return ahead
