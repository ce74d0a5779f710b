"""The ladder: each level against the one below it, in every variant, by 2, 3 and 4 players.

Its rungs are played as arenas are, each into a folder of its own, which keeps every match and can
be resumed. What is published is small: `ladder.json` with a line for each rung, and a page of it.
"""

import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import msgspec

from siberia.arena.play import RESULTS, Folder, Result, ready_to_think, run_all
from siberia.arena.ratings import interval
from siberia.arena.schedule import Plan, schedule
from siberia.bots import CHARACTERS
from siberia.engine.errors import FileError, SetupError
from siberia.match.engines import engine
from siberia.match.setup import SEAT_COUNTS

# What is published: figures for programs, and a page for people.
SUMMARY = "ladder.json"
PAGE = "README.md"

# Bots that search no tree: a match among them takes a fraction of a second.
QUICK = {"random", "easy", "medium", "master"}
# How many matches a rung has where all bots are quick, and where one is not.
MATCHES_OF_QUICK = 1000
MATCHES_OF_OTHERS = 200
# Deals of the ladder's own: `siberia arena` has others unless it is told to.
SEED = 11


@dataclass(frozen=True)
class Variant:
    """One way to play: its name in folders, its title on the page, and its options."""

    game: str
    name: str
    title: str
    edition: str = "dlp"
    expansion: bool = False


VARIANTS = (
    Variant("card", "dlp", "Card game, edition dlp"),
    Variant("card", "oya", "Card game, edition oya", edition="oya"),
    Variant("board", "base", "Board game"),
    Variant("board", "expansion", "Board game with the expansion", expansion=True),
)


@dataclass(frozen=True)
class Rung:
    """A plan in which the first bot sits alone among others that are all alike."""

    name: str
    variant: Variant
    plan: Plan

    @property
    def contest(self) -> str:
        """Who plays against whom, in words."""
        first, *others = self.plan.bots
        return f"{first} against {('', 'two ', 'three ')[len(others) - 1]}{others[0]}"


def rungs(only: str = "", levels: Iterable[str] = CHARACTERS) -> list[Rung]:
    """Return the rungs whose names have a part like `only`, in the order of the page.

    The part may have wildcards: "card-*-expert-hard". Raises SetupError where there is none.
    """
    # Random play is the ground on which the ladder stands.
    pairs = list(pairwise(("random", *levels)))
    every = [
        rung(variant, seats, better, worse)
        for variant in VARIANTS
        for seats in SEAT_COUNTS
        for worse, better in pairs
    ]
    found = [one for one in every if fnmatch(one.name, f"*{only}*")]
    if not found:
        raise SetupError(f"no rung is like {only!r}; one is {every[0].name}", about="only")
    return found


def rung(variant: Variant, seats: int, better: str, worse: str) -> Rung:
    """Return the rung of one bot against others."""
    games = MATCHES_OF_QUICK if {better, worse} <= QUICK else MATCHES_OF_OTHERS
    plan = Plan(
        game=variant.game,
        seats=seats,
        bots=(better, *[worse] * (seats - 1)),
        games=games,
        seed=SEED,
        edition=variant.edition,
        expansion=variant.expansion,
    )
    return Rung(f"{variant.game}-{seats}-{variant.name}-{better}-{worse}", variant, plan)


# ---------------------------------------------------------------- playing


def play_rungs(
    chosen: Iterable[Rung],
    results: Path,
    workers: int,
    seconds: float | None = None,
    on_progress: Callable[[int, int], None] = lambda _played, _total: None,
) -> None:
    """Play what is missing of some rungs, each in its folder below `results`.

    All rungs grow evenly, deal by deal. After so many `seconds` no match is begun any more; those
    that were are finished. `on_progress` is called before the first match and after each, with how
    many are played and how many there are. Ctrl-C ends it early: what was played is kept.
    """
    ends = math.inf if seconds is None else time.monotonic() + seconds
    folders = [Folder.open(results / one.name, one.plan, resume=True) for one in chosen]
    todo = [(folder, folder.plan, fixture) for folder in folders for fixture in folder.missing()]
    todo.sort(key=lambda job: job[2].deal)
    # Compiled here, once, and not in every process at the same time.
    for game in sorted({plan.game for _, plan, _ in todo}):
        engine(game)
        ready_to_think(game)
    played = sum(len(folder.results) for folder in folders)
    total = played + len(todo)
    on_progress(played, total)
    try:
        for folder, result in run_all(todo, workers, ends):
            folder.add(result)
            played += 1
            on_progress(played, total)
    except BrokenExecutor:
        message = "a process died; what was played is kept: the same command goes on"
        raise FileError(message, file=str(results)) from None
    except KeyboardInterrupt:
        pass


# ---------------------------------------------------------------- publishing


@dataclass(frozen=True)
class Tally:
    """What the whole deals of a rung came to, for its first bot.

    `low` and `high` hold 95 % of what may be expected of the win share. `deals` says how many
    deals there were of which it won so many matches, having played them once from each seat: all
    that the interval is made of. `milliseconds` is what each bot took for a decision.
    """

    plan: Plan
    matches: int
    win_share: float
    low: float
    high: float
    deals: dict[str, int]
    milliseconds: dict[str, float]


