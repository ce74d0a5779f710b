"""What the parts of the map must agree on."""

from collections.abc import Callable
from dataclasses import dataclass

Say = Callable[[str], str]

SEAT_COLOURS = ("rowan", "lake", "larch", "fireweed")


@dataclass(frozen=True)
class Canvas:
    """How a map is drawn: its language, its slots, and what its ids begin with."""

    say: Say
    phone: bool = False
    prefix: str = ""

    def id(self, *words: object) -> str:
        """Return an id, unique in the page."""
        return self.prefix + "-".join(str(word) for word in words)

    def ref(self, *words: object) -> str:
        """Return a reference to an id."""
        return f"#{self.id(*words)}"

    def url(self, *words: object) -> str:
        """Return a reference to an id, for clips and patterns."""
        return f"url(#{self.id(*words)})"
