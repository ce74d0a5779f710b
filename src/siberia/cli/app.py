"""The commands together, and how they are run.

Each command imports what it needs where it uses it, so that --help and a wrong option wait neither
for the server nor for the bots.
"""

import io
import os
import sys

import typer

from siberia.cli.advise import advise
from siberia.cli.arena import arena
from siberia.cli.backup import backup, restore
from siberia.cli.bench import bench
from siberia.cli.components import components
from siberia.cli.connect import connect
from siberia.cli.ladder import ladder
from siberia.cli.play import play
from siberia.cli.replay import replay
from siberia.cli.report import report
from siberia.cli.review import review
from siberia.cli.serve import serve
from siberia.cli.simulate import simulate
from siberia.cli.tables import app as tables
from siberia.cli.train import train
from siberia.cli.verify import verify
from siberia.engine.errors import SiberiaError

app = typer.Typer(
    help="SIBERIA, by Reiner Stockhausen: play it, replay it, study it.\n\n"
    "An independent implementation; the name belongs to its publisher.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

# In the order in which --help lists them.
COMMANDS = (
    serve,
    play,
    connect,
    simulate,
    replay,
    verify,
    bench,
    advise,
    review,
    arena,
    report,
    ladder,
    train,
    components,
    backup,
    restore,
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(tables, name="tables", no_args_is_help=True)


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
        # Where no file is named it is the screen, or what stands in its place.
        what = f"{error.filename} cannot be read or written" if error.filename else "cannot write"
        print(f"siberia: {what}: {error.strerror}", file=sys.stderr)
        # Python would try to write once more on its way out.
        os._exit(1)
