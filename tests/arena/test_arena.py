"""The arena: fair schedules, nothing lost, honest figures."""

import json
from collections import Counter
from concurrent.futures import BrokenExecutor
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from siberia import FileError, SetupError, arena, cli
from siberia.arena import Plan, play, schedule, standings
from siberia.arena.play import RESULTS, Folder, Result, missing, run_locally
from siberia.arena.ratings import interval, wilson, wins_by_seat

PLAN = Plan("card", 2, ("easy", "random"), 6)


def result(number: int, deal: int, bots: str, scores: tuple[int, ...]) -> Result:
    best = [s == max(scores) for s in scores]
    shares = tuple(won / sum(best) for won in best)
    seats = len(scores)
    return Result(
        number=number,
        deal=deal,
        bots=tuple(bots.split()),
        scores=scores,
        shares=shares,
        words=100,
        ending="C21",
        decisions=(10,) * seats,
        thinking=(0.1,) * seats,
        slowest=(0.02,) * seats,
    )


def test_every_lineup_sits_in_every_rotation_of_every_deal():
    fixtures = schedule(Plan("card", 3, ("easy", "medium", "random"), 60))
    assert len(fixtures) == 60
    assert [fixture.number for fixture in fixtures] == list(range(60))
    for deal in range(20):
        of_deal = [fixture for fixture in fixtures if fixture.deal == deal]
        assert len({fixture.seed for fixture in of_deal}) == 1
        for seat in range(3):
            assert len({fixture.bots[seat] for fixture in of_deal}) == 3
    assert len({fixture.seed for fixture in fixtures}) == 20


def test_more_bots_than_seats_play_in_all_combinations():
    fixtures = schedule(Plan("card", 2, ("easy", "medium", "random"), 6))
    pairs = Counter(frozenset(fixture.bots) for fixture in fixtures)
    assert set(pairs.values()) == {2}
    assert len(pairs) == 3


def test_a_repeated_bot_fills_the_table():
    fixtures = schedule(Plan("card", 4, ("easy", "random", "random", "random"), 4))
    assert [fixture.bots.index("easy") for fixture in fixtures] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (replace(PLAN, players=5), "5 players"),
        (replace(PLAN, players=3), "3 players need 3 bots or more"),
        (replace(PLAN, bots=("easy", "master")), "no bot 'master'"),
    ],
)
def test_what_cannot_be_scheduled(plan, told):
    with pytest.raises(SetupError, match=told):
        schedule(plan)


def test_a_fixture_is_played_the_same_again():
    fixture = schedule(PLAN)[3]
    first, second = (replace(play(PLAN, fixture), thinking=(), slowest=()) for _ in range(2))
    assert first == second


def test_an_arena_plays_writes_and_shows(tmp_path):
    arguments = ["arena", "--bots", "easy,random", "--games", "4", "--out", str(tmp_path / "a")]
    shown = CliRunner().invoke(cli.app, [*arguments, "--workers", "2"], catch_exceptions=False)
    assert "easy" in shown.output
    report = (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    for part in ("<svg", "easy", "Plackett", "95 %", "ended"):
        assert part in report
    rows = (tmp_path / "a" / RESULTS).read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 4
    again = CliRunner().invoke(cli.app, [*arguments, "--resume", "--json"], catch_exceptions=False)
    table = json.loads(again.output)
    assert [row["bot"] for row in table] == ["easy", "random"]
    assert table[0]["games"] == 4


def test_what_was_played_is_not_played_again_and_a_cut_line_is(tmp_path):
    folder = Folder(tmp_path, PLAN, resume=False)
    for fixture in schedule(PLAN)[:3]:
        folder.add(play(PLAN, fixture))
    file = tmp_path / RESULTS
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    again = Folder(tmp_path, PLAN, resume=True)
    assert sorted(again.results) == [0, 1]
    assert [fixture.number for fixture in missing(PLAN, again)] == [2, 3, 4, 5]
    again.add(play(PLAN, schedule(PLAN)[2]))
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_folder_with_other_results_is_refused(tmp_path):
    Folder(tmp_path, PLAN, resume=False)
    with pytest.raises(FileError, match="go on with --resume"):
        Folder(tmp_path, PLAN, resume=False)
    with pytest.raises(FileError, match="another plan"):
        Folder(tmp_path, replace(PLAN, games=8), resume=True)
    with (tmp_path / RESULTS).open("a") as file:
        file.write("{}\n")
    with pytest.raises(FileError, match="line 2: is no result"):
        Folder(tmp_path, PLAN, resume=True)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot be used"):
        Folder(tmp_path / "file" / "x", PLAN, resume=False)


def test_ctrl_c_keeps_what_was_played(tmp_path, monkeypatch, capsys):
    def interrupted(plan, fixtures, _workers):
        for fixture in fixtures[:2]:
            yield play(plan, fixture)
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_locally", interrupted)
    arena.hold(PLAN, tmp_path, resume=False, workers=1, as_json=False)
    assert "Stopped after 2 of 6; go on with --resume" in capsys.readouterr().out
    monkeypatch.setattr(arena, "run_locally", lambda plan, fs, _: (play(plan, f) for f in fs))
    table = arena.hold(PLAN, tmp_path, resume=True, workers=1, as_json=False)
    assert sum(row.games for row in table) == 12


def test_a_process_that_dies_is_told_in_one_sentence(tmp_path, monkeypatch):
    def broken(plan, fixtures, _workers):
        yield play(plan, fixtures[0])
        raise BrokenExecutor

    monkeypatch.setattr(arena, "run_locally", broken)
    with pytest.raises(FileError, match="go on with --resume"):
        arena.hold(PLAN, tmp_path, resume=False)
    assert len(Folder(tmp_path, PLAN, resume=True).results) == 1


def test_processes_bring_the_results_of_one(tmp_path):
    fixtures = schedule(PLAN)
    there = {r.number: r.scores for r in run_locally(PLAN, fixtures, 2)}
    assert there == {f.number: play(PLAN, f).scores for f in fixtures}


def test_the_figures_are_right():
    results = [
        result(0, 0, "a b", (9000, 4000)),
        result(1, 0, "b a", (3000, 8000)),
        result(2, 1, "a b", (5000, 5000)),
        result(3, 1, "b a", (7000, 6000)),
    ]
    best, other = standings(results)
    assert (best.bot, best.games, best.win_share) == ("a", 4, 0.625)
    assert best.margin == (5000 + 5000 + 0 - 1000) / 4
    assert best.thinking == pytest.approx(0.01)
    assert best.low < best.win_share < best.high
    assert best.rating > other.rating
    assert wins_by_seat(results) == [0.625, 0.375]


def test_where_all_went_the_same_way_the_interval_is_wilsons():
    results = [result(n, n, "a b", (2, 1)) for n in range(10)]
    assert interval([(r, 0) for r in results]) == wilson(1.0, 10)
    low, high = wilson(1.0, 10)
    assert low == pytest.approx(0.722, abs=0.001)
    assert high == pytest.approx(1.0)


def test_a_bot_at_several_seats_is_rated_against_the_others():
    results = [result(n, n, "a b b b", (9, 1, 2, 3)) for n in range(5)]
    best, other = standings(results)
    assert (best.bot, best.games, other.games) == ("a", 5, 15)
