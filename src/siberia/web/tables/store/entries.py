"""Entries of a table's log, and the statements that add them."""

from collections.abc import Sequence

from siberia.web.tables import clock
from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Statement
from siberia.web.tables.store.rows import Entry
from siberia.web.tables.store.times import time_text

# So many words of a longer log go into one statement.
WORDS_AT_ONCE = 100


def new_entries(seq: int, words: Sequence[tuple[str, str | None]]) -> list[Entry]:
    """Return the entries of words, each with its guest, all at the same time of day: now."""
    now = clock.now()
    return [Entry(n, word, now, guest) for n, (word, guest) in enumerate(words, seq)]


def appending(table: str, entries: Sequence[Entry]) -> Statement:
    """Return the statement that adds entries to a log."""
    values = [value for e in entries for value in (e.seq, e.word, time_text(e.at), e.guest)]
    return sql.append(len(entries)), (table, *values)


def beginning(table: str, words: Sequence[str]) -> list[Statement]:
    """Return the statements that begin a log with words which nobody here has played."""
    entries = new_entries(0, [(word, "") for word in words])
    return [
        appending(table, entries[first : first + WORDS_AT_ONCE])
        for first in range(0, len(entries), WORDS_AT_ONCE)
    ]
