"""How the pages speak in every language: to a friend, with its own signs, numbers and quotes."""

import re
from collections import Counter
from pathlib import Path

import pytest
from tools.messages import forms

from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES, TRANSLATED, catalogue, language
from siberia.web.pages.rulebook import rulebook
from siberia.web.pages.templating import templates
from tests.web.i18n.test_glossary import paragraphs, spoken

TEMPLATES = Path(templates("en").loader.searchpath[0])

languages = pytest.mark.parametrize("code", LANGUAGES)
translated = pytest.mark.parametrize("code", TRANSLATED)

# Within a sentence a capital or a plural makes strangers of us; at its beginning "Sie" may be she.
FORMAL = {
    "de": r"(?<![.:!?„] )(?<!^)(?<!„)\b(?:Sie|Ihr(?:e[mnrs]?)?)\b|\bIhnen\b"
    r"|\bSie (?:\w+en|sind)\b",
    "fr": r"\b(?:vous|votre|vos|vôtres?)\b|\b(?!(?:assez|chez|nez|rez)\b)\w+ez\b",
    "it": r"(?<![.:!?«] )(?<!^)(?<!«)\b(?:Lei|Loro|Su[aoe]|Suoi|Voi|Vi)\b|\b(?:voi|vostr[aeio])\b"
    r"|\b(?:scelga|prenda|metta|apra|chiuda|scopra|venda|muova|faccia|legga|veda|scriva|tenga)\b",
}
QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "fr": ("«", "»"), "it": ("«", "»")}
NARROW, FIXED = "\u202f", "\u00a0"
# A number of four digits or more, and what may group it.
LARGE = re.compile(r"\d{1,3}(?:[.,\s]\d{3})+(?!\d)|\d{4,}")


def texts(code: str) -> list[str]:
    """Everything that is said in a language, in messages, rules and lessons."""
    said = [text for game in GAMES for _, text in paragraphs(rulebook(game, code))]
    said += [text for game in GAMES for _, text in spoken(game, code)]
    for message in catalogue(TRANSLATED[0] if code == "en" else code):
        if message.id:
            said += forms(message.id if code == "en" else message.string)
    return said


def formal(code: str, text: str) -> bool:
    """Whether a text speaks to strangers."""
    # Capitals within a sentence tell "you" from "she" in German and Italian, but not in French.
    flags = re.IGNORECASE if code == "fr" else re.NOFLAG
    return bool(re.search(FORMAL[code], text, flags))


def distant(text: str) -> bool:
    """Whether a French sentence asks for something without saying who is to do it."""
    begins = r"(?:^|[.:;!?]\s)(?:(?:ne|se) )?\w*(?:er|ir|dre|ttre|faire|dire|lire|crire)\b"
    return text.endswith(".") and bool(re.search(begins, text, re.IGNORECASE))


@translated
def test_people_are_spoken_to_as_friends(code: str):
    assert [text for text in texts(code) if formal(code, text)] == []


def test_french_sentences_say_tu_and_leave_the_infinitive_to_buttons():
    assert [text for text in texts("fr") if distant(text)] == []


@pytest.mark.parametrize(
    ("code", "text", "is_formal"),
    [
        ("de", "Wählen Sie eine Aktion.", True),
        ("de", "Das ist Ihr Platz.", True),
        ("de", "Es gehört Ihnen.", True),
        ("de", "Sie können passen.", True),
        ("de", "Eine Aktion: Sie muss etwas bewirken.", False),
        ("de", "Spieler und ihre Karten", False),
        ("fr", "Choisissez une action.", True),
        ("fr", "Votre place", True),
        ("fr", "Il y en a assez chez toi.", False),
        ("it", "Questo è il Suo posto.", True),
        ("it", "Ora scelga un'azione.", True),
        ("it", "Il suo posto è libero.", False),
    ],
)
def test_what_is_formal_is_found(code: str, text: str, is_formal: bool):
    assert formal(code, text) == is_formal


@pytest.mark.parametrize(
    ("text", "is_distant"),
    [
        ("Choisir une action.", True),
        ("La place est libre\u00a0: envoyer ce lien à quelqu'un.", True),
        ("Choisis une action.", False),
        ("Piocher", False),
        ("Notre décision.", False),
    ],
)
def test_what_is_distant_is_found(text: str, is_distant: bool):
    assert distant(text) == is_distant


@languages
def test_quotes_are_those_of_the_language(code: str):
    others = set("„“”«»‹›‚‘’") - set(QUOTES[code])
    assert [text for text in texts(code) if others & set(text)] == []
    opening, closing = QUOTES[code]
    for text in texts(code):
        assert [*re.findall(f"[{opening}{closing}]", text)] == [opening, closing] * text.count(
            opening
        )


@languages
def test_signs_have_the_spaces_of_the_language(code: str):
    for text in texts(code):
        assert "  " not in text
        assert "..." not in text, text
        if code == "fr":
            assert not re.search(rf"(?<!{NARROW})[;!?]|[^{FIXED}]»|«[^{FIXED}]", text), text
            assert not re.search(rf"(?<!{FIXED}):(?!\w)", text), text
            assert " …" not in text, text
        else:
            assert not re.search(r"\s[,;:.!?»]", text), text


@translated
def test_large_numbers_are_grouped_as_the_language_does(code: str):
    for game in GAMES:
        pairs = zip(paragraphs(rulebook(game, "en")), paragraphs(rulebook(game, code)), strict=True)
        for (where, english), (_, said) in pairs:
            written = LARGE.findall(english)
            numbers = [int(number.replace(",", "")) for number in written]
            assert [language("en").number(number) for number in numbers] == written
            expected = Counter(language(code).number(number) for number in numbers)
            assert Counter(LARGE.findall(said)) == expected, where


def test_templates_say_nothing_that_no_language_knows():
    """Words stand in the catalogues; what a template has itself are names, signs and commands."""
    for file in sorted(TEMPLATES.glob("*.html")):
        source = re.sub(r"(block \w+_class %})[\w ]+", r"\1", file.read_text(encoding="utf-8"))
        tokens = templates("en").lex(source)
        markup = "".join(text for _, kind, text in tokens if kind == "data")
        said = re.sub(r"<code>.*?</code>|<[^>]*>|&\w+;|[\w-]+=\"[^\"]*\"", " ", markup, flags=re.S)
        assert {*re.findall(r"[^\W\d_]{2,}", said)} <= {"SIBERIA"}, file.name
        spoken = re.findall(r"(?:aria-label|title|alt|data-says)=\"([^\"]*)\"", markup)
        assert not [text for text in spoken if re.search(r"[^\W\d_]{2}", text)], file.name
