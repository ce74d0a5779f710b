"""One word for one thing, in every language: in pages, log, prompts and rules alike.

Wherever the English text names a thing, a translation names it by the glossary's word, in whatever
form its grammar wants, and names nothing else by it; and nowhere is a thing called by a word that
the glossary does not have.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.messages import forms

from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES, TRANSLATED, catalogue, language
from siberia.web.i18n.terms import GLOSSARY
from siberia.web.pages.lessons.script import FIRST, examples, lesson_text
from siberia.web.pages.rulebook import Rulebook, rulebook

RULES = Path(__file__).parents[3] / "docs" / "RULES.md"
# How each thing may be named in a sentence: the word in all its forms, and shorter where it is
# clear what is meant ("counter" for "action counter").
WORDS: dict[str, dict[str, str]] = {
    "gas": {"en": "gas", "de": "erdgas", "fr": "gaz", "it": "gas"},
    "coal": {"en": "coal", "de": "kohle", "fr": "charbon", "it": "carbone"},
    "oil": {"en": "oil", "de": "erdöl", "fr": "pétrole", "it": "petrolio"},
    "gold": {"en": "gold", "de": "gold", "fr": "or", "it": "oro"},
    "diamond": {"en": "diamonds?", "de": "diamant", "fr": "diamants?", "it": "diamant[ei]"},
    "worker": {"en": "workers?", "de": "arbeiter", "fr": "travailleurs?", "it": "lavorator[ei]"},
    "salesman": {"en": "salesm[ae]n", "de": "verkäufer", "fr": "traders?", "it": "commess[oi]"},
    "investor": {
        "en": "investors?",
        "de": "investor",
        "fr": "investisseurs?",
        "it": "investitor[ei]",
    },
    "manager": {"en": "managers?", "de": "manager", "fr": "managers?", "it": "manager"},
    "logistician": {
        "en": "logisticians?",
        "de": "logistikleiter",
        "fr": "logisticiens?",
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
        "it": "bors[ae](?: valori)?",
    },
    "supply": {
        "en": "supply|supplies",
        "de": "vorr[aä]t",
        "fr": "réserves? personnelles?",
        "it": "riserv[ae] personal[ei]",
    },
    "card": {
        "en": "salesman cards?",
        "de": "verkäuferkarte",
        "fr": "cartes? trader",
        "it": "cart[ae] commesso",
    },
    "action card": {
        "en": "action cards?",
        "de": "aktionskarte",
        "fr": "cartes? (?-i:Action)",
        "it": "cart[ae] azione",
    },
    "resource card": {
        "en": "resource cards?",
        "de": "rohstoffkarte",
        "fr": "cartes? (?-i:Ressource)",
        "it": "cart[ae] risorsa",
    },
    "action counter": {
        "en": "(?<!exhaustion )counters?",
        "de": "(?<!sperr)(?<!investitions)plättchen",
        "fr": "jetons?",
        "it": "segnalin[oi](?! esaurimento)",
    },
    # What is taken with Investor is an investment, and a tile as it lies there.
    "investment tile": {
        "en": "investment tiles?|investments?|(?<!exchange )tiles?",
        "de": r"investition(?:splättchen|en)?(?!\w)",
        "fr": "tuiles?(?: investissement)?|investissements?",
        "it": "tesser[ae](?: investimento)?|investimenti",
    },
    "exhaustion counter": {
        "en": "exhaustion counters?",
        "de": "sperrplättchen",
        "fr": "marqueurs? d'épuisement",
        "it": "segnalin[oi] esaurimento",
    },
    "area": {"en": "areas?", "de": "gebiet", "fr": "régions?", "it": "are[ae]"},
    "reserve": {
        "en": "reserve",
        "de": "nachschub",
        "fr": "réserve(?! personnelle)",
        "it": "riserva(?! personale)",
    },
    # Plain "plateau" is the board; a player's own, and the tab of all of them, cannot be mistaken.
    "panel": {
        "en": "panels?",
        "de": "tableau",
        "fr": "plateaux? personnels?|ton plateau|^plateaux$",
        "it": "planci?[ae]",
    },
}
# Words of every match that the table in docs/RULES.md need not explain, said in one way, too.
EVERYDAY: dict[str, dict[str, str]] = {
    "resource": {"en": "resources?", "de": "rohstoff", "fr": "ressources?", "it": "risors[ae]"},
    "cube": {"en": "cubes?", "de": "würfel", "fr": "cubes?", "it": "cubett[oi]"},
    "pawn": {"en": "pawns?", "de": "figur", "fr": "pions?", "it": "pedin[ae]"},
    "bag": {"en": "bag", "de": "beutel", "fr": "sac", "it": "sacchetto"},
    "row": {"en": "the row", "de": "reihe", "fr": "rangée", "it": "fila"},
    "stack": {
        "en": "stack",
        "de": "(?<!nachzieh)(?<!ablage)stapel",
        "fr": "pile",
        "it": "mazzo(?! di pesca)|pila",
    },
    "draw pile": {
        "en": "draw pile",
        "de": "nachziehstapel",
        "fr": "pioche",
        "it": "mazzo di pesca",
    },
    "discards": {"en": "discards?", "de": "ablage", "fr": "défausse", "it": "scarti"},
    "symbol": {"en": "symbols?", "de": "symbol", "fr": "symboles?", "it": "simbol[oi]"},
    "wildcard": {"en": "wildcard", "de": "joker", "fr": "joker", "it": "jolly"},
    "start player": {
        "en": "start player",
        "de": "startspieler",
        "fr": "premier joueur",
        "it": "primo giocatore",
    },
    "match": {"en": "match(?:es)?", "de": "partie", "fr": "parties?", "it": "partit[ae]"},
    "round": {"en": "rounds?", "de": "runde", "fr": "manches?", "it": "round"},
    "rule": {"en": "rules?", "de": "regel", "fr": "règles?", "it": "regol[ae]"},
    "exhausted": {"en": "exhausted", "de": "ausgebeutet", "fr": "épuisée?s?", "it": r"esauri\w+"},
    "seat": {"en": "seats?", "de": "platz|plätze", "fr": "places?", "it": "post[oi]"},
    "level": {"en": "level", "de": "stufe", "fr": "niveau", "it": "livello"},
    "hint": {"en": "hints?", "de": "tipp", "fr": "conseils?", "it": "suggeriment[oi]"},
    "computer": {"en": "computer", "de": "computer", "fr": "ordinateur", "it": "computer"},
    "opponent": {"en": "opponents?", "de": "gegner", "fr": "adversaires?", "it": "avversari"},
    "personal link": {
        "en": "personal links?",
        "de": "persönlichen?r? link",
        "fr": "liens? personnels?",
        "it": "link personal[ei]",
    },
    "record": {
        "en": "records?",
        "de": "aufzeichnung",
        "fr": r"parties? enregistrées?|enregistrements?",
        "it": "registrazion[ei]",
    },
    "phrase": {"en": "phrases?", "de": "spruch|sprüche", "fr": "formules?", "it": "fras[ei]"},
    "free seat": {
        "en": "open seats?",
        "de": "freie[rn]? pl[aä]tz",
        "fr": "places? libres?",
        "it": "post[oi] liber[oi]",
    },
    "win share": {
        "en": "win shares?",
        "de": "gewinnanteil",
        "fr": "parts? de victoire",
        "it": "quot[ae] di vittoria",
    },
    "guided": {"en": "guided", "de": "begleitete", "fr": "guidée", "it": "guidata"},
    "fingerprint": {
        "en": "fingerprint",
        "de": "fingerabdruck",
        "fr": "empreinte",
        "it": "impronta",
    },
}
# Where French and Italian call the supply a reserve without more: in the card game, which has no
# reserve, and beside a pawn that shows whose it is.
SUPPLIES = (
    "Supply",
    "… in the supply",
    "supply …",
    "the … investor is no longer in the supply",
    "the … salesman is no longer in the supply",
)
# What English says without the word, though the language needs it.
UNSAID = {
    ("de", "action counter", "placing"),
    *((code, "match", "the 8th ends the match") for code in TRANSLATED),
    ("fr", "area", "… is exhausted"),
    ("it", "area", "… is exhausted"),
}
# Words that players or rulebooks have for the same things, and that stand nowhere here.
OTHERS: dict[str, str] = {
    "en": "charcoal|petroleum|trader|broker|merchant|miner|token|chit|region|territory"
    r"|winding tower|market|meeple|dice|inventory|depot|bots?(?!\w)",
    "de": "händler|bergmann|bergleute|minenarbeiter|förderer|förderger|region|provinz|diamanten-"
    r"|marker|chip|gas(?!\w)|öl(?!\w)|handelsplatz|markt|reserve|lager|spielertafel|kachel|klötz"
    r"|logistiker|anleger|erforsch|managerplättchen|wladiwostok|tokio|zürich|bots?(?!\w)|floskel",
    "fr": "vendeur|marchand|courtier|ouvrier|mineur|houille|zone|territoire|bourse|pastille"
    r"|chevalement|marché|logistique|directeur|dés?(?!\w)|plaquette|stocks?(?!\w)|tableau"
    r"|couvert|couvre|francfort|londres|bots?(?!\w)",
    "it": "venditor|mercante|operai|minator|carbon fossile|regione|territori|gettone|pozzo|zona"
    r"|mercat|logistico|direttore|dad[oi](?!\w)|cub[oi](?!\w)|pedon|scort|magazzin|copre(?!\w)"
    r"|francoforte|zurigo|londra|bots?(?!\w)|conversazion|diario",
}


def named(key: str, code: str, text: str) -> bool:
    """Whether a text names a thing by its word; German also within a longer one."""
    whole = r"(?:{})" if code == "de" else r"(?<!\w)(?:{})(?!\w)"
    word = (WORDS | EVERYDAY)[key][code]
    return bool(re.search(whole.format(word), text, re.IGNORECASE))


def paragraphs(book: Rulebook) -> Iterator[tuple[str, str]]:
    """All texts of a rulebook, each with where it stands."""
    yield "title", book.title
    yield "lead", book.lead
    for section in book.section:
        yield f"{section.key} title", section.title
        yield section.key, " ".join(section.text)
        yield f"{section.key} caption", section.caption
        for rule in section.rule:
            yield rule.id, f"{rule.text} {rule.ruling}"


def spoken(game: str, code: str) -> Iterator[tuple[str, str]]:
    """All that the lessons of a game say, each with where it stands."""
    for name in (FIRST, *examples(game)):
        said = lesson_text(game, name, code)
        yield f"{name} title", said.title
        for key, step in said.step.items():
            yield f"{name} {key}", f"{step.title}. {step.do} {step.why}".strip()
            for tried, answer in step.wrong.items():
                yield f"{name} {key} {tried}", answer


def bare(text: str) -> str:
    """A message without its fields, whose names are the program's own."""
    return re.sub(r"\{\w+\}|%\(\w+\)[sd]", "…", text)


