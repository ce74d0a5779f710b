"""A clock for tests: it stands still until it is set."""

from datetime import UTC, datetime

from siberia.web.tables import clock


class Clock:
    """What time it is, for all that asks `clock.now`."""

    def __init__(self, monkeypatch, at: datetime) -> None:
        self.at = at
        monkeypatch.setattr(clock, "now", lambda: self.at)

    def set(
        self, year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
    ) -> None:
        """Let it be this time, UTC."""
        self.at = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
