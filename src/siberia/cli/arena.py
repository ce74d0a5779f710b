"""``siberia arena``: bots against bots."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from siberia.cli.options import Edition, Exchanges, Expansion, Json, Players

GameOption = Annotated[str, typer.Option(help="The game: card or board.")]
BotNames = Annotated[str, typer.Option(help="Names with commas; one may be repeated.")]
Games = Annotated[int, typer.Option(help="How many matches.", min=1)]
Seed = Annotated[int, typer.Option(help="Same seed, same deals.", min=0, max=2**63)]
Workers = Annotated[int, typer.Option(help="How many processes; 0: one for each core.")]
RayAddress = Annotated[
    str | None, typer.Option(help="Play on the Ray cluster at this address.", metavar="ADDRESS")
]
OutFolder = Annotated[Path, typer.Option(help="Where results and report.html go.")]
Adjusted = Annotated[
    bool, typer.Option("--adjusted", help="Also show results without luck, which vary less.")
]
StopEarly = Annotated[
    bool, typer.Option("--stop-early", help="Stop when it is settled which of two bots is better.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where it stopped.")]


def arena(
    game: GameOption = "card",
    players: Players = 2,
    bots: BotNames = "hard,easy",
    games: Games = 100,
    seed: Seed = 1,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    workers: Workers = 0,
    ray: RayAddress = None,
    out: OutFolder = Path("arena"),
    resume: Resume = False,
    adjusted: Adjusted = False,
    stop_early: StopEarly = False,
    as_json: Json = False,
) -> None:
    """Let bots play many matches and measure them: ratings, win shares, a report.

    Every line-up plays every deal in every rotation of the seats. Ctrl-C loses nothing: go on with
    --resume.
    """
    from siberia.arena import Plan, Settling, hold
    from siberia.arena.report import REPORT
    from siberia.cli.reports import MatchCounter, show_standings

    names = tuple(name.strip() for name in bots.split(","))
    plan = Plan(game, players, names, games, seed, edition, expansion, exchanges, adjusted)
    settling = Settling(plan) if stop_early else None
    cores = workers or os.cpu_count() or 1
    with MatchCounter(as_json) as counter:
        table = hold(
            plan,
            out,
            resume=resume,
            workers=cores,
            ray=ray,
            settling=settling,
            on_progress=counter.show,
        )
    if settling is not None and settling.is_settled:
        print(
            f"\nSettled after {counter.played} of {counter.total}: {settling.ahead} is better"
            f" (p = {settling.chance:.3f})."
        )
    elif counter.played < counter.total:
        print(f"\nStopped after {counter.played} of {counter.total}; go on with --resume.")
    if not table:
        return
    if as_json:
        print(json.dumps([asdict(standing) for standing in table], indent=2))
    else:
        show_standings(table)
        print(f"The report is in {out / REPORT}.")
