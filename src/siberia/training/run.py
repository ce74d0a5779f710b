"""A training run: play, learn, measure, keep, until the time is over.

How fast a machine is decides how many updates fit into the time; once that is known the plan is
fixed, since the rates depend on it. The same seed and the same number of updates on the same
machine lead to the same net.
"""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import jax
import numpy as np

from siberia.bots.inputs import learning_inputs
from siberia.bots.master import net_of
from siberia.bots.net import pack
from siberia.training.checkpoints import LOG, Progress, keep, load
from siberia.training.evaluation import Examiner, Measured
from siberia.training.networks import Networks, new_actor, new_critic
from siberia.training.ppo import Learner, Rates, Trainer
from siberia.training.rollouts import Rollout, SelfPlay, move_chooser, play, room_for
from siberia.training.settings import Recipe

# After so many updates the speed is known: the first ones compile. Until then rates do not change.
WARM_UP = 4
# How many earlier nets are remembered.
ARCHIVE = 24
# Whom a net is measured against, the weakest first, and how often in a run.
OPPONENTS = ("medium", "hard")
MEASUREMENTS = 12


class Reporter(Protocol):
    """Who is told how a run goes."""

    def updated(self, done: int, planned: int | None, figures: dict[str, float]) -> None:
        """Hear of an update; how many are planned is known after the first ones."""
        ...

    def measured(self, found: list[Measured]) -> None:
        """Hear how the net does against fixed opponents."""
        ...


@dataclass(frozen=True)
class Budget:
    """How long a run goes: so many minutes, or exactly so many updates."""

    minutes: float | None = None
    updates: int | None = None


class Archive:
    """Earlier nets of a run, whom the learning one must still beat."""

    def __init__(self, first: Any, seed: int) -> None:
        self._nets = [first]
        self._chance = np.random.default_rng(seed)

    def add(self, actor: Any) -> None:
        """Remember a net; of many, one in between is forgotten."""
        self._nets.append(jax.device_get(actor))
        if len(self._nets) > ARCHIVE:
            del self._nets[int(self._chance.integers(ARCHIVE // 2))]

    def pick(self) -> Any:
        """Return one of them by chance."""
        return self._nets[int(self._chance.integers(len(self._nets)))]


class Pace(NamedTuple):
    """When a run began to be timed, and after how many updates."""

    began: float
    updates: int


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
        against: Path | None = None,
    ) -> None:
        """Prepare; `against` freezes a net that plays all seats but one, to be beaten."""
        self.settings, self.out, self.seed = settings, out, seed
        out.mkdir(parents=True, exist_ok=True)
        inputs = learning_inputs(settings.game)
        networks = Networks(inputs, settings)
        self._trainer = Trainer(networks, settings)
        keys = jax.random.split(jax.random.key(seed), 3)
        self._key = keys[2]
        learner = self._trainer.new_learner(
            new_actor(keys[0], inputs, settings), new_critic(keys[1], inputs, settings)
        )
        self.progress = Progress(0, 0, 0.0)
        if resume:
            learner, self.progress = load(out, settings, learner)
        self.learner: Learner = learner
        first = jax.device_get(learner.actor)
        self._frozen = net_of(settings.game, against).weights if against else None
        self._archive = Archive(first, seed)
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
        began, start, spent = time.perf_counter(), self.progress.updates, self.progress.seconds
        planned = None if budget.updates is None else start + budget.updates
        pace: Pace | None = None
        measured_at, kept_at = began, began
        while planned is None or self.progress.updates < planned:
            figures = self._update(planned)
            now, done = time.perf_counter(), self.progress.updates
            self.progress = Progress(done, self.progress.decisions, spent + now - began)
            if pace is None and done - start == WARM_UP:
                pace = Pace(now, done)
            elif planned is None and pace is not None and done - pace.updates == WARM_UP:
                each = (now - pace.began) / WARM_UP
                left = (budget.minutes or 0.0) * 60 - (now - began)
                planned = done + max(0, int(left / each))
            self._note({"updates": done, **figures})
            reporter.updated(done, planned, figures)
            if done % self.settings.archive_every == 0:
                self._archive.add(self.learner.actor)
            if examiner is not None:
                gap = max(20.0, (budget.minutes or 0.0) * 60 / MEASUREMENTS)
                if now - measured_at > gap and examiner.is_free:
                    measured_at = now
                    self._examine(examiner)
                self._hear(examiner, reporter)
            if now - kept_at > 60:
                kept_at = now
                keep(self.out, self.settings, self.learner, self.progress)
        if examiner is not None:
            self._hear(examiner, reporter, wait=True)
            self._examine(examiner)
            self._hear(examiner, reporter, wait=True)

    def _update(self, planned: int | None) -> dict[str, float]:
        """Play a rollout and learn from it."""
        done = self.progress.updates
        rates = self._rates(done / planned if planned else 0.0)
        play_key, learn_key = jax.random.split(jax.random.fold_in(self._key, done))
        rival = self._archive.pick() if self._frozen is None else self._frozen
        self._rollout = play(
            self._choose, self._table, self._rollout, self.learner.actor, rival, play_key
        )
        self.learner, told = self._trainer.learn(self.learner, self._rollout, learn_key, rates)
        figures = {name: round(float(figure), 5) for name, figure in told.items()}
        made = self.settings.matches * self.settings.steps
        self.progress = Progress(done + 1, self.progress.decisions + made, self.progress.seconds)
        return figures

    def _rates(self, progress: float) -> Rates:
        """Return what holds at this point: from what each range begins with to what it ends with."""
        settings = self.settings

        def between(ends: tuple[float, float]) -> float:
            return ends[0] + (ends[1] - ends[0]) * min(1.0, progress)

        return Rates(between(settings.rate), between(settings.entropy), between(settings.margin))

    def _examine(self, examiner: Examiner) -> None:
        net = pack(self.settings.game, jax.device_get(self.learner.actor))
        examiner.begin(net, self.out, self.progress.updates)

    def _hear(self, examiner: Examiner, reporter: Reporter, *, wait: bool = False) -> None:
        if found := examiner.collect(wait=wait):
            for one in found:
                self._note(one._asdict())
            reporter.measured(found)

    def _note(self, what: dict[str, Any]) -> None:
        with (self.out / LOG).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"seconds": round(self.progress.seconds, 1), **what}) + "\n")
