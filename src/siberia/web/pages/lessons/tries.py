"""What is tried in a lesson: whether the step asks for it, and what is said if it does not."""

from siberia.engine.errors import IllegalWord, WordError
from siberia.web.i18n.languages import Language
from siberia.web.pages.guides.decision import leads_to, lines_of
from siberia.web.pages.lessons.script import LessonStep, StepText, split
from siberia.web.tables.table import Table


def leads_on(step: LessonStep, tried: str) -> bool:
    """Say whether what was pointed at is part of what the step asks for."""
    return leads_to(tried, lines_of(split(step.asks)))


def answer(table: Table, step: LessonStep, text: StepText, tried: str, language: Language) -> str:
    """Say kindly why something else than what was tried is meant here."""
    _ = language.gettext
    if not step.asks:
        return _("First read this, then go on; soon it is your turn again.")
    # Counters are told apart by their numbers; what is said of them is the same.
    line = tried.lstrip("0123456789 ")
    for word in split(line):
        fitting = [beginning for beginning in step.wrong if leads_to(beginning, [word])]
        if fitting:
            return text.wrong[max(fitting, key=len)]
    if refusal := refused(table, line, language):
        return refusal
    return _("That is allowed, too. For now, go on with what is lit.")


def refused(table: Table, line: str, language: Language) -> str:
    """Say by which rule the engine refuses words; "" if it does not."""
    trial = table.match.copy()
    try:
        for word in split(line):
            trial.play(word)
    except IllegalWord as error:
        return language.reason(error.reason)
    except WordError:
        return ""
    return ""
