"""How strong the levels are: siberia ladder."""

from types import SimpleNamespace

import pytest

from siberia.arena import ladder, play
from siberia.arena.play import RESULTS, Folder
from tests.cli.running import fails, run

RUNG = "card-2-dlp-easy-random"


@pytest.fixture
def options(monkeypatch, tmp_path):
    """A ladder whose rungs have four matches, played in this process."""

    def run_all(fixtures, _workers, _ends):
        return ((folder, play(plan, fixture)) for folder, plan, fixture in fixtures)

    monkeypatch.setattr(ladder, "run_all", run_all)
    monkeypatch.setattr(ladder, "MATCHES_OF_QUICK", 4)
    places = ("--results", tmp_path / "results", "--out", tmp_path / "out")
    return ("ladder", "--only", RUNG, *places)


def test_a_ladder_is_played_and_published(options, tmp_path):
    page = tmp_path / "out" / "README.md"
    assert run(*options).output == f"The ladder is in {page}.\n"
    assert "| 2 | easy against random | 4 | " in page.read_text(encoding="utf-8")
    assert not Folder.load(tmp_path / "results" / RUNG).missing()


def test_what_was_played_is_played_again_only_if_asked(options, tmp_path):
    run(*options)
    file = tmp_path / "results" / RUNG / RESULTS
    before = file.read_bytes()
    run(*options)
    run(*options, "--minutes", 0, "--again")
    assert file.read_bytes() == before
    file.write_bytes(before.replace(b'"words": ', b'"words": 9'))
    run(*options, "--again")
    assert file.read_bytes().count(b'"words": 9') < 4


def test_it_says_how_far_it_came(monkeypatch, options):
    def interrupted(fixtures, _workers, _ends):
        folder, plan, fixture = fixtures[0]
        yield folder, play(plan, fixture)
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "run_all", interrupted)
    assert run(*options).output.startswith("\nStopped after 1 of 4.\nThe ladder is in ")


def test_minutes_end_it(monkeypatch, options):
    heard = []

    def run_all(_fixtures, workers, ends):
        heard.append((workers, ends))
        return iter(())

    monkeypatch.setattr(ladder, "run_all", run_all)
    monkeypatch.setattr("siberia.arena.ladder.time", SimpleNamespace(monotonic=lambda: 1000.0))
    assert run(*options, "--minutes", 2, "--workers", 3).output.startswith(
        "\nStopped after 0 of 4."
    )
    assert heard == [(3, 1120.0)]


def test_a_rung_that_is_none_is_refused(capsys, monkeypatch, tmp_path):
    error = fails(capsys, monkeypatch, "ladder", "--only", "chess", "--out", tmp_path / "out")
    assert error == "siberia: no rung is like 'chess'; one is card-2-dlp-easy-random"
    assert not (tmp_path / "out").exists()
