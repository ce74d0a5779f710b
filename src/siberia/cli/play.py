"""``siberia play``: a match in the terminal."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from siberia.cli.options import BoxFile, Edition, Exchanges, Expansion, GameName
from siberia.cli.records import check_writable, write_record

Opponents = Annotated[int, typer.Option(help="How many opponents.", min=1, max=3)]
Level = Annotated[
    str, typer.Option(help="Who plays against you: easy, medium, … expert, master, grandmaster.")
]
Seed = Annotated[int | None, typer.Option(help="A whole number: same seed, same cards.")]
NewRecord = Annotated[
    Path | None, typer.Option(help="Write the record here when the match is over.")
]


def play(
    game: GameName = "card",
    opponents: Opponents = 2,
    edition: Edition = "dlp",
    level: Level = "easy",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    seed: Seed = None,
    components: BoxFile = None,
    record: NewRecord = None,
) -> None:
    """Play in the terminal against bots.

    You are seat 1. Every decision is a word (docs/NOTATION.md); the legal ones are listed.
    """
    from siberia.bots import bot
    from siberia.cli.terminal import TerminalMatch, console
    from siberia.match import Match

    if record:
        check_writable(record)
    bots = [bot(level, secrets.randbits(64)) for _ in range(opponents)]
    names = ["You", *(f"{level.capitalize()} {n}" for n in range(1, opponents + 1))]
    match = Match.new(
        game,
        seats=opponents + 1,
        seed=seed,
        edition=edition,
        expansion=expansion,
        exchanges=exchanges,
        players=names,
        components=components,
    )
    if TerminalMatch(match, 0, bots, input, console()).run() and record:
        write_record(match, record)
        print(f"The record is in {record}.")
