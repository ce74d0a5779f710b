"""Decisions: judged by what was known, in the same worlds, and never by what was not."""

import numpy as np
import pytest

from siberia import Match
from siberia.bots import Seat, bot
from siberia.engine.rng import generator
from siberia.engine.schema import bytes_of, copy_of
from siberia.match.games import GAMES
from siberia.review import decisions
from siberia.review.decisions import Question, is_sure, judged, stretch, tried, verdicts
from siberia.review.luck import states_of
from siberia.review.reviewing import choices, expert_of
from tests.review.matches import finished


def question(match, ply, seed=1):
    return Question(expert_of(match.game), states_of(match)[ply], generator(seed))


def moves_of(match, *words):
    return [match.vocabulary.index(word) for word in words]


def some_choices(match, count=6):
    """Some plies with their words, here and there in a match."""
    found = list(choices(match, states_of(match)))
    return found[:: len(found) // count]


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_judged_alike_whatever_was_hidden(game):
    match = finished(game, 3, 21)
    states = states_of(match)
    for ply, count in some_choices(match):
        played = list(match.moves[ply : ply + count])
        other = copy_of(states[ply])
        match.rules.determinize(other, int(other["player"]), generator(99))
        assert bytes_of(other) != bytes_of(states[ply])
        truth, imagined = (
            judged(Question(expert_of(game), state, generator(1)), ply, played, match.vocabulary)
            for state in (states[ply], other)
        )
        assert truth == imagined


@pytest.mark.parametrize("game", GAMES)
def test_words_of_a_turn_are_one_decision_until_something_is_revealed(game):
    match = finished(game, 2, 22)
    states, before = states_of(match), 0
    for ply, count in choices(match, states):
        # In between nobody had a choice.
        assert all(len(match.at(forced).legal()) == 1 for forced in range(before, ply))
        assert len(match.at(ply).legal()) > 1
        for name in ("player", "turn", "reveals"):
            assert len({int(state[name]) for state in states[ply : ply + count]}) == 1
        ended = states[ply + count]
        assert int(ended["phase"]) == match.rules.OVER or any(
            int(ended[name]) != int(states[ply][name]) for name in ("player", "turn", "reveals")
        )
        before = ply + count


def test_six_counters_are_placed_in_one_decision():
    match = finished("board", 2, 23, exchanges="A")
    assert match.words[0].startswith("place ")
    assert stretch(states_of(match), 0, match.rules.OVER) == 6


def test_lines_begin_with_what_was_played_and_end_with_the_decision():
    match = finished("board", 2, 23, exchanges="A")
    asked, played = question(match, 0), list(match.moves[:6])
    lines = asked.lines(played)
    assert lines[0] == played
    assert 1 < len(lines) <= 1 + decisions.MOST_LINES
    ends = set()
    for line in lines:
        state = asked.start
        for move in line:
            assert asked.goes_on(state)
            assert move in legal_moves(match, state)
            match.rules.apply(state, move)
        assert not asked.goes_on(state)
        ends.add(bytes_of(state))
    assert len(ends) == len(lines)


def legal_moves(match, state):
    moves = np.zeros(match.rules.MOVES, np.int64)
    return moves[: match.rules.legal(state, moves)].tolist()


def test_what_throws_a_match_away_is_a_blunder_and_what_saves_it_is_better():
    match, ply, good, bad = thrown_away()
    asked = question(match, ply)
    found = judged(asked, ply, moves_of(match, *bad), match.vocabulary)
    assert found.grade == "blunder"
    assert found.loss > 2 * found.error
    assert found.worse > found.better
    assert found.worse + found.better <= found.worlds
    assert found.best[0] == good[0]
    assert found.lines[0].words == found.best
    saved = tried(question(match, ply), moves_of(match, *bad), moves_of(match, *good[:1]))
    assert saved.verdict == "better"
    assert saved.better > saved.worse
    lost = tried(question(match, ply), moves_of(match, *good), moves_of(match, *bad))
    assert lost.verdict == "not better"
    assert judged(question(match, ply), ply, moves_of(match, *good), match.vocabulary).loss == 0


def thrown_away():
    """A match in which the one who could win by a sale passes instead, with nothing to gain."""
    match = Match.new("card", seed=5, start=0)
    masters = bot("master")
    while True:
        legal = match.legal()
        best = masters.choose(Seat(match)).word
        gold = [word for word in legal if word in ("gold", "diamond") and word == best]
        if gold and "draw 0" in legal and match.ply > 40:
            line = match.copy()
            turn = int(line.state["turn"])
            good = []
            while int(line.state["turn"]) == turn:
                good.append(masters.choose(Seat(line)).word)
                line.play(good[-1])
            return line, match.ply, good, ["draw 0"]
        match.play(best)


def test_the_same_moves_are_as_good():
    match = finished("card", 2, 24)
    ply, count = some_choices(match)[2]
    played = list(match.moves[ply : ply + count])
    same = tried(question(match, ply), played, played)
    assert (same.verdict, same.gain, same.better, same.worse) == ("as good", 0.0, 0, 0)


def test_what_chance_alone_may_have_brought_is_no_loss():
    assert not is_sure(0.03, 0.02)
    assert is_sure(0.03, 0.01)
    assert is_sure(-0.03, 0.01)
    assert not is_sure(0.001, 0.0)


def test_the_expert_finds_little_fault_with_itself():
    """And more with whoever plays anything."""
    expert, anyone = Match.new("card", seed=31), finished("card", 2, 31)
    masters = [bot("master"), bot("master")]
    while expert.to_move is not None:
        expert.play(masters[expert.to_move].choose(Seat(expert)).word)

    def mean_loss(match):
        states, losses = states_of(match), []
        for ply, count in choices(match, states):
            played = list(match.moves[ply : ply + count])
            found = judged(question(match, ply), ply, played, match.vocabulary)
            losses.append(found.loss)
        return sum(losses) / len(losses)

    assert mean_loss(expert) < 0.01 < mean_loss(anyone)


def test_verdicts_name_no_line_that_is_not_surely_better(monkeypatch):
    match = finished("card", 2, 24)
    monkeypatch.setattr(decisions, "SURE", 1e9)
    for ply, count in some_choices(match):
        asked = question(match, ply)
        found = verdicts(asked, asked.lines(list(match.moves[ply : ply + count])))
        assert (found.best, found.closely) == (0, None)
        assert max(found.shares) == found.shares[0]
