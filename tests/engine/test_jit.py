"""Where compiled rules are kept, when they are made again, and what people are told."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from siberia.engine import jit
from siberia.engine.jit import PACKAGE, SOURCES, remove_others, source_hash


def test_every_module_that_compiles_rules_is_hashed():
    """A change in any of them must lead to another cache folder."""
    for file in PACKAGE.rglob("*.py"):
        if re.search(r"@(short_)?rule|specialise\(", file.read_text(encoding="utf-8")):
            path = file.relative_to(PACKAGE)
            assert {path.parts[0], path.as_posix()} & set(SOURCES)


def test_the_hash_follows_the_sources_and_the_box(tmp_path):
    copy = tmp_path / "siberia"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = source_hash(copy)
    assert before == source_hash(PACKAGE)
    for changed in ("cardgame/rules.py", "components/cards.toml", "engine/rng.py"):
        with (copy / changed).open("a") as file:
            file.write("# changed\n")
        assert source_hash(copy) != before
        before = source_hash(copy)
    (copy / "cli/__init__.py").write_text("# not a rule\n")
    assert source_hash(copy) == before


def test_old_folders_are_removed(tmp_path):
    for name in ("rules-old", "rules-new", "other"):
        (tmp_path / name).mkdir()
    remove_others(tmp_path, "rules-new")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["other", "rules-new"]


def test_the_cache_folder_is_named_by_the_hash():
    assert jit.cache_folder().name == f"rules-{source_hash()}"


def test_where_the_package_cannot_be_written_to_the_user_keeps_the_cache(tmp_path, monkeypatch):
    home = tmp_path / "home"
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit, "PACKAGE", tmp_path / "file")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _: str(home))
    monkeypatch.setattr(jit, "source_hash", lambda: "abc")
    assert jit.cache_folder.__wrapped__() == home / "rules-abc"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch) -> Path:
    """A place for the package and for the user, where nothing was compiled yet."""
    monkeypatch.setattr(jit, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _: str(tmp_path / "home"))
    monkeypatch.setattr(jit, "source_hash", lambda: "abc")
    return tmp_path


def test_nobody_else_may_write_where_compiled_rules_lie(elsewhere):
    folder = jit.cache_folder.__wrapped__()
    assert folder == elsewhere / "package" / "__pycache__" / "rules-abc"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(elsewhere, mode):
    theirs = elsewhere / "package" / "__pycache__" / "rules-abc"
    theirs.mkdir(parents=True)
    theirs.chmod(mode)
    assert jit.cache_folder.__wrapped__() == elsewhere / "home" / "rules-abc"


def test_a_folder_of_somebody_else_or_a_link_to_one_is_not_used(elsewhere, monkeypatch):
    (elsewhere / "trap").mkdir(mode=0o700)
    (elsewhere / "package" / "__pycache__").mkdir(parents=True)
    (elsewhere / "package" / "__pycache__" / "rules-abc").symlink_to(elsewhere / "trap")
    assert jit.cache_folder.__wrapped__() == elsewhere / "home" / "rules-abc"
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    assert jit.cache_folder.__wrapped__() is None


def test_without_a_folder_rules_are_compiled_all_the_same_and_it_says_so(
    elsewhere, monkeypatch, capsys
):
    (elsewhere / "package").touch()
    (elsewhere / "home").touch()
    assert jit.cache_folder.__wrapped__() is None
    assert "not kept" in capsys.readouterr().err
    monkeypatch.setattr(jit, "cache_folder", lambda: None)
    double = jit.rule(lambda number: 2 * number)
    steps: list[int] = []
    for _ in range(2):
        jit.warm_up("test", [lambda: steps.append(double(21))])
    assert steps == ([42, 42] if not jit.INTERPRETED else [])


def test_the_first_start_says_what_it_does_and_later_ones_are_silent(tmp_path):
    """In a copy of the package, whose rules are not compiled yet."""
    shutil.copytree(PACKAGE, tmp_path / "siberia", ignore=shutil.ignore_patterns("__pycache__"))
    script = "from siberia import Match; Match.new('card')"

    def start() -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
            environment.pop(name, None)
        command = [sys.executable, "-c", script]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        )
        return done.stderr

    assert "compiling the card game's rules, once" in start()
    assert start() == ""
