"""The report of an arena: one HTML file with tables and plots, for people."""

import io
from collections.abc import Iterable
from html import escape
from pathlib import Path

from jinja2 import Environment, PackageLoader
from matplotlib.figure import Figure

from siberia.arena.play import Result
from siberia.arena.ratings import Standing, margin, standings, wins_by_seat
from siberia.arena.schedule import Plan

INK, ICE, RUST = "#243642", "#5b9bb5", "#c0603a"


def write(file: Path, plan: Plan, results: Iterable[Result]) -> None:
    """Write the report of the results so far."""
    results = sorted(results, key=lambda result: result.number)
    table = standings(results)
    template = Environment(
        loader=PackageLoader("siberia.arena"), autoescape=True, trim_blocks=True
    ).get_template("report.html")
    plots = [
        ("Win share, with 95 % intervals", win_shares(table, plan.players)),
        ("Wins by seat, whoever sat there", by_seat(wins_by_seat(results))),
        ("How far ahead of the best other", margins(table, results)),
        ("Words a match", lengths(results)),
        ("Thinking time of a decision", times(table)),
    ]
    text = template.render(
        plan=plan, table=table, results=results, plots=plots, endings=ends(results)
    )
    file.write_text(text, encoding="utf-8")


def ends(results: list[Result]) -> dict[str, float]:
    """Return how often matches ended in which way."""
    names = [result.ending for result in results]
    return {name: names.count(name) / len(names) for name in sorted(set(names))}


def win_shares(table: list[Standing], players: int) -> str:
    """Plot the win shares."""
    figure, names = canvas(), [row.bot for row in table]
    axes = figure.subplots()
    below = [row.win_share - row.low for row in table]
    above = [row.high - row.win_share for row in table]
    shares = [row.win_share for row in table]
    axes.barh(names, shares, xerr=[below, above], color=ICE, ecolor=INK, capsize=4)
    axes.axvline(1 / players, color=RUST, linestyle=":")
    axes.set_xlim(0, 1)
    axes.invert_yaxis()
    return svg(figure, "Bars: " + ", ".join(f"{r.bot} {r.win_share:.0%}" for r in table))


def by_seat(shares: list[float]) -> str:
    """Plot the wins of each seat."""
    figure = canvas()
    axes = figure.subplots()
    axes.bar([f"seat {seat + 1}" for seat in range(len(shares))], shares, color=ICE)
    axes.axhline(1 / len(shares), color=RUST, linestyle=":")
    return svg(figure, "Bars: " + ", ".join(f"seat {i + 1} {s:.0%}" for i, s in enumerate(shares)))


def margins(table: list[Standing], results: list[Result]) -> str:
    """Plot how far each bot was ahead or behind."""
    figure = canvas()
    axes = figure.subplots()
    values = [
        [
            margin(r, seat) / 1000
            for r in results
            for seat, who in enumerate(r.bots)
            if who == row.bot
        ]
        for row in table
    ]
    axes.boxplot(values, orientation="horizontal", tick_labels=[row.bot for row in table])
    axes.axvline(0, color=RUST, linestyle=":")
    axes.set_xlabel("thousand dollars")
    axes.invert_yaxis()
    return svg(figure, "Boxes of the margins of each bot")


def lengths(results: list[Result]) -> str:
    """Plot how long matches were."""
    figure = canvas()
    axes = figure.subplots()
    axes.hist([result.words for result in results], bins=20, color=ICE)
    return svg(figure, "Histogram of the words a match")


def times(table: list[Standing]) -> str:
    """Plot how long a decision takes on average, and at most."""
    figure, names = canvas(), [row.bot for row in table]
    axes = figure.subplots()
    axes.barh(names, [1000 * row.slowest for row in table], color=ICE, alpha=0.35, label="slowest")
    axes.barh(names, [1000 * row.thinking for row in table], color=ICE, label="mean")
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds")
    axes.invert_yaxis()
    axes.legend()
    return svg(figure, ", ".join(f"{row.bot} {1000 * row.thinking:.1f} ms" for row in table))


def canvas() -> Figure:
    """Return an empty figure."""
    return Figure(figsize=(6, 2.6), layout="constrained")


def svg(figure: Figure, label: str) -> str:
    """Return a figure as SVG, the same for the same figure, with words for who cannot see it."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    drawn = stream.getvalue()
    opening = f'<svg role="img" aria-label="{escape(label)}" '
    return drawn[drawn.index("<svg") :].replace("<svg ", opening, 1)
