"""A training run: play, learn, measure, keep, until the time is over.

Rates change in the course of a run: by the clock, or by updates if their number is given. Then the
same seed leads to the same net on the same machine.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np

from siberia.bots.inputs import learning_inputs
from siberia.bots.master import net_of
from siberia.bots.net import pack
from siberia.engine.errors import FileError
from siberia.training.checkpoints import Progress, keep, load, note
from siberia.training.evaluation import Examiner, Measured
from siberia.training.networks import Networks, grown, new_actor, new_critic
from siberia.training.ppo import Learner, Rates, Trainer
from siberia.training.rollouts import Rollout, SelfPlay, move_chooser, play, room_for
from siberia.training.settings import Recipe

# A run that starts from a net has a critic that knows nothing: for so many updates only it learns.
CRITIC_FIRST = 60
# How many earlier nets are remembered.
ARCHIVE = 24
# Whom a net is measured against, the weakest first, and how often in a run.
OPPONENTS = ("medium", "hard")
MEASUREMENTS = 12


class Reporter(Protocol):
    """Who is told how a run goes."""

    def updated(self, updates: int, progress: float, figures: dict[str, float]) -> None:
        """Hear of an update, and how far the run is: from 0 to 1."""
        ...

    def measured(self, found: list[Measured]) -> None:
        """Hear how the net does against fixed opponents."""
        ...


@dataclass(frozen=True)
class Budget:
    """How long a run goes: so many minutes, or exactly so many updates."""

    minutes: float | None = None
    updates: int | None = None

    def spent(self, since: Progress, now: Progress) -> float:
        """Return how much of it is spent, from 0 to 1."""
        if self.updates is not None:
            return (now.updates - since.updates) / self.updates
        return (now.seconds - since.seconds) / ((self.minutes or 0.0) * 60)


class Archive:
    """Earlier nets of a run, whom the learning one must still beat."""

    def __init__(self, first: Any, seed: int) -> None:
        self._nets = [first]
        self._chance = np.random.default_rng(seed)

    def add(self, actor: Any) -> None:
        """Remember a net; of many, one in between is forgotten."""
        # A copy, for the learner's own weights are overwritten by the next update.
        self._nets.append(jax.tree.map(jnp.copy, actor))
        if len(self._nets) > ARCHIVE:
            del self._nets[int(self._chance.integers(ARCHIVE // 2))]

    def pick(self) -> Any:
        """Return one of them by chance."""
        return self._nets[int(self._chance.integers(len(self._nets)))]


def weights_from(file: Path, game: str, actor: Any) -> Any:
    """Return the weights of a file, grown to the size of a run's; FileError if they are larger."""
    try:
        return grown(net_of(game, file).weights, actor)
    except ValueError as error:
        raise FileError(f"is of {error} than what this run trains", file=str(file)) from None


