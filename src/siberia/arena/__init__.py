"""Many matches of bots against bots: schedule, play, ratings, report."""

import json
import time
from concurrent.futures import BrokenExecutor
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from siberia.arena.cluster import run_on_ray
from siberia.arena.play import Folder, Result, missing, play, run_locally
from siberia.arena.ratings import Standing, standings
from siberia.arena.report import write
from siberia.arena.schedule import Fixture, Plan, schedule
from siberia.cli.reports import progress
from siberia.engine.errors import FileError
from siberia.match.engines import engine

__all__ = ["Fixture", "Plan", "Result", "Standing", "hold", "play", "schedule", "standings"]


def hold(
    plan: Plan,
    out: Path,
    *,
    resume: bool,
    workers: int = 1,
    ray: str | None = None,
    as_json: bool = False,
) -> list[Standing]:
    """Play a plan, or the rest of it; write and show what came of it.

    In so many processes, or on the Ray cluster at an address: the results are the same.
    """
    engine(plan.game)
    total = len(schedule(plan))
    folder = Folder(out, plan, resume)
    fixtures = missing(plan, folder)
    began = time.perf_counter()
    try:
        with progress(as_json) as bar:
            task = bar.add_task("matches", total=total, completed=total - len(fixtures))
            results = (
                run_on_ray(plan, fixtures, ray) if ray else run_locally(plan, fixtures, workers)
            )
            for played, result in enumerate(results, 1):
                folder.add(result)
                speed = played / (time.perf_counter() - began)
                bar.update(task, advance=1, description=f"matches · {speed:.1f} a second")
    except BrokenExecutor:
        told = "a process died; what was played is kept: go on with --resume"
        raise FileError(told, file=str(out)) from None
    except KeyboardInterrupt:
        print(f"\nStopped after {len(folder.results)} of {total}; go on with --resume.")
    table = standings(folder.results.values())
    if table:
        write(out / "report.html", plan, folder.results.values())
        show(table, out, as_json)
    return table


def show(table: list[Standing], out: Path, as_json: bool) -> None:
    """Print the standings."""
    if as_json:
        print(json.dumps([asdict(row) for row in table], indent=2))
        return
    shown = Table("bot", "matches", "win share", "95 %", "rating", "margin", "a decision")
    for row in table:
        shown.add_row(
            row.bot,
            f"{row.games}",
            f"{row.win_share:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            f"{row.rating:.1f} ± {row.uncertainty:.1f}",
            f"{row.margin:+,.0f} $",
            f"{1000 * row.thinking:.1f} ms",
        )
    console = Console(highlight=False)
    console.print(shown)
    console.print(f"The report is in {out / 'report.html'}.", markup=False, soft_wrap=True)
