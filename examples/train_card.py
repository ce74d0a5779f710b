"""Trains a small agent for the two-player card game on the CPU: PPO with self-play.

Rollouts come from Batch, which steps many matches at once; the agent is evaluated in PettingZoo.
docs/TRAINING.md explains the parts. Needs siberia[pettingzoo] and torch.
"""

import time
from collections.abc import Callable
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from siberia.bots import Seat, bot
from siberia.envs.batch import Batch
from siberia.envs.pettingzoo import card

MATCHES = 512  # played side by side
ROLLOUT_STEPS = 64  # decisions in each match between two updates
UPDATES = 200
EPOCHS = 2  # passes over each rollout
MINIBATCHES = 8  # in each epoch
LEARNING_RATE = 1e-3
CLIP_RANGE = 0.2
GAE_LAMBDA = 0.95  # there is no discount: a win is worth the same however late it comes
ENTROPY_COEFFICIENT = 0.01
MAX_GRADIENT_NORM = 0.5
OBSERVATION_SCALE = 8  # observations are divided by it

# An agent chooses an action from a PettingZoo environment and its observation there.
Agent = Callable[[Any, dict[str, Any]], int]


class Rollout(NamedTuple):
    """Consecutive decisions of all matches; every tensor is steps × matches (× its own width).

    Observation, value and reward are those of the seat that acts. A reward means something only
    where the step ended a match, `next_is_same_seat` only where it did not.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    done: Tensor
    next_is_same_seat: Tensor


def actor_critic(observation_size: int, action_count: int, hidden_size: int = 128) -> nn.Sequential:
    """Return a network whose outputs are a logit for each action and, last, the value."""
    return nn.Sequential(
        nn.Linear(observation_size, hidden_size),
        nn.ReLU(),
        nn.Linear(hidden_size, hidden_size),
        nn.ReLU(),
        nn.Linear(hidden_size, action_count + 1),
    )


def policy_and_value(
    network: nn.Module, observations: Tensor, masks: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the log-probability of every action, and the value for the seat to move (-1 to 1)."""
    outputs = network(observations.float() / OBSERVATION_SCALE)
    # Not -inf: in the entropy, probability 0 times that would be NaN.
    logits = outputs[:, :-1].masked_fill(masks == 0, -1e9)
    return logits.log_softmax(1), outputs[:, -1].tanh()


@torch.no_grad()
def collect_rollout(network: nn.Module, batch: Batch) -> tuple[Rollout, Tensor]:
    """Play on by self-play; return the rollout and the values of the positions it ends in."""
    steps = []
    for _ in range(ROLLOUT_STEPS):
        # The next step overwrites the arrays of the batch, so all of this is copied.
        observations, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
        seats = batch.to_move.copy()
        log_probs, values = policy_and_value(network, observations, masks)
        actions = log_probs.exp().multinomial(1)
        batch.step(actions[:, 0].numpy())
        step = Rollout(
            observations=observations,
            masks=masks,
            actions=actions,
            log_probs=log_probs.gather(1, actions),
            values=values,
            # The share of the win, 0 to 1, becomes -1 to 1: a zero-sum game.
            rewards=torch.tensor(2 * batch.rewards[np.arange(MATCHES), seats] - 1),
            done=torch.tensor(batch.done),
            next_is_same_seat=torch.tensor(batch.to_move == seats),
        )
        steps.append(step)
    rollout = Rollout(*map(torch.stack, zip(*steps, strict=True)))
    observations, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
    return rollout, policy_and_value(network, observations, masks)[1]


def gae(rollout: Rollout, next_values: Tensor) -> Tensor:
    """Return the advantages by generalized advantage estimation, for two players in turn.

    Values and advantages are those of the seat that acts: where the next decision is the
    opponent's, they count with the opposite sign.
    """
    advantages = torch.zeros_like(rollout.values)
    next_advantages = torch.zeros_like(next_values)
    for step in reversed(range(len(advantages))):
        done, values = rollout.done[step], rollout.values[step]
        sign = torch.where(rollout.next_is_same_seat[step], 1.0, -1.0)
        td_errors = torch.where(done, rollout.rewards[step], sign * next_values) - values
        advantages[step] = td_errors + GAE_LAMBDA * sign * next_advantages * ~done
        next_advantages, next_values = advantages[step], values
    return advantages


