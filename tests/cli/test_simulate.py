"""Random play: siberia simulate, siberia bench."""

import json

import pytest

from siberia.match.games import GAMES
from tests.cli.running import fails, run
from tests.components.test_boxfile import changed


@pytest.mark.parametrize(
    "options",
    [
        ("card",),
        ("card", "--edition", "oya"),
        ("board",),
        ("board", "--expansion", "--exchanges", "ABBAA"),
    ],
    ids=" ".join,
)
def test_simulate(options):
    shown = run("simulate", *options, "--players", 3, "--games", 700).output
    assert "700 matches" in shown
    assert "3 players" in shown
    for part in ("moves a match", "score of seat 3", "winner's margin", "wins"):
        assert part in shown


def test_simulate_for_programs_and_the_same_again():
    arguments = ("simulate", "card", "--games", 50, "--seed", 3, "--json")
    summary = json.loads(run(*arguments).output)
    assert summary == json.loads(run(*arguments).output)
    assert list(summary) == [
        *("game", "edition", "players", "games", "seed", "moves", "scores", "margins"),
        *("win_shares", "shared_wins", "endings"),
    ]
    assert (summary["players"], summary["games"]) == (2, 50)
    assert sum(summary["win_shares"]) == pytest.approx(1)
    assert sum(summary["endings"].values()) == pytest.approx(1)


def test_simulate_with_another_box(tmp_path):
    arguments = ("simulate", "card", "--games", 20, "--json")
    file = changed(tmp_path, "gold = 7000", "gold = 8000")
    assert run(*arguments, "--components", file).output != run(*arguments).output


def test_what_cannot_be_simulated(capsys, monkeypatch):
    error = fails(capsys, monkeypatch, "simulate", "card", "--edition", "third")
    assert error == "siberia: no edition 'third'; there are dlp and oya"
    assert "no game 'chess'" in fails(capsys, monkeypatch, "simulate", "chess")
    assert "5 seats" in fails(capsys, monkeypatch, "simulate", "card", "--players", 5)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_bench(game):
    assert "million moves a second" in run("bench", game, "--seconds", 0.1).output
    figures = json.loads(run("bench", game, "--seconds", 0.1, "--json").output)
    assert list(figures) == [
        *("game", "players", "edition", "matches", "moves", "seconds", "moves_per_second"),
    ]
    assert figures["players"] == 4
    assert figures["moves_per_second"] == pytest.approx(figures["moves"] / figures["seconds"])
    assert figures["moves"] > figures["matches"]


def test_what_cannot_be_measured(capsys, monkeypatch):
    assert "1 seats" in fails(capsys, monkeypatch, "bench", "card", "--players", 1)
