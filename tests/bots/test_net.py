"""The nets that come with the package, and those of files."""

import hashlib
import re
from importlib.resources import files

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from siberia import Match
from siberia.bots import Seat, bot
from siberia.bots.inputs import learning_inputs
from siberia.bots.master import net_of
from siberia.bots.net import (
    Net,
    alike,
    compute_in_one_thread,
    last_layer,
    pack,
    shipped_net,
    trunk,
    unpack,
)
from siberia.engine.errors import FileError
from siberia.match.games import GAMES
from tests.support import SEATS, play_random, variants

WEIGHTS = files("siberia.bots") / "weights"
LARGEST = 3_000_000


def tiny_weights(game, width=8):
    inputs, chance = learning_inputs(game), np.random.default_rng(1)
    shapes = {
        "first": (inputs.encoder.width, width),
        "block0": (width, width),
        "policy": (width, inputs.game.MOVES),
        "share": (width, 4),
    }
    weights = {f"{name}.w": chance.normal(size=shape) for name, shape in shapes.items()}
    return weights | {f"{name}.b": np.zeros(shape[1]) for name, shape in shapes.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_net_is_small_and_its_text_tells_where_it_comes_from(game):
    data = (WEIGHTS / f"{game}.npz").read_bytes()
    text = (WEIGHTS / f"{game}.md").read_text(encoding="utf-8")
    assert len(data) <= LARGEST
    assert hashlib.sha256(data).hexdigest() in text
    for word in ("command", "commit", "seed", "time", "expert|medium"):
        assert re.search(word, text), word


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_a_judgement_is_a_policy_over_legal_moves_and_shares_of_one(variant, seats):
    match = play_random(variant.new(seats=seats, seed=2), 2, 60)
    policy, shares = shipped_net(match.game).judge_state(match.state)
    assert policy.sum() == pytest.approx(1, abs=1e-5)
    assert set(np.flatnonzero(policy > 0)) <= set(match.legal_moves())
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert (shares[seats:] == 0).all()


def test_only_what_is_on_in_some_position_is_computed():
    weights = tiny_weights("card")
    inputs = np.zeros((3, len(weights["first.w"])))
    inputs[0, 5] = inputs[1, 7] = inputs[2, 5] = 1
    hidden = trunk(weights, inputs)
    off = np.delete(np.arange(len(weights["first.w"])), [5, 7])
    weights["first.w"][off] = np.nan
    assert last_layer(weights, inputs) == pytest.approx(hidden)


def test_one_position_is_judged_as_it_is_among_many():
    match = play_random(Match.new("board", seats=3, seed=5), 5, 80)
    net = shipped_net("board")
    row = np.zeros((1, net.inputs.width), np.int16)
    assert match.to_move is not None
    net.inputs.observe(match.state, match.to_move, row[0])
    masks = np.ones((1, GAMES["board"].MOVES), np.uint8)
    alone = net.judge(row, masks)
    among = net.judge(np.repeat(row, 3, axis=0), np.repeat(masks, 3, axis=0))
    assert np.allclose(alone.policy[0], among.policy[1], atol=1e-5)
    assert np.allclose(alone.shares[0], among.shares[1], atol=1e-5)


def test_layers_add_to_each_other():
    weights = {
        "first.w": np.array([[1.0, -1.0]]),
        "first.b": np.array([0.0, 0.5]),
        "block0.w": np.array([[2.0, 0.0], [0.0, -1.0]]),
        "block0.b": np.array([1.0, 0.0]),
    }
    assert trunk(weights, np.array([[3.0]])).tolist() == [[3 + 7, 0]]


def test_a_net_survives_its_file_in_half_precision(tmp_path):
    weights = tiny_weights("card")
    file = tmp_path / "card.npz"
    file.write_bytes(pack("card", weights))
    read = net_of("card", file).weights
    assert set(read) == set(weights)
    assert all(np.allclose(read[name], weights[name], atol=1e-2) for name in weights)


def test_a_net_of_a_file_plays_wherever_a_bot_is_named(tmp_path):
    file = tmp_path / "card.npz"
    file.write_bytes(pack("card", tiny_weights("card")))
    match = Match.new("card", seed=1, start=0)
    choice = bot(f"net:{file}").choose(Seat(match))
    assert choice.word in match.legal()
    assert choice.word == max(choice.effort, key=lambda word: choice.effort[word])


def test_what_is_no_net_of_this_game_is_refused(tmp_path):
    other = pack("board", tiny_weights("board"))
    with pytest.raises(FileError, match="holds a siberia board net"):
        unpack("card", other, "x.npz")
    for data in (b"", b"nonsense", pack("card", {})[:50]):
        with pytest.raises(FileError, match="holds no weights"):
            unpack("card", data, "x.npz")
    with pytest.raises(FileError, match="cannot be read"):
        bot(f"net:{tmp_path / 'none.npz'}").choose(Seat(Match.new("card", seed=1)))


def test_bots_side_by_side_use_one_thread_each():
    compute_in_one_thread()
    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    assert blas
    assert all(pool["num_threads"] == 1 for pool in blas)


def test_a_net_is_its_weights_and_nothing_else():
    net = Net("card", tiny_weights("card"))
    again = Net("card", tiny_weights("card"))
    match = Match.new("card", seed=4, start=0)
    assert (net.judge_state(match.state).policy == again.judge_state(match.state).policy).all()


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_coded_together_as_each_is_alone(game):
    inputs = learning_inputs(game)
    numbers = np.random.default_rng(2).integers(0, 3, (6, inputs.width)).astype(np.int16)
    numbers[:, ::2] = numbers[0, ::2]
    for rows in (numbers, numbers[:1], np.repeat(numbers[:1], 3, axis=0)):
        assert (inputs.encoder.rows(rows) == inputs.encoder(rows)).all()


def test_rows_that_are_alike_are_found_in_all_their_parts():
    left = np.array([[7, 1], [7, 2], [7, 1], [7, 1]], np.int16)
    right = np.array([[0], [0], [0], [1]], np.uint8)
    where, like = alike(left, right)
    assert (where.tolist(), like.tolist()) == ([0, 1, 3], [0, 1, 0, 2])
    where, like = alike(left[:1].repeat(3, axis=0))
    assert (where.tolist(), like.tolist()) == ([0], [0, 0, 0])
