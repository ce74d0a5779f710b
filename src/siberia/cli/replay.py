"""``siberia replay``: a recorded match, turn by turn or at one moment."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match

if TYPE_CHECKING:
    from siberia.match import Match

Ply = Annotated[int | None, typer.Option(help="Show the table after this many words.")]


def replay(
    file: RecordFile, ply: Ply = None, components: BoxFile = None, as_json: Json = False
) -> None:
    """Show a recorded match turn by turn, or the table at one moment."""
    match = recorded_match(file, components)
    if ply is not None:
        match = match.at(ply)
    if as_json:
        print(json.dumps(as_data(match), indent=2))
    else:
        show(match, with_turns=ply is None)


def as_data(match: "Match") -> dict[str, Any]:
    """Return what a program is told of a match."""
    return {
        "game": match.game,
        "players": match.players,
        "turns": [{"seat": turn.seat, "words": turn.words} for turn in match.turns()],
        "over": match.is_over,
        "scores": match.scores() if match.is_over else None,
        "ply": match.ply,
    }


def show(match: "Match", *, with_turns: bool) -> None:
    """Print the table, and before it, if wished, all turns that led there."""
    from siberia.cli.terminal import console

    out = console()
    if with_turns:
        for number, turn in enumerate(match.turns(), 1):
            line = f"{number:>4}  {match.players[turn.seat]}: {', '.join(turn.words)}"
            out.print(line, markup=False, soft_wrap=True)
        out.print()
    out.print(str(match), markup=False, soft_wrap=True)
