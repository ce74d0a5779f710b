"""Looking back on a match: what was luck, what was decided, and what that cost."""

from siberia.review.data import Balance, Chance, ComparedLine, Decision, Review, Tried
from siberia.review.reviewing import judge_try, luck_of, review

__all__ = [
    "Balance",
    "Chance",
    "ComparedLine",
    "Decision",
    "Review",
    "Tried",
    "judge_try",
    "luck_of",
    "review",
]
