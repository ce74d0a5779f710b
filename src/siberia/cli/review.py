"""``siberia review``: what was luck in a recorded match, and what decisions cost."""

from typing import TYPE_CHECKING, Annotated

import typer

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match
from siberia.engine.errors import SetupError

if TYPE_CHECKING:
    from rich.console import Console

    from siberia.match import Match
    from siberia.review import Review

OnlySeat = Annotated[
    int | None, typer.Option("--seat", help="Judge only this seat's decisions; the first is 1.")
]
Seed = Annotated[int, typer.Option(help="Same seed, same review.", min=0)]

# A bar counts in whole numbers.
WHOLE = 100
# So many moments and decisions are shown of each seat.
SHOWN = 3


def review(
    file: RecordFile,
    seat: OnlySeat = None,
    seed: Seed = 0,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Look back on a recorded match: luck, decisions against the expert, and what they cost."""
    from siberia.bots.net import compute_in_one_thread
    from siberia.cli.reports import progress
    from siberia.review import review as reviewed

    match = recorded_match(file, components)
    if seat is not None and not 1 <= seat <= match.seats:
        raise SetupError(f"no seat {seat}; the seats are 1 to {match.seats}", about="seat")
    compute_in_one_thread()
    with progress(quiet=as_json) as bar:
        task = bar.add_task("looking back", total=WHOLE)
        found = reviewed(
            match,
            None if seat is None else seat - 1,
            seed=seed,
            progress=lambda done: bar.update(task, completed=int(WHOLE * done)),
        )
    if as_json:
        print(found.json().decode())
    else:
        show(match, found)


def show(match: "Match", found: "Review") -> None:
    """Print a review for people."""
    from siberia.cli.terminal import console

    out = console()
    out.print("In points of the win; own and others' decisions against the expert.", markup=False)
    show_balances(out, found)
    show_moments(out, match, found)
    show_decisions(out, found)


def show_balances(out: "Console", found: "Review") -> None:
    """Print how every seat came from its starting share to the result."""
    from rich.table import Table

    columns = ("start", "luck", "own", "others", "result", "cost of a decision")
    table = Table("", *columns)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, balance in zip(found.players, found.balances, strict=True):
        cost = "" if balance.mean_loss is None else f"{100 * balance.mean_loss:.2f}"
        table.add_row(
            name,
            f"{100 * balance.start:.1f}",
            f"{points(balance.luck)} ± {100 * balance.luck_error:.1f}",
            points(balance.own),
            points(sum(balance.others)),
            f"{100 * balance.result:.1f}",
            cost,
        )
    out.print(table)


def show_moments(out: "Console", match: "Match", found: "Review") -> None:
    """Print the luckiest and the unluckiest moments of those who are reviewed."""
    from rich.table import Table

    table = Table("ply", "luck of", "", "what came", "after")
    table.columns[2].justify = "right"
    for seat in found.reviewed:
        lucky, unlucky = found.moments(seat, SHOWN)
        for chance in (*lucky, *reversed(unlucky)):
            word = match.words[chance.ply] if chance.ply >= 0 else ""
            name, luck = found.players[seat], points(chance.luck[seat])
            table.add_row(str(chance.ply + 1), name, luck, chance.kind, word)
    out.print(table)


def show_decisions(out: "Console", found: "Review") -> None:
    """Print the costliest decisions of those who are reviewed."""
    from rich.table import Table

    table = Table("ply", "who", "cost", "", "played", "better, by the expert")
    table.columns[2].justify = "right"
    for seat in found.reviewed:
        for one in found.costliest(seat, SHOWN):
            table.add_row(
                str(one.ply + 1),
                found.players[seat],
                f"{100 * one.loss:.1f}",
                one.grade,
                ", ".join(one.played),
                ", ".join(one.best),
            )
    if table.row_count:
        out.print(table)
    else:
        out.print("No decision cost anything.", markup=False)


def points(share: float) -> str:
    """Write a share of the win in points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "−")
