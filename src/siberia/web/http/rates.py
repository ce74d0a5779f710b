"""How often somebody may ask: so many times in the minute after their first request of it.

The library `limits` was here before. In its memory every request looks through everybody who was
counted, each in a thread of its own; a crowd made each other slow.
"""

from collections import OrderedDict
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

MINUTE: Final = 60.0
# Of more than so many, those who came first are forgotten.
MOST_COUNTED: Final = 200_000


class Allowance(NamedTuple):
    """How somebody stands: how often they may still ask, -1 if this was too much; until when."""

    left: int
    seconds: int


class RateLimiter:
    """Counts what each of many has asked for."""

    def __init__(self) -> None:
        # How often, and when the minute ends. They end in the order in which they stand here.
        self._counts: OrderedDict[tuple[object, ...], list[float]] = OrderedDict()

    def hit(self, most: int, *who: str) -> Allowance:
        """Count once more, and say how that stands to so many in a minute."""
        key, now = (most, *who), monotonic()
        count = self._counts.get(key)
        if count is None or count[1] <= now:
            self._forget(key, now)
            count = self._counts[key] = [0, now + MINUTE]
        count[0] += 1
        return Allowance(max(most - int(count[0]), -1), ceil(count[1] - now))

    def _forget(self, key: tuple[object, ...], now: float) -> None:
        """Forget a count that begins anew, and all those whose minute is over."""
        self._counts.pop(key, None)
        while self._counts:
            oldest = next(iter(self._counts))
            if self._counts[oldest][1] > now and len(self._counts) < MOST_COUNTED:
                return
            del self._counts[oldest]
