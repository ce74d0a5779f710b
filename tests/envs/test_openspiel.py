"""OpenSpiel: its own tests pass, states hide what they must, and its searches play."""

import importlib
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from siberia import Match, SetupError
from siberia.match.games import GAMES
from tests.support import SEATS, variants

# Without OpenSpiel there is nothing to test here, but where all must be tested that fails.
if not os.environ.get("CI"):
    pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python import observation
from open_spiel.python.algorithms import ismcts, mcts

from siberia.envs.openspiel import SEED_BYTES, Rollouts

ROOT = Path(__file__).parent.parent.parent
SEED = 0x00C0FFEE

games = pytest.mark.parametrize("name", ["siberia_card", "siberia_board"])


def loaded(variant, seats):
    options = {name: value for name, value in variant.options if name != "exchanges"}
    return pyspiel.load_game(f"siberia_{variant.game}", {"players": seats, **options})


def dealt(game, seed=SEED):
    state = game.new_initial_state()
    for byte in seed.to_bytes(SEED_BYTES):
        state.apply_action(byte)
    return state


def played(game, words, seed=SEED):
    """A match after so many random words, or some more, where there is a choice."""
    state, chooser = dealt(game, seed), random.Random(seed)
    while state.move_number() < SEED_BYTES + words or len(state.legal_actions()) == 1:
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def inside(state):
    """Everything that a state holds, also what no player may know."""
    return state.remembered.position.state.tobytes()


def knows(state, player):
    """Everything that a state tells a player."""
    return (
        state.information_state_string(player),
        state.observation_string(player),
        tuple(state.information_state_tensor(player)),
        tuple(state.observation_tensor(player)),
    )


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_openspiels_own_test(variant, seats):
    pyspiel.random_sim_test(loaded(variant, seats), num_sims=1, serialize=False, verbose=False)


@games
def test_openspiels_own_test_with_storing(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_a_state_is_the_match_of_its_seed(variant, seats):
    options = {**dict(variant.options), "exchanges": None}
    match = Match.new(variant.game, seats=seats, seed=SEED, **options)
    state, chooser = dealt(loaded(variant, seats)), random.Random(1)
    while not match.is_over:
        assert state.current_player() == match.to_move
        words = {state.action_to_string(action): action for action in state.legal_actions()}
        assert sorted(words) == sorted(match.legal())
        word = chooser.choice(match.legal())
        state.apply_action(words[word])
        match.play(word)
        assert inside(state) == match.state.tobytes()
    assert state.is_terminal()
    assert state.returns() == list(match.shares())
    assert [seat for seat in range(seats) if state.returns()[seat]] == list(match.winners())
    assert sum(state.returns()) == pytest.approx(1)


def test_chance_draws_the_whole_seed_and_nothing_pays_before_the_end():
    game = pyspiel.load_game("siberia_card")
    state = game.new_initial_state()
    for _ in range(SEED_BYTES):
        assert state.is_chance_node()
        assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
        assert "before the deal" in state.information_state_string(0)
        assert not any(state.observation_tensor(0))
        assert state.resample_from_infostate(0, random.random).is_chance_node()
        state.apply_action(255)
    assert not state.is_chance_node()
    assert state.returns() == [0, 0]
    assert str(dealt(game, 0xFFFFFFFF)) == str(state)


def test_parameters():
    game = pyspiel.load_game("siberia_card(players=4,edition=oya)")
    assert game.num_players() == 4
    assert game.setup.edition == "oya"
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    assert pyspiel.load_game("siberia_board(expansion=True)").setup.expansion
    with pytest.raises(SetupError, match="edition"):
        pyspiel.load_game("siberia_card(edition=first)")
    with pytest.raises(SetupError, match="5 seats"):
        pyspiel.load_game("siberia_board(players=5)")


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_resampling_keeps_what_a_player_knows_and_changes_the_rest(variant, seats):
    game, chance = loaded(variant, seats), random.Random(2).random
    # In the board game: after the sides, while counters are placed, and later.
    states = [played(game, words) for words in (7, 10, 40)]
    rivals = set()
    for state in states:
        for player in range(seats):
            others = [state.resample_from_infostate(player, chance) for _ in range(4)]
            assert all(knows(other, player) == knows(state, player) for other in others)
            assert all(other.current_player() == state.current_player() for other in others)
            assert len({inside(other) for other in others}) == 4
            if state.current_player() == player:
                assert all(other.legal_actions() == state.legal_actions() for other in others)
            rivals |= {other.observation_string((player + 1) % seats) for other in others}
    assert len(rivals) > 2 * len(states) * seats


@variants
def test_what_a_seat_sees_and_says_tells_states_apart(variant):
    game = loaded(variant, 3)
    state = played(game, 40)
    player = state.current_player()
    heard = [
        state.child(action).information_state_string(player) for action in state.legal_actions()
    ]
    assert len(set(heard)) == len(heard) > 1
    assert len({state.information_state_string(seat) for seat in range(3)}) == 3
    # Look-alikes stay so as long as the same is said and nothing different is seen.
    other = state.resample_from_infostate(player, random.random)
    for action in state.legal_actions():
        ours, theirs = state.child(action), other.child(action)
        same = ours.observation_string(player) == theirs.observation_string(player)
        assert same == (knows(ours, player) == knows(theirs, player))


def test_information_states_remember_the_way():
    game = pyspiel.load_game("siberia_card")
    ends = []
    for first, last in ((4, 5), (5, 4)):
        state = dealt(game)
        for place in (first, 6, last):
            state.apply_action(state.string_to_action(f"flip {place}"))
            state.apply_action(state.string_to_action("draw 0"))
        ends.append(state)
    for seat in range(2):
        assert len({state.observation_string(seat) for state in ends}) == 1
        assert len({state.information_state_string(seat) for state in ends}) == 2


@games
def test_nothing_of_the_true_state_is_left_in_a_resampled_one(name):
    state = played(pyspiel.load_game(name), 10)
    player = state.current_player()
    other = state.resample_from_infostate(player, random.random)
    again = [true.resample_from_infostate(player, lambda: 0.5) for true in (state, other)]
    assert inside(again[0]) == inside(again[1])
    for seat in range(2):
        assert knows(again[0], seat) == knows(again[1], seat)


def test_what_is_placed_is_secret_until_all_have_placed():
    state = dealt(pyspiel.load_game("siberia_board"))
    while "place" not in state.action_to_string(state.legal_actions()[0]):
        state.apply_action(state.legal_actions()[0])
    first = state.current_player()
    after = [state.child(action) for action in state.legal_actions()]
    assert len(after) > 1
    assert len({knows(other, 1 - first) for other in after}) == 1
    assert len({knows(other, first) for other in after}) == len(after)


def test_tensors_hold_what_is_seen_part_by_part():
    game = pyspiel.load_game("siberia_card(players=3)")
    state = played(game, 150)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    for kind, more in ((None, []), (recall, ["all_taken"])):
        observer = observation.make_observation(game, kind)
        observer.set_from(state, 1)
        assert [*observer.dict] == [*(part.name for part in GAMES["card"].OBSERVATION), *more]
        assert (observer.tensor[:140] == state.remembered.position.observe(1)).all()
    taken = observer.dict["all_taken"].reshape(4, -1)
    assert taken.sum() > 0
    assert (taken[0] == observer.dict["taken"]).all()
    assert (taken.sum(axis=1) == observer.dict["taken_sizes"]).all()


def test_observers_that_there_are_not():
    game = pyspiel.load_game("siberia_card")
    assert game.make_py_observer({}).dict.keys() == game.make_py_observer().dict.keys()
    public = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="single player"):
        game.make_py_observer(public)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


