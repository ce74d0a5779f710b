"""The table of a decision that is tried again: set back to before it, as its seat saw it."""

from dataclasses import replace
from datetime import UTC, datetime

from siberia.review import Decision
from siberia.web.pages.lessons.stage import LEARNER
from siberia.web.pages.replay.moments import table_then
from siberia.web.pages.review.trying import Trying, unrevealed
from siberia.web.tables.finished import Finished
from siberia.web.tables.seats import Seats
from siberia.web.tables.store.rows import Hint, SeatRow
from siberia.web.tables.table import Table

# A try is told apart from the one before it by its number, a word by one.
TRY = 100
TAKE = "take "


def stage(finished: Finished, decision: Decision, number: int, trying: Trying) -> Table:
    """Return a table that no store has, with what is being tried played on it."""
    table = table_then(finished, decision.ply)
    name = f"try-{finished.table.id}-{decision.seat}-{number}"
    # Nobody else is there to talk with.
    table.row = replace(table.row, id=name, owner="", finished=None, talk="off")
    table.seats = Seats(seats(finished, decision.seat), "", lambda _guest: None)
    table.seatings, table.asked = [], {}
    words = trying.shown_words
    if trying.is_answered:
        words = unrevealed(table.match, words)
    fold = table.fold.copy()
    for word in words:
        fold.play(word, LEARNER)
    table.adopt(fold, ())
    table.seq = TRY * (trying.count + trying.is_nudged + trying.is_shown + 1) + len(words)
    if trying.is_shown:
        point_at_best(table, decision, words)
    return table


def point_at_best(table: Table, decision: Decision, words: tuple[str, ...]) -> None:
    """Mark what the expert prefers, as a hint of the adviser is marked."""
    if decision.best[: len(words)] == words and len(words) < len(decision.best):
        left = decision.best[len(words) :]
        # What is taken in the card game is chosen when the action is paid for.
        chosen = next((n for n, word in enumerate(left) if n and word.startswith(TAKE)), len(left))
        hint = Hint(decision.seat, table.seq, datetime.now(UTC), left[:chosen])
        table.take_hints([hint])


def seats(finished: Finished, seat: int) -> list[SeatRow]:
    """Return who sits there: whoever tries on the seat, and the others by their names."""
    return [
        SeatRow("", number, "guest", LEARNER, None, name)
        if number == seat
        else SeatRow("", number, "guest", f"seat{number}", None, name)
        for number, name in enumerate(finished.table.seats.names)
    ]
