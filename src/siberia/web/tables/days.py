"""Days and their deals: what a table of the deal of the day is, and how long that is a secret."""

import hashlib
import secrets
from datetime import UTC, datetime, time, timedelta

from siberia.web.tables import clock
from siberia.web.tables.store.rows import TableRow

# Whoever tries a day's deal sits here.
PLAYER = 0
# Against whom; and the guest who is no person and plays each deal once, to compare with.
OPPONENT = "hard"
EXPERT = "expert"
EXPERT_LEVEL = "grandmaster"


def lasts(row: TableRow) -> bool:
    """Whether the day of a table's deal lasts: others play it still, and what it was made of is
    nobody's to know.
    """
    return row.day is not None and clock.today() <= row.day


def is_in_time(row: TableRow) -> bool:
    """Whether this is a try that counts, played to its end before its day was over."""
    if row.day is None or row.finished is None or not row.counts:
        return False
    return row.finished.astimezone(UTC).date() <= row.day


def ends(now: datetime) -> datetime:
    """Return when the day ends in which this is."""
    day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(day, time(), UTC)


def bots_chance(row: TableRow) -> int:
    """Return the chance by which bots decide at a table: secret, and for all tries of a day's deal
    the same. So the same words meet the same answers.
    """
    if row.day is None:
        return secrets.randbits(32)
    digest = hashlib.sha256(f"siberia bots of a day {row.seed}{row.salt}".encode()).digest()
    return int.from_bytes(digest[:4])