@games
def test_copies_are_exact_and_independent(name):
    game = pyspiel.load_game(name)
    state = played(game, 30)
    imagined = state.resample_from_infostate(state.current_player(), random.random)
    for kept in (state, imagined):
        copies = [kept.clone(), game.deserialize_state(kept.serialize())]
        for copied in copies:
            assert inside(copied) == inside(kept)
            assert knows(copied, 0) == knows(kept, 0)
            assert copied.history() == kept.history()
            before = inside(kept)
            copied.apply_action(copied.legal_actions()[-1])
            assert inside(kept) == before


@games
@pytest.mark.parametrize("compiled", [False, True])
def test_openspiels_searches_play(name, compiled):
    game = pyspiel.load_game(name)
    chance = np.random.RandomState(1)
    values = Rollouts(1) if compiled else mcts.RandomRolloutEvaluator(1, chance)
    bots = [
        mcts.MCTSBot(game, 1.4, 8, values, random_state=chance),
        ismcts.ISMCTSBot(game, values, 1.4, 8, random_state=chance),
        ismcts.ISMCTSBot(game, values, 1.4, 8, random_state=chance, use_observation_string=True),
    ]
    state = played(game, 20)
    for bot in bots:
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_rollouts_are_fair_values():
    state = dealt(pyspiel.load_game("siberia_card(players=3)"))
    values = Rollouts(1)
    shares = np.array([values.evaluate(state) for _ in range(300)])
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares.mean(axis=0).min() > 0.15
    assert [action for action, _ in values.prior(state)] == state.legal_actions()
    again = Rollouts(1)
    assert np.array_equal(shares, [again.evaluate(state) for _ in range(300)])
    with pytest.raises(ValueError, match="not dealt"):
        values.evaluate(state.get_game().new_initial_state())


def test_python_ends_well_after_it():
    script = "import pyspiel, siberia.envs.openspiel; print(pyspiel.load_game('siberia_card'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "siberia_card" in done.stdout


def test_without_openspiel_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "siberia.envs.openspiel")
    with pytest.raises(ImportError, match=r"siberia\[openspiel\]"):
        importlib.import_module("siberia.envs.openspiel")


def test_the_example_in_the_document(capsys):
    page = (ROOT / "docs" / "OPENSPIEL.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "OPENSPIEL.md", "exec"), {})
    assert "flip" in capsys.readouterr().out
