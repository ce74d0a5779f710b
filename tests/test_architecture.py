"""The map of the house is true, and the house keeps to its manners."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "siberia"
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
SOURCES = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}


def defined(text: str, suffix: str) -> set[str]:
    """The functions and classes of a file, methods also with their class."""
    if suffix == ".js":
        return set(re.findall(r"function (\w+)", text))
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if hasattr(part, "name")}
    return names


EVERYTHING = set().union(*(defined(text, ".py") for text in SOURCES.values()))


def steps() -> list[tuple[str, list[str]]]:
    """The files that the walks name, each with the functions named after it, before the next."""
    walks = PAGE.partition("\n## ")[2]
    found: list[tuple[str, list[str]]] = []
    for name in re.findall(r"`([^`\n]+)`", walks):
        if "/" in name:
            found.append((name, []))
        elif found and " " not in name:
            found[-1][1].append(name)
    return found


def test_every_file_that_is_named_exists():
    assert len(steps()) > 25
    for file, _ in steps():
        assert (PACKAGE / file).is_file(), file


def test_every_function_that_is_named_exists_where_it_is_said_to_be():
    for file, names in steps():
        path = PACKAGE / file
        here = defined(path.read_text(encoding="utf-8"), path.suffix)
        assert names == [] or names[0] in here, (file, names)
        for name in names[1:]:
            assert name in here | EVERYTHING, (file, name)


def test_the_picture_shows_the_levels_that_are_enforced():
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    first, second = config["tool"]["importlinter"]["contracts"]
    picture = PAGE.split("```")[1]
    for contract, start in ((first, " "), (second, r" \S* *[┌│└] ")):
        rooms = [layer.replace(" | ", ", ") for layer in contract["layers"]]
        places = [re.search(rf"^{start}{room}\b", picture, re.MULTILINE) for room in rooms]
        assert all(places), rooms
        starts = [place.start() for place in places if place]
        assert starts == sorted(starts)
        assert len(rooms) <= 12


def test_nothing_stands_at_the_root_but_the_door():
    files = {entry.name for entry in PACKAGE.iterdir() if entry.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}


def test_no_two_classes_have_one_name():
    places = defaultdict(list)
    for file, text in SOURCES.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file.relative_to(PACKAGE).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


@pytest.mark.parametrize("absent", ["starlette", "matplotlib", "asyncpg", "uvicorn"])
def test_importing_siberia_does_not_import(absent):
    script = f"import sys, siberia; sys.exit({absent!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_without_the_driver_of_postgresql_one_is_told_what_to_install():
    script = """
import asyncio, sys
sys.modules["asyncpg"] = None
from siberia.web.tables.store import StoreError, open_store
try:
    asyncio.run(open_store("postgresql://localhost/siberia"))
except StoreError as error:
    print(error)
"""
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "pip install 'siberia[postgres]'" in answer.stdout
