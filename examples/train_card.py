"""Trains a small agent for the two-player card game on the CPU, by playing against itself.

Decisions are collected with Batch, many matches at once; what was learnt is measured in PettingZoo.
docs/TRAINING.md explains the parts. Needs siberia[pettingzoo] and torch.
"""

import time
from collections.abc import Callable
from statistics import NormalDist, fmean, stdev
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from siberia.bots import Seat, bot
from siberia.envs.batch import Batch
from siberia.envs.pettingzoo import card

MATCHES, STEPS, UPDATES = 512, 64, 200
EPOCHS, MINIBATCHES, CLIP, FADE = 2, 8, 0.2, 0.95
RATE, CURIOSITY = 1e-3, 0.01

# An agent chooses a move from a PettingZoo environment and what it observes there.
Agent = Callable[[Any, dict[str, Any]], int]


def network(width: int, moves: int, hidden: int = 128) -> nn.Sequential:
    """Return a net from an observation to a liking for each move, and how good the position is."""
    return nn.Sequential(
        nn.Linear(width, hidden),
        nn.ReLU(),
        nn.Linear(hidden, hidden),
        nn.ReLU(),
        nn.Linear(hidden, moves + 1),
    )


def judge(net: nn.Module, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logarithm of each move's chance, which illegal ones have not, and the value."""
    out = net(seen.float() / 8)
    liking = out[:, :-1].masked_fill(masks == 0, -1e9)
    return liking.log_softmax(1), out[:, -1].tanh()


def collect(net: nn.Module, batch: Batch) -> dict[str, Tensor]:
    """Let the net play both sides for some steps, and return what was seen, done and gained."""
    steps = []
    for _ in range(STEPS):
        seen, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
        mover = batch.to_move.copy()
        with torch.no_grad():
            chances, value = judge(net, seen, masks)
        moves = chances.exp().multinomial(1)
        batch.step(moves[:, 0].numpy())
        step = {"seen": seen, "masks": masks, "moves": moves, "value": value}
        step["old"] = chances.gather(1, moves)
        # A share of 1 becomes 1 and none -1, so that what one side gains the other loses.
        step["gain"] = torch.tensor(2 * batch.rewards[np.arange(MATCHES), mover] - 1)
        step["done"] = torch.tensor(batch.done)
        step["same"] = torch.tensor(batch.to_move == mover)
        steps.append(step)
    told = {name: torch.stack([step[name] for step in steps]) for name in steps[0]}
    with torch.no_grad():
        after = judge(net, torch.tensor(batch.observations), torch.tensor(batch.masks))[1]
    return told | {"surprise": surprise(told, after)}


def surprise(told: dict[str, Tensor], after: Tensor) -> Tensor:
    """Return by how much each decision turned out better than expected.

    What follows is judged for whoever moves then: where that is the opponent, the sign changes.
    """
    better = torch.zeros_like(told["value"])
    later = torch.zeros_like(after)
    for step in reversed(range(len(better))):
        sign = torch.where(told["same"][step], 1.0, -1.0)
        gained = torch.where(told["done"][step], told["gain"][step], sign * after)
        later = (gained - told["value"][step]) + FADE * sign * later * ~told["done"][step]
        better[step], after = later, told["value"][step]
    return better


def learn(net: nn.Module, optimizer: torch.optim.Optimizer, told: dict[str, Tensor]) -> None:
    """Make surprisingly good moves likelier, but not by much at once (PPO)."""
    flat = {name: part.flatten(0, 1) for name, part in told.items()}
    target = flat["value"] + flat["surprise"]
    spread = (flat["surprise"] - flat["surprise"].mean()) / flat["surprise"].std()
    for _ in range(EPOCHS):
        for some in torch.randperm(len(target)).chunk(MINIBATCHES):
            chances, value = judge(net, flat["seen"][some], flat["masks"][some])
            ratio = (chances.gather(1, flat["moves"][some]) - flat["old"][some]).exp()[:, 0]
            held = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.minimum(ratio * spread[some], held * spread[some]).mean()
            variety = -(chances.exp() * chances).sum(1).mean()
            loss = (value - target[some]).square().mean() - gain - CURIOSITY * variety
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def train(updates: int = UPDATES, seed: int = 1) -> nn.Sequential:
    """Return a net that has learnt from so many rounds of play against itself."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # So small a net only waits for other cores.
    batch = Batch("card", MATCHES, seats=2, seed=seed)
    net = network(batch.width, batch.game.MOVES)
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    for _ in range(updates):
        learn(net, optimizer, collect(net, batch))
    return net


def trained(net: nn.Module) -> Agent:
    """Return the agent that makes the move its net likes best."""

    def choose(_env: Any, seen: dict[str, Any]) -> int:
        with torch.no_grad():
            row, mask = seen["observation"][None], seen["action_mask"][None]
            return int(judge(net, torch.from_numpy(row), torch.from_numpy(mask))[0].argmax())

    return choose


def named(name: str, seed: int = 0) -> Agent:
    """Return one of the package's own bots as an agent."""
    player = bot(name, seed)

    def choose(env: Any, _seen: dict[str, Any]) -> int:
        match = env.unwrapped.match
        return int(match.vocabulary.index(player.choose(Seat(match)).word))

    return choose


def play(env: Any, agents: dict[str, Agent], seed: int) -> dict[str, float]:
    """Play one match in PettingZoo and return what each agent got."""
    env.reset(seed=seed)
    rewards = {}
    for name in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[name] = reward
            env.step(None)
        else:
            env.step(agents[name](env, seen))
    return rewards


def win_share(agent: Agent, opponent: Agent, deals: int = 200) -> tuple[float, float, float]:
    """Play each deal from both seats; return the share of wins and its 95 % interval."""
    env = card(players=2)
    shares = []
    for deal in range(deals):
        first = play(env, {"player_0": agent, "player_1": opponent}, seed=deal)["player_0"]
        second = play(env, {"player_0": opponent, "player_1": agent}, seed=deal)["player_1"]
        shares.append((first + second) / 2)
    off = NormalDist().inv_cdf(0.975) * stdev(shares) / deals**0.5
    return fmean(shares), fmean(shares) - off, fmean(shares) + off


def main() -> None:
    """Train, then measure."""
    began, worked = time.perf_counter(), time.process_time()
    net = train()
    worked, passed = time.process_time() - worked, time.perf_counter() - began
    print(f"trained in {passed:.0f} s, of which the processor worked {worked:.0f} s")
    for name in ("random", "easy", "medium"):
        share, low, high = win_share(trained(net), named(name))
        print(f"against {name}: {share:.1%} of 400 matches won ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
