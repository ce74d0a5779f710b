"""The expert who looks back on matches at this server: the review library."""

from collections.abc import Callable, Sequence

from siberia.bots.evaluator import shipped_evaluator
from siberia.match import Match
from siberia.review import Review, Tried, judge_try, review
from siberia.review.data import VERSION


class LibraryExpert:
    """Reviews by the library, with the evaluator that is shipped."""

    version = VERSION

    def evaluator(self, game: str) -> str:
        """Return the hash of the weights by which positions are judged."""
        return shipped_evaluator(game).digest

    def review(self, match: Match, progress: Callable[[float], None]) -> Review:
        """Look back on a match, for all of its seats."""
        return review(match, progress=progress)

    def judge(self, match: Match, ply: int, seat: int, words: Sequence[str]) -> Tried:
        """Compare other words with those that a seat played."""
        return judge_try(match, ply, seat, words)
