"""The ladder: every level stands on it, nothing is lost, and the page says what was played."""

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest

from siberia import FileError, SetupError
from siberia.arena import ladder
from siberia.arena.ladder import PAGE, SUMMARY, play_rungs, publish, rungs, tally
from siberia.arena.play import RESULTS, Folder, Result, play, run_all
from siberia.arena.ratings import interval
from siberia.arena.schedule import schedule
from siberia.bots import CHARACTERS


def short(name, games=4):
    """A rung of the ladder with fewer matches."""
    (rung,) = rungs(name)
    return replace(rung, plan=replace(rung.plan, games=games))


def won(number, deal, bots, winner):
    """A match that one seat won, all thinking 20 ms for each of 10 decisions."""
    seats = len(bots)
    return Result(
        number=number,
        deal=deal,
        bots=bots,
        scores=tuple(9 if seat == winner else 1 for seat in range(seats)),
        shares=tuple(float(seat == winner) for seat in range(seats)),
        words=100,
        ending="C21",
        decisions=(10,) * seats,
        thinking=(0.2,) * seats,
        slowest=(0.02,) * seats,
    )


@pytest.fixture
def here(monkeypatch):
    """Play in this process: the results are the same."""

    def run_all(fixtures, _workers, _ends):
        return ((folder, play(plan, fixture)) for folder, plan, fixture in fixtures)

    monkeypatch.setattr(ladder, "run_all", run_all)


def test_every_level_stands_on_the_one_below_in_all_variants_and_numbers_of_players():
    levels = ["random", *CHARACTERS]
    every = rungs()
    assert len({rung.name for rung in every}) == len(every) == 4 * 3 * len(CHARACTERS)
    for rung in every:
        first, *others = rung.plan.bots
        assert set(others) == {levels[levels.index(first) - 1]}
        assert len(others) == rung.plan.seats - 1
        assert len(schedule(rung.plan)) >= rung.plan.games
    variants = Counter((r.plan.game, r.plan.edition, r.plan.expansion) for r in every)
    assert set(variants) == {
        ("card", "dlp", False),
        ("card", "oya", False),
        ("board", "dlp", False),
        ("board", "dlp", True),
    }
    assert len(set(variants.values())) == 1


def test_who_searches_plays_fewer_matches():
    games = {rung.plan.bots[:2]: rung.plan.games for rung in rungs("card-2-dlp")}
    assert games["medium", "easy"] == 1000
    assert games["hard", "medium"] == games["expert", "hard"] == 200


def test_levels_that_are_added_climb_on_top():
    top = [rung.name for rung in rungs("board-4-expansion", [*CHARACTERS, "best", "wild"])][-2:]
    assert top == [
        f"board-4-expansion-best-{list(CHARACTERS)[-1]}",
        "board-4-expansion-wild-best",
    ]


def test_rungs_are_found_by_a_part_of_their_name():
    assert [rung.name for rung in rungs("card-*-oya-hard")] == [
        f"card-{seats}-oya-hard-medium" for seats in (2, 3, 4)
    ]
    assert rungs("board-3-base-hard-medium")[0].contest == "hard against two medium"
    with pytest.raises(SetupError, match="no rung is like 'chess'; one is card-2-dlp-easy-random"):
        rungs("chess")


def test_rungs_are_played_evenly_and_resumed(here, tmp_path, monkeypatch):
    both = [short("card-2-dlp-easy-random"), short("card-3-oya-easy-random", games=6)]
    order = []
    monkeypatch.setattr(Folder, "add", lambda folder, result: order.append((folder, result)))
    play_rungs(both, tmp_path, 1)
    monkeypatch.undo()
    assert [(f.path.name[5], r.deal) for f, r in order] == [
        *[("2", 0), ("2", 0), ("3", 0), ("3", 0), ("3", 0)],
        *[("2", 1), ("2", 1), ("3", 1), ("3", 1), ("3", 1)],
    ]
    for folder, result in order[:4]:
        folder.add(result)
    heard = []
    monkeypatch.setattr(ladder, "run_all", lambda todo, _workers, _ends: played(todo))

    def played(todo):
        for folder, _, fixture in todo:
            yield folder, won(fixture.number, fixture.deal, fixture.bots, 0)

    play_rungs(both, tmp_path, 1, on_progress=lambda *news: heard.append(news))
    assert heard == [(n, 10) for n in range(4, 11)]
    assert not any(Folder.load(tmp_path / rung.name).missing() for rung in both)


def test_processes_play_several_rungs(tmp_path):
    both = [short("card-2-dlp-easy-random"), short("card-3-oya-easy-random", games=3)]
    play_rungs(both, tmp_path, 2)
    for rung in both:
        folder = Folder.load(tmp_path / rung.name)
        for fixture in schedule(rung.plan):
            assert folder.results[fixture.number].scores == play(rung.plan, fixture).scores


def test_when_time_is_up_no_match_is_begun(tmp_path, monkeypatch):
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    # By its name the package means the function of the module's name.
    monkeypatch.setattr(sys.modules["siberia.arena.play"], "time", clock)
    folder = Folder.open(tmp_path, rungs("card-2-dlp-easy-random")[0].plan, resume=True)
    fixtures = [(folder, folder.plan, fixture) for fixture in folder.missing()]
    assert list(run_all(fixtures, 1, ends=0.0)) == []
    played = []
    for _, result in run_all(fixtures, 1, ends=600.0):
        played.append(result)
        now = 601.0
    # The one that was waited for, and what had been handed to the process by then.
    assert 1 <= len(played) <= 4


