"""Times as the store keeps them: as text."""

from datetime import UTC, datetime


def time_text(time: datetime) -> str:
    """Write a time so that texts are in the order of times: always UTC, always as long."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def time_from(text: str) -> datetime:
    """Read a time."""
    return datetime.fromisoformat(text)
