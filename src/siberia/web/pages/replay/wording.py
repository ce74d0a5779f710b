"""What a word did, where the log says nothing of it yet: it only began something, or went on."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from siberia.engine.vocabulary import ACTIONS, SYMBOLS
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_, term
from siberia.web.tables.fold import Step

CHOSE = N_("{name} chose {action}")
# By the first word of what was played; what is placed stays secret until all have placed (B11).
BEGUN = {
    "place": N_("{name} was placing counters"),
    "pay": N_("{name} paid {thing}"),
    "from": N_("{name} took a pawn from {thing}"),
    "stop": N_("{name} stopped there"),
}
WENT_ON = N_("{name} went on")


def begun(step: Step, names: Sequence[str], language: Language) -> Markup:
    """Say what a word did of which the log has no line."""
    kind, _, thing = step.word.partition(" ")
    if step.word in (*ACTIONS, *SYMBOLS, "research"):
        template = language.gettext(CHOSE)
    else:
        template = language.gettext(BEGUN.get(kind, WENT_ON))
    name = Markup("<b>{}</b>").format(names[step.seat])
    fillings = {"action": term(language, step.word), "thing": term(language, thing)}
    return escape(template).format(name=name, **fillings)
