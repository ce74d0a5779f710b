"""What the pages of the rules show."""

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from siberia.drawing.rulemaps import outlines
from siberia.drawing.rulepictures import PICTURES
from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES, Language, language
from siberia.web.i18n.terms import GLOSSARY
from siberia.web.pages.lessons.script import examples
from siberia.web.pages.rule_search import RuleSearch
from siberia.web.pages.rulebook import Rulebook, Section, rulebook


@dataclass(frozen=True)
class ShownSection:
    """A section of the page, with its picture and the example to try, "" if there is none."""

    text: Section
    picture: Markup
    example: str


@dataclass(frozen=True)
class ShownBook:
    """The rules of a game as they are shown: all, or what was found."""

    game: str
    book: Rulebook
    sections: tuple[ShownSection, ...]
    # What the pictures of the map refer to.
    outlines: Markup

    @property
    def found(self) -> int:
        """How many rules are shown."""
        return sum(len(section.text.rule) for section in self.sections)


@cache
def picture(name: str, code: str) -> Markup:
    """Draw a picture of the rules, once for each language."""
    speaks = language(code)
    return PICTURES[name](speaks.say, speaks.number)


def shown(speaks: Language, game: str, search: RuleSearch) -> ShownBook:
    """Return a game's rules as far as they are searched for."""
    book = rulebook(game, speaks.code)
    sections = [
        ShownSection(
            text=section,
            picture=picture(section.picture, speaks.code) if section.picture else Markup(),
            example=section.show if section.show in examples(game) else "",
        )
        for section in search.narrow(book)
    ]
    return ShownBook(game, book, tuple(sections), outlines() if game == "board" else Markup())


def rules_page(speaks: Language, game: str, query: str, table: str) -> dict[str, object]:
    """Return what the page of one game's rules shows."""
    search = RuleSearch.of(query)
    return {
        "books": {name: rulebook(name, speaks.code) for name in GAMES},
        "shown": [shown(speaks, game, search)],
        "game": game,
        "query": query.strip() if search.words else "",
        "marked": search.marked,
        "table": table,
    }


def found_page(speaks: Language, query: str) -> dict[str, object]:
    """Return what the first page of the rules shows: what was found, and the words of the games."""
    search = RuleSearch.of(query)
    return {
        "books": {name: rulebook(name, speaks.code) for name in GAMES},
        "shown": [shown(speaks, name, search) for name in GAMES] if search.words else [],
        "game": "",
        "query": query.strip() if search.words else "",
        "marked": search.marked,
        "table": "",
        "glossary": [
            [language(code).pgettext(*pair) for code in LANGUAGES] for pair in GLOSSARY.values()
        ],
    }