def test_ctrl_c_and_a_process_that_dies_keep_what_was_played(tmp_path, monkeypatch):
    rung = short("card-2-dlp-easy-random")

    def ended_by(error):
        def run_all(todo, _workers, _ends):
            folder, _, fixture = todo[0]
            yield folder, won(fixture.number, fixture.deal, fixture.bots, 0)
            raise error

        monkeypatch.setattr(ladder, "run_all", run_all)

    ended_by(KeyboardInterrupt)
    play_rungs([rung], tmp_path, 1)
    ended_by(BrokenExecutor)
    with pytest.raises(FileError, match="a process died"):
        play_rungs([rung], tmp_path, 1)
    assert len(Folder.load(tmp_path / rung.name).results) == 2


def test_a_tally_counts_whole_deals_only(tmp_path):
    rung = short("card-3-dlp-easy-random", games=9)
    folder = Folder(tmp_path, rung.plan)
    assert tally(folder) is None
    # Of the first deal easy wins two matches, of the second one, of the third what was played.
    for fixture, winner in zip(schedule(rung.plan)[:8], (0, 1, 0, 1, 1, 0, 0, 1), strict=True):
        folder.results[fixture.number] = won(fixture.number, fixture.deal, fixture.bots, winner)
    found = tally(folder)
    whole = [folder.results[number] for number in range(6)]
    low, high = interval([(result, result.bots.index("easy")) for result in whole])
    assert (found.matches, found.win_share, found.deals) == (6, 0.5, {"1": 1, "2": 1})
    assert (found.low, found.high) == (round(low, 6), round(high, 6))
    assert low < found.win_share < high
    assert found.milliseconds == {"easy": 20.0, "random": 20.0}


def fill(results, name, matches, winner="easy"):
    """Make the folder of a rung, in which one bot wins."""
    (rung,) = rungs(name)
    folder = Folder.open(results / name, rung.plan, resume=True)
    for fixture in schedule(rung.plan)[:matches]:
        seat = fixture.bots.index(winner)
        folder.add(won(fixture.number, fixture.deal, fixture.bots, seat))


def test_the_page_says_what_was_played_and_how_much_is_missing(tmp_path):
    results, out = tmp_path / "results", tmp_path / "out"
    fill(results, "card-2-dlp-easy-random", 21)
    fill(results, "board-4-expansion-easy-random", 4)
    fill(results, "board-3-base-easy-random", 2)
    assert publish(results, out) == out / PAGE
    page = (out / PAGE).read_text(encoding="utf-8")
    dlp, expansion = page.split("\n## ")[1:]
    assert dlp.startswith("Card game, edition dlp\n")
    assert "| 2 | easy against random | 20 of 1,000 | **100.0%** | 72.2% – 100.0% | 50.0% | " in dlp
    assert expansion.startswith("Board game with the expansion\n")
    assert "| 4 | easy against three random | 4 of 1,000 | **100.0%** | 20.7%" in expansion
    assert " | 25.0% | 20.0, 20.0 |" in expansion
    figures = json.loads((out / SUMMARY).read_text(encoding="utf-8"))
    assert list(figures) == ["card-2-dlp-easy-random", "board-4-expansion-easy-random"]
    assert figures["card-2-dlp-easy-random"]["deals"] == {"2": 10}
    assert figures["card-2-dlp-easy-random"]["plan"]["bots"] == ["easy", "random"]


def test_what_was_published_stays_until_it_is_played_again(tmp_path):
    first, second, out = tmp_path / "1", tmp_path / "2", tmp_path / "out"
    fill(first, "card-2-dlp-easy-random", 20)
    fill(first, "card-2-oya-easy-random", 20)
    publish(first, out)
    before = (out / PAGE).read_text(encoding="utf-8")
    publish(second, out)
    assert (out / PAGE).read_text(encoding="utf-8") == before
    fill(second, "card-2-oya-easy-random", 4, winner="random")
    publish(second, out)
    after = (out / PAGE).read_text(encoding="utf-8")
    assert "| 20 of 1,000 | **100.0%**" in after.split("\n## ")[1]
    assert "| 4 of 1,000 | **0.0%**" in after.split("\n## ")[2]


def test_what_another_plan_came_to_is_not_published(tmp_path):
    rung = short("card-2-dlp-easy-random", games=2)
    folder = Folder.open(tmp_path / rung.name, rung.plan, resume=True)
    for fixture in schedule(rung.plan):
        folder.add(won(fixture.number, fixture.deal, fixture.bots, 0))
    publish(tmp_path, tmp_path / "out")
    assert (tmp_path / "out" / SUMMARY).read_text(encoding="utf-8") == "{\n\n}\n"
    with pytest.raises(FileError, match="another plan"):
        play_rungs(rungs(rung.name), tmp_path, 1)


def test_a_rung_that_is_played_in_full_says_nothing_of_a_rest(tmp_path):
    fill(tmp_path, "card-3-dlp-hard-medium", 201, winner="hard")
    page = publish(tmp_path, tmp_path / "out").read_text(encoding="utf-8")
    assert "| 3 | hard against two medium | 201 | **100.0%** | 94.6% – 100.0% | 33.3% |" in page


def test_a_summary_that_is_none_is_refused(tmp_path):
    (tmp_path / SUMMARY).write_text("[]", encoding="utf-8")
    with pytest.raises(FileError, match=r"ladder.json: is no summary of a ladder"):
        publish(tmp_path / RESULTS, tmp_path)


def test_what_plays_is_not_what_publishes():
    """On a bare machine there are neither ratings nor reports; the package around is left out."""
    script = """
import sys, types
import siberia
for absent in ("openskill", "jinja2", "rich", "typer"):
    sys.modules[absent] = None
package = types.ModuleType("siberia.arena")
package.__path__ = [siberia.__path__[0] + "/arena"]
sys.modules["siberia.arena"] = package
from siberia.arena.ladder import play_rungs, rungs
"""
    subprocess.run([sys.executable, "-c", script], check=True)