def ppo_update(
    network: nn.Module, optimizer: torch.optim.Optimizer, rollout: Rollout, advantages: Tensor
) -> None:
    """Improve the policy and the value by PPO's clipped objective."""
    samples = Rollout(*(part.flatten(0, 1) for part in rollout))
    advantages = advantages.flatten()
    returns = samples.values + advantages
    advantages = (advantages - advantages.mean()) / advantages.std()
    for _ in range(EPOCHS):
        for minibatch in torch.randperm(len(returns)).chunk(MINIBATCHES):
            log_probs, values = policy_and_value(
                network, samples.observations[minibatch], samples.masks[minibatch]
            )
            new_log_probs = log_probs.gather(1, samples.actions[minibatch])
            ratio = (new_log_probs - samples.log_probs[minibatch]).exp()[:, 0]
            clipped_ratio = ratio.clamp(1 - CLIP_RANGE, 1 + CLIP_RANGE)
            advantage = advantages[minibatch]
            policy_loss = -torch.minimum(ratio * advantage, clipped_ratio * advantage).mean()
            entropy = -(log_probs.exp() * log_probs).sum(1).mean()
            value_loss = (values - returns[minibatch]).square().mean()
            loss = policy_loss + value_loss - ENTROPY_COEFFICIENT * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT_NORM)
            optimizer.step()


def train(updates: int = UPDATES, seed: int = 1) -> nn.Sequential:
    """Return a network trained from scratch by self-play.

    The seed settles the deals, the first weights, the actions sampled and the minibatches.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # More threads would not speed up so small a network.
    batch = Batch("card", MATCHES, seats=2, seed=seed)
    network = actor_critic(batch.width, batch.game.MOVES)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    for _ in range(updates):
        rollout, next_values = collect_rollout(network, batch)
        ppo_update(network, optimizer, rollout, gae(rollout, next_values))
    return network


def policy_agent(network: nn.Module) -> Agent:
    """Return the agent that takes the policy's most likely action; it samples nothing."""

    @torch.no_grad()
    def choose(_env: Any, observation: dict[str, Any]) -> int:
        observations = torch.from_numpy(observation["observation"][None])
        masks = torch.from_numpy(observation["action_mask"][None])
        log_probs, _ = policy_and_value(network, observations, masks)
        return int(log_probs.argmax())

    return choose


def bot_agent(name: str, seed: int = 0) -> Agent:
    """Return one of the package's own bots as an agent.

    It reads the match itself, through a Seat that shows it no more than its player may know.
    """
    player = bot(name, seed)

    def choose(env: Any, _observation: dict[str, Any]) -> int:
        match = env.unwrapped.match
        return int(match.vocabulary.index(player.choose(Seat(match)).word))

    return choose


def play(env: Any, agents: dict[str, Agent], seed: int) -> dict[str, float]:
    """Play one match in PettingZoo and return each agent's reward at its end."""
    env.reset(seed=seed)
    rewards = {}
    for name in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[name] = reward
            env.step(None)
        else:
            env.step(agents[name](env, observation))
    return rewards


def win_share(agent: Agent, opponent: Agent, deals: int = 200) -> tuple[float, float, float]:
    """Return the agent's mean share of the win, and the two ends of its 95 % interval.

    Each deal is played twice, with seats swapped, and counts as one sample: its two matches are
    not independent.
    """
    env = card(seats=2)
    shares = []
    for deal in range(deals):
        as_player_0 = play(env, {"player_0": agent, "player_1": opponent}, seed=deal)["player_0"]
        as_player_1 = play(env, {"player_0": opponent, "player_1": agent}, seed=deal)["player_1"]
        shares.append((as_player_0 + as_player_1) / 2)
    mean = fmean(shares)
    margin = NormalDist().inv_cdf(0.975) * stdev(shares) / deals**0.5
    return mean, mean - margin, mean + margin


def main() -> None:
    """Train, then evaluate against three of the package's bots."""
    wall_start, cpu_start = time.perf_counter(), time.process_time()
    network = train()
    cpu_time, wall_time = time.process_time() - cpu_start, time.perf_counter() - wall_start
    print(f"trained in {wall_time:.0f} s, of which the processor worked {cpu_time:.0f} s")
    for name in ("random", "easy", "medium"):
        share, low, high = win_share(policy_agent(network), bot_agent(name))
        print(f"against {name}: {share:.1%} of 400 matches won ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
