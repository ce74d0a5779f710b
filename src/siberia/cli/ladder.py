"""``siberia ladder``: how strong the levels are."""

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

Only = Annotated[
    str, typer.Option(help="Only rungs like this, such as card-*-expert-hard.", metavar="PATTERN")
]
Minutes = Annotated[
    float | None, typer.Option(help="Begin no match after so long; 0: only write.", min=0)
]
Workers = Annotated[int, typer.Option(help="How many processes; 0: one for each core.", min=0)]
Again = Annotated[bool, typer.Option("--again", help="Play also what was played before.")]
ResultsFolder = Annotated[Path, typer.Option(help="Where every match is kept.")]
OutFolder = Annotated[Path, typer.Option(help="Where the page and its figures go.")]


def ladder(
    only: Only = "",
    minutes: Minutes = None,
    workers: Workers = 0,
    again: Again = False,
    results: ResultsFolder = Path("artefacts/ladder"),
    out: OutFolder = Path("docs/strength"),
) -> None:
    """Measure how strong the levels are, each against the one below, and publish it.

    Both games, all variants, 2 to 4 players. Ctrl-C loses nothing: the same command goes on.
    """
    from siberia.arena.ladder import play_rungs, publish, rungs
    from siberia.cli.reports import MatchCounter

    chosen = rungs(only)
    if minutes != 0:
        for rung in chosen if again else ():
            shutil.rmtree(results / rung.name, ignore_errors=True)
        seconds = None if minutes is None else 60 * minutes
        with MatchCounter(quiet=False) as counter:
            play_rungs(chosen, results, workers or os.cpu_count() or 1, seconds, counter.show)
        if counter.played < counter.total:
            print(f"\nStopped after {counter.played:,} of {counter.total:,}.")
    print(f"The ladder is in {publish(results, out)}.")
