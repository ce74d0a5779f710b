"""Recorded matches: siberia replay, verify and advise."""

import json

import pytest

from siberia import Match
from tests.cli.running import fails, run


def test_replay_shows_turns_and_the_end(record):
    shown = run("replay", record).output
    assert "   1  Player " in shown
    assert "The match is over" in shown


def test_replay_shows_one_moment(record):
    shown = run("replay", record, "--ply", 3).output
    assert "The match is over" not in shown
    assert "headframe" in shown


def test_replay_for_programs(record):
    data = json.loads(run("replay", record, "--json").output)
    match = Match.read(record.read_text(encoding="utf-8"))
    assert list(data) == ["game", "players", "turns", "over", "scores", "ply"]
    assert tuple(word for turn in data["turns"] for word in turn["words"]) == match.words
    assert tuple(data["scores"]) == match.scores()
    assert json.loads(run("replay", record, "--ply", 3, "--json").output)["scores"] is None


def test_replay_of_a_ply_that_is_not_there(capsys, monkeypatch, record):
    assert "no ply 9999" in fails(capsys, monkeypatch, "replay", record, "--ply", 9999)


def test_verify_a_true_record(record):
    assert "true." in run("verify", record).output
    assert json.loads(run("verify", record, "--json").output)["true"] is True


def test_verify_a_false_record(capsys, monkeypatch, record):
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("\nresult ", "\nresult 1"), encoding="utf-8")
    line = 1 + [row.split()[0] for row in text.splitlines()[:12]].index("result")
    error = fails(capsys, monkeypatch, "verify", record)
    assert error.startswith(f"siberia: {record}, line {line}: does not fit the match")
    result = run("verify", record, "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["line"] == line


def test_a_file_that_is_not_there(capsys, monkeypatch, tmp_path):
    error = fails(capsys, monkeypatch, "verify", tmp_path / "none.txt")
    assert error.endswith("none.txt: cannot be read: No such file or directory")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "not a text file" in fails(capsys, monkeypatch, "replay", tmp_path / "binary")


def test_advice(capsys, monkeypatch, record):
    arguments = ("advise", record, "--ply", 1, "--bot", "hard")
    shown = run(*arguments).output
    assert "estimated win share" in shown
    assert "250 simulations" in shown
    advice = json.loads(run(*arguments, "--json").output)
    assert list(advice) == ["seat", "word", "win_shares", "effort", "line", "simulations"]
    match = Match.read(record.read_text(encoding="utf-8")).at(1)
    assert advice["seat"] == match.to_move
    assert advice["word"] in match.legal()
    assert set(advice["win_shares"]) <= set(match.legal())


def test_the_adviser_is_asked_unless_another_is_named(record):
    shown = run("advise", record, "--ply", 1)
    assert shown.exit_code == 0
    assert "estimated win share" in shown.output
    advice = json.loads(run("advise", record, "--ply", 1, "--json").output)
    assert sum(advice["effort"].values()) == pytest.approx(1)


def test_advice_that_cannot_be_given(capsys, monkeypatch, record):
    length = Match.read(record.read_text(encoding="utf-8")).ply
    assert "over there" in fails(capsys, monkeypatch, "advise", record, "--ply", length)
    assert "no bot 'x'" in fails(capsys, monkeypatch, "advise", record, "--ply", 1, "--bot", "x")
