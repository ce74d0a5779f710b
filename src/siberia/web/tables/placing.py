"""Plans for placing counters together (B11): what they must be, and how they are handed in."""

from collections.abc import Sequence
from datetime import datetime

from siberia.boardgame import BoardView
from siberia.match import Preview
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.table import Table


def check_plan(table: Table, seat: int, words: Sequence[str]) -> None:
    """Refuse a plan that does not place every counter where it can go."""
    preview: Preview[BoardView] = Preview.of_placing(table.match, seat)
    if len(words) != len(preview.view.players[seat].drawn or ()):
        raise Refused(Refusal.INCOMPLETE_PLAN)
    for word in words:
        if word not in preview.legal():
            raise Refused(Refusal.BAD_PLAN)
        preview = preview.after(word)


def words_to_hand_in(table: Table) -> list[tuple[str, str | None, datetime | None]]:
    """Return the words of all plans in the order of the seats, each with its guest and its time."""
    return [
        (word, table.seats.player(seat), plan.at)
        for seat in table.placing_order()
        for plan in [table.plans[seat]]
        for word in plan.words
    ]
