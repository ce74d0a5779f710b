"""The card that speaks in a lesson: what to do, why, and what is answered to a wrong try."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from siberia.web.i18n.languages import Language
from siberia.web.pages.lessons.script import FIRST, Place, lesson, lesson_text
from siberia.web.pages.rulebook import address_of


@dataclass(frozen=True)
class Speech:
    """What is said at one step of a lesson."""

    place: Place
    # Of how many steps it is one, and how many minutes the rest takes, about.
    steps: int
    minutes: int
    lesson: str
    title: str
    do: str
    why: str
    # What is lit besides what plays the words that are asked for, and what a phone shows.
    light: str
    tab: str
    rule: str
    # Where the rule can be read.
    rule_address: str
    is_read: bool
    answer: str = ""

    @property
    def is_last(self) -> bool:
        """Whether the lesson ends here."""
        return self.place.number == self.steps

    @property
    def is_match(self) -> bool:
        """Whether it is the guided match, not an example."""
        return self.place.name == FIRST

    @property
    def shown(self) -> Mapping[str, object]:
        """What the card shows, as its template is given it."""
        return {"speech": self, "place": self.place}


def speech_at(place: Place, language: Language, answer: str = "") -> Speech:
    """Return what is said at a step, in a language."""
    script = lesson(place.game, place.name)
    spoken = lesson_text(place.game, place.name, language.code)
    step, count = script.step[place.number - 1], len(script.step)
    text = spoken.step[step.key]
    return Speech(
        place=place,
        steps=count,
        minutes=ceil(script.minutes * (count - place.number) / count),
        lesson=spoken.title,
        title=text.title,
        do=text.do,
        why=text.why,
        light=" ".join(step.light),
        tab=step.tab,
        rule=step.rule,
        rule_address=address_of(step.rule) if step.rule else "",
        is_read=not step.asks,
        answer=answer,
    )
