"""What is kept of a training run: everything to go on from, and the net as bots read it."""

import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jax
import numpy as np

from siberia.bots.net import pack
from siberia.engine.errors import FileError
from siberia.training.ppo import Learner
from siberia.training.settings import Recipe

CHECKPOINT = "checkpoint.npz"
LOG = "log.jsonl"


@dataclass(frozen=True)
class Progress:
    """How far a run has come: updates made, decisions learned from, seconds spent."""

    updates: int
    decisions: int
    seconds: float


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


def note(folder: Path, progress: Progress, what: dict[str, Any]) -> None:
    """Add a line to the run's log."""
    with (folder / LOG).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"seconds": round(progress.seconds, 1), **what}) + "\n")


def keep(folder: Path, settings: Recipe, learner: Learner, progress: Progress) -> None:
    """Write a checkpoint, and the net beside it."""
    leaves = jax.tree.leaves(learner)
    arrays: dict[str, Any] = {f"leaf{n}": np.asarray(leaf) for n, leaf in enumerate(leaves)}
    about = json.dumps({"settings": asdict(settings), "progress": asdict(progress)})
    checkpoint = io.BytesIO()
    np.savez(checkpoint, about=np.array([about]), **arrays)
    write(folder / CHECKPOINT, checkpoint.getvalue())
    write(folder / f"{settings.game}.npz", pack(settings.game, jax.device_get(learner.actor)))


def load(folder: Path, settings: Recipe, learner: Learner) -> tuple[Learner, Progress]:
    """Return the learner of a checkpoint in the shape of this one, or raise FileError."""
    path = folder / CHECKPOINT
    try:
        with np.load(path) as arrays:
            about = json.loads(str(arrays["about"][0]))
            leaves = [arrays[f"leaf{n}"] for n in range(len(arrays.files) - 1)]
    except (OSError, ValueError, KeyError) as error:
        raise FileError(f"holds no checkpoint to go on from: {error}", file=str(path)) from None
    kept = about["settings"]
    for name in ("game", "width", "blocks", "critic_width"):
        if kept[name] != getattr(settings, name):
            message = f"is a run with {name} {kept[name]}, not {getattr(settings, name)}"
            raise FileError(message, file=str(path))
    structure: Any = jax.tree.structure(learner)
    placed = [jax.numpy.asarray(leaf) for leaf in leaves]
    return jax.tree.unflatten(structure, placed), Progress(**about["progress"])