def tally(folder: Folder) -> Tally | None:
    """Sum up a folder; None if no deal was played from every seat yet.

    A deal that was not is left out: who sits well in it would count for more.
    """
    plan = folder.plan
    by_deal: dict[int, list[tuple[Result, int]]] = defaultdict(list)
    for result in folder.results.values():
        by_deal[result.deal].append((result, result.bots.index(plan.bots[0])))
    deals = [deal for deal in by_deal.values() if len(deal) == plan.seats]
    if not deals:
        return None
    seats = [seat for deal in deals for seat in deal]
    played = [result for result, _ in seats]
    low, high = interval(seats)
    wins = [sum(result.shares[seat] for result, seat in deal) for deal in deals]
    return Tally(
        plan=plan,
        matches=len(seats),
        win_share=round(sum(wins) / len(seats), 6),
        low=round(low, 6),
        high=round(high, 6),
        deals={f"{won:g}": n for won, n in sorted(Counter(round(w, 2) for w in wins).items())},
        milliseconds={name: milliseconds(name, played) for name in dict.fromkeys(plan.bots)},
    )


def milliseconds(name: str, results: list[Result]) -> float:
    """Return the mean time that a bot took for a decision that was not forced."""
    seats = [(r, seat) for r in results for seat, who in enumerate(r.bots) if who == name]
    decisions = sum(r.decisions[seat] for r, seat in seats)
    return round(1000 * sum(r.thinking[seat] for r, seat in seats) / max(1, decisions), 2)


def publish(results: Path, out: Path) -> Path:
    """Write the summary and its page from the folders below `results`; return the page.

    A rung that has no folder there keeps what was published of it before, and one that is no
    longer on the ladder is dropped.
    """
    known = summary(out)
    tallies: dict[str, Tally] = {}
    for one in rungs():
        path = results / one.name
        found = tally(Folder.load(path)) if (path / RESULTS).exists() else None
        found = found or known.get(one.name)
        if found and found.plan == one.plan:
            tallies[one.name] = found
    out.mkdir(parents=True, exist_ok=True)
    lines = [f"{json.dumps(name)}: {json.dumps(asdict(t))}" for name, t in tallies.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (out / SUMMARY).write_text(text, encoding="utf-8")
    (out / PAGE).write_text(page(tallies), encoding="utf-8")
    return out / PAGE


def summary(out: Path) -> dict[str, Tally]:
    """Return what was published before; nothing if nothing was."""
    file = out / SUMMARY
    return read_summary(file.read_bytes(), str(file)) if file.exists() else {}


def read_summary(written: bytes, file: str) -> dict[str, Tally]:
    """Return a summary that was read from a file."""
    try:
        return msgspec.json.decode(written, type=dict[str, Tally])
    except msgspec.MsgspecError as error:
        raise FileError(f"is no summary of a ladder: {error}", file=file) from None


HEAD = """\
# How strong the levels are

Each level plays against the one below it, in every variant, by 2, 3 and 4 players: one seat against
all others. Every deal is played once from each seat, so that the luck of the cards and of the seat
is the same for all. The win share is that of the bot named first; if both were equally strong, it
would be what stands under *even*. The interval is that of 95 %, counted over deals.

`siberia ladder` plays what is missing and writes this page, and `ladder.json` with the figures;
`siberia ladder --only expert --again` measures anew what has changed. The same seed brings the same
deals. Every single match is kept in `artefacts/ladder`, which is not part of the repository:
`siberia report artefacts/ladder/card-2-dlp-hard-medium` shows one rung with tables and plots.

How a general search does against `hard` and `expert` in the same time for each decision is another
contest: [OpenSpiel's ISMCTS](../../benchmarks/openspiel_ismcts.txt).
"""

COLUMNS = """\
| players | contest | matches | win share | 95 % | even | ms a decision, first and others |
|---|---|---|---|---|---|---|
"""


def page(tallies: dict[str, Tally]) -> str:
    """Return the page, with a table for each variant of which something was played."""
    text = HEAD
    for variant in VARIANTS:
        here = [one for one in rungs() if one.variant == variant and one.name in tallies]
        if here:
            rows = "".join(row(one, tallies[one.name]) for one in here)
            text += f"\n## {variant.title}\n\n{COLUMNS}{rows}"
    return text


def row(one: Rung, came_to: Tally) -> str:
    """Return the line of a rung; if not all was played yet, it says so."""
    planned = len(schedule(one.plan))
    rest = f" of {planned:,}" if came_to.matches < planned else ""
    first, other = one.plan.bots[:2]
    cells = (
        f"{one.plan.seats}",
        one.contest,
        f"{came_to.matches:,}{rest}",
        f"**{came_to.win_share:.1%}**",
        f"{came_to.low:.1%} – {came_to.high:.1%}",
        f"{1 / one.plan.seats:.1%}",
        f"{came_to.milliseconds[first]:.1f}, {came_to.milliseconds[other]:.1f}",
    )
    return f"| {' | '.join(cells)} |\n"
