"""What happened, told from what was to be seen before and after.

Only spectator views and words come in here, never a state, so nothing secret can come out. What
is told has no language yet: an `Event` names a kind and plain values, and pages make sentences.
"""

from siberia.events.event import KINDS, Event
from siberia.events.history import opening, tell, tell_match
from siberia.events.summary import (
    BoardSummary,
    CardBreakdown,
    Sales,
    ScoreLine,
    SeatSummary,
    board_summary,
    card_breakdown,
    card_scores_over_time,
)

__all__ = [
    "KINDS",
    "BoardSummary",
    "CardBreakdown",
    "Event",
    "Sales",
    "ScoreLine",
    "SeatSummary",
    "board_summary",
    "card_breakdown",
    "card_scores_over_time",
    "opening",
    "tell",
    "tell_match",
]
