"""A match in the terminal."""

import io

import pytest
from rich.console import Console

from siberia import Match
from siberia.bots import Random
from siberia.cli.terminal import TerminalMatch, console


def sit_down(answers: list[str], **setup) -> tuple[TerminalMatch, str, bool]:
    match = Match.new("card", players=["You", "Random"], **{"seed": 5, "start": 0, **setup})
    out = io.StringIO()
    script = iter(answers)

    def ask(_prompt: str) -> str:
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    sitting = TerminalMatch(match, 0, [Random(3)], ask, Console(file=out, width=100))
    ended = sitting.run()
    return sitting, out.getvalue(), ended


def test_numbers_and_words_are_played():
    sitting, _, _ = sit_down(["2", "draw 1"])
    assert sitting.match.words[:2] == ("flip 5", "draw 1")


def test_opponents_moves_are_told():
    _, shown, _ = sit_down(["flip 4", "draw 0"])
    assert "\nRandom: flip " in shown


def test_what_opponents_place_in_secret_is_told_when_all_have_placed():
    match = Match.new("board", seed=5, start=1, exchanges="A", players=["You", "Random"])
    out = io.StringIO()
    screens: list[tuple[str, str]] = []

    def ask(_prompt: str) -> str:
        screens.append((match.view(0).phase, out.getvalue()))
        return "place research" if match.view(0).phase == "place" else "quit"

    TerminalMatch(match, 0, [Random(3)], ask, Console(file=out, width=200)).run()
    *placing, (phase, screen) = screens
    assert len(placing) == 6
    assert not any("Random: place" in shown for _, shown in placing)
    assert phase != "place"
    assert screen.count("Random: place") == 1


def test_an_opponents_word_is_not_taken_back():
    sitting, shown, _ = sit_down(["flip 4", "draw 0", "undo"])
    assert "Only your own last word can be taken back" in shown
    assert sitting.match.ply > 2


def test_a_wrong_answer_is_explained_and_changes_nothing():
    sitting, shown, _ = sit_down(["keep", "99", "hop", "[red]"])
    assert sitting.match.ply == 0
    assert "'keep' is not legal (C6)" in shown.replace("\n", " ")
    assert "no word 'hop'" in shown.replace("\n", " ")
    assert "no word '[red]'" in shown.replace("\n", " ")


def test_undo_help_table_and_leaving():
    sitting, shown, ended = sit_down(["undo", "help", "table", "quit"])
    assert "there is no word to take back" in shown
    assert shown.count("Type a number or a word") == 2
    assert shown.count("headframe") == 2
    assert not ended
    assert sitting.match.ply == 0


def test_undo_takes_back_a_choice():
    sitting, shown, _ = sit_down(["flip 4", "investor", "undo"], seed=3)
    assert "Taken back: investor" in shown
    assert sitting.match.words == ("flip 4",)


def test_brackets_are_shown_as_they_stand():
    match = Match.new("board", seed=5, start=0, exchanges="A", players=["[red]Ada[/]", "Bo"])
    out = io.StringIO()
    answers = iter(["1", "1"])
    TerminalMatch(
        match, 0, [Random(3)], lambda _: next(answers, "quit"), Console(file=out, width=100)
    ).run()
    shown = out.getvalue()
    counter = match.view(0).players[0].panel
    covered = next(c for action in counter for c in action.counters)
    assert f"[{covered}" in shown
    assert "[red]Ada[/]" in shown


def test_the_person_never_sees_an_opponents_hand():
    sitting, shown, _ = sit_down([])
    assert "your hand" in shown
    assert sitting.match.table(0) in shown


@pytest.mark.parametrize("stderr", [True, False])
def test_resources_are_coloured(stderr):
    out = console(stderr)
    assert out.stderr == stderr
    assert any("gold" in str(span.style) for span in out.render_str("gold 4000").spans)
