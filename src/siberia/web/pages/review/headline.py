"""What a review says in one sentence, and how the match stood at its worst or best.

The sentence is put together from two whole clauses: of luck, own decisions and the others', those
two that weighed most. Nothing is said that the numbers do not say.
"""

from dataclasses import dataclass

from siberia.review import Review
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import capital
from siberia.web.pages.review.course import MatchCourse

# Fewer points are not worth a clause, and from so many on it was much.
LITTLE, MUCH = 5, 25


@dataclass(frozen=True)
class Whose:
    """For whom a review is told: their seat, all names, and whether they are the one who reads."""

    seat: int
    names: tuple[str, ...]
    is_reader: bool

    @property
    def name(self) -> str:
        """What they are called."""
        return self.names[self.seat]

    @property
    def others(self) -> list[str]:
        """What the others are called."""
        return [name for seat, name in enumerate(self.names) if seat != self.seat]


@dataclass(frozen=True)
class Clause:
    """A clause, and how many points for or against stand behind it."""

    points: int
    text: str


def headline(language: Language, whose: Whose, luck: int, own: int, others: int) -> str:
    """Say in one sentence where the win, or the loss, came from.

    Nobody is better than the expert by whose eyes it is told: what looks so, is how wrong it is.
    """
    _ = language.gettext
    lost, given = min(0, own), max(0, others)
    clauses = [
        Clause(luck, luck_clause(language, luck)),
        Clause(lost, own_clause(language, whose, lost)),
        Clause(given, others_clause(language, whose, given)),
    ]
    told = sorted((one for one in clauses if abs(one.points) >= LITTLE), key=weight)[:2]
    if not told:
        return _("Little was given away, and the draws were even.")
    if len(told) == 1:
        # Beside the only clause that weighs anything stands luck, or what one did oneself.
        told.append(clauses[1] if told[0] is clauses[0] else clauses[0])
    first, second = told
    if clauses[0] not in told and len(whose.others) == 1 and is_much(lost) == is_much(given):
        return both_gave(language, whose, is_much(given))
    agree = abs(second.points) < LITTLE or first.points * second.points > 0
    message = _("{first}, and {second}.") if agree else _("{first}, but {second}.")
    return message.format(first=capital(first.text), second=second.text)


def weight(clause: Clause) -> int:
    """Order clauses: what weighed most comes first."""
    return -abs(clause.points)


def is_much(points: int) -> bool:
    """Say whether it was much that was given away, or only something."""
    return abs(points) >= MUCH


def both_gave(language: Language, whose: Whose, much: bool) -> str:
    """Say of two players that the one gave away about as much as the other."""
    _ = language.gettext
    if whose.is_reader:
        return _("Both of you gave much away.") if much else _("Both of you gave something away.")
    message = (
        _("{name} and {other} both gave much away.")
        if much
        else _("{name} and {other} both gave something away.")
    )
    return message.format(name=whose.name, other=whose.others[0])


def luck_clause(language: Language, points: int) -> str:
    """Say how the draws were."""
    _ = language.gettext
    if abs(points) < LITTLE:
        return _("the draws were even")
    return _("the draws were kind") if points > 0 else _("the draws were unkind")


def own_clause(language: Language, whose: Whose, points: int) -> str:
    """Say what own decisions gave away, or that they did not."""
    _, is_reader = language.gettext, whose.is_reader
    if points > -LITTLE:
        you, they = _("you gave next to nothing away"), _("{name} gave next to nothing away")
    elif not is_much(points):
        you, they = _("you gave something away"), _("{name} gave something away")
    else:
        you, they = _("you gave much away"), _("{name} gave much away")
    return (you if is_reader else they).format(name=whose.name)


def others_clause(language: Language, whose: Whose, points: int) -> str:
    """Say what the others gave away; of a single one by name."""
    _ = language.gettext
    if len(whose.others) == 1:
        other = Whose(0, (whose.others[0],), is_reader=False)
        return own_clause(language, other, -points)
    if points < LITTLE:
        return _("the others gave next to nothing away")
    if not is_much(points):
        return _("the others gave something away")
    message = _("the others let you in") if whose.is_reader else _("the others let {name} in")
    return message.format(name=whose.name)


def turning(language: Language, whose: Whose, review: Review, course: MatchCourse) -> str:
    """Say how it ended, and how it stood at its worst or, if it was lost, at its best."""
    balance = review.balances[whose.seat]
    shares = [review.shares[ply][whose.seat] for ply in course.ends]
    is_won = balance.result > balance.start
    extreme = (min if is_won else max)(range(len(shares)), key=shares.__getitem__)
    told = ended(language, whose, balance.result).format(
        name=whose.name, share=language.percent(balance.start)
    )
    if (shares[extreme] >= balance.start) is is_won:
        # It went one way only.
        return told
    when = course.when(course.ends[extreme], language)
    _ = language.gettext
    message = (
        _("{told} The lowest was {share} ({when}).")
        if is_won
        else _("{told} The highest was {share} ({when}).")
    )
    return message.format(told=told, share=language.percent(shares[extreme]), when=when)


def ended(language: Language, whose: Whose, result: float) -> str:
    """Return how it ended, still to be filled."""
    _ = language.gettext
    if result == 1:
        return _("You won from {share}.") if whose.is_reader else _("{name} won from {share}.")
    if result > 0:
        return (
            _("You shared the win, from {share}.")
            if whose.is_reader
            else _("{name} shared the win, from {share}.")
        )
    return _("You lost from {share}.") if whose.is_reader else _("{name} lost from {share}.")
