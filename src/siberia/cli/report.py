"""``siberia report``: the report of an arena, made again from its results."""

from pathlib import Path
from typing import Annotated

import typer

ArenaFolder = Annotated[
    Path, typer.Argument(help="The folder of an arena, with its results.", metavar="FOLDER")
]


def report(folder: ArenaFolder) -> None:
    """Write the report.html of an arena's folder again, from its results.jsonl."""
    from siberia.arena.report import report_folder

    print(f"The report is in {report_folder(folder)}.")
