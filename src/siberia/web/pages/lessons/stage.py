"""The tables of the lessons: an ordinary table, set back to where a step begins."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from siberia.web.pages.lessons.script import Lesson, Place, lesson, split
from siberia.web.tables.names import bot_names
from siberia.web.tables.store.rows import Hint, SeatRow, TableRow
from siberia.web.tables.table import Table

# The learner has the first seat; nobody else is ever called so, for no table is stored.
LEARNER = "learner"
SEAT = 0
# So many tables are kept: those at which people are learning just now.
KEPT = 64
# No lesson happened at a time, and none lasted as long as its end screen could say.
OPENED = datetime(2012, 1, 1, tzinfo=UTC)
LAID_ASIDE = timedelta(days=1)


@lru_cache(maxsize=KEPT)
def table_at(place: Place, player: str) -> Table:
    """Return the table where a step begins, with a learner who is called so."""
    script = lesson(place.game, place.name)
    table = Table(table_row(script), seats(script, player))
    if place.number == 1:
        fold, words = table.fold.copy(), split(script.before)
    else:
        before = place.moved(-1)
        done = script.step[before.number - 1]
        fold, words = table_at(before, player).fold.copy(), split(done.asks) + split(done.then)
    for word in words:
        # As a bot's, which nobody can take back.
        fold.play(word, "")
    table.adopt(fold, ())
    table.seq, table.moved_at = place.number, OPENED + LAID_ASIDE
    point_at_what_is_asked(table, split(script.step[place.number - 1].asks))
    return table


def point_at_what_is_asked(table: Table, words: list[str]) -> None:
    """Mark what a step asks for, as a hint of the adviser is marked."""
    if words:
        table.take_hints([Hint(SEAT, table.seq, OPENED, tuple(words))])


def table_row(script: Lesson) -> TableRow:
    """Return the row of a table that no store has."""
    return TableRow(
        id=f"learn-{script.game}",
        name="",
        game=script.game,
        edition=script.edition,
        expansion=script.expansion,
        exchanges=script.exchanges,
        seats=script.seats,
        start=script.start,
        seed=script.seed,
        salt="00" * 16,
        owner="",
        speed="normal",
        created=OPENED,
    )


def seats(script: Lesson, player: str) -> list[SeatRow]:
    """Return who sits there: the learner, and bots that play their part."""
    others = bot_names([player])[: script.seats - 1]
    rows = [SeatRow("", SEAT, "guest", LEARNER, None, player)]
    return rows + [SeatRow("", n, "bot", None, "easy", name) for n, name in enumerate(others, 1)]
