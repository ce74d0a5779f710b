"""Bots against bots: siberia arena and siberia report."""

import io
import json

import pytest
from rich.console import Console

from siberia import arena
from siberia.arena import play
from siberia.cli import reports
from tests.cli.running import fails, run

OPTIONS = ("arena", "--bots", "easy,random", "--games", 4)


@pytest.fixture
def here(monkeypatch):
    """Play in this process: the results are the same."""
    monkeypatch.setattr(arena, "run_locally", lambda plan, fs, _: (play(plan, f) for f in fs))


def test_an_arena_plays_writes_and_shows(tmp_path):
    out = tmp_path / "a"
    shown = run(*OPTIONS, "--out", out, "--workers", 2).output
    for part in ("bot", "win share", "easy", "random"):
        assert part in shown
    assert shown.endswith(f"The report is in {out / 'report.html'}.\n")
    assert (out / "report.html").exists()
    again = run(*OPTIONS, "--out", out, "--resume", "--json").output
    table = json.loads(again)
    assert [row["bot"] for row in table] == ["easy", "random"]
    assert table[0]["games"] == 4


def test_what_the_arena_refuses(capsys, monkeypatch, tmp_path, here):
    def error(*more: object) -> str:
        return fails(capsys, monkeypatch, *OPTIONS, "--out", tmp_path / "a", *more)

    assert error("--players", 5) == "siberia: 5 seats; there can be 2, 3 or 4"
    assert error("--players", 3).startswith("siberia: 3 players need 3 bots or more")
    assert error("--edition", "third") == "siberia: no edition 'third'; there are dlp and oya"
    assert "no game 'chess'" in error("--game", "chess")
    assert "no bot 'wizard'" in error("--bots", "easy,wizard")
    assert not (tmp_path / "a").exists()
    run(*OPTIONS, "--out", tmp_path / "a")
    assert "has results already; go on with --resume" in error()
    assert "holds the results of another plan" in error("--resume", "--seed", 2)


def test_ctrl_c_is_answered_with_how_far_it_came(monkeypatch, tmp_path):
    def interrupted(plan, fixtures, _workers):
        yield play(plan, fixtures[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_locally", interrupted)
    shown = run(*OPTIONS, "--out", tmp_path / "a").output
    assert shown.startswith("\nStopped after 1 of 4; go on with --resume.\n")
    assert "win share" in shown
    again = run(*OPTIONS, "--out", tmp_path / "a", "--resume").output
    assert again.startswith("\nStopped after 2 of 4; go on with --resume.\n")


def test_ctrl_c_before_the_first_match_shows_no_table(monkeypatch, tmp_path):
    def interrupted(_plan, _fixtures, _workers):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(arena, "run_locally", interrupted)
    shown = run(*OPTIONS, "--out", tmp_path / "a").output
    assert shown == "\nStopped after 0 of 4; go on with --resume.\n"


def test_the_bar_counts_matches_and_says_how_fast_they_are(monkeypatch):
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=100, _environ={})
    monkeypatch.setattr(reports, "Console", lambda **_: terminal)
    with reports.MatchCounter(quiet=False) as counter:
        assert screen.getvalue() == ""
        counter.show(2, 4)
        counter.show(3, 4)
    assert "3/4" in screen.getvalue()
    assert " a second" in screen.getvalue()
    assert (counter.played, counter.total) == (3, 4)


def test_a_report_is_made_again_from_the_results(here, tmp_path):
    run(*OPTIONS, "--out", tmp_path)
    report = tmp_path / "report.html"
    first = report.read_text(encoding="utf-8")
    report.unlink()
    assert run("report", tmp_path).output == f"The report is in {report}.\n"
    assert report.read_text(encoding="utf-8") == first


def test_a_report_of_a_folder_without_results(capsys, monkeypatch, tmp_path):
    error = fails(capsys, monkeypatch, "report", tmp_path)
    assert error.endswith("results.jsonl: cannot be read: No such file or directory")
