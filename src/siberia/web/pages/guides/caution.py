"""A question back, only where something cannot be undone and is not obvious."""

from siberia.drawing.marks import Mark
from siberia.web.pages.guides.decision import (
    SURE,
    Button,
    Guide,
    OpenDecision,
    V,
    choice,
    pick,
    sure_of,
)


def cautioned(decision: OpenDecision[V], word: str, label: str, says: str = "") -> Mark:
    """Return the mark of a word; if the engine warns of it, a click first asks."""
    reason = decision.preview.caution(word)
    if reason is None:
        return choice(word, label, says)
    return pick(SURE + word, label, decision.language.reason(reason), means=word)


def confirmation(decision: OpenDecision[V]) -> Guide | None:
    """Return the question whether a word is really meant, if the draft asks for it."""
    word = sure_of(decision.draft)
    if word not in decision.preview.legal():
        return None
    reason = decision.preview.caution(word)
    if reason is None:
        return None
    _ = decision.language.gettext
    guide = Guide(_("Really?"), decision.language.reason(reason), icon="hint")
    guide.buttons = [Button(_("Do it"), word), Button(_("Back"), draft="", kind="go")]
    return guide
