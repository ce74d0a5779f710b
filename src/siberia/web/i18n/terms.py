"""The engine's names in the words of a language, from the table in docs/RULES.md."""

from functools import lru_cache
from typing import Final, Protocol


class Speaker(Protocol):
    """A language, as far as terms need one."""

    def __hash__(self) -> int:
        """Tell it from others: what it has said is remembered."""
        ...

    def gettext(self, message: str) -> str:
        """Return what a message is in this language."""
        ...

    def pgettext(self, context: str, message: str) -> str:
        """Return what a message is in this language, where it stands in such a context."""
        ...


def N_(text: str) -> str:  # noqa: N802 - the name that tools for translators look for
    """Mark a text for the catalogues that is translated elsewhere than where it stands."""
    return text


def pgettext(context: str, word: str) -> tuple[str, str]:
    """Mark a word for the catalogues; it is looked up when the language is known."""
    return context, word


TERMS: Final = {
    "gas": pgettext("resource", "gas"),
    "coal": pgettext("resource", "coal"),
    "oil": pgettext("resource", "oil"),
    "gold": pgettext("resource", "gold"),
    "diamond": pgettext("resource", "diamond"),
    "manager": pgettext("person", "manager"),
    "logistician": pgettext("person", "logistician"),
    "salesman": pgettext("person", "salesman"),
    "worker": pgettext("person", "worker"),
    "investor": pgettext("person", "investor"),
    "research": pgettext("action", "research"),
    "headframe": pgettext("place", "headframe"),
    "exchange": pgettext("place", "stock exchange"),
    "supply": pgettext("place", "supply"),
    "card": pgettext("thing", "salesman card"),
}

# Things that the engine has no name for, but that pages, rules and the log speak of.
THINGS: Final = {
    "action card": pgettext("thing", "action card"),
    "resource card": pgettext("thing", "resource card"),
    "action counter": pgettext("thing", "action counter"),
    "investment tile": pgettext("thing", "investment tile"),
    "exhaustion counter": pgettext("thing", "exhaustion counter"),
    "area": pgettext("place", "area"),
    "reserve": pgettext("place", "reserve"),
    "panel": pgettext("place", "panel"),
}
# The words of both games, one for one thing: all of docs/RULES.md, and the expansion's card.
GLOSSARY: Final = {**TERMS, **THINGS}

# The levels of the computer, as pages call them.
LEVEL_NAMES: Final = {
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "expert": N_("expert"),
    "master": N_("master"),
    "grandmaster": N_("grandmaster"),
}


def level_name(language: Speaker, level: str) -> str:
    """Return what a level of the computer is called; a bot from elsewhere by its own name."""
    if level in LEVEL_NAMES:
        return language.gettext(LEVEL_NAMES[level])
    return level.removeprefix("@").removesuffix("~")


# A page names the same few things again and again.
@lru_cache(maxsize=4096)
def term(language: Speaker, name: str) -> str:
    """Return the word for an engine's name as it stands within a sentence.

    Both halves of an action card or counter ("worker/gold") are translated. Areas and exchanges
    keep their names, which a box file may choose, in every language.
    """
    return "/".join(
        language.pgettext(*TERMS[part]) if part in TERMS else part for part in name.split("/")
    )


@lru_cache(maxsize=4096)
def label(language: Speaker, name: str) -> str:
    """Return the word for an engine's name as it stands alone: each part with a capital."""
    return "/".join(capital(part) for part in term(language, name).split("/"))


def capital(text: str) -> str:
    """Begin a text with a capital letter and leave the rest as it is."""
    return text[:1].upper() + text[1:]
