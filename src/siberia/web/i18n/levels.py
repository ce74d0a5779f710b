"""The levels of the computer, as pages call them."""

from typing import Final

from siberia.web.i18n.marking import N_

LEVELS: Final = {
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
}
