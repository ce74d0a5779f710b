"""The lessons: scripts that can be played to their ends, and what they say in each language."""

import re
from typing import Any

import msgspec
import pytest

from siberia import Match
from siberia.engine.vocabulary import RESOURCES
from siberia.match import Preview
from siberia.match.games import GAMES
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.pages.lessons import script
from siberia.web.pages.lessons.script import (
    FIRST,
    Lesson,
    LessonStep,
    Place,
    examples,
    lesson,
    lesson_text,
    split,
    texts,
)
from siberia.web.pages.rulebook import rulebook

LESSONS = [(game, name) for game in GAMES for name in (FIRST, *examples(game))]
EXAMPLES = [(game, name) for game, name in LESSONS if name != FIRST]
lessons = pytest.mark.parametrize(("game", "name"), LESSONS)
in_every_language = pytest.mark.parametrize("code", LANGUAGES)
# Whoever reads a card that covers a table wants it short; German needs more room.
LONGEST = {"title": 44, "do": 200, "why": 250, "wrong": 230}


def dealt(one: Lesson) -> Match:
    match = Match.new(
        one.game,
        seats=one.seats,
        seed=int(one.seed, 16),
        start=one.start,
        edition=one.edition,
        expansion=one.expansion,
        exchanges=one.exchanges or None,
    )
    for word in split(one.before):
        match.play(word)
    return match


def play(match: Match, words: str) -> None:
    for word in split(words):
        match.play(word)


@lessons
def test_a_script_can_be_played_to_its_end(game: str, name: str):
    one = lesson(game, name)
    assert one.game == game
    match = dealt(one)
    for number, step in enumerate(one.step, 1):
        if step.asks:
            assert match.to_move == 0, (number, step.key)
            check_asked(match, step)
        play(match, step.asks)
        play(match, step.then)
    last = one.step[-1]
    assert not last.asks
    assert not last.then
    assert match.is_over == (name == FIRST)


def check_asked(match: Match, step: LessonStep) -> None:
    """What is asked for is one click, or one payment, or a whole placing; nothing warns of it."""
    words = split(step.asks)
    is_placing = words[0].startswith("place ")
    preview: Preview[Any] = Preview.of_placing(match, 0) if is_placing else Preview(match, 0)
    if is_placing:
        assert len(words) == len(preview.view.players[0].drawn)
    elif len(words) > 1:
        assert tuple(words) in [line for line, _ in preview.lines("pay")]
    assert preview.caution(words[0]) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_first_match_is_won_by_the_learner(game: str):
    """And narrowly: it is a match, not a present."""
    one = lesson(game, FIRST)
    match = dealt(one)
    for step in one.step:
        play(match, step.asks)
        play(match, step.then)
    assert match.winners() == (0,)
    own, other = match.scores()
    assert own < 1.5 * other


@lessons
def test_steps_are_told_apart(game: str, name: str):
    keys = [step.key for step in lesson(game, name).step]
    assert len(set(keys)) == len(keys)


@in_every_language
@lessons
def test_everything_is_said_in_every_language(game: str, name: str, code: str):
    steps, said = lesson(game, name).step, lesson_text(game, name, code)
    assert list(said.step) == [step.key for step in steps]
    assert said.title
    for step in steps:
        text = said.step[step.key]
        assert text.title
        assert text.do
        assert list(text.wrong) == list(step.wrong), step.key
        spoken = [("title", text.title), ("do", text.do), ("why", text.why)]
        for kind, sentence in [*spoken, *(("wrong", answer) for answer in text.wrong.values())]:
            assert len(sentence) <= LONGEST[kind], f"{step.key}, {kind}: {len(sentence)}"
            assert sentence == sentence.strip()


@pytest.mark.parametrize("game", GAMES)
@in_every_language
def test_nothing_is_said_of_lessons_that_are_not_there(game: str, code: str):
    assert list(texts(game, code)) == [FIRST]
    assert list(texts(f"{game}-examples", code)) == list(examples(game))


@in_every_language
@lessons
def test_numbers_are_grouped_as_the_pages_do(game: str, name: str, code: str):
    group = {"en": ",", "de": ".", "fr": "\u202f", "it": "."}[code]
    said = msgspec.json.encode(lesson_text(game, name, code)).decode()
    for number in re.findall(r"\d{1,3}[.,\u202f\u00a0 ]000|\d{4,}", said):
        assert re.fullmatch(rf"\d{{1,3}}{re.escape(group)}000", number), number


@in_every_language
@lessons
def test_in_french_no_line_breaks_before_a_colon(game: str, name: str, code: str):
    if code == "fr":
        said = msgspec.json.encode(lesson_text(game, name, code)).decode()
        assert not re.findall(r"[^\u202f\u00a0\"] ?[;?!»](?!\w)|« ", said.replace('","', ""))


@lessons
def test_what_has_an_answer_of_its_own_is_not_what_is_asked_for(game: str, name: str):
    for step in lesson(game, name).step:
        asked = split(step.asks)
        assert step.asks or not step.wrong, step.key
        for beginning in step.wrong:
            assert beginning not in asked, (step.key, beginning)


@lessons
def test_rules_that_are_named_exist(game: str, name: str):
    known = {rule.id for rule in rulebook(game, "en").rules}
    for step in lesson(game, name).step:
        assert not step.rule or step.rule in known, step.key


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_shown_by_a_section_and_every_section_has_its_example(game: str):
    shown = {section.show for section in rulebook(game, "en").section} - {""}
    assert set(examples(game)) == shown


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_is_about_its_rule(game: str, name: str):
    assert name in [step.rule for step in lesson(game, name).step]


@pytest.mark.rule("C6", "C7", "C10", "C11", "C14", "C15", "C16", "C17")
def test_the_card_game_is_learned_whole():
    """Each action is done by the learner: both ways to pay, cheaper ones, and drawing."""
    asked = [split(step.asks) for step in lesson("card", FIRST).step]
    begun = {words[0] for words in asked if words}
    assert {"investor", "worker", "salesman"} <= begun
    assert any(word.startswith("flip ") for word in begun)
    assert any(word.startswith("draw ") for word in begun)
    paid = {len(words) - 1 for words in asked if words and words[0] in RESOURCES}
    assert 1 in paid, "with an investor one card is enough"
    all_paid = [len(words) - 1 for words in asked if words and "pay " in " ".join(words)]
    assert 2 in all_paid, "a pair"
    assert 3 in all_paid, "the long way"


@pytest.mark.rule("B11", "B18", "B20", "B22", "B23", "B24", "B25")
def test_the_board_game_is_learned_whole():
    asked = {
        word.split(" ")[0] for step in lesson("board", FIRST).step for word in split(step.asks)
    }
    for verb in ("place", "cube", "move", "from", "to", "deploy", "tile", "sell", "pass"):
        assert verb in asked, verb
    rules = {step.rule for step in lesson("board", FIRST).step}
    assert rules & {"B28", "B21"}
    assert rules & {"X1", "X2", "X3", "X4"}


def test_places_have_addresses():
    assert Place("card", FIRST, 3).address == "/learn/card/3"
    assert Place("board", "B21").moved(1).address == "/rules/board/try/B21/2"


def test_files_are_those_of_the_scripts():
    known = {f"{game}{kind}" for game in GAMES for kind in ("", "-examples")}
    wanted = {f"{one}.toml" for one in known}
    wanted |= {f"{one}.{code}.toml" for one in known for code in LANGUAGES}
    assert {path.name for path in script.SCRIPTS.iterdir()} == wanted
