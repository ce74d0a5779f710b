"""When it is night for somebody, who then wants to be left in peace."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

FALLS = time(22)
ENDS = time(8)
ANYWHERE = "UTC"


def known_zone(name: str) -> str:
    """Return the name of a zone if clocks of it are known here, or else that of UTC."""
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return ANYWHERE


def end_of_night(now: datetime, zone: str) -> datetime | None:
    """Return when the night is over that it is in a zone; None by day."""
    there = now.astimezone(ZoneInfo(known_zone(zone)))
    if ENDS <= there.time() < FALLS:
        return None
    day = there.date() + timedelta(days=there.time() >= FALLS)
    return datetime.combine(day, ENDS, there.tzinfo)
