"""``siberia advise``: what a bot would do in a recorded position."""

import json
from typing import Annotated

import typer

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match
from siberia.engine.errors import SetupError

Ply = Annotated[int, typer.Option(help="The position after this many words.", min=0)]
BotName = Annotated[str, typer.Option(help="Who is asked.")]
Seed = Annotated[int, typer.Option(help="Same seed, same advice.", min=0)]


def advise(
    file: RecordFile,
    ply: Ply,
    bot: BotName = "expert",
    seed: Seed = 0,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Ask a bot what to do in a recorded position, and how sure it is."""
    from siberia.bots import Seat
    from siberia.bots import bot as bot_named
    from siberia.cli.reports import show_advice

    match = recorded_match(file, components).at(ply)
    if match.to_move is None:
        raise SetupError("the match is over there, and nothing is to be decided", about="ply")
    choice = bot_named(bot, seed).choose(Seat(match))
    if not as_json:
        show_advice(match.players[match.to_move], choice)
        return
    advice = {
        "seat": match.to_move,
        "word": choice.word,
        "win_shares": choice.win_shares,
        "effort": choice.effort,
        "line": choice.line,
        "simulations": choice.simulations,
    }
    print(json.dumps(advice, indent=2))
