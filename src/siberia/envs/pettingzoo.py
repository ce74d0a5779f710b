"""Both games as PettingZoo environments: `card` and `board`, each like one of PettingZoo's modules.

>>> from siberia.envs.pettingzoo import card
>>> env = card(seats=3)  # the same as card.env(seats=3)
>>> env.reset(seed=7)
>>> env.agents
['player_0', 'player_1', 'player_2']
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

try:
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
except ImportError as error:
    message = "siberia.envs.pettingzoo needs PettingZoo: pip install siberia[pettingzoo]"
    raise ImportError(message) from error

from siberia.engine.errors import SetupError
from siberia.match import Match
from siberia.match.engines import engine

# How a match can be rendered, as PettingZoo calls it.
MODES = ["human", "ansi", "svg"]
# What an illegal move costs: less than any share of a win and any score.
ILLEGAL = -1.0


@dataclass(frozen=True)
class Options:
    """How an environment is set up.

    `seats`, `start`, `edition`, `expansion` and `exchanges` are what `Match.new` takes. `rewards`
    are given at the end: "win" is the share of the win, "score" thousands of dollars.
    `observations` are one "vector" or a "dict" of named parts. After `max_cycles` decisions a match
    is cut off.
    """

    seats: int = 2
    start: int | None = None
    edition: str = "dlp"
    expansion: bool = False
    exchanges: str | None = None
    rewards: str = "win"
    observations: str = "vector"
    max_cycles: int | None = None
    render_mode: str | None = None

    def __post_init__(self) -> None:
        choices = {
            "rewards": ("win", "score"),
            "observations": ("vector", "dict"),
            "render_mode": (None, *MODES),
        }
        for about, allowed in choices.items():
            chosen = getattr(self, about)
            if chosen not in allowed:
                message = f"no {about} {chosen!r}; there is {', '.join(map(str, allowed))}"
                raise SetupError(message, about=about)

    def deal(self, game: str, seed: int) -> Match:
        """Deal a match; the seed draws who starts where no seat is chosen to."""
        return Match.new(
            game,
            seats=self.seats,
            seed=seed,
            start=self.start,
            edition=self.edition,
            expansion=self.expansion,
            exchanges=self.exchanges,
        )


class Moves(Discrete):
    """All moves of a game; without a mask `sample` draws one that is legal now, if any is."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.legal = np.zeros(count, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a move."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


class RawEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game without PettingZoo's usual wrappers: an illegal move raises IllegalWord.

    `match` is the match itself; unlike observations it knows everything.
    """

    def __init__(self, game: str, options: Options) -> None:
        EzPickle.__init__(self, game, options)
        self._game, self._options = engine(game).game, options
        self._chance = np.random.default_rng()
        self.match = options.deal(game, 0)
        self.render_mode = options.render_mode
        # Agents do not come in a fixed cycle: who is to move often decides several times in a row.
        settled = {"is_parallelizable": False, "render_modes": MODES, "render_fps": 1}
        self.metadata = {"name": f"siberia_{game}_v0", **settled}
        self.possible_agents = [f"player_{seat}" for seat in range(options.seats)]
        self.action_spaces = {agent: Moves(self._game.MOVES) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}

    def _space(self) -> Dict:
        """Return the space of an observation."""
        small = np.iinfo(np.int16)
        lengths = {part.name: part.length for part in self._game.OBSERVATION}
        if self._options.observations == "vector":
            lengths = {"observation": sum(lengths.values())}
        rows = {name: Box(small.min, small.max, (n,), np.int16) for name, n in lengths.items()}
        seen = rows.get("observation", Dict(list(rows.items())))
        return Dict({"observation": seen, "action_mask": Box(0, 1, (self._game.MOVES,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """Return what an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Moves:
        """Return an agent's moves; `match.vocabulary` has the word of each."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may see, and which moves it may make: none if it is not its turn."""
        seat = self.possible_agents.index(agent)
        seen: Any = self.match.imagine(seat, 0).observe(seat)
        if self._options.observations == "dict":
            ends = np.cumsum([part.length for part in self._game.OBSERVATION])
            parts = zip(self._game.OBSERVATION, np.split(seen, ends[:-1]), strict=True)
            seen = {part.name: numbers for part, numbers in parts}
        return {"observation": seen, "action_mask": self.action_spaces[agent].legal.copy()}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal as Match.new deals from this seed; without one, go on from the seed before."""
        if seed is None:
            seed = int.from_bytes(self._chance.bytes(16))
        else:
            self._chance = np.random.default_rng(seed)
        self.match = self._options.deal(self.match.game, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def step(self, action: Any) -> None:
        """Make a move for the agent to move, or take away an agent whose match is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.match.play(self.match.vocabulary[action])
        self._cumulative_rewards[self.agent_selection] = 0.0
        over = self.match.is_over
        cut = not over and self.match.ply == self._options.max_cycles
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        if over:
            self.rewards = dict(zip(self.agents, self._result(), strict=True))
        self._accumulate_rewards()
        self._turn()
        if self.render_mode == "human":
            self.render()

    def _result(self) -> tuple[float, ...]:
        """Return what each seat gets at the end."""
        if self._options.rewards == "score":
            return tuple(score / 1000 for score in self.match.scores())
        return self.match.shares()

    def _turn(self) -> None:
        """Note whose turn it is, and what is legal."""
        for space in self.action_spaces.values():
            space.legal[:] = 0
        if self.match.to_move is not None:
            self.agent_selection = self.possible_agents[self.match.to_move]
            self.action_spaces[self.agent_selection].legal[self.match.legal_moves()] = 1

    def render(self) -> str | None:
        """Show the table as the agent to move sees it: as text, as SVG, or printed for a human."""
        if self.render_mode is None:
            logger.warn("render() shows something only with a render_mode")
            return None
        if self.render_mode == "svg":
            return self.match.view(self.match.to_move)._repr_svg_()
        if self.render_mode == "ansi":
            return str(self.match)
        print(self.match)
        return None

    def close(self) -> None:
        """There is no window to close."""


@dataclass(frozen=True)
class Maker:
    """A game with the functions that PettingZoo's modules have; each takes `Options`."""

    game: str

    def raw_env(self, **options: Any) -> RawEnv:
        """Return the environment without wrappers."""
        return RawEnv(self.game, Options(**options))

    def env(self, **options: Any) -> AECEnv:
        """Return the environment; an illegal move ends the match and costs its player 1."""
        env = wrappers.TerminateIllegalWrapper(self.raw_env(**options), illegal_reward=ILLEGAL)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    def parallel_env(self, **options: Any) -> ParallelEnv:
        """Return it with all agents acting at once; only who is to move is listened to."""
        return turn_based_aec_to_parallel(self.env(**options))

    __call__ = env


card = Maker("card")
board = Maker("board")
