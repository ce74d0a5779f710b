"""``siberia simulate``: many matches of random play."""

import json
from typing import Annotated

import typer

from siberia.cli.options import BoxFile, Edition, Exchanges, Expansion, GameName, Json, Players

Games = Annotated[int, typer.Option(help="How many matches.", min=1, max=1_000_000)]
Seed = Annotated[int, typer.Option(help="Same seed, same matches.", min=0, max=2**64 - 1)]


def simulate(
    game: GameName,
    players: Players = 2,
    games: Games = 1000,
    seed: Seed = 1,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Play many matches at random and say what they were like.

    Match N of a simulation is Match.new(…, seed=(SEED << 64) + N, start=0).
    """
    from siberia.arena.simulation import Simulation
    from siberia.cli.reports import progress, show_summary
    from siberia.match import Setup

    setup = Setup.new(
        game,
        seats=players,
        start=0,
        edition=edition,
        expansion=expansion,
        exchanges=exchanges,
        components=components,
    )
    simulation = Simulation(setup, games, seed)
    with progress(as_json) as bar:
        task = bar.add_task(f"{games:,} matches", total=games)
        for done in simulation.run():
            bar.update(task, completed=done)
    summary = simulation.summary()
    if as_json:
        print(json.dumps(summary.as_json(), indent=2))
    else:
        show_summary(summary)
