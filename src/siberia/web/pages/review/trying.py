"""Where somebody is in trying a costly decision again: only its address says it."""

import base64
import binascii
from typing import Annotated

import msgspec

from siberia.engine.errors import WordError
from siberia.match import Match
from siberia.review import Decision, Tried
from siberia.review.data import Verdict
from siberia.review.decisions import goes_on

Word = Annotated[str, msgspec.Meta(max_length=60)]
Words = Annotated[tuple[Word, ...], msgspec.Meta(max_length=30)]
# So many tries are remembered; they are shown beside what was played.
MOST_TRIES = 2
# An address that says more than this was not made here.
LONGEST = 2000


class Attempt(msgspec.Struct, frozen=True, array_like=True):
    """Words that were tried, and what the expert found of them."""

    words: Words
    verdict: Verdict
    gain: float
    worlds: int
    better: int
    worse: int

    @classmethod
    def of(cls, words: tuple[str, ...], tried: Tried) -> "Attempt":
        """Remember what was found."""
        found = (tried.verdict, tried.gain, tried.worlds, tried.better, tried.worse)
        return cls(words, *found)


class Trying(msgspec.Struct, frozen=True, array_like=True):
    """What was tried of a decision so far, and which of the decisions were found."""

    # The words of a line that has been begun.
    line: Words = ()
    attempts: Annotated[tuple[Attempt, ...], msgspec.Meta(max_length=MOST_TRIES)] = ()
    # Whether the last attempt stands on the table, what helped, and whether all is gone through.
    is_answered: bool = False
    is_nudged: bool = False
    is_shown: bool = False
    is_done: bool = False
    # How often was tried here, and the numbers of the decisions that were found, or at once.
    count: int = 0
    found: Annotated[tuple[int, ...], msgspec.Meta(max_length=9)] = ()
    at_once: Annotated[tuple[int, ...], msgspec.Meta(max_length=9)] = ()

    def written(self) -> str:
        """Return this as a part of an address."""
        return base64.urlsafe_b64encode(msgspec.msgpack.encode(self)).decode().rstrip("=")

    @property
    def last(self) -> Attempt | None:
        """The last attempt."""
        return self.attempts[-1] if self.attempts else None

    @property
    def shown_words(self) -> tuple[str, ...]:
        """The words that stand on the table."""
        return self.last.words if self.is_answered and self.last else self.line

    def with_attempt(self, attempt: Attempt, number: int) -> "Trying":
        """Return where one is after another try of the decision with this number."""
        is_found = attempt.verdict == "better" and not self.is_shown
        at_once = is_found and not self.count and not self.is_nudged
        return msgspec.structs.replace(
            self,
            line=(),
            attempts=(*self.attempts, attempt)[-MOST_TRIES:],
            is_answered=True,
            count=self.count + 1,
            found=merged(self.found, number) if is_found else self.found,
            at_once=merged(self.at_once, number) if at_once else self.at_once,
        )

    def further(self) -> "Trying":
        """Return where the next decision begins."""
        return Trying(found=self.found, at_once=self.at_once)


def merged(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Add a number, once."""
    return tuple(sorted({*numbers, number}))


def read(text: str, match: Match, decision: Decision) -> Trying | None:
    """Read what an address says; None if it says nothing that could have been tried."""
    if text == "-":
        return Trying()
    if len(text) > LONGEST:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        found = msgspec.msgpack.decode(packed, type=Trying)
        for words in (found.line, *(attempt.words for attempt in found.attempts)):
            played(match.at(decision.ply), words)
    except (binascii.Error, ValueError, msgspec.MsgspecError, WordError):
        return None
    return found


def played(before: Match, words: tuple[str, ...]) -> Match:
    """Play words of one decision, or raise a WordError; what comes after it is none of it."""
    trial = before.copy()
    for word in words:
        if not is_open(before, trial):
            raise WordError("the decision is over", word=word)
        trial.play(word)
    return trial


def is_open(before: Match, now: Match) -> bool:
    """Say whether a decision goes on: nothing was revealed, and the same turn goes on."""
    return goes_on(before.state, now.state, before.rules.OVER)


def unrevealed(before: Match, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that reveal nothing: what truly came is no part of what is judged."""
    trial = before.copy()
    for count, word in enumerate(words):
        trial.play(word)
        if trial.state["reveals"] != before.state["reveals"]:
            return words[:count]
    return words
