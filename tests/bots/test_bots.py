"""Bots: legal, honest, repeatable, within their budget, and no worse than they claim."""

import itertools
import re
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from siberia import Match, SetupError
from siberia.bots import (
    CHARACTERS,
    Choice,
    Greedy,
    Hasty,
    Master,
    Random,
    Search,
    Seat,
    agents,
    bot,
    levels,
    names,
)
from siberia.bots.net import Net
from tests.support import SEATS, play_random, variants
from tests.test_leaks import redrawn

BOTS = {
    "random": Random,
    "hasty": Hasty,
    "greedy": Greedy,
    "search": lambda seed: Search(seed, simulations=40),
    "master": Master,
}
each_bot = pytest.mark.parametrize("make", BOTS.values(), ids=BOTS)


def play(match: Match, *bots) -> Match:
    while match.to_move is not None:
        match.play(bots[match.to_move].choose(Seat(match)).word)
    return match


@variants
@each_bot
def test_a_bot_plays_a_whole_match_of_legal_words(variant, make):
    match = variant.new(seats=3, seed=5)
    play(match, make(1), Random(2), Hasty(3))
    assert match.is_over


@variants
@each_bot
def test_the_same_seed_chooses_the_same_word(variant, make):
    match = play_random(variant.new(seats=2, seed=3), 3, 40, busy=True)
    if match.to_move is not None:
        assert make(9).choose(Seat(match)) == make(9).choose(Seat(match))


@variants
@each_bot
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(variant, make):
    for plies in (0, 7, 30, 55, 90):
        match = play_random(variant.new(seats=3, seed=plies), plies, plies, busy=True)
        if match.to_move is None:
            continue
        other = redrawn(match, match.to_move, 4)
        assert make(1).choose(Seat(match)) == make(1).choose(Seat(other))


@variants
def test_a_search_says_how_sure_it_is(variant):
    match = play_random(variant.new(seats=2, seed=8), 8, 30, busy=True)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    choice = Search(1, simulations=300).choose(Seat(match))
    assert choice.win_shares.keys() <= set(match.legal())
    assert choice.win_shares.keys() == choice.effort.keys()
    assert all(0 <= share <= 1 for share in choice.win_shares.values())
    assert sum(choice.effort.values()) == pytest.approx(1)
    assert choice.line[0] == choice.word == max(choice.effort, key=lambda word: choice.effort[word])
    assert 150 < choice.simulations <= 300


@variants
def test_a_search_stops_where_thinking_on_could_not_change_its_word(variant, monkeypatch):
    match = variant.new(seats=2, seed=8)
    soon: list[Choice] = []
    late: list[Choice] = []
    while len(soon) < 12 and match.to_move is not None:
        with monkeypatch.context() as patch:
            patch.setattr(agents, "is_settled", lambda nodes, left: False)
            late.append(Search(1, simulations=700).choose(Seat(match)))
        soon.append(Search(1, simulations=700).choose(Seat(match)))
        match.play(soon[-1].word)
    assert [choice.word for choice in soon] == [choice.word for choice in late]
    assert sum(choice.simulations for choice in soon) < sum(choice.simulations for choice in late)


def test_a_forced_word_takes_no_thought(monkeypatch):
    match = Match.new("board", seed=1, exchanges="A")
    while len(match.legal()) != 1:
        match.play("place research" if match.view(None).phase == "place" else match.legal()[0])
    monkeypatch.setattr(Search, "tree", None)
    assert Search().choose(Seat(match)).word == match.legal()[0]


@pytest.mark.parametrize("game", ["card", "board"])
def test_a_budget_of_time_is_kept_over_a_whole_match(game, monkeypatch):
    # By a clock of its own, which takes a fifth of the budget for each piece of thinking.
    ticks = itertools.count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) * 0.01)
    monkeypatch.setattr(agents, "time", clock)
    match, decisions = Match.new(game, seed=2), 0
    thinker = Search(1, simulations=10**6, seconds=0.05)
    while match.to_move is not None and decisions < 60:
        if len(match.legal()) > 1 and match.to_move == 0:
            choice = thinker.choose(Seat(match))
            assert choice.simulations == 5 * agents.PIECE
            match.play(choice.word)
            decisions += 1
        else:
            play_random(match, match.ply, 1, busy=True)


