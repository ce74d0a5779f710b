"""Many matches of bots against bots: schedule, play, ratings, report."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path

from siberia.arena.cluster import run_on_ray
from siberia.arena.play import Folder, Result, play, run_locally
from siberia.arena.ratings import Standing, standings
from siberia.arena.schedule import Fixture, Plan, schedule
from siberia.arena.settling import Settling
from siberia.engine.errors import FileError
from siberia.match.engines import engine

__all__ = [
    "Fixture",
    "Folder",
    "Plan",
    "Result",
    "Settling",
    "Standing",
    "hold",
    "play",
    "schedule",
    "standings",
]


def hold(
    plan: Plan,
    out: Path,
    *,
    resume: bool,
    workers: int = 1,
    ray: str | None = None,
    settling: Settling | None = None,
    on_progress: Callable[[int, int], None] = lambda _played, _total: None,
) -> list[Standing]:
    """Play a plan, or with `resume` the rest of it, into a folder; return how the bots did.

    The matches are played in so many processes (`workers`), or on the Ray cluster at an address
    (`ray`): the results are the same. `on_progress` is called before the first match and after
    each, with how many are played and how many there are. Ctrl-C ends it early, and so does a
    contest (`settling`) that is settled: what was played is kept and reported. The folder then
    holds the results and, if there are any, their report.
    """
    # Not before it is wanted: whoever only plays needs no templates.
    from siberia.arena.report import REPORT, write

    total = len(schedule(plan))
    folder = Folder.open(out, plan, resume=resume)
    fixtures = folder.missing()
    # Compiled here, once, and not in every process at the same time.
    engine(plan.game)
    results = run_on_ray(plan, fixtures, ray) if ray else run_locally(plan, fixtures, workers)
    on_progress(len(folder.results), total)
    try:
        if settling is not None:
            settling.add(folder.results.values())
        for result in () if settling is not None and settling.is_settled else results:
            folder.add(result)
            on_progress(len(folder.results), total)
            if settling is not None:
                settling.add([result])
                if settling.is_settled:
                    break
    except BrokenExecutor:
        message = "a process died; what was played is kept: go on with --resume"
        raise FileError(message, file=str(out)) from None
    except KeyboardInterrupt:
        pass
    if folder.results:
        write(out / REPORT, plan, folder.results.values())
    return standings(folder.results.values())
