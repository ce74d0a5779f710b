"""What happened in a match, found by comparing what everyone saw before and after each word.

Only spectator views and words come in here, never a state, so nothing secret can come out. An
`Event` has no language yet: it names a kind and plain values, and pages make sentences.
"""

from siberia.events.event import EVENT_FIELDS, Event
from siberia.events.history import match_events, opening_events, word_events
from siberia.events.summary import (
    BoardSummary,
    CardBreakdown,
    Sales,
    SeatSummary,
    board_summary,
    card_breakdown,
    card_scores_over_time,
)

__all__ = [
    "EVENT_FIELDS",
    "BoardSummary",
    "CardBreakdown",
    "Event",
    "Sales",
    "SeatSummary",
    "board_summary",
    "card_breakdown",
    "card_scores_over_time",
    "match_events",
    "opening_events",
    "word_events",
]
