"""The same fixtures on a Ray cluster (extra ``siberia[ray]``)."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from siberia.arena.play import Result, play
from siberia.arena.schedule import Fixture, Plan
from siberia.engine.errors import SetupError


def run_on_ray(plan: Plan, fixtures: list[Fixture], address: str) -> Iterator[Result]:
    """Play fixtures on a cluster on whose nodes siberia is installed; yield each result.

    A match whose worker dies is played again by another: the same fixture, the same result.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise SetupError("Ray is not installed; pip install 'siberia[ray]'", about="ray") from None
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    except ConnectionError:
        raise SetupError(f"no Ray cluster answers at {address}", about="ray") from None
    task = ray.remote(max_retries=-1)(play)
    todo = iter(fixtures)
    # Enough for all cores to be busy, few enough to stop soon.
    window = 2 * int(ray.cluster_resources().get("CPU", 1))
    running = [task.remote(plan, fixture) for fixture in islice(todo, window)]
    try:
        while running:
            done, running = ray.wait(running)
            for future in done:
                yield ray.get(future)
                running += [task.remote(plan, fixture) for fixture in islice(todo, 1)]
    finally:
        for future in running:
            ray.cancel(future, force=True)
