"""The arena: fair schedules, nothing lost, honest figures."""

from collections import Counter
from concurrent.futures import BrokenExecutor
from dataclasses import replace

import pytest

from siberia import FileError, Match, SetupError, arena
from siberia.arena import Plan, play, schedule, standings
from siberia.arena.play import RESULTS, Folder, Result, run_locally
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
    ("plan", "message"),
    [
        (replace(PLAN, seats=5), "5 seats; there can be 2, 3 or 4"),
        (replace(PLAN, seats=3), "3 players need 3 bots or more"),
        (replace(PLAN, bots=("easy", "wizard")), "no bot 'wizard'"),
        (replace(PLAN, game="chess"), "no game 'chess'"),
        (replace(PLAN, edition="third"), "no edition 'third'"),
        (replace(PLAN, seed=-1), "the seed must be a whole number"),
    ],
)
def test_what_cannot_be_scheduled_is_refused_before_anything_is_written(tmp_path, plan, message):
    with pytest.raises(SetupError, match=message):
        schedule(plan)
    with pytest.raises(SetupError, match=message):
        arena.hold(plan, tmp_path / "out", resume=False)
    assert not (tmp_path / "out").exists()


def test_a_match_of_the_arena_is_dealt_as_its_plan_says():
    plan = Plan("board", 2, ("easy", "random"), 2, expansion=True, exchanges="ABBAA")
    setup = plan.setup()
    assert setup == Match.new("board", start=0, expansion=True, exchanges="ABBAA").setup
    played = play(plan, schedule(plan)[0])
    assert sum(played.shares) == 1
    assert played.scores[played.shares.index(max(played.shares))] == max(played.scores)


def test_a_fixture_is_played_the_same_again():
    fixture = schedule(PLAN)[3]
    first, second = (replace(play(PLAN, fixture), thinking=(), slowest=()) for _ in range(2))
    assert first == second


def test_what_was_played_is_not_played_again_and_a_cut_line_is(tmp_path):
    folder = Folder.open(tmp_path, PLAN, resume=False)
    for fixture in schedule(PLAN)[:3]:
        folder.add(play(PLAN, fixture))
    file = tmp_path / RESULTS
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    cut = file.read_bytes()
    assert sorted(Folder.load(tmp_path).results) == [0, 1]
    assert file.read_bytes() == cut
    again = Folder.open(tmp_path, PLAN, resume=True)
    assert sorted(again.results) == [0, 1]
    assert [fixture.number for fixture in again.missing()] == [2, 3, 4, 5]
    again.add(play(PLAN, schedule(PLAN)[2]))
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_a_folder_with_other_results_is_refused(tmp_path):
    Folder.open(tmp_path, PLAN, resume=False)
    with pytest.raises(FileError, match="go on with --resume"):
        Folder.open(tmp_path, PLAN, resume=False)
    with pytest.raises(FileError, match="another plan"):
        Folder.open(tmp_path, replace(PLAN, games=8), resume=True)
    with (tmp_path / RESULTS).open("a") as file:
        file.write("{}\n")
    with pytest.raises(FileError, match="line 2: is no result"):
        Folder.open(tmp_path, PLAN, resume=True)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot be used"):
        Folder.open(tmp_path / "file" / "x", PLAN, resume=False)


def test_a_folder_of_before_can_be_resumed(tmp_path):
    """It says "players" where a plan now says seats."""
    Folder.open(tmp_path, PLAN, resume=False)
    file = tmp_path / RESULTS
    file.write_text(file.read_text(encoding="utf-8").replace('"seats"', '"players"'))
    assert Folder.open(tmp_path, PLAN, resume=True).plan == PLAN


def test_a_folder_knows_its_plan(tmp_path):
    folder = Folder.open(tmp_path, PLAN, resume=False)
    folder.add(result(0, 0, "easy random", (9000, 4000)))
    again = Folder.load(tmp_path)
    assert (again.plan, again.results) == (PLAN, folder.results)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "results.jsonl: cannot be read: No such file"),
        ("", "results.jsonl: holds no plan"),
        ('{"game": "card"', "results.jsonl: holds no plan"),
        ("[]\n", "results.jsonl, line 1: is no plan"),
    ],
)
def test_a_folder_without_a_plan_is_refused(tmp_path, content, message):
    if content is not None:
        (tmp_path / RESULTS).write_text(content, encoding="utf-8")
        with pytest.raises(FileError, match=message):
            Folder.open(tmp_path, PLAN, resume=True)
    with pytest.raises(FileError, match=message):
        Folder.load(tmp_path)


def test_an_arena_writes_what_was_played_and_tells_how_far_it_is(tmp_path):
    heard = []
    table = arena.hold(PLAN, tmp_path, resume=False, on_progress=lambda *news: heard.append(news))
    assert heard == [(played, 6) for played in range(7)]
    assert [(row.bot, row.games) for row in table] == [("easy", 6), ("random", 6)]
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    for part in ("<svg", "easy", "Plackett", "95 %", "ended"):
        assert part in report
    assert len((tmp_path / RESULTS).read_text(encoding="utf-8").splitlines()) == 1 + 6


def test_ctrl_c_keeps_what_was_played(tmp_path, monkeypatch):
    def interrupted(plan, fixtures, _workers):
        for fixture in fixtures[:2]:
            yield play(plan, fixture)
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_locally", interrupted)
    table = arena.hold(PLAN, tmp_path, resume=False)
    assert sum(row.games for row in table) == 4
    monkeypatch.setattr(arena, "run_locally", lambda plan, fs, _: (play(plan, f) for f in fs))
    heard = []
    table = arena.hold(PLAN, tmp_path, resume=True, on_progress=lambda *news: heard.append(news))
    assert heard[0] == (2, 6)
    assert sum(row.games for row in table) == 12


def test_a_process_that_dies_is_told_in_one_sentence(tmp_path, monkeypatch):
    def broken(plan, fixtures, _workers):
        yield play(plan, fixtures[0])
        raise BrokenExecutor

    monkeypatch.setattr(arena, "run_locally", broken)
    with pytest.raises(FileError, match="go on with --resume"):
        arena.hold(PLAN, tmp_path, resume=False)
    assert len(Folder.load(tmp_path).results) == 1


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
