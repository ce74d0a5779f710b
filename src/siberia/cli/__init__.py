"""The command line: siberia, siberia serve, play, simulate, replay, verify, advise, arena, …"""

import io
import json
import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siberia.engine.errors import RecordError, SiberiaError

if TYPE_CHECKING:
    from siberia.match import Match

# The engine is imported where it is used: --help and a wrong option answer at once.

app = typer.Typer(
    help="SIBERIA, by Reiner Stockhausen: play it, replay it, study it.\n\n"
    "An independent implementation; the name belongs to its publisher.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

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
Seed = Annotated[int | None, typer.Option(help="A whole number: same seed, same cards.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
BoxFile = Annotated[
    Path | None,
    typer.Option("--components", help="A box file, if your printed box differs.", metavar="FILE"),
]
RecordFile = Annotated[Path, typer.Argument(help="The record of a match.", metavar="FILE")]


def main() -> None:
    """Run the command line; what is refused is one sentence and a non-zero exit."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show ▸ shows a question mark, not a stack trace.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # Without a command, people want to play.
        app(sys.argv[1:] or ["serve", "--open"])
        sys.stdout.flush()
    except SiberiaError as error:
        print(f"siberia: {error}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        print(f"siberia: cannot write: {error.strerror}", file=sys.stderr)
        # Python would try to write once more on its way out.
        os._exit(1)


Host = Annotated[
    str, typer.Option(envvar="SIBERIA_HOST", help="Listen on this address; 0.0.0.0 is all of them.")
]
Port = Annotated[
    int, typer.Option(envvar="SIBERIA_PORT", help="Listen on this port.", min=1, max=65535)
]
Data = Annotated[
    Path | None,
    typer.Option(
        envvar="SIBERIA_DATA",
        help="Keep tables and the signing key in this folder.",
        show_default="your user data folder",
        metavar="FOLDER",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="DATABASE_URL",
        help="Keep tables in PostgreSQL instead: postgresql://…",
        show_default=False,
        metavar="URL",
    ),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--url",
        envvar="SIBERIA_URL",
        help="The address people reach the server by, for links to seats.",
        show_default=False,
        metavar="URL",
    ),
]


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database_url: Database = None,
    public_url: PublicUrl = None,
    opens_browser: Annotated[bool, typer.Option("--open", help="Open a browser, too.")] = False,
) -> None:
    """Serve SIBERIA to browsers, on this machine or for others."""
    import platformdirs

    from siberia.web.http.serving import serve as serve_until_stopped
    from siberia.web.http.settings import Settings

    folder = data or Path(platformdirs.user_data_dir("siberia"))
    settings = Settings(folder, host, port, database_url, public_url)
    serve_until_stopped(settings, opens_browser=opens_browser)


@app.command()
def play(
    game: GameName = "card",
    opponents: Annotated[int, typer.Option(help="How many opponents.", min=1, max=3)] = 2,
    edition: Edition = "dlp",
    level: Annotated[
        str, typer.Option(help="Who plays against you: easy, medium, hard, expert.")
    ] = "easy",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    seed: Seed = None,
    components: BoxFile = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the record here when the match is over.")
    ] = None,
) -> None:
    """Play in the terminal against bots.

    You are seat 1. Every decision is a word (docs/NOTATION.md); the legal ones are listed.
    """
    from siberia.bots import bot
    from siberia.cli.terminal import Game, console
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
    if Game(match, 0, bots, input, console()).run() and record:
        try:
            record.write_text(match.record(), encoding="utf-8")
        except OSError as error:
            # Nothing is lost: what cannot be saved is shown.
            print(match.record())
            raise RecordError(f"cannot be written: {error.strerror}", file=str(record)) from None
        print(f"The record is in {record}.")


def check_writable(file: Path) -> None:
    """Refuse a file for a record before the match, not after it."""
    if file.exists():
        raise RecordError("is there already, and is not overwritten", file=str(file))
    if not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise RecordError("its folder cannot be written to", file=str(file))


@app.command()
def simulate(
    game: GameName,
    players: Players = 2,
    games: Annotated[int, typer.Option(help="How many matches.", min=1, max=1_000_000)] = 1000,
    seed: Annotated[int, typer.Option(help="Same seed, same matches.", min=0, max=2**64 - 1)] = 1,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Play many matches at random and say what they were like.

    Match N of a simulation is Match.new(…, seed=(SEED << 64) + N, start=0).
    """
    from siberia.arena.simulation import Simulation
    from siberia.cli.reports import progress, show_summary
    from siberia.match import Match

    first = Match.new(
        game,
        seats=players,
        start=0,
        edition=edition,
        expansion=expansion,
        exchanges=exchanges,
        components=components,
    )
    simulation = Simulation(first.setup, games, seed)
    with progress(as_json) as bar:
        task = bar.add_task(f"{games:,} matches", total=games)
        for done in simulation.run():
            bar.update(task, completed=done)
    summary = simulation.summary()
    if as_json:
        print(json.dumps(summary.as_json(), indent=2))
    else:
        show_summary(summary)


@app.command()
def replay(
    file: RecordFile,
    ply: Annotated[int | None, typer.Option(help="Show the table after this many words.")] = None,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Show a recorded match turn by turn, or the table at one moment."""
    match = read(file, components)
    if ply is not None:
        match = match.at(ply)
    if as_json:
        turns = [{"seat": turn.seat, "words": turn.words} for turn in match.turns()]
        told = {"game": match.game, "players": match.players, "turns": turns, "over": match.is_over}
        result = match.scores() if match.is_over else None
        print(json.dumps({**told, "scores": result, "ply": match.ply}, indent=2))
        return
    from siberia.cli.terminal import console

    out = console()
    if ply is None:
        for number, turn in enumerate(match.turns(), 1):
            line = f"{number:>4}  {match.players[turn.seat]}: {', '.join(turn.words)}"
            out.print(line, markup=False, soft_wrap=True)
        out.print()
    out.print(str(match), markup=False, soft_wrap=True)


@app.command()
def verify(file: RecordFile, components: BoxFile = None, as_json: Json = False) -> None:
    """Deal a recorded match again and check that everything in it is true.

    Checks the commitment of seed and salt, every word, and the result.
    """
    try:
        match = read(file, components)
    except SiberiaError as error:
        if as_json:
            line = getattr(error, "line", None)
            print(json.dumps({"true": False, "line": line, "problem": str(error)}, indent=2))
            sys.exit(1)
        raise
    scores = match.scores()
    if as_json:
        print(json.dumps({"true": True, "words": match.ply, "scores": scores}, indent=2))
        return
    told = ", ".join(f"{n} {s:,} $" for n, s in zip(match.players, scores, strict=True))
    print(f"{file}: true. {match.ply} words, {told}.")


def read(file: Path, components: Path | None) -> "Match":
    """Return the match recorded in a file."""
    from siberia.match import Match
    from siberia.match.record import read_file

    try:
        return Match.read(read_file(file), components)
    except RecordError as error:
        raise RecordError(error.problem, file=str(file), line=error.line) from None


@app.command()
def bench(
    game: GameName,
    players: Players = 4,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    seconds: Annotated[float, typer.Option(help="How long to measure.", min=0.1, max=600)] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure random play inside the engine on one core.

    A move is: list what is legal, choose, apply. Whole matches from the deal on.
    """
    from siberia.arena.simulation import CHUNK, Simulation
    from siberia.match import Match

    match = Match.new(game, seats=players, start=0, edition=edition, expansion=expansion)
    setup = match.setup
    moves, taken, matches = 0, 0.0, 0
    while taken < seconds:
        simulation = Simulation(setup, CHUNK, matches)
        list(simulation.run())
        moves, taken = moves + simulation.moves, taken + simulation.seconds
        matches += CHUNK
    told = {"game": game, "players": players, "edition": edition, "matches": matches}
    speed = {"moves": moves, "seconds": taken, "moves_per_second": moves / taken}
    if as_json:
        print(json.dumps({**told, **speed}, indent=2))
    else:
        print(f"{game} · {players} players · {matches:,} matches of {moves / matches:.0f} moves")
        print(f"{moves / taken / 1e6:.2f} million moves a second on one core")


@app.command()
def advise(
    file: RecordFile,
    ply: Annotated[int, typer.Option(help="The position after this many words.", min=0)],
    bot: Annotated[str, typer.Option(help="Who is asked.")] = "expert",
    seed: Annotated[int, typer.Option(help="Same seed, same advice.", min=0)] = 0,
    components: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Ask a bot what to do in a recorded position, and how sure it is."""
    from siberia.bots import Seat
    from siberia.bots import bot as bot_named
    from siberia.cli.reports import show_advice
    from siberia.engine.errors import SetupError

    match = read(file, components).at(ply)
    if match.to_move is None:
        raise SetupError("the match is over there, and nothing is to be decided", about="ply")
    choice = bot_named(bot, seed).choose(Seat(match))
    if as_json:
        told = {"seat": match.to_move, "word": choice.word, "win_shares": choice.win_shares}
        more = {"effort": choice.effort, "line": choice.line, "simulations": choice.simulations}
        print(json.dumps({**told, **more}, indent=2))
    else:
        show_advice(match.players[match.to_move], choice)


@app.command()
def arena(
    game: Annotated[str, typer.Option(help="The game: card or board.")] = "card",
    players: Players = 2,
    bots: Annotated[
        str, typer.Option(help="Names with commas; one may be repeated.")
    ] = "hard,easy",
    games: Annotated[int, typer.Option(help="How many matches.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.", min=0, max=2**63)] = 1,
    edition: Edition = "dlp",
    expansion: Expansion = False,
    exchanges: Exchanges = None,
    workers: Annotated[int, typer.Option(help="How many processes; 0: one for each core.")] = 0,
    ray: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at this address.", metavar="ADDRESS")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where results and report.html go.")] = Path("arena"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on where it stopped.")] = False,
    as_json: Json = False,
) -> None:
    """Let bots play many matches and measure them: ratings, win shares, a report.

    Every line-up plays every deal in every rotation of the seats. Ctrl-C loses nothing: go on with
    --resume.
    """
    from siberia.arena import Plan, hold

    names = tuple(name.strip() for name in bots.split(","))
    plan = Plan(game, players, names, games, seed, edition, expansion, exchanges)
    cores = workers or os.cpu_count() or 1
    hold(plan, out, resume=resume, workers=cores, ray=ray, as_json=as_json)


@app.command()
def components(components: BoxFile = None, as_json: Json = False) -> None:
    """Show what is printed in the boxes and how it is known, or check a box file."""
    import msgspec

    from siberia.cli.reports import show_box
    from siberia.components import KINDS, load, shipped

    chosen = [load(components)] if components else [shipped(game) for game in KINDS]
    if as_json:
        print(
            json.dumps([{**msgspec.to_builtins(b), "sha256": b.sha256} for b in chosen], indent=2)
        )
        return
    for box in chosen:
        show_box(box)
