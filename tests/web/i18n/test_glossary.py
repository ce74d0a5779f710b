"""One word for one thing, in every language: in pages, log, prompts and rules alike.

Wherever the English text names a thing, a translation names it by the glossary's word, in whatever
form its grammar wants; and nowhere is a thing called by a word that the glossary does not have.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.messages import forms

from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES, TRANSLATED, catalogue, language
from siberia.web.i18n.terms import GLOSSARY
from siberia.web.pages.rulebook import Rulebook, rulebook

RULES = Path(__file__).parents[3] / "docs" / "RULES.md"
# How each thing may be named in a sentence: the word in all its forms, and shorter where it is
# clear what is meant ("counter" for "action counter").
WORDS: dict[str, dict[str, str]] = {
    "gas": {"en": "gas", "de": "erdgas", "fr": "gaz", "it": "gas"},
    "coal": {"en": "coal", "de": "kohle", "fr": "charbon", "it": "carbone"},
    "oil": {"en": "oil", "de": "erdöl", "fr": "pétrole", "it": "petrolio"},
    "gold": {"en": "gold", "de": "gold", "fr": r"(?<!\w)or(?!\w)", "it": "oro"},
    "diamond": {"en": "diamonds?", "de": "diamant", "fr": "diamant", "it": "diamant[ei]"},
    "worker": {"en": "workers?", "de": "arbeiter", "fr": "travailleurs?", "it": "lavorator[ei]"},
    "salesman": {"en": "salesm[ae]n", "de": "verkäufer", "fr": "traders?", "it": "commess[oi]"},
    "investor": {
        "en": "investors?",
        "de": "investor",
        "fr": "investisseur",
        "it": "investitor[ei]",
    },
    "manager": {"en": "managers?", "de": "manager", "fr": "managers?", "it": "manager"},
    "logistician": {
        "en": "logisticians?",
        "de": "logistikleiter",
        "fr": "logisticien",
        "it": "logistica",
    },
    "research": {"en": "research", "de": "forschung", "fr": "recherche", "it": "ricerca"},
    "headframe": {
        "en": "headframe",
        "de": "förderturm",
        "fr": "sens du jeu",
        "it": "torre d'estrazione",
    },
    "exchange": {
        "en": "(?:stock )?exchanges?",
        "de": "börse",
        "fr": "places? financières?",
        "it": "bors[ae]",
    },
    "supply": {"en": "supply", "de": "vorrat", "fr": "réserve", "it": "riserva"},
    "card": {
        "en": "salesman cards?",
        "de": "verkäuferkarte",
        "fr": "cartes? trader",
        "it": "cart[ae] commesso",
    },
    "action card": {
        "en": "action cards?",
        "de": "aktionskarte",
        "fr": "cartes? action",
        "it": "cart[ae] azione",
    },
    "resource card": {
        "en": "resource cards?",
        "de": "rohstoffkarte",
        "fr": "cartes? ressource",
        "it": "cart[ae] risorsa",
    },
    "action counter": {
        "en": "(?<!exhaustion )counters?",
        "de": "plättchen",
        "fr": "jetons?",
        "it": "segnalin[oi]",
    },
    "investment tile": {
        "en": "(?<!exchange )tiles?",
        "de": "plättchen",
        "fr": "tuiles?",
        "it": "tesser[ae]",
    },
    "exhaustion counter": {
        "en": "exhaustion counters?",
        "de": "sperrplättchen",
        "fr": "marqueurs? d'épuisement",
        "it": "segnalin[oi] esaurimento",
    },
    "area": {"en": "areas?", "de": "gebiet", "fr": "régions?", "it": "are[ae]"},
    "reserve": {"en": "reserve", "de": "nachschub", "fr": "réserve", "it": "riserva"},
    "panel": {"en": "panels?", "de": "tableau", "fr": "plateaux?", "it": "planci?[ae]"},
}
# Words that players or rulebooks have for the same things, and that stand nowhere here.
OTHERS: dict[str, str] = {
    "en": "charcoal|petroleum|trader|broker|merchant|miner|token|chit|region|territory",
    "de": "händler|bergmann|bergleute|minenarbeiter|förderer|region|provinz|diamanten-|marker|chip",
    "fr": "vendeur|marchand|courtier|ouvrier|mineur|houille|zone|territoire|bourse|pastille",
    "it": "venditor|mercante|operai|minator|carbon fossile|regione|territori|gettone|pozzo",
}


def named(key: str, code: str, text: str) -> bool:
    """Whether a text names a thing by its word."""
    start = r"(?<!\w)" if code == "en" else ""
    end = r"(?!\w)" if code == "en" else ""
    return bool(re.search(start + WORDS[key][code] + end, text, re.IGNORECASE))


def paragraphs(book: Rulebook) -> Iterator[tuple[str, str]]:
    """All texts of a rulebook, each with where it stands."""
    yield "lead", book.lead
    for section in book.section:
        yield section.key, " ".join(section.text)
        yield f"{section.key} caption", section.caption
        for rule in section.rule:
            yield rule.id, f"{rule.text} {rule.ruling}"


def bare(text: str) -> str:
    """A message without its fields, whose names are the program's own."""
    return re.sub(r"\{\w+\}|%\(\w+\)[sd]", "…", text)


def messages(code: str) -> Iterator[tuple[str, str]]:
    """All messages of the pages in English, and all forms of each in a language."""
    for message in catalogue(code):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            yield bare(english), bare(" / ".join(forms(message.string)))


def test_the_glossary_is_that_of_the_rules():
    table = RULES.read_text(encoding="utf-8").partition("# Words in four languages")[2]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines() if row]
    words = {name: [ours, *others] for name, ours, _printed, *others in rows[2:]}
    glossary = {
        name: [language(code).pgettext(*pair) for code in LANGUAGES]
        for name, pair in GLOSSARY.items()
    }
    del glossary["card"]
    assert glossary == words


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_of_the_glossary_is_known_in_its_forms(code: str):
    assert set(WORDS) == set(GLOSSARY)
    for name, pair in GLOSSARY.items():
        assert named(name, code, language(code).pgettext(*pair)), name


@pytest.mark.parametrize("code", TRANSLATED)
def test_pages_log_and_prompts_use_the_words(code: str):
    astray = [
        f"{key}: {english} | {said}"
        for english, said in messages(code)
        for key in WORDS
        if named(key, "en", english) and not named(key, code, said)
    ]
    assert astray == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_the_rules_use_the_words(game: str, code: str):
    pairs = zip(paragraphs(rulebook(game, "en")), paragraphs(rulebook(game, code)), strict=True)
    astray = [
        f"{key} in {where}: {said}"
        for (where, english), (_, said) in pairs
        for key in WORDS
        if named(key, "en", english) and not named(key, code, said)
    ]
    assert astray == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_called_otherwise(code: str):
    texts = [text for game in GAMES for _, text in paragraphs(rulebook(game, code))]
    if code == "en":
        texts += [english for english, _ in messages(TRANSLATED[0])]
    else:
        texts += [said for _, said in messages(code)]
    other = re.compile(rf"(?<!\w)(?:{OTHERS[code]})", re.IGNORECASE)
    assert [text for text in texts if other.search(text)] == []
