"""The pages in four languages: words, numbers, reasons, templates."""

from pathlib import Path

import pytest
from tools.messages import forms

from siberia import IllegalWord, Match
from siberia.bots import CHARACTERS
from siberia.engine.contract import Reason
from siberia.engine.vocabulary import ACTION_CARDS, ACTION_COUNTERS, ACTIONS, RESERVED_NAMES
from siberia.web.i18n.languages import LANGUAGES, catalogue, language, preferred
from siberia.web.i18n.terms import LEVEL_NAMES, TERMS, label, term
from siberia.web.pages.templating import templates

# ---------------------------------------------------------------- numbers, lists, dates


@pytest.mark.parametrize(
    ("code", "number", "money", "share"),
    [
        ("en", "6,000", "$14,000", "46%"),
        ("de", "6.000", "$14.000", "46\u00a0%"),
        ("fr", "6\u202f000", "$14\u202f000", "46\u00a0%"),
        ("it", "6.000", "$14.000", "46%"),
    ],
)
def test_numbers(code: str, number: str, money: str, share: str):
    speaks = language(code)
    assert speaks.number(6000) == number
    assert speaks.money(14000) == money
    assert speaks.percent(0.456) == share


@pytest.mark.parametrize(
    ("code", "both", "either"),
    [
        ("en", "a, b and c", "a or b"),
        ("de", "a, b und c", "a oder b"),
        ("fr", "a, b et c", "a ou b"),
        ("it", "a, b e c", "a o b"),
    ],
)
def test_lists(code: str, both: str, either: str):
    speaks = language(code)
    assert speaks.listing(["a", "b", "c"], "and") == both
    assert speaks.listing(("a", "b"), "or") == either
    assert speaks.listing(["a"]) == "a"


@pytest.mark.parametrize(
    ("code", "none", "one", "many"),
    [
        ("en", "0 minutes", "1 minute", "46 minutes"),
        ("de", "0 Minuten", "1 Minute", "46 Minuten"),
        ("fr", "0 minute", "1 minute", "46 minutes"),
        ("it", "0 minuti", "1 minuto", "46 minuti"),
    ],
)
def test_minutes(code: str, none: str, one: str, many: str):
    assert [language(code).minutes(n) for n in (0, 1, 46)] == [none, one, many]


def test_plural_forms_go_with_the_number():
    pair = ("{name} drew {number} card", "{name} drew {number} cards")
    for code, none, one, two in (
        ("en", 1, 0, 1),
        ("de", 1, 0, 1),
        ("fr", 0, 0, 1),
        ("it", 1, 0, 1),
    ):
        entry = None if code == "en" else catalogue(code).get(pair)
        known = forms(entry.string) if entry else pair
        chosen = [language(code).ngettext(*pair, n) for n in (0, 1, 2)]
        assert chosen == [known[none], known[one], known[two]], code


# ---------------------------------------------------------------- words


def test_words_of_the_games():
    assert term(language("en"), "gas") == "gas"
    assert term(language("de"), "logistician") == "Logistikleiter"
    assert term(language("fr"), "gold") == "or"
    assert term(language("it"), "headframe") == "torre d'estrazione"
    assert label(language("it"), "headframe") == "Torre d'estrazione"
    assert label(language("en"), "worker/gold") == "Worker/Gold"
    assert term(language("fr"), "worker/gold") == "travailleur/or"
    assert label(language("fr"), "worker/gold") == "Travailleur/Or"
    assert label(language("de"), "manager") == "Manager"


@pytest.mark.parametrize("code", LANGUAGES)
def test_proper_names_stay_as_they_are(code: str):
    for name in ("Vladivostok", "Amur", "Hong Kong"):
        assert term(language(code), name) == label(language(code), name) == name


def test_every_name_of_the_engine_has_a_word():
    names = {*ACTIONS, *RESERVED_NAMES, *ACTION_CARDS, *ACTION_COUNTERS, "research"}
    assert {part for name in names for part in name.split("/")} - set(TERMS) == {"Vladivostok"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_level_has_a_name_of_its_own(code: str):
    called = [language(code).gettext(LEVEL_NAMES[level]) for level in CHARACTERS]
    assert len(set(called)) == len(CHARACTERS)


def test_the_words_are_those_of_the_rules():
    rules = (Path(__file__).parents[3] / "docs" / "RULES.md").read_text(encoding="utf-8")
    table = rules.partition("# Words in four languages")[2]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines() if row]
    words = {
        name: dict(zip(LANGUAGES, (ours, *others), strict=True))
        for name, ours, _printed, *others in rows
    }
    compared = set(TERMS) & set(words)
    assert set(TERMS) - compared == {"card"}
    for name in compared:
        assert {code: term(language(code), name) for code in LANGUAGES} == words[name]


def test_drawings_ask_for_names_and_messages_alike():
    assert language("de").say("gas") == "Erdgas"
    assert language("de").say("the match is over") == "die Partie ist zu Ende"


# ---------------------------------------------------------------- reasons


def test_reasons_in_german():
    covered = Reason("B12", "both spaces of {action} are covered", {"action": "gas"})
    assert language("en").reason(covered) == "Both spaces of gas are covered (B12)"
    assert language("de").reason(covered) == "Beide Felder von Erdgas sind belegt (B12)"


def test_reasons_have_numbers_and_cards_in_them():
    full = Reason(
        "C8", "the hand limit is {limit}, and {hand} are in hand", {"limit": 8, "hand": 7}
    )
    assert language("fr").reason(full) == "La main est limitée à 8 cartes et en compte 7 (C8)"
    none = Reason("C10", "no {card} is in hand", {"card": "worker/gold"})
    assert "Arbeiter/Gold" in language("de").reason(none)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_refusal_is_told_in_every_language(code: str):
    match = Match.new("card", seed=3, start=0)
    with pytest.raises(IllegalWord) as refused:
        match.play("keep")
    sentence = language(code).reason(refused.value.reason)
    assert sentence.endswith(" (C6)")
    assert sentence[0].isupper()


# ---------------------------------------------------------------- choosing a language


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("de-CH,en;q=0.5", "de"),
        ("en;q=0.3, fr-CA;q=0.9, it;q=0.8", "fr"),
        ("ru, IT;q=0.7, en;q=0.1", "it"),
        ("fr;q=0, de;q=0.1", "de"),
        ("ru,pl", "en"),
        ("de;q=lots, it;q=0.2", "it"),
        (";;,,=;q=", "en"),
        ("fr ; q = 0.4, de; q=0.5", "de"),
    ],
)
def test_the_language_a_browser_prefers(header: str | None, code: str):
    assert preferred(header) == code


def test_a_language_is_made_once_and_only_if_there_is_such():
    assert language("de") is language("de")
    assert [language(code).code for code in LANGUAGES] == [*LANGUAGES]
    with pytest.raises(LookupError, match="no language 'xx'"):
        language("xx")


# ---------------------------------------------------------------- templates


def test_templates_speak_the_language():
    page = '{{ _("the match is over") }}|{{ "gas"|label }}|{{ 6000|number }}|{{ language.code }}'
    assert templates("de").from_string(page).render() == "die Partie ist zu Ende|Erdgas|6.000|de"
    assert templates("en").from_string(page).render() == "the match is over|Gas|6,000|en"
    assert templates("de") is templates("de")


def test_templates_escape_what_fills_a_message():
    page = templates("de").from_string("{% trans name %}hi {{ name }}{% endtrans %}{{ 5|money }}")
    assert page.render(name="<b>") == "hi &lt;b&gt;$5"
