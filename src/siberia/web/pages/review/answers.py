"""What is said while a decision is tried again: what is sought, what a try was worth, a nudge."""

from collections.abc import Sequence
from dataclasses import dataclass

from siberia.engine.vocabulary import ACTIONS, SYMBOLS
from siberia.match import Match
from siberia.review import Decision
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import term
from siberia.web.pages.review.course import MatchCourse
from siberia.web.pages.review.deeds import deed, pairs_elsewhere
from siberia.web.pages.review.points import cost
from siberia.web.pages.review.trying import Attempt, Trying


@dataclass(frozen=True)
class TryAnswer:
    """What the prompt says: its kind, which is its badge, a title and a line."""

    kind: str
    title: str
    line: str


# The badges of the prompt, by its kind.
BADGES = {
    "ask": "decision",
    "better": "check",
    "equal": "equal",
    "less": "again",
    "show": "hint",
    "done": "check",
}
KINDS = {"better": "better", "as good": "equal", "not better": "less"}


@dataclass(frozen=True)
class AskedAgain:
    """A decision that is tried again: in which match, and at what share it stood."""

    decision: Decision
    before: Match
    course: MatchCourse
    language: Language

    def told(self, words: Sequence[str], beside: Sequence[str] = ()) -> str:
        """Tell words of this decision."""
        return deed(self.language, self.before, words, beside).text

    @property
    def played_share(self) -> float:
        """The share of the win with what was played."""
        return share_of(self.decision, self.decision.played)

    @property
    def best_share(self) -> float:
        """The share of the win with what the expert prefers."""
        return share_of(self.decision, self.decision.best)

    def share(self, attempt: Attempt) -> float:
        """Return the share of the win with what was tried."""
        return min(1.0, max(0.0, self.played_share + attempt.gain))


def share_of(decision: Decision, words: tuple[str, ...]) -> float:
    """Return the share of the win with words that were compared."""
    return next(line.share for line in decision.lines if line.words == words)


def answer(asked: AskedAgain, trying: Trying, count: int) -> TryAnswer:
    """Say what is to be said now; `count` decisions are gone through."""
    if trying.is_done:
        return farewell(asked, trying, count)
    if trying.is_answered and trying.last:
        return judged(asked, trying.last)
    if trying.is_shown:
        return shown(asked)
    return sought(asked, trying)


def sought(asked: AskedAgain, trying: Trying) -> TryAnswer:
    """Ask for something better than what was played."""
    language, one = asked.language, asked.decision
    _ = language.gettext
    when = asked.course.when(one.ply, language)
    title = _("{when}: find something better.").format(when=when)
    if trying.is_nudged:
        return TryAnswer("ask", title, nudge(asked))
    points = cost(one.loss)
    line = language.ngettext(
        "Played was: {deed}. The expert sees {points} point more. Try as often as you like.",
        "Played was: {deed}. The expert sees {points} points more. Try as often as you like.",
        points,
    )
    told = asked.told(one.played, one.best)
    return TryAnswer("ask", title, line.format(deed=told, points=language.number(points)))


def judged(asked: AskedAgain, attempt: Attempt) -> TryAnswer:
    """Say what a try was worth."""
    language, _ = asked.language, asked.language.gettext
    percent = language.percent
    share, was = percent(asked.share(attempt)), percent(asked.played_share)
    worlds = in_worlds(language, attempt)
    if attempt.verdict == "better":
        is_best = attempt.words == asked.decision.best
        title = _("Better! That is what the expert does.") if is_best else _("Better!")
        line = _("{deed}: {share} instead of {was}. {worlds}")
    elif attempt.words == asked.decision.played:
        title, line = _("That is what was played."), _("Take it back and look again.")
    elif attempt.verdict == "as good":
        title = _("As good, but there is something better.")
        line = _("{deed} keeps you at {share}. {worlds}")
    else:
        title = _("Not quite: {share}, and what was played kept {was}.")
        line = _("{worlds} Take it back and look again.")
    told = asked.told(attempt.words, asked.decision.played)
    fields = {"deed": told, "share": share, "was": was, "worlds": worlds}
    return TryAnswer(KINDS[attempt.verdict], title.format(**fields), line.format(**fields))


def in_worlds(language: Language, attempt: Attempt) -> str:
    """Say in how many imagined worlds a try did better, and in how many worse."""
    message = language.gettext("In {better} of {worlds} imagined worlds better, in {worse} worse.")
    return message.format(
        better=language.number(attempt.better),
        worse=language.number(attempt.worse),
        worlds=language.number(attempt.worlds),
    )


def shown(asked: AskedAgain) -> TryAnswer:
    """Say what the expert does."""
    language, one = asked.language, asked.decision
    _ = language.gettext
    title = _("The expert prefers: {deed}.").format(deed=asked.told(one.best, one.played))
    line = _("{share} instead of {was}. It is marked on the table.").format(
        share=language.percent(asked.best_share), was=language.percent(asked.played_share)
    )
    return TryAnswer("show", title, line)


def farewell(asked: AskedAgain, trying: Trying, count: int) -> TryAnswer:
    """Say how it went, when all is gone through."""
    language, found, at_once = asked.language, len(trying.found), len(trying.at_once)
    title = language.ngettext(
        "{count} decision looked at: {found} found, {at_once} of them at once.",
        "{count} decisions looked at: {found} found, {at_once} of them at once.",
        count,
    )
    fields = {"count": count, "found": found, "at_once": at_once}
    line = language.gettext("They will cost less in the next match.")
    return TryAnswer("done", title.format(**fields), line)


def nudge(asked: AskedAgain) -> str:
    """Point into the right direction without saying what."""
    language, one = asked.language, asked.decision
    _ = language.gettext
    first = one.best[0]
    if first.startswith("place "):
        counter, _target = pairs_elsewhere(asked.before, one.best, one.played)[0]
        return _("Look at the {counter} counter once more.").format(counter=term(language, counter))
    if first == "pass":
        return _("Sometimes it is best to do nothing.")
    if first.startswith("draw "):
        return _("Drawing can be worth more than playing.")
    if first.startswith("flip "):
        return _("Another place of the row is worth more.")
    if first in ACTIONS or first in SYMBOLS:
        if first == one.played[0]:
            return _("{action} is right, but it can be done better.").format(
                action=deed(language, asked.before, [first]).text
            )
        return _("Look at the action {action}.").format(action=term(language, first))
    return _("The same action can bring more.")
