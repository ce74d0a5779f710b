"""What time it is: asked here wherever what is kept, or what is shown, depends on it."""

from datetime import UTC, date, datetime


def now() -> datetime:
    """Return the time; tests put another clock in its place."""
    return datetime.now(UTC)


def today() -> date:
    """Return the day it is: days begin at midnight UTC, everywhere at once."""
    return now().astimezone(UTC).date()
