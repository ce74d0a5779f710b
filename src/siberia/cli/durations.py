"""Lengths of time as people write them: 90d, 12h, 4w."""

import re
from datetime import timedelta

from siberia.engine.errors import SetupError

UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def duration(text: str) -> timedelta:
    """Return how long a text says, or raise SetupError."""
    # No more than four digits: no calendar goes back for ever.
    written = re.fullmatch(r"([1-9][0-9]{0,3})([hdw])", text)
    if written is None:
        message = f"a length of time is written 12h, 90d or 4w, not {text!r}"
        raise SetupError(message, about="older")
    return int(written[1]) * UNITS[written[2]]
