"""``siberia advise``: what a bot would do in a recorded position."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match
from siberia.engine.errors import SetupError

if TYPE_CHECKING:
    from siberia.bots import Choice

Ply = Annotated[int, typer.Option(help="The position after this many words.", min=0)]
BotName = Annotated[str, typer.Option(help="Who is asked.")]
Seed = Annotated[int, typer.Option(help="Same seed, same advice.", min=0)]


def advise(
    file: RecordFile,
    ply: Ply,
    bot: BotName = "adviser",
    seed: Seed = 0,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Ask a bot what to do in a recorded position, and how sure it is."""
    from siberia.bots import Seat
    from siberia.bots import bot as bot_named

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


def show_advice(name: str, choice: "Choice") -> None:
    """Print what a bot would do, and how sure it is, as far as it says."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    console.print(f"{name}: {choice.word}", style="bold", markup=False)
    if not choice.win_shares:
        return
    # The weight is how much a search thought about a word, or how much a net is inclined to it.
    table = Table("word", "estimated win share", "weight")
    for word, effort in sorted(choice.effort.items(), key=lambda item: -item[1]):
        share = choice.win_shares.get(word)
        table.add_row(word, "" if share is None else f"{share:.1%}", f"{effort:.1%}")
    console.print(table)
    if len(choice.line) > 1:
        console.print(f"expected: {', '.join(choice.line[:12])}", markup=False)
    if choice.simulations:
        console.print(f"{choice.simulations:,} simulations")
