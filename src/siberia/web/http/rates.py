"""How often somebody may ask: so many times in the minute after their first request of it.

The library `limits` was here before. In its memory every request looks through everybody who was
counted, each in a thread of its own; a crowd made each other slow.
"""

from typing import Final

from cachetools import TTLCache

MINUTE: Final = 60.0
# Of more than so many, those who came first are forgotten.
MOST_COUNTED: Final = 200_000


class RateLimiter:
    """Counts what each of many has asked for."""

    def __init__(self) -> None:
        # A list of one number, so that counting on does not make the minute begin again.
        self._counts: TTLCache[tuple[str, ...], list[int]] = TTLCache(MOST_COUNTED, MINUTE)

    def hit(self, most: int, *who: str) -> bool:
        """Count once more, and say whether that is still no more than so many in a minute."""
        key = (str(most), *who)
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = [0]
        count[0] += 1
        return count[0] <= most
