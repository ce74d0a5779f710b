"""Night is night by the clocks of where somebody is."""

from datetime import UTC, datetime

import pytest

from siberia.web.tables.nights import end_of_night, known_zone


@pytest.mark.parametrize(
    ("now", "zone", "morning"),
    [
        ("2026-01-10 12:00", "UTC", None),
        ("2026-01-10 08:00", "UTC", None),
        ("2026-01-10 21:59", "UTC", None),
        ("2026-01-10 22:00", "UTC", "2026-01-11 08:00"),
        ("2026-01-10 07:59", "UTC", "2026-01-10 08:00"),
        ("2026-01-10 21:30", "Europe/Berlin", "2026-01-11 07:00"),
        ("2026-07-10 21:30", "Europe/Berlin", "2026-07-11 06:00"),
        ("2026-01-10 12:00", "Asia/Tokyo", None),
        ("2026-01-10 14:00", "Asia/Tokyo", "2026-01-10 23:00"),
        # The clocks go forward in that night.
        ("2026-03-28 22:00", "Europe/Berlin", "2026-03-29 06:00"),
    ],
)
def test_the_night_ends_at_eight(now, zone, morning):
    def read(text):
        return text and datetime.fromisoformat(text).replace(tzinfo=UTC)

    assert end_of_night(read(now), zone) == read(morning)


@pytest.mark.parametrize(
    "name", ["", "Nowhere/At_All", "../../etc/passwd", "Europe", "a" * 60, "\0"]
)
def test_a_zone_that_nobody_knows_is_that_of_utc(name):
    assert known_zone(name) == "UTC"
    assert known_zone("Europe/Rome") == "Europe/Rome"
