"""``siberia bench``: how fast the engine is."""

import json
from typing import Annotated

import typer

from siberia.cli.options import Edition, Expansion, GameName, Json, Players

Seconds = Annotated[float, typer.Option(help="How long to measure.", min=0.1, max=600)]


def bench(
    game: GameName,
    players: Players = 4,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    seconds: Seconds = 3.0,
    as_json: Json = False,
) -> None:
    """Measure random play inside the engine on one core.

    A move is: list what is legal, choose, apply. Whole matches from the deal on.
    """
    from siberia.arena.simulation import CHUNK, Simulation
    from siberia.match import Setup

    setup = Setup.new(game, seats=players, start=0, edition=edition, expansion=expansion)
    moves, taken, matches = 0, 0.0, 0
    while taken < seconds:
        simulation = Simulation(setup, CHUNK, matches)
        list(simulation.run())
        moves, taken = moves + simulation.moves, taken + simulation.seconds
        matches += CHUNK
    if as_json:
        figures = {
            "game": game,
            "players": players,
            "edition": edition,
            "matches": matches,
            "moves": moves,
            "seconds": taken,
            "moves_per_second": moves / taken,
        }
        print(json.dumps(figures, indent=2))
    else:
        print(f"{game} · {players} players · {matches:,} matches of {moves / matches:.0f} moves")
        print(f"{moves / taken / 1e6:.2f} million moves a second on one core")
