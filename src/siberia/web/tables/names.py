"""What seats are called: those of bots, and of people who want to be forgotten."""

from collections.abc import Collection
from itertools import count

from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_

# Bots are named after rivers of Siberia: more than there can be at a table whose people have taken
# some of these names.
RIVERS = ("Angara", "Tunguska", "Irtysh", "Selenga", "Vilyuy", "Khatanga", "Olenyok")
# Who is forgotten is called so in the store and in records; a page says it in its language.
GUEST = N_("Guest")
# Who plays each deal of the day to compare with is called so there.
EXPERT_NAME = N_("Expert")


def bot_names(others: Collection[str]) -> list[str]:
    """Return names for bots that nobody else has."""
    taken = {name.casefold() for name in others}
    return [river for river in RIVERS if river.casefold() not in taken]


def guest_name(others: Collection[str]) -> str:
    """Return the name of a guest among others: a second one is Guest 2."""
    taken = {name.casefold() for name in others}
    names = (f"{GUEST} {number}" if number > 1 else GUEST for number in count(1))
    return next(name for name in names if name.casefold() not in taken)


def shown_name(name: str, language: Language) -> str:
    """Return a seat's name as a page shows it: a guest is one in every language."""
    if name == EXPERT_NAME:
        return language.gettext(EXPERT_NAME)
    word, _, number = name.partition(" ")
    if word != GUEST or not (number == "" or number.isdecimal()):
        return name
    return f"{language.gettext(GUEST)} {number}".rstrip()
