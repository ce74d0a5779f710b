"""Looking back on a match: what was luck, what was decided, and what that cost."""

from siberia.review.data import Alternative, Balance, Chance, JudgedDecision, Review, Tried
from siberia.review.reviewing import judge_try, luck_of, review

__all__ = [
    "Alternative",
    "Balance",
    "Chance",
    "JudgedDecision",
    "Review",
    "Tried",
    "judge_try",
    "luck_of",
    "review",
]
