"""What the documents show works as it stands."""

import doctest
import re
from pathlib import Path

import siberia
from siberia import cardgame
from siberia.cardgame.moves import SHAPES
from siberia.match import match

ROOT = Path(__file__).parent.parent


def test_the_examples_in_the_docstrings():
    for module in (siberia, match):
        failed, tried = doctest.testmod(module)
        assert tried
        assert not failed


def test_the_examples_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})


def test_the_example_on_batches():
    page = (ROOT / "docs" / "BATCH.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "BATCH.md", "exec"), {})


def test_the_readme_names_the_commands_and_the_independence():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for part in ("make play", "make test", "Reiner Stockhausen", "independent"):
        assert part in readme


def test_every_verb_of_the_card_game_is_in_the_notation():
    notation = (ROOT / "docs" / "NOTATION.md").read_text(encoding="utf-8")
    part = notation.partition("## Card game")[2].partition("## Board game")[0]
    for verb in SHAPES:
        assert f"`{verb}" in part, verb
    assert len(cardgame.words(siberia.components.shipped("card"))) == cardgame.MOVES
