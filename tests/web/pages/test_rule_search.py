"""Searching the rules: whole ids, parts of words, without accents and capitals."""

import pytest

from siberia.web.pages.rule_search import RuleSearch
from siberia.web.pages.rulebook import rulebook


def found(query: str, game: str = "board", code: str = "en") -> list[str]:
    sections = RuleSearch.of(query).narrow(rulebook(game, code))
    return [rule.id for section in sections for rule in section.rule]


def test_an_id_finds_its_rule_alone():
    assert found("B21") == ["B21"]
    assert found("b2") == ["B2"]
    assert found("C1", "card") == ["C1"]


def test_a_part_of_a_word_finds_it():
    assert "B20" in found("vladivos")
    assert "B20" not in found("bag")


def test_every_word_must_be_there():
    assert set(found("worker supply")) == {"B8", "B22", "B23"}
    assert {"B20", "B28"} <= set(found("worker")) - set(found("supply"))


def test_a_title_finds_its_whole_section():
    assert found("take and sell") == ["B25", "B26", "B27"]


@pytest.mark.parametrize("query", ["pétrole", "petrole", "PÉTROLE"])
def test_accents_and_capitals_do_not_matter(query: str):
    assert found(query, "card", "fr") == ["C23"]


def test_it_finds_in_the_language_that_is_shown():
    assert found("Sperrplättchen", code="de") == ["B1", "B28"]
    assert found("Sperrplättchen", code="it") == []
    assert found("wagon") == []


def test_without_words_all_is_found():
    assert found("  ") == [rule.id for rule in rulebook("board", "en").rules]


def test_what_is_found_is_marked_and_the_rest_escaped():
    marked = RuleSearch.of("oil gas").marked("Oil & GAS, oily")
    assert marked == "<mark>Oil</mark> &amp; <mark>GAS</mark>, <mark>oil</mark>y"
    assert RuleSearch.of("ab bc").marked("abc") == "<mark>abc</mark>"
    assert RuleSearch.of("e").marked("été ß") == "<mark>é</mark>t<mark>é</mark> ß"
    assert RuleSearch.of("<b>").marked("a<b>") == "a<mark>&lt;b&gt;</mark>"


def test_endless_queries_are_cut():
    assert len(RuleSearch.of("a " * 1000).words) == 8
    assert RuleSearch.of("x" * 1000).words == ("x" * 80,)
