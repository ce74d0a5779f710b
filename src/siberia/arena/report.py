"""The report of an arena: one HTML file with tables and plots, for people."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from siberia.arena.play import RESULTS, Folder, Result
from siberia.arena.ratings import Standing, margin, standings, wins_by_seat
from siberia.arena.schedule import Plan
from siberia.drawing import plots
from siberia.drawing.svg import style_sheet
from siberia.engine.errors import FileError

REPORT = "report.html"


@dataclass(frozen=True)
class Plot:
    """A plot with what stands above it; `keys` says what is meant by a mark, by its class."""

    title: str
    note: str
    picture: Markup
    keys: dict[str, str] = field(default_factory=dict)


def report_folder(path: Path) -> Path:
    """Write the report of an arena's folder into it, from its results alone; return the file.

    The results are only read, so that an arena that still plays is not disturbed.
    """
    folder = Folder.load(path)
    if not folder.results:
        raise FileError("holds no match yet", file=str(path / RESULTS))
    write(path / REPORT, folder.plan, folder.results.values())
    return path / REPORT


def write(file: Path, plan: Plan, results: Iterable[Result]) -> None:
    """Write the report of the results so far."""
    results = sorted(results, key=lambda result: result.number)
    table = standings(results)
    template = Environment(
        loader=PackageLoader("siberia.arena"), autoescape=True, trim_blocks=True
    ).get_template("report.html")
    text = template.render(
        style=style_sheet(),
        plan=plan,
        table=table,
        results=results,
        plots=[
            win_shares(table, 1 / plan.seats),
            by_seat(wins_by_seat(results)),
            margins(table, results),
            lengths(results),
            times(table),
        ],
        key=plots.key,
        endings=ends(results),
    )
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror}", file=str(file)) from None


def ends(results: list[Result]) -> dict[str, float]:
    """Return how often matches ended in which way."""
    names = [result.ending for result in results]
    return {name: names.count(name) / len(names) for name in sorted(set(names))}


def win_shares(table: list[Standing], chance: float) -> Plot:
    """Plot the win shares, beside what chance alone would bring."""
    title = "Win share"
    shares = [plots.Share(row.bot, row.win_share, row.low, row.high) for row in table]
    said = [
        f"{row.bot} {percent(row.win_share)}, interval {percent(row.low)} to {percent(row.high)}"
        for row in table
    ]
    label = spoken(title, [*said, f"by chance {percent(chance)}"])
    return Plot(
        title,
        "Shared wins count in parts.",
        plots.share_bars(shares, reference=chance, write=percent, label=label),
        {"reference": "by chance", "sure": "95 % interval"},
    )


def by_seat(shares: list[float]) -> Plot:
    """Plot the wins of each seat, beside what chance alone would bring."""
    title, chance = "Wins by seat", 1 / len(shares)
    seats = {f"seat {seat}": share for seat, share in enumerate(shares, 1)}
    said = [f"{name} {percent(share)}" for name, share in seats.items()]
    label = spoken(title, [*said, f"by chance {percent(chance)}"])
    return Plot(
        title,
        "Whoever sat there; seat 1 starts.",
        plots.share_columns(seats, reference=chance, write=percent, label=label),
        {"reference": "by chance"},
    )


def margins(table: list[Standing], results: list[Result]) -> Plot:
    """Plot how far each bot was ahead or behind."""
    title = "Ahead of the best other"
    boxes = [margins_of(row.bot, results) for row in table]
    said = [
        f"{box.name} {thousands(box.least)} to {thousands(box.most)},"
        f" half of all {thousands(box.first)} to {thousands(box.third)},"
        f" median {thousands(box.median)}"
        for box in boxes
    ]
    return Plot(
        title,
        "Thousand dollars.",
        plots.box_plot(
            boxes, reference=0, write=thousands, label=spoken(f"{title}, thousand dollars", said)
        ),
        {"amount": "middle half", "median": "median", "sure": "all matches"},
    )


def margins_of(bot: str, results: list[Result]) -> plots.Quartiles:
    """Return how the margins of a bot are spread, in dollars."""
    values = [
        margin(result, seat)
        for result in results
        for seat, who in enumerate(result.bots)
        if who == bot
    ]
    # A single value has no quartiles for Python 3.11; twice, it is all of them.
    first, median, third = quantiles(values if len(values) > 1 else values * 2, method="inclusive")
    return plots.Quartiles(bot, min(values), first, median, third, max(values))


def lengths(results: list[Result]) -> Plot:
    """Plot how long matches were."""
    title = "Words a match"
    bins = plots.bins([result.words for result in results])
    said = [
        f"{one.start} to {one.stop - 1}: {one.count}"
        if one.stop - one.start > 1
        else f"{one.start}: {one.count}"
        for one in bins
    ]
    label = spoken(f"{title}, and how many matches", said)
    return Plot(
        title,
        "How many matches were how long.",
        plots.histogram(bins, write=whole, label=label, axis="words"),
    )


def times(table: list[Standing]) -> Plot:
    """Plot how long a decision takes on average, and at most."""
    title = "Thinking time of a decision"
    spans = [plots.Span(row.bot, 1000 * row.thinking, 1000 * row.slowest) for row in table]
    said = [f"{s.name} mean {short(s.mean)}, slowest {short(s.most)}" for s in spans]
    label = spoken(f"{title}, milliseconds", said)
    return Plot(
        title,
        "Milliseconds, on a logarithmic scale.",
        plots.span_bars(spans, write=short, label=label),
        {"amount": "mean", "rest": "slowest"},
    )


def spoken(title: str, parts: list[str]) -> str:
    """Return what a screen reader says of a plot."""
    return f"{title}: " + "; ".join(parts)


def percent(share: float) -> str:
    """Write a share of one."""
    return f"{round(100 * share, 1):g} %"


def thousands(dollars: float) -> str:
    """Write a margin in thousand dollars, with its sign."""
    value = round(dollars / 1000, 1)
    return f"{value:+,g}".replace("-", "−") if value else "0"


def whole(value: float) -> str:
    """Write a whole number."""
    return f"{value:,.0f}"


def short(value: float) -> str:
    """Write a number with three digits, or all before the point."""
    return whole(value) if value >= 100 else f"{value:.3g}"
