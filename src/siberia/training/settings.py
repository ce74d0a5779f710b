"""How training goes: what is played, by how large a net, and how it learns."""

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from siberia.match.setup import Setup


@dataclass(frozen=True)
class Recipe:
    """Everything that settles a training run beside its seed and its length.

    A range is what a figure begins and ends with; in between it goes evenly.
    """

    game: str
    # Matches played side by side, and decisions in each between two updates.
    matches: int
    steps: int
    # The layers: of the net, and of the critic, which is not kept.
    width: int
    blocks: int
    critic_width: int
    # What matches are mixed from, evenly; what stands twice comes twice as often.
    seats: tuple[int, ...]
    editions: tuple[str, ...]
    expansions: tuple[bool, ...]
    exchanges: tuple[str | None, ...]
    # Passes over what was played, decisions in a minibatch, and Adam's rate.
    epochs: int = 2
    minibatch: int = 98_304
    rate: tuple[float, float] = (7e-4, 3e-5)
    # PPO's clipping, GAE's lambda, the largest gradient, and the reward of an undecided policy.
    clip: float = 0.2
    trace: float = 0.95
    largest_gradient: float = 0.5
    entropy: tuple[float, float] = (0.03, 0.003)
    # What winning by more counts beside winning, and the margin that counts 1.
    margin: tuple[float, float] = (0.5, 0.1)
    margin_scale: float = 20_000.0
    # How much the net also learns to judge positions.
    judging: float = 0.5
    # In so many of the matches one seat is played by an earlier net; one is put aside after so many
    # updates.
    guests: float = 0.1
    archive_every: int = 20
    # Random moves before the first, so that matches do not end all at once.
    spread: int = 150
    # Whether hidden layers compute in 16 bits.
    half_precision: bool = False


# What is played of each game unless asked otherwise: everything.
EVERYTHING: dict[str, dict[str, Any]] = {
    "card": {
        "seats": (2, 2, 3, 4, 4),
        "editions": ("dlp", "oya"),
        "expansions": (False,),
        "exchanges": (None,),
    },
    "board": {
        "seats": (2, 2, 3, 4, 4),
        "editions": ("dlp",),
        "expansions": (False, True),
        # A player who chooses well sees few sides of the exchanges; chance shows all.
        "exchanges": ("choose", "random"),
    },
}
# A decision of the board game has consequences for longer.
TRACE = {"card": 0.95, "board": 0.97}
# As wide as 3 MB of weights allow: the card game has fewer inputs and fewer moves.
WIDTHS = {"card": 704, "board": 512}


def large(game: str, **options: Any) -> Recipe:
    """Return the settings for a GPU; options replace what is played."""
    return Recipe(
        game,
        matches={"card": 20_480, "board": 16_384}[game],
        steps={"card": 32, "board": 48}[game],
        width=WIDTHS[game],
        blocks=2,
        critic_width=WIDTHS[game],
        trace=TRACE[game],
        half_precision=True,
        **{**EVERYTHING[game], **options},
    )


def small(game: str, **options: Any) -> Recipe:
    """Return the settings for a processor: a small net, and as many matches as caches like."""
    return Recipe(
        game,
        matches=768,
        steps=32,
        width=128,
        blocks=1,
        critic_width=128,
        trace=TRACE[game],
        minibatch=4_096,
        rate=(1.5e-3, 1e-4),
        **{**EVERYTHING[game], **options},
    )


def going_on(settings: Recipe) -> Recipe:
    """Return settings for a run that starts from a net.

    Most of what could be learned fast is learned: what is left is finer than the luck of a match.
    So it takes smaller steps, from twice as many matches, and nothing is learned from twice.
    """

    def halved(ends: tuple[float, float]) -> tuple[float, float]:
        return ends[0] / 2, ends[1] / 2

    return replace(
        settings,
        matches=2 * settings.matches,
        epochs=1,
        rate=halved(settings.rate),
        entropy=halved(settings.entropy),
        margin=(settings.margin[1], settings.margin[1]),
    )


def mixed_options(settings: Recipe, seed: int) -> dict[str, list[Any]]:
    """Return the options of every match, as `Batch` takes them: all kinds evenly, shuffled."""
    checked(settings)
    chance = np.random.default_rng(seed)

    def mixed(choices: tuple[Any, ...]) -> list[Any]:
        picked = np.arange(settings.matches) % len(choices)
        chance.shuffle(picked)
        return [choices[i] for i in picked]

    return {
        "seats": mixed(settings.seats),
        "edition": mixed(settings.editions),
        "expansion": mixed(settings.expansions),
        "exchanges": mixed(settings.exchanges),
    }


def checked(settings: Recipe) -> None:
    """Raise SetupError for what cannot be played."""
    choices = product(settings.seats, settings.editions, settings.expansions, settings.exchanges)
    for seats, edition, expansion, exchanges in choices:
        Setup.new(
            settings.game, seats=seats, edition=edition, expansion=expansion, exchanges=exchanges
        )
