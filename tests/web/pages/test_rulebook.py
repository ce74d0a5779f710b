"""The rules that people read: every rule once, and every language as complete as the others."""

import re
from collections import Counter
from pathlib import Path

import pytest

from siberia.drawing.rulepictures import PICTURES
from siberia.drawing.svg import symbols
from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES, TRANSLATED
from siberia.web.pages.rulebook import PAGES, Rulebook, cited, rulebook, text_file

RULES = (Path(__file__).parents[3] / "docs" / "RULES.md").read_text(encoding="utf-8")
KNOWN = dict(re.findall(r"^- \*\*([CBX]\d+)\*\* (.*)$", RULES, re.MULTILINE))
BOOKS = [(game, code) for game in GAMES for code in LANGUAGES]

books = pytest.mark.parametrize(("game", "code"), BOOKS)
# Numbers of three digits or more, as each language groups them.
NUMBER = re.compile(r"\d+(?:[.,\u202f]\d{3})*")


def shape(book: Rulebook) -> list[object]:
    """Everything of a book that no language changes."""
    return [
        (
            *(section.key, section.level, section.icons, section.picture, section.show),
            *(len(section.text), bool(section.caption)),
            *((rule.id, bool(rule.ruling)) for rule in section.rule),
        )
        for section in book.section
    ]


def numbers(*texts: str) -> Counter[int]:
    """The large numbers of some texts: those that no language writes as words."""
    found = (int(re.sub(r"\D", "", text)) for text in NUMBER.findall(" ".join(texts)))
    return Counter(number for number in found if number > 12)


@books
def test_every_rule_is_there_once(game: str, code: str):
    ids = [rule.id for rule in rulebook(game, code).rules]
    assert ids == [id_ for id_ in KNOWN if PAGES[id_[0]] == game]


@books
def test_what_we_decided_is_told_where_the_rules_say_so(game: str, code: str):
    for rule in rulebook(game, code).rules:
        assert bool(rule.ruling) == ("**Ruling" in KNOWN[rule.id]), rule.id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_language_has_the_same_sections_rules_and_pictures(game: str, code: str):
    assert shape(rulebook(game, code)) == shape(rulebook(game, "en"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_language_has_the_same_numbers(game: str, code: str):
    for ours, theirs in zip(rulebook(game, "en").rules, rulebook(game, code).rules, strict=True):
        assert numbers(ours.text, ours.ruling) == numbers(theirs.text, theirs.ruling), ours.id


@books
def test_sections_have_keys_of_their_own_and_pictures_that_can_be_drawn(game: str, code: str):
    sections = rulebook(game, code).section
    assert len({section.key for section in sections}) == len(sections)
    for section in sections:
        assert section.picture in ("", *PICTURES)
        assert bool(section.picture) == bool(section.caption), section.key
        assert all(f'id="i-{icon}"' in symbols() for icon in section.icons)


def test_every_picture_is_used():
    used = {section.picture for game in GAMES for section in rulebook(game, "en").section}
    assert used - {""} == set(PICTURES)


@books
def test_texts_are_plain_sentences(game: str, code: str):
    for rule in rulebook(game, code).rules:
        for text in (rule.text, rule.ruling):
            assert text == text.strip()
            assert "  " not in text
            assert not set("<>*_") & set(text)
            assert not text or text.endswith("."), rule.id
            assert len(text) < 620, f"{rule.id} is long"


@pytest.mark.parametrize("game", GAMES)
def test_in_french_no_line_breaks_before_a_colon(game: str):
    assert not re.findall(r" [:;?!»]|« ", text_file(game, "fr").read_text(encoding="utf-8"))


def test_rules_are_those_of_a_game():
    with pytest.raises(LookupError, match="card or board, not of 'chess'"):
        rulebook("chess", "en")


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("Both spaces of gas are covered (B12)", "/rules/board?table=t1#B12"),
        ("Take one that nobody owns (X3)", "/rules/board?table=t1#X3"),
        ("It begins the last turns (C21).", "/rules/card?table=t1#C21"),
        ("Pay Gold: Worker/Gold (2)", None),
        ("It is not your turn.", None),
        ("B12", None),
        ("", None),
    ],
)
def test_a_line_leads_to_the_rule_that_it_cites(line: str, address: str | None):
    found = cited(line, "t1")
    assert (found.address if found else None) == address
