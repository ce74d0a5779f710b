"""``siberia train``: a net learns a game by playing against itself."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from siberia.cli.options import GameName
from siberia.engine.errors import SetupError

if TYPE_CHECKING:
    from siberia.training.evaluation import Measured
    from siberia.training.run import Budget
    from siberia.training.settings import Recipe

Minutes = Annotated[float, typer.Option(help="How long to train.", min=0.05)]
Updates = Annotated[
    int | None, typer.Option(help="Instead: exactly so many updates, to repeat a run.", min=1)
]
DeviceName = Annotated[str, typer.Option(help="cpu, or cuda for a GPU (extra siberia[cuda]).")]
Seats = Annotated[str, typer.Option(help="Numbers of players, mixed.")]
Editions = Annotated[str, typer.Option(help="Card game: the rules it is played by, mixed.")]
Expansion = Annotated[
    str, typer.Option(help="Board game: with the salesman cards: on, off, or mixed.")
]
Out = Annotated[Path, typer.Option(help="Where the net, checkpoints and the log go.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the folder's checkpoint.")]
Start = Annotated[
    Path | None,
    typer.Option("--from", help="Start from this net, not from nothing.", metavar="FILE"),
]
Against = Annotated[
    Path | None,
    typer.Option(help="Learn to beat this net, which stays as it is.", metavar="FILE"),
]
Evaluator = Annotated[
    bool, typer.Option("--evaluator", help="Learn what positions are worth if --from plays on.")
]
Seed = Annotated[int, typer.Option(help="Same seed and updates, same net.", min=0, max=2**31)]

# A bar counts in whole numbers.
WHOLE = 100
# Heights of a learning curve's points.
BARS = "▁▂▃▄▅▆▇█"
EXPANSIONS = {"on": (True,), "off": (False,), "mixed": (False, True)}


def train(
    game: GameName,
    minutes: Minutes = 5.0,
    updates: Updates = None,
    device: DeviceName = "cpu",
    seats: Seats = "2,3,4",
    editions: Editions = "dlp,oya",
    expansion: Expansion = "mixed",
    out: Out = Path("training"),
    resume: Resume = False,
    start: Start = None,
    against: Against = None,
    evaluator: Evaluator = False,
    seed: Seed = 1,
) -> None:
    """Let a net learn a game by playing against itself (extra siberia[train]).

    The net is in the folder as GAME.npz, and plays wherever a bot is named, as net:FOLDER/GAME.npz.
    Ctrl-C loses nothing: go on with --resume.
    """
    settings = chosen_settings(game, device, seats, editions, expansion)
    try:
        from siberia.training.run import Budget, TrainingRun
        from siberia.training.settings import going_on
    except ModuleNotFoundError as error:
        message = f"training needs {error.name}: pip install 'siberia[train]'"
        raise SetupError(message, about="train") from None
    budget = Budget(updates=updates) if updates else Budget(minutes=minutes)
    if evaluator:
        learn_to_judge(settings, budget, out, start, seed=seed, device=device)
        return
    if start is not None:
        settings = going_on(settings)
    run = TrainingRun(
        settings, out, seed=seed, device=device, resume=resume, start=start, against=against
    )
    with Curve(out) as curve:
        try:
            run.go(budget, curve)
        except KeyboardInterrupt:
            print("\nStopped; go on with --resume.")
    made = run.progress
    print(f"{made.updates} updates, {made.decisions:,} decisions, {made.seconds:.0f} s.")
    print(f"The net is in {out / f'{game}.npz'}; the log in {out / 'log.jsonl'}.")


def learn_to_judge(
    settings: "Recipe", budget: "Budget", out: Path, start: Path | None, *, seed: int, device: str
) -> None:
    """Let an evaluator learn from how a net plays: the one that comes with the package, or another.

    What else is asked for, another run does.
    """
    from siberia.bots.master import net_of
    from siberia.bots.net import shipped_net
    from siberia.training.judging import EvaluatorRun

    game = settings.game
    net = net_of(game, start) if start else shipped_net(game)
    run = EvaluatorRun(settings, out, net, seed=seed, device=device)
    with Curve(out) as curve:
        run.go(budget, curve)
    made = run.progress
    print(f"{made.updates} updates, {made.decisions:,} decisions, {made.seconds:.0f} s.")
    print(f"The evaluator is in {run.file}; the log in {out / 'log.jsonl'}.")


def chosen_settings(game: str, device: str, seats: str, editions: str, expansion: str) -> "Recipe":
    """Return what the options ask for, or raise SetupError."""
    from siberia.match.games import rules_of
    from siberia.training.settings import checked, large, small

    rules_of(game)
    settings = (large if device == "cuda" else small)(game)
    try:
        numbers = tuple(int(number) for number in seats.split(","))
    except ValueError:
        message = f"numbers of players are written 2,3,4, not {seats!r}"
        raise SetupError(message, about="seats") from None
    if numbers != (2, 3, 4):
        settings = replace(settings, seats=numbers)
    if game == "card":
        settings = replace(settings, editions=tuple(editions.split(",")))
    elif expansion in EXPANSIONS:
        settings = replace(settings, expansions=EXPANSIONS[expansion])
    else:
        message = f"the expansion is on, off or mixed, not {expansion!r}"
        raise SetupError(message, about="expansion")
    checked(settings)
    return settings


class Curve:
    """Shows how a run goes: a bar, and what the net won against fixed opponents so far."""

    def __init__(self, out: Path) -> None:
        from siberia.cli.reports import progress

        self._out = out
        self._bar = progress(quiet=False)
        self._task = self._bar.add_task("compiling", total=WHOLE)
        self._won: dict[str, list[float]] = defaultdict(list)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def updated(self, updates: int, progress: float, figures: dict[str, float]) -> None:
        """Show how far the run is."""
        shown = f"{updates} updates  {self.curves()}"
        self._bar.update(self._task, description=shown, completed=int(WHOLE * min(1.0, progress)))

    def measured(self, found: "list[Measured]") -> None:
        """Print a line for each measurement."""
        for one in found:
            self._won[one.opponent].append(one.share)
            self._bar.console.print(
                f"after {one.updates:>5} updates {one.share:>6.1%} against {one.opponent}"
                f" (95 %: {one.low:.0%} – {one.high:.0%})  {curve(self._won[one.opponent])}",
                highlight=False,
            )

    def curves(self) -> str:
        """Return the curves so far, opponent by opponent."""
        return "  ".join(f"{name} {curve(shares)}" for name, shares in self._won.items())


def curve(shares: list[float]) -> str:
    """Draw shares as bars of text."""
    return "".join(BARS[min(len(BARS) - 1, int(share * len(BARS)))] for share in shares)
