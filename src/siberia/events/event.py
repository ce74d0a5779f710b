"""An event: one thing that happened, in the engine's names and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

# For every kind of event the fields of its `about`. Names are those of docs/NOTATION.md.
EVENT_FIELDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        # Both games; `how` is what the game's view says: `CardView.ended_by`, or
        # `BoardView.ends_by`, or "rounds" (B32).
        "over": ("how",),
        # The card game. `paid` are the action cards, in the order they were paid.
        "turned up": ("place", "resource", "value"),
        "kept": (),
        # `cards` are pairs of place and value, nearest the headframe first.
        "took cards": ("resource", "cards", "paid"),
        "took worker": ("paid",),
        "took investor": ("symbol", "paid"),
        "took salesman": ("symbol", "paid"),
        "drew": ("number",),
        "skipped": (),
        "pile renewed": (),
        "end begun": (),
        # The board game. `source` is an area, an exchange, Vladivostok or supply, and `was` what
        # the pawn was there: a worker, a salesman or, in the supply, neither.
        "round": ("number",),
        "side": ("exchange",),
        # `spaces` are pairs of counter and action, `research` the counters under Research.
        "placed": ("spaces", "research"),
        "cube": ("resource", "area"),
        "wildcard": ("action",),
        "no wildcard": (),
        "moved": ("source", "area"),
        "sent": ("source", "was", "exchange"),
        "took card": ("resource",),
        "robbed": ("resource", "victim"),
        "deployed": ("source", "was"),
        "invested": ("action",),
        # `exchange` is "card" where it was sold by salesman card (X4).
        "sold": ("resource", "number", "exchange", "money", "areas"),
        "exhausted": ("area",),
        "returned": ("area", "number"),
        "reserve empty": ("resource",),
        "last round": ("how",),
        "nothing": ("action",),
        "passed": (),
        "discarded": ("counter", "action"),
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, whose doing it was, and the particulars.

    The seat is None where it was nobody's doing. Events with the same contents are equal.
    """

    kind: str
    seat: int | None
    about: Mapping[str, Any] = field(default_factory=dict)
