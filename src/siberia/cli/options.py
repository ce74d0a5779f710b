"""The options and arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(help="The game: card or board.", metavar="GAME")]
Players = Annotated[int, typer.Option(help="How many players, 2 to 4.")]
Edition = Annotated[str, typer.Option(help="The card game's rules: dlp (de/en) or oya (fr).")]
Expansion = Annotated[
    bool, typer.Option("--expansion", help="Board game: with the salesman cards.")
]
Exchanges = Annotated[
    str | None,
    typer.Option(help="Board game: choose, random, A, B or five letters such as ABBAA."),
]
BoxFile = Annotated[
    Path | None,
    typer.Option("--components", help="A box file, if your printed box differs.", metavar="FILE"),
]
RecordFile = Annotated[Path, typer.Argument(help="The record of a match.", metavar="FILE")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
DataFolder = Annotated[
    Path | None,
    typer.Option(
        envvar="SIBERIA_DATA",
        help="The folder with the tables and the signing key.",
        show_default="your user data folder",
        metavar="FOLDER",
    ),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        envvar="DATABASE_URL",
        help="Tables are in PostgreSQL instead: postgresql://…",
        show_default=False,
        metavar="URL",
    ),
]
