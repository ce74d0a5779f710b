"""Both games in PettingZoo: its own tests pass, nobody sees too much, the page is true."""

import importlib
import os
import pickle
import re
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from siberia import IllegalWord, Match, SetupError
from siberia.engine.rng import DRAWN, generator
from siberia.engine.schema import copy_of
from siberia.envs.batch import Batch
from siberia.match.games import GAMES
from siberia.match.setup import match_seed
from tests.support import SEATS

if "CI" not in os.environ:  # There it must be installed.
    pytest.importorskip("pettingzoo")

from pettingzoo import test as checks
from pettingzoo.utils import parallel_to_aec

from siberia.envs import pettingzoo as ours

PAGE = (Path(__file__).parents[2] / "docs" / "PETTINGZOO.md").read_text(encoding="utf-8")
KINDS = ("vector", "dict")

games = pytest.mark.parametrize("maker", [ours.card, ours.board], ids=["card", "board"])
seats = pytest.mark.parametrize("seats", SEATS)
kinds = pytest.mark.parametrize("observations", KINDS)
# PettingZoo only knows its own games that see a dict, and that see no move when all is over.
as_classics = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def play(env, seed, limit=10_000):
    """Play a match at random; return what each agent was given at the end."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    given = {}
    for agent in env.agent_iter(limit):
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            given[agent] = reward
            env.step(None)
        else:
            env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
    return given


def numbers(seen):
    """An observation as one row, of whichever kind it is."""
    row = seen["observation"]
    return row if isinstance(row, np.ndarray) else np.concatenate(list(row.values()))


# ------------------------------------------------------------ PettingZoo's own tests


@games
@seats
@kinds
@as_classics
def test_the_api(maker, seats, observations):
    checks.api_test(maker(seats=seats, observations=observations), num_cycles=1000)


@games
@seats
@kinds
def test_the_same_seed_gives_the_same_match(maker, seats, observations):
    checks.seed_test(partial(maker.env, seats=seats, observations=observations))


@games
@seats
@kinds
def test_every_mode_renders(maker, seats, observations, capsys):
    made = partial(maker.env, seats=seats, observations=observations)
    checks.render_test(made)
    assert "Player 1" in capsys.readouterr().out
    checks.render_test(made, {"svg": lambda drawn: fromstring(drawn).tag.endswith("svg")})


@games
@seats
@kinds
def test_max_cycles(maker, seats, observations):
    """In cycles only the parallel form runs, and what PettingZoo makes of it agent by agent."""
    parallel = partial(maker.parallel_env, seats=seats, observations=observations)
    form = SimpleNamespace(
        parallel_env=parallel, env=lambda **options: parallel_to_aec(parallel(**options))
    )
    checks.max_cycles_test(form)


@games
@seats
@kinds
def test_the_parallel_form(maker, seats, observations):
    made = partial(maker.parallel_env, seats=seats, observations=observations)
    checks.parallel_api_test(made())
    checks.parallel_seed_test(made)


# ------------------------------------------------------------ what is seen


def redrawn(env, seat, seed):
    """Draw again everything a seat cannot know; return what every agent observes then."""
    truth = env.match.state
    env.match.state = copy_of(truth)
    env.match.rules.determinize(env.match.state, seat, generator(seed))
    assert (env.match.state.rng[:DRAWN] != truth.rng[:DRAWN]).all()
    env._turn()
    seen = [env.observe(agent) for agent in env.possible_agents]
    env.match.state = truth
    env._turn()
    return seen


@games
@seats
@kinds
@pytest.mark.parametrize("plies", [0, 7, 60])
def test_what_is_observed_does_not_depend_on_secrets(maker, seats, observations, plies):
    env = maker.raw_env(seats=seats, observations=observations)
    play(env, plies, limit=plies)
    for seat, agent in enumerate(env.possible_agents):
        before, after = env.observe(agent), redrawn(env, seat, plies + 1)[seat]
        assert (numbers(before) == numbers(after)).all()
        if agent == env.agent_selection:
            assert (before["action_mask"] == after["action_mask"]).all()


@games
def test_the_test_above_can_fail(maker):
    """Another seat observes something else in the redrawn match."""
    env = maker.raw_env(seats=3)
    play(env, 7, limit=7)
    assert (numbers(env.observe("player_1")) != numbers(redrawn(env, 0, 8)[1])).any()


@games
def test_a_batch_sees_the_same(maker):
    env = maker.raw_env(start=0)
    env.reset(seed=match_seed(3, 0))
    batch = Batch(maker.game, 1, seed=3)
    while not batch.done[0]:
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"player_{batch.to_move[0]}"
        assert (seen["observation"] == batch.observations[0]).all()
        assert (seen["action_mask"] == batch.masks[0]).all()
        move = np.flatnonzero(seen["action_mask"])[-1]
        env.step(move)
        batch.step(np.array([move]))
    assert [*env.rewards.values()] == batch.rewards[0, :2].tolist()


@games
def test_the_named_parts_are_the_vector(maker):
    vector, named = maker(seats=3), maker(seats=3, observations="dict")
    for env in (vector, named):
        play(env, 5, limit=40)
    for agent in vector.agents:
        seen = named.observe(agent)["observation"]
        assert list(seen) == [part.name for part in GAMES[maker.game].OBSERVATION]
        assert (numbers(named.observe(agent)) == vector.observe(agent)["observation"]).all()


@games
def test_only_who_is_to_move_has_moves(maker):
    env = maker(seats=4)
    env.reset(seed=2)
    match = env.unwrapped.match
    for agent in env.agents:
        legal = {match.vocabulary[n] for n in np.flatnonzero(env.observe(agent)["action_mask"])}
        assert legal == (set(match.legal()) if agent == env.agent_selection else set())


@games
def test_without_a_mask_a_legal_move_is_drawn(maker):
    env = maker.raw_env()
    env.reset(seed=3)
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(number)
    for agent in env.agent_iter(20):
        env.step(env.action_space(agent).sample())
    assert env.match.ply == 20
    waiting = env.possible_agents[1 - env.match.to_move]
    assert env.action_space(waiting).sample() in env.action_space(waiting)


# ------------------------------------------------------------ dealing, playing, rewards


@games
@seats
def test_the_shares_of_the_win_sum_to_1(maker, seats):
    env = maker(seats=seats)
    for seed in range(5):
        given = play(env, seed)
        winners = env.unwrapped.match.winners()
        assert env.unwrapped.match.is_over
        assert sum(given.values()) == pytest.approx(1)
        assert {f"player_{seat}" for seat in winners} == {a for a, share in given.items() if share}


@games
def test_scores_are_given_in_thousands(maker):
    env = maker(seats=3, rewards="score")
    given = play(env, 8)
    assert [given[f"player_{seat}"] * 1000 for seat in range(3)] == list(
        env.unwrapped.match.scores()
    )


@games
def test_a_seed_deals_as_a_match_does_and_goes_on_from_there(maker):
    env = maker(seats=3)
    dealt = []
    for _ in range(2):
        env.reset(seed=11)
        assert env.unwrapped.match.seed == 11
        assert env.agent_selection == f"player_{Match.new(maker.game, seats=3, seed=11).to_move}"
        env.reset()
        dealt.append(env.unwrapped.match.seed)
    assert dealt[0] == dealt[1] != 11
    env.reset()
    assert env.unwrapped.match.seed != dealt[0]


@seats
def test_who_starts_can_be_chosen(seats):
    env = ours.card(seats=seats, start=seats - 1)
    env.reset(seed=1)
    assert env.agent_selection == f"player_{seats - 1}"


def test_the_variants():
    env = ours.card(edition="oya")
    env.reset(seed=1)
    assert env.unwrapped.match.setup.edition == "oya"
    env = ours.board(expansion=True, exchanges="ABBAA")
    env.reset(seed=1)
    assert env.unwrapped.match.setup.expansion
    assert env.unwrapped.match.setup.exchanges == "ABBAA"


@games
def test_a_match_is_cut_off(maker):
    env = maker(max_cycles=9)
    assert play(env, 4) == {"player_0": 0, "player_1": 0}
    assert env.unwrapped.match.ply == 9


@games
def test_an_illegal_move(maker):
    env = maker()
    env.reset(seed=6)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.rewards[agent] == ours.ILLEGAL
    assert all(env.terminations.values())
    raw = maker.raw_env()
    raw.reset(seed=6)
    with pytest.raises(IllegalWord, match="is not legal"):
        raw.step(wrong)


@pytest.mark.parametrize(
    "options",
    [{"rewards": "money"}, {"observations": "picture"}, {"render_mode": "rgb_array"}, {"start": 2}],
    ids=str,
)
def test_a_wrong_option_is_named(options):
    with pytest.raises(SetupError) as error:
        ours.card(**options)
    assert [error.value.about] == list(options)


@games
def test_environments_can_be_sent_to_other_processes(maker):
    env = pickle.loads(pickle.dumps(maker(seats=3, rewards="score")))
    assert play(env, 1) == play(maker(seats=3, rewards="score"), 1)


def test_rendering_without_a_mode_says_so():
    env = ours.card()
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_text_shows_what_the_agent_to_move_sees():
    env = ours.card(render_mode="ansi")
    env.reset(seed=2)
    match = env.unwrapped.match
    assert env.render() == match.table(match.to_move) != match.table(1 - match.to_move)


def test_without_pettingzoo_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, ours.__name__)
    with pytest.raises(ImportError, match=r"pip install siberia\[pettingzoo\]"):
        importlib.import_module(ours.__name__)


# ------------------------------------------------------------ the page


def test_the_examples():
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "PETTINGZOO.md", "exec"), {})


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_the_vector(game):
    at = 0
    rows = []
    for part in GAMES[game].OBSERVATION:
        place = str(at) if part.length == 1 else f"{at}–{at + part.length - 1}"
        rows.append(f"| {place} | `{part.name}` | {part.meaning} |")
        at += part.length
    assert "\n".join(rows) in PAGE
    assert f"{at} numbers and {GAMES[game].MOVES} moves" in PAGE


def test_the_options_are_all_in_the_page():
    for name in ours.Options.__dataclass_fields__:
        assert f"| `{name}` |" in PAGE
