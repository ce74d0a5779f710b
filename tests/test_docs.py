"""What the documents show works as it stands."""

import doctest
import importlib
import os
import re
from pathlib import Path

import pytest
from tools.pictures import FOLDER, HEAVIEST, HEAVIEST_TOGETHER, MOMENTS, PICTURES

from siberia.components import shipped
from siberia.match.games import GAMES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "siberia"


def modules_with_examples() -> list[str]:
    """The modules whose docstrings show something."""
    files = [f for f in PACKAGE.rglob("*.py") if ">>> " in f.read_text(encoding="utf-8")]
    names = (file.relative_to(PACKAGE.parent).with_suffix("").parts for file in sorted(files))
    return [".".join(parts).removesuffix(".__init__") for parts in names]


def test_modules_show_something():
    assert {"siberia", "siberia.match.match", "siberia.bots"} <= set(modules_with_examples())


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_in_the_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as missing:
        # Some modules adapt libraries that are not to be had everywhere; CI has them all.
        if "CI" in os.environ:
            raise
        pytest.skip(str(missing))
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


def test_the_readme_shows_the_pictures_that_the_tool_makes():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pairs = re.findall(
        r"<picture>\s*"
        r'<source media="\(prefers-color-scheme: dark\)" srcset="docs/pictures/(\S+)-dark.webp">\s*'
        r'<img src="docs/pictures/(\S+)-light.webp" width="\d+%" alt="[^"]{40,}">\s*'
        r"</picture>",
        readme,
    )
    assert all(dark == light for dark, light in pairs)
    shown = {f"{name}-{theme}.webp" for name, _ in pairs for theme in ("dark", "light")}
    assert shown == {picture.name for picture in PICTURES}
    # Nothing else is shown, and nothing lies there that nobody shows.
    assert set(re.findall(r"[\w-]+\.(?:webp|png|jpg|svg)", readme)) == shown
    assert {file.name for file in FOLDER.iterdir() if file.suffix != ".txt"} == shown


def test_the_pictures_are_light_enough():
    weights = {picture.name: (FOLDER / picture.name).stat().st_size for picture in PICTURES}
    assert {name for name, weight in weights.items() if weight > HEAVIEST} == set()
    assert sum(weights.values()) <= HEAVIEST_TOGETHER


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.match)
def test_a_picture_shows_a_moment_of_a_recorded_match(moment):
    position = moment.position()
    assert len(position.words) == moment.ply
    assert position.names[position.seat] in ("Ada", "Bo", "Cy", "Dana")
    assert position.phase in {"board": ("step",), "card": ("act",)}[moment.match]


def notated(title: str) -> list[str]:
    """The words in a game's table of the notation, as they are written there."""
    notation = (ROOT / "docs" / "NOTATION.md").read_text(encoding="utf-8")
    part = notation.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [row.split("|")[2] for row in part.splitlines() if row.startswith("|")]
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize(("game", "title"), [("card", "Card game"), ("board", "Board game")])
def test_the_notation_and_the_game_have_the_same_words(game, title):
    rules = GAMES[game]
    words = rules.words(shipped(game))
    assert len(words) == len(set(words)) == rules.MOVES
    shown = notated(title)
    assert {word.split(" ")[0] for word in shown} == set(rules.SHAPES)
    assert {word.split(" ")[0] for word in words} == set(rules.SHAPES)
    # N and X stand for numbers and names; all else is a word as it is played.
    for word in shown:
        if not re.search(r" [NX]$", word):
            assert word in words, word