class TrainingRun:
    """One training run; `go` runs it."""

    def __init__(
        self,
        settings: Recipe,
        out: Path,
        *,
        seed: int = 1,
        device: str = "cpu",
        resume: bool = False,
        start: Path | None = None,
        against: Path | None = None,
    ) -> None:
        """Prepare; a run may `start` from a net, as large as its own or smaller.

        `against` freezes a net that plays all seats but one, to be beaten.
        """
        self.settings, self.out, self.seed = settings, out, seed
        out.mkdir(parents=True, exist_ok=True)
        inputs = learning_inputs(settings.game)
        networks = Networks(inputs, settings)
        self._trainer = Trainer(networks, settings)
        keys = jax.random.split(jax.random.key(seed), 3)
        self._key = keys[2]
        actor = new_actor(keys[0], inputs, settings)
        if start is not None:
            actor = weights_from(start, settings.game, actor)
        learner = self._trainer.new_learner(actor, new_critic(keys[1], inputs, settings))
        self._critic_first = CRITIC_FIRST if start is not None else 0
        self.progress = Progress(0, 0, 0.0)
        if resume:
            learner, self.progress = load(out, settings, learner)
        self.learner: Learner = learner
        self._frozen = jax.device_put(net_of(settings.game, against).weights) if against else None
        self._archive = Archive(jax.tree.map(jnp.copy, learner.actor), seed)
        # A resumed run deals other matches than it began with.
        dealt = seed + (self.progress.updates << 20)
        self._table = SelfPlay(settings, device, dealt, rivals_everywhere=against is not None)
        self._choose = move_chooser(networks, self._table)
        self._rollout: Rollout = room_for(settings, inputs)

    def go(
        self, budget: Budget, reporter: Reporter, opponents: tuple[str, ...] = OPPONENTS
    ) -> Learner:
        """Train until the budget is spent, and keep everything; also when stopped by Ctrl-C."""
        examiner = Examiner(self.settings.game, opponents) if opponents else None
        try:
            self._train(budget, reporter, examiner)
        finally:
            keep(self.out, self.settings, self.learner, self.progress)
            if examiner is not None:
                examiner.close()
        return self.learner

    def _train(self, budget: Budget, reporter: Reporter, examiner: Examiner | None) -> None:
        since, clock = self.progress, time.perf_counter()
        measured_at = kept_at = since.seconds
        gap = max(20.0, (budget.minutes or 0.0) * 60 / MEASUREMENTS)
        while (progress := budget.spent(since, self.progress)) < 1.0:
            made, figures = self._update(progress)
            seconds = since.seconds + time.perf_counter() - clock
            done = self.progress.updates + 1
            self.progress = Progress(done, self.progress.decisions + made, seconds)
            self._note({"updates": done, **figures})
            reporter.updated(done, budget.spent(since, self.progress), figures)
            if done % self.settings.archive_every == 0:
                self._archive.add(self.learner.actor)
            if examiner is not None:
                if seconds - measured_at > gap and examiner.is_free:
                    measured_at = seconds
                    self._examine(examiner)
                self._hear(examiner, reporter)
            if seconds - kept_at > 60:
                kept_at = seconds
                keep(self.out, self.settings, self.learner, self.progress)
        if examiner is not None:
            self._hear(examiner, reporter, wait=True)
            self._examine(examiner)
            self._hear(examiner, reporter, wait=True)

    def _update(self, progress: float) -> tuple[int, dict[str, float]]:
        """Play a rollout and learn from it; return how many decisions it had, and figures."""
        done, settings = self.progress.updates, self.settings
        rates = self._rates(progress)
        play_key, learn_key = jax.random.split(jax.random.fold_in(self._key, done))
        rival = self._archive.pick() if self._frozen is None else self._frozen
        self._rollout = play(
            self._choose, self._table, self._rollout, self.learner.actor, rival, play_key
        )
        self.learner, found = self._trainer.learn(self.learner, self._rollout, learn_key, rates)
        figures = {name: round(float(figure), 5) for name, figure in found.items()}
        return settings.matches * settings.steps, figures

    def _rates(self, progress: float) -> Rates:
        """Return what holds at this point, from the beginning of each range to its end."""
        settings = self.settings

        def between(ends: tuple[float, float]) -> float:
            return ends[0] + (ends[1] - ends[0]) * min(1.0, progress)

        rate = between(settings.rate)
        acting = 0.0 if self.progress.updates < self._critic_first else rate
        return Rates(acting, rate, between(settings.entropy), between(settings.margin))

    def _examine(self, examiner: Examiner) -> None:
        net = pack(self.settings.game, jax.device_get(self.learner.actor))
        examiner.begin(net, self.out, self.progress.updates)

    def _hear(self, examiner: Examiner, reporter: Reporter, *, wait: bool = False) -> None:
        if found := examiner.collect(wait=wait):
            for one in found:
                self._note(one._asdict())
            reporter.measured(found)

    def _note(self, what: dict[str, Any]) -> None:
        note(self.out, self.progress, what)
