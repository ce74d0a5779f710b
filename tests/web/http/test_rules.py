"""The pages of the rules: both games in four languages, searched, and linked from tables."""

import re
from collections import Counter
from pathlib import Path

import pytest

from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.pages.lessons.script import examples
from siberia.web.pages.rulebook import rulebook
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio


async def read(made, path: str, code: str = "en") -> str:
    browser = Browser(made, **{"Accept-Language": code})
    answer = await browser.http.get(path)
    await browser.http.aclose()
    assert answer.status_code == 200, path
    return answer.text


async def test_every_rule_is_an_anchor_of_its_page_and_every_link_within_leads_somewhere(
    tmp_path: Path,
):
    async with running(tmp_path) as made:
        for code in LANGUAGES:
            for game in ("card", "board"):
                text = await read(made, f"/rules/{game}", code)
                ids = Counter(re.findall(r'\sid="([^"]+)"', text))
                assert [id_ for id_, count in ids.items() if count > 1] == []
                assert all(rule.id in ids for rule in rulebook(game, code).rules)
                referred = {
                    *re.findall(r'href="#([^"]+)"', text),
                    *re.findall(r"url\(#(.+?)\)", text),
                }
                assert referred - set(ids) == set()


async def test_a_search_shows_what_it_finds_and_marks_it(tmp_path: Path):
    async with running(tmp_path) as made:
        text = await read(made, "/rules/board?q=Arbeiter+vorrat", "de")
        assert "<mark>Arbeiter</mark>" in text
        assert 'id="B23"' in text
        assert 'id="B24"' not in text
        assert "Alle zeigen" in text
        both = await read(made, "/rules?q=salesman")
        assert 'id="C16"' in both
        assert 'id="B22"' in both
        none = await read(made, "/rules/card?q=%3Cscript%3E")
        assert "Nothing found for “&lt;script&gt;”" in none
        assert "<mark>" not in none


async def test_who_comes_from_a_table_finds_back(tmp_path: Path):
    async with running(tmp_path) as made:
        assert 'href="/t/t1"' in await read(made, "/rules/card?table=t1")
        for path in ("/rules/card", "/rules/card?table=//evil.example/", "/rules/card?table="):
            assert 'href="/t/' not in await read(made, path)


async def test_there_are_no_rules_of_another_game(tmp_path: Path):
    async with running(tmp_path) as made:
        browser = Browser(made)
        assert (await browser.http.get("/rules/chess")).status_code == 404
        await browser.http.aclose()


async def test_the_words_of_all_languages_stand_beside_each_other(tmp_path: Path):
    async with running(tmp_path) as made:
        text = await read(made, "/rules", "it")
        for word in ("headframe", "Förderturm", "sens du jeu", "torre d&#39;estrazione"):
            assert f">{word}</td>" in text


async def test_a_refusal_leads_to_its_rule(tmp_path: Path):
    async with running(tmp_path) as made:
        await open_table(made, row("card", 2), ["guest", "guest"])
        browser = Browser(made).become("guest0")
        await browser.get("/t/t1")
        assert 'href="/rules/card?table=t1"' in browser.answers[-1].text
        assert 'id="prompt-rule"' not in browser.answers[-1].text
        await browser.post("/t/t1/play", seat=0, seq=0, words="keep")
        answer = browser.answers[-1]
        assert answer.status_code == 409
        assert 'href="/rules/card?table=t1#C6"' in answer.text
        await browser.http.aclose()


@pytest.mark.parametrize("game", GAMES)
async def test_every_example_is_offered_beside_its_rules(tmp_path: Path, game: str):
    async with running(tmp_path) as made:
        text = await read(made, f"/rules/{game}")
        assert set(re.findall(rf"/rules/{game}/try/(\w+)", text)) == set(examples(game))
