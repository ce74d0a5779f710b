"""What several commands show: progress, and tables of matches, bots and boxes."""

import time
from typing import Any, Self

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from siberia.arena import Standing
from siberia.arena.simulation import Spread, Summary
from siberia.components import Box


def progress(quiet: bool) -> Progress:
    """Return a progress bar on the error stream, silent for programs."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    hidden = quiet or not console.is_terminal
    return Progress(*columns, TimeRemainingColumn(), console=console, disable=hidden)


class MatchCounter:
    """A progress bar that counts the matches of an arena, and says how fast they are played.

    It appears when it is first told of them: before that, compiling has a bar of its own.
    """

    def __init__(self, quiet: bool) -> None:
        self.played = self.total = 0
        self._bar = progress(quiet)
        self._task: TaskID | None = None
        self._began = 0.0
        self._played_before = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._task is not None:
            self._bar.stop()

    def show(self, played: int, total: int) -> None:
        """Show how many matches are played, out of how many."""
        self.played, self.total = played, total
        if self._task is None:
            self._task = self._bar.add_task("matches", total=total, completed=played)
            self._began, self._played_before = time.perf_counter(), played
            self._bar.start()
            return
        speed = (played - self._played_before) / (time.perf_counter() - self._began)
        description = f"matches · {speed:.1f} a second"
        self._bar.update(self._task, completed=played, description=description)


class RowCounter:
    """A progress bar that counts the rows of a backup."""

    def __init__(self) -> None:
        self._bar = progress(quiet=False)
        self._task = self._bar.add_task("rows", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Show how many rows are done, out of how many."""
        self._bar.update(self._task, completed=done, total=total)


def show_standings(table: list[Standing]) -> None:
    """Print how the bots of an arena did."""
    columns = ["bot", "matches", "win share", "95 %"]
    if any(row.adjusted is not None for row in table):
        columns += ["without luck", "95 %"]
    shown = Table(*columns, "rating", "margin", "a decision")
    for row in table:
        without_luck = (
            ()
            if row.adjusted is None
            else (
                f"{row.adjusted:.1%}",
                f"{row.adjusted_low:.1%} – {row.adjusted_high:.1%}",
            )
        )
        shown.add_row(
            row.bot,
            f"{row.games}",
            f"{row.win_share:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            *without_luck,
            f"{row.rating:.1f} ± {row.uncertainty:.1f}",
            f"{row.margin:+,.0f} $",
            f"{1000 * row.thinking:.1f} ms",
        )
    Console(highlight=False).print(shown)


def show_summary(summary: Summary) -> None:
    """Print the table of a simulation."""
    table = Table("", "lowest", "mean", "deviation", "highest")
    for column in table.columns[1:]:
        column.justify = "right"

    def row(name: str, spread: Spread, unit: str = "") -> None:
        low, high = f"{spread.lowest:,}{unit}", f"{spread.highest:,}{unit}"
        table.add_row(name, low, f"{spread.mean:,.1f}{unit}", f"{spread.deviation:,.1f}", high)

    row("moves a match", summary.moves)
    for seat, scores in enumerate(summary.scores, 1):
        row(f"score of seat {seat}", scores, " $")
    row("winner's margin", summary.margins, " $")
    shares = "  ".join(f"seat {s} {w:.1%}" for s, w in enumerate(summary.win_shares, 1))
    console = Console(highlight=False)
    console.print(
        f"{summary.games:,} matches of the {summary.game} game · {summary.edition}"
        f" · {summary.seats} players · seat 1 starts · seed {summary.seed}"
    )
    console.print(table)
    console.print(f"wins    {shares}")
    console.print(f"{summary.shared_wins:>6.1%}  of the wins were shared")
    for ending, share in summary.endings.items():
        console.print(f"{share:>6.1%}  ended because {ending}")


def show_box(box: Box) -> None:
    """Print a box, group by group, with its sources."""
    table = Table("", "printed", "how it is known", title=f"The {box.game} game's box")
    for group, facts in msgspec.to_builtins(box).items():
        if not isinstance(facts, dict) or group == "sources":
            continue
        sources = [f"{about}: {source}" for about, source in facts.pop("sources").items()]
        printed = [line for name, fact in facts.items() for line in lines(name, fact)]
        columns = (group.replace("_", " "), "\n".join(printed), "\n".join(sources))
        table.add_row(*columns, end_section=True)
    console = Console(highlight=False)
    console.print(table)
    console.print(box.sha256, soft_wrap=True)


def lines(name: str, fact: Any) -> list[str]:
    """Say a fact in a line, or, where it has parts that have parts, in a line for each."""
    if isinstance(fact, dict) and any(isinstance(part, dict | list) for part in fact.values()):
        return [f"{key}: {inline(part)}" for key, part in fact.items()]
    return [inline(fact) if isinstance(fact, dict) else f"{name}: {inline(fact)}"]


def inline(fact: Any) -> str:
    """Say a fact within a line."""
    if isinstance(fact, dict):
        return ", ".join(f"{key} {value}" for key, value in fact.items())
    if isinstance(fact, list):
        return ", ".join(" or ".join(f) if isinstance(f, list) else str(f) for f in fact)
    return str(fact)
