"""A question back, only where something cannot be undone and is not obvious."""

from siberia.drawing.marks import Mark
from siberia.web.pages.guides.asking import SURE, Asking, Button, Guide, choice, pick, sure_of


def cautioned(asking: Asking, word: str, label: str, says: str = "") -> Mark:
    """Return the mark of a word; if the engine warns of it, a click first asks."""
    reason = asking.preview.caution(word)
    if reason is None:
        return choice(word, label, says)
    return pick(SURE + word, label, asking.language.reason(reason), means=word)


def confirmation(asking: Asking) -> Guide | None:
    """Return the question whether a word is really meant, if the draft asks for it."""
    word = sure_of(asking.draft)
    if word not in asking.preview.legal():
        return None
    reason = asking.preview.caution(word)
    if reason is None:
        return None
    _ = asking.language.gettext
    guide = Guide(_("Really?"), asking.language.reason(reason), icon="hint")
    guide.buttons = [Button(_("Do it"), word), Button(_("Back"), draft="", kind="go")]
    return guide
