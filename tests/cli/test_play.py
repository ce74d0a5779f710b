"""Playing: siberia play, and the record it leaves."""

from pathlib import Path

import pytest

from siberia import Match, RecordError
from siberia.cli.play import play
from tests.cli.running import fails, run


def test_playing_to_the_end_writes_the_record(tmp_path):
    file = tmp_path / "mine.txt"
    numbers = "1\n" * 2000
    result = run("play", "card", "--seed", 5, "--opponents", 1, "--record", file, input=numbers)
    assert result.exit_code == 0
    assert "The match is over" in result.output
    assert Match.read(file.read_text(encoding="utf-8")).players == ("You", "Easy 1")


def test_leaving_early_writes_no_record(tmp_path):
    file = tmp_path / "mine.txt"
    result = run("play", "card", "--record", file, input="quit\n")
    assert "Left before the end" in result.output
    assert not file.exists()


def test_a_record_that_could_not_be_written_is_refused_before_the_match(
    capsys, monkeypatch, tmp_path
):
    error = fails(capsys, monkeypatch, "play", "card", "--record", tmp_path / "none" / "x.txt")
    assert "its folder cannot be written to" in error
    (tmp_path / "old.txt").write_text("mine")
    error = fails(capsys, monkeypatch, "play", "card", "--record", tmp_path / "old.txt")
    assert "is not overwritten" in error


def test_a_record_that_cannot_be_written_after_all_is_shown(monkeypatch, capsys, tmp_path):
    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    answers = iter(["1"] * 2000)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    with pytest.raises(RecordError, match="No space left"):
        play("card", seed=5, opponents=1, record=tmp_path / "mine.txt")
    assert "siberia-record 1" in capsys.readouterr().out