def test_greedy_beats_random_and_search_beats_greedy():
    for game in ("card", "board"):
        for seed in range(2):
            assert play(Match.new(game, seed=seed), Greedy(1), Random(2)).winners() == (0,)
    matches = [
        play(Match.new("card", seed=seed, start=0), Search(1, simulations=400), Greedy(2))
        for seed in range(4)
    ]
    won = [0 in match.winners() for match in matches]
    assert sum(won) >= 3


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_the_master_plays_for_any_number_of_players(variant, seats):
    match = variant.new(seats=seats, seed=seats)
    play(match, *map(Master, range(seats)))
    assert match.is_over


@variants
def test_the_master_says_the_same_whatever_the_seed_and_whatever_is_hidden(variant):
    for seats, plies in ((2, 0), (3, 30), (4, 75)):
        match = play_random(variant.new(seats=seats, seed=plies), plies, plies, busy=True)
        assert match.to_move is not None
        choice = Master(1).choose(Seat(match))
        assert choice == Master(2).choose(Seat(match))
        for seed in range(3):
            imagined = match.at(match.ply)
            imagined.state = match.imagine(match.to_move, seed).state
            assert choice == Master(1).choose(Seat(imagined))


@variants
def test_the_master_asks_the_net_once_and_says_what_share_it_expects(variant, monkeypatch):
    judge, asked = Net.judge, []

    def counted(net, observations, masks):
        asked.append(len(observations))
        return judge(net, observations, masks)

    monkeypatch.setattr(Net, "judge", counted)
    match = play_random(variant.new(seats=3, seed=8), 8, 30, busy=True)
    choice = Master().choose(Seat(match))
    assert asked == [1]
    assert choice.line == (choice.word,) == tuple(choice.win_shares)
    assert 0 <= choice.win_shares[choice.word] <= 1
    assert set(choice.effort) <= set(match.legal())
    assert sum(choice.effort.values()) == pytest.approx(1)
    assert choice.word == max(choice.effort, key=lambda word: choice.effort[word])


def test_the_levels_are_named_and_described():
    levels_in_order = list(CHARACTERS)
    assert levels_in_order[:5] == ["easy", "medium", "hard", "expert", "master"]
    assert names()[: len(CHARACTERS)] == levels_in_order
    for name in names():
        assert bot(name, 3)
    with pytest.raises(SetupError, match="no bot 'wizard'; there are easy, medium"):
        bot("wizard")


def test_the_adviser_is_asked_and_is_no_level():
    assert "adviser" in names()
    assert "adviser" not in CHARACTERS
    match = Match.new("card", seed=1)
    choice = bot("adviser").choose(Seat(match))
    assert choice.word in match.legal()
    assert 0 <= choice.win_shares[choice.word] <= 1


def test_over_is_nobodys_turn():
    with pytest.raises(ValueError, match="nobody is to move"):
        Seat(play_random(Match.new("card", seed=1)))


def example() -> dict[str, Any]:
    """The bot of docs/BOTS.md."""
    text = (Path(__file__).parents[2] / "docs" / "BOTS.md").read_text(encoding="utf-8")
    namespace: dict[str, Any] = {}
    source = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    assert len(source.strip().splitlines()) <= 20
    exec(compile(source, "docs/BOTS.md", "exec"), namespace)
    return namespace


def first_word(seat: Seat) -> str:
    return seat.legal()[0]


def test_the_documented_bot_plays():
    match = play(Match.new("card", seed=4), example()["Hoarder"](1), Hasty(2))
    assert match.is_over


def test_a_registered_bot_is_found_by_its_name(monkeypatch):
    entries = [
        EntryPoint("first", "tests.bots.test_bots:first_word", "siberia.bots"),
        EntryPoint("other", "siberia.bots:Random", "siberia.bots"),
    ]

    def entry_points(group, name=None):
        assert group == "siberia.bots"
        return [entry for entry in entries if name in (None, entry.name)]

    monkeypatch.setattr(levels, "entry_points", entry_points)
    match = Match.new("card", seed=4)
    assert bot("first").choose(Seat(match)) == Choice(match.legal()[0])
    assert isinstance(bot("other", 5), Random)
    assert {"first", "other"} <= set(names())
