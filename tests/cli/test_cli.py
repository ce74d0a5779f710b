"""The command line, as people and programs use it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from siberia import Match, cli
from siberia.match.games import GAMES
from tests.components.test_boxfile import changed
from tests.support import play_random


def run(*arguments: object, **options):
    return CliRunner().invoke(
        cli.app, [str(a) for a in arguments], catch_exceptions=False, **options
    )


def fails(capsys, monkeypatch, *arguments: object) -> str:
    """Run the real entry point; return the one sentence it ends with."""
    monkeypatch.setattr(sys, "argv", ["siberia", *map(str, arguments)])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    assert exit_.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("siberia: ")
    assert told.err.count("\n") == 1
    return told.err.strip()


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(play_random(Match.new("card", seats=3, seed=2)).record(), encoding="utf-8")
    return file


def test_the_installed_command_says_what_there_is():
    command = [sys.executable, "-c", "from siberia.cli import main; main()", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name in ("play", "simulate", "replay", "verify", "bench", "components"):
        assert name in told
    assert "independent implementation" in told


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
    told = run("simulate", *options, "--players", 3, "--games", 700).output
    assert "700 matches" in told
    for part in ("moves a match", "score of seat 3", "winner's margin", "wins"):
        assert part in told


def test_simulate_for_programs_and_the_same_again():
    arguments = ("simulate", "card", "--games", 50, "--seed", 3, "--json")
    told = json.loads(run(*arguments).output)
    assert told == json.loads(run(*arguments).output)
    assert told["games"] == 50
    assert sum(told["win_shares"]) == pytest.approx(1)
    assert sum(told["endings"].values()) == pytest.approx(1)


def test_simulate_with_an_edition_or_a_game_that_does_not_exist(capsys, monkeypatch):
    told = fails(capsys, monkeypatch, "simulate", "card", "--edition", "third")
    assert told == "siberia: no edition 'third'; there are dlp and oya"
    assert "no game 'chess'" in fails(capsys, monkeypatch, "simulate", "chess")
    assert "5 seats" in fails(capsys, monkeypatch, "simulate", "card", "--players", 5)


def test_replay_shows_turns_and_the_end(record):
    told = run("replay", record).output
    assert "   1  Player " in told
    assert "The match is over" in told


def test_replay_shows_one_moment(record):
    told = run("replay", record, "--ply", 3).output
    assert "The match is over" not in told
    assert "headframe" in told


def test_replay_for_programs(record):
    told = json.loads(run("replay", record, "--json").output)
    match = Match.read(record.read_text(encoding="utf-8"))
    assert tuple(word for turn in told["turns"] for word in turn["words"]) == match.words
    assert tuple(told["scores"]) == match.scores()


def test_replay_of_a_ply_that_is_not_there(capsys, monkeypatch, record):
    assert "no ply 9999" in fails(capsys, monkeypatch, "replay", record, "--ply", 9999)


def test_verify_a_true_record(record):
    assert "true." in run("verify", record).output
    assert json.loads(run("verify", record, "--json").output)["true"] is True


def test_verify_a_false_record(capsys, monkeypatch, record):
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("\nresult ", "\nresult 1"), encoding="utf-8")
    line = 1 + [row.split()[0] for row in text.splitlines()[:12]].index("result")
    told = fails(capsys, monkeypatch, "verify", record)
    assert told.startswith(f"siberia: {record}, line {line}: does not fit the match")
    result = run("verify", record, "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["line"] == line


def test_a_file_that_is_not_there(capsys, monkeypatch, tmp_path):
    told = fails(capsys, monkeypatch, "verify", tmp_path / "none.txt")
    assert told.endswith("none.txt: cannot be read: No such file or directory")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "not a text file" in fails(capsys, monkeypatch, "replay", tmp_path / "binary")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_bench(game):
    assert "million moves a second" in run("bench", game, "--seconds", 0.1).output
    told = json.loads(run("bench", game, "--seconds", 0.1, "--json").output)
    assert told["moves_per_second"] == pytest.approx(told["moves"] / told["seconds"])
    assert told["moves"] > told["matches"]


def test_advice(capsys, monkeypatch, record):
    arguments = ("advise", record, "--ply", 1, "--bot", "hard")
    told = run(*arguments).output
    assert "estimated win share" in told
    assert "250 simulations" in told
    advice = json.loads(run(*arguments, "--json").output)
    match = Match.read(record.read_text(encoding="utf-8")).at(1)
    assert advice["seat"] == match.to_move
    assert advice["word"] in match.legal()
    assert set(advice["win_shares"]) <= set(match.legal())
    length = Match.read(record.read_text(encoding="utf-8")).ply
    assert "over there" in fails(capsys, monkeypatch, "advise", record, "--ply", length)
    assert "no bot 'x'" in fails(capsys, monkeypatch, "advise", record, "--ply", 1, "--bot", "x")


def test_components_are_shown_with_how_they_are_known():
    told = run("components").output
    for part in ("salesmen", "diamond 8000", "Tokyo", "reconstructed", "rulebook", "sha256:"):
        assert part in told
    boxes = json.loads(run("components", "--json").output)
    assert boxes[0]["salesmen"]["values"]["gas"] == 4000


def test_a_box_file_is_shown_or_refused(capsys, monkeypatch, tmp_path):
    file = changed(tmp_path, "gold = 7000", "gold = 8000")
    shown = json.loads(run("components", "--components", file, "--json").output)
    assert shown[0]["salesmen"]["values"]["gold"] == 8000
    assert shown[0]["sha256"] in run("components", "--components", file).output
    wrong = changed(tmp_path, "gold = 7000", "gold = 1000")
    told = fails(capsys, monkeypatch, "components", "--components", wrong)
    assert "the gold salesman, 1000, is worth less" in told
    assert ", line " in told


def test_playing_to_the_end_writes_the_record(tmp_path):
    file = tmp_path / "mine.txt"
    numbers = "1\n" * 2000
    result = run("play", "card", "--seed", 5, "--opponents", 1, "--record", file, input=numbers)
    assert result.exit_code == 0
    assert "The match is over" in result.output
    assert Match.read(file.read_text(encoding="utf-8")).players == ("You", "Easy 1")


def test_a_record_that_could_not_be_written_is_refused_before_the_match(
    capsys, monkeypatch, tmp_path
):
    told = fails(capsys, monkeypatch, "play", "card", "--record", tmp_path / "none" / "x.txt")
    assert "its folder cannot be written to" in told
    (tmp_path / "old.txt").write_text("mine")
    told = fails(capsys, monkeypatch, "play", "card", "--record", tmp_path / "old.txt")
    assert "is not overwritten" in told


def test_a_record_that_cannot_be_written_after_all_is_shown(monkeypatch, tmp_path):
    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    file = tmp_path / "mine.txt"
    arguments = ["play", "card", "--seed", "5", "--opponents", "1", "--record", str(file)]
    result = CliRunner().invoke(cli.app, arguments, input="1\n" * 2000)
    assert "siberia-record 1" in result.output
    assert "No space left" in str(result.exception)


def test_a_full_disk_and_a_poor_terminal_give_no_stack_trace(record):
    def siberia(*arguments: object, **options):
        script = "from siberia.cli import main; main()"
        command = [sys.executable, "-c", script, *map(str, arguments)]
        return subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, **options)

    with Path("/dev/full").open("w") as full:
        done = siberia("replay", record, stdout=full)
    assert (done.returncode, done.stderr) == (1, "siberia: cannot write: No space left on device\n")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = siberia("replay", record, stdout=subprocess.PIPE, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_leaving_early_writes_no_record(tmp_path):
    file = tmp_path / "mine.txt"
    result = run("play", "card", "--record", file, input="quit\n")
    assert "Left before the end" in result.output
    assert not file.exists()