def messages(code: str) -> Iterator[tuple[str, str]]:
    """All messages of the pages in English, and all forms of each in a language."""
    for message in catalogue(code):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[-1]
            for form in forms(message.string):
                yield bare(english), bare(form)


def things(code: str, text: str, *, card_game: bool) -> set[str]:
    """What a text names; of the card game's supply French and Italian say "reserve"."""
    found = {key for key in WORDS if named(key, code, text)}
    if card_game and code in ("fr", "it") and "reserve" in found:
        found = found - {"reserve"} | {"supply"}
    return found


def astray(code: str, english: str, said: str, *, card_game: bool = False) -> set[str]:
    """The things that only one of two texts names, and everyday words that the other lacks."""
    differ = things("en", english, card_game=card_game) ^ things(code, said, card_game=card_game)
    missing = {key for key in EVERYDAY if named(key, "en", english) and not named(key, code, said)}
    return {key for key in differ | missing if (code, key, english) not in UNSAID}


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
    differing = [
        f"{sorted(keys)}: {english} | {said}"
        for english, said in messages(code)
        if (keys := astray(code, english, said, card_game=english in SUPPLIES))
    ]
    assert differing == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_excepted_is_still_said(code: str):
    known = {english for english, _ in messages(code)}
    assert {*SUPPLIES, *(english for _, _, english in UNSAID)} <= known


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_the_rules_use_the_words(game: str, code: str):
    pairs = zip(paragraphs(rulebook(game, "en")), paragraphs(rulebook(game, code)), strict=True)
    differing = [
        f"{sorted(keys)} in {where}: {said}"
        for (where, english), (_, said) in pairs
        if (keys := astray(code, english, said, card_game=game == "card"))
    ]
    assert differing == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_the_lessons_use_the_words(game: str, code: str):
    pairs = zip(spoken(game, "en"), spoken(game, code), strict=True)
    differing = [
        f"{sorted(keys)} in {where}: {english} | {said}"
        for (where, english), (_, said) in pairs
        if (keys := astray(code, english, said, card_game=game == "card"))
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("code", "english", "said", "keys"),
    [
        ("de", "Place your counters.", "Lege deine Investitionsplättchen.", "both"),
        ("de", "the stack of tiles", "der Stapel der Plättchen", "both"),
        ("de", "Take a cube from the reserve.", "Nimm einen Würfel aus dem Vorrat.", "places"),
        ("de", "Take it.", "Nimm das Sperrplättchen.", "exhaustion counter"),
        ("fr", "a pawn from your supply", "un pion de ta réserve", "places"),
        ("fr", "two resource cards", "deux cartes ressource", "resource card"),
        ("fr", "your panel", "le plateau", "panel"),
        ("it", "a gold cube", "un cubetto del lavoro", "gold"),
        ("it", "a new area", "piazzare", "area"),
        ("de", "Taking resources", "Güter nehmen", "resource"),
        ("it", "no hints now", "niente consigli ora", "hint"),
    ],
)
def test_a_word_that_is_missing_or_too_much_is_found(code: str, english: str, said: str, keys: str):
    expected = {
        "both": {"action counter", "investment tile"},
        "places": {"supply", "reserve"},
    }.get(keys, {keys})
    assert astray(code, english, said) == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_called_otherwise(code: str):
    texts = [text for game in GAMES for _, text in paragraphs(rulebook(game, code))]
    texts += [text for game in GAMES for _, text in spoken(game, code)]
    if code == "en":
        texts += [english for english, _ in messages(TRANSLATED[0])]
    else:
        texts += [said for _, said in messages(code)]
    other = re.compile(rf"(?<!\w)(?:{OTHERS[code]})", re.IGNORECASE)
    assert [text for text in texts if other.search(text)] == []
