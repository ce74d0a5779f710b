"""How much less results vary without luck: equal bots, whose true share is known to be even.

    python -m benchmarks.adjusted > benchmarks/adjusted.txt

Of one of two equal bots the mean share of the win must be 50 %, with luck and without. `master`
plays alike whatever its seed, and so does `medium` the board game: there each deal is played once,
for the second match would be the first one again. In the card game `medium` plays each deal twice
and changes seats, as an arena does. The evaluators were trained before, and on other deals.
"""

from collections.abc import Iterator, Sequence
from statistics import fmean, pvariance

from siberia import Match
from siberia.arena.ratings import CONFIDENCE, decided
from siberia.bots import Seat, bot
from siberia.bots.net import compute_in_one_thread
from siberia.match.setup import match_seed
from siberia.review import luck_of

MATCHES = 400
SEED = 2026
CONTESTS = (
    ("card", "master", 1),
    ("card", "medium", 2),
    ("board", "master", 1),
    ("board", "medium", 1),
)


def played(game: str, name: str, deal: int, seat: int) -> Match:
    """Play a match between equals, whose chances differ from match to match."""
    match = Match.new(game, seed=match_seed(SEED, deal))
    bots = [bot(name, 4 * deal + 2 * seat + other) for other in range(2)]
    while match.to_move is not None:
        match.play(bots[match.to_move].choose(Seat(match)).word)
    return match


def contest(game: str, name: str, rotations: int) -> Iterator[tuple[float, float]]:
    """Yield the share of the one bot, and its luck, in every deal."""
    for deal in range(MATCHES // rotations):
        shares, lucks = [], []
        for seat in range(rotations):
            match = played(game, name, deal, seat)
            shares.append(match.shares()[seat])
            lucks.append(luck_of(match, deal)[seat])
        yield fmean(shares), fmean(lucks)


def mean(values: Sequence[float]) -> str:
    """Say a mean and its interval."""
    half = CONFIDENCE * (pvariance(values) / len(values)) ** 0.5
    return f"{100 * fmean(values):5.1f} ± {100 * half:3.1f} %"


def main() -> None:
    """Play everything and print a line for each contest."""
    compute_in_one_thread()
    print(f"{MATCHES} matches of two equal bots; mean share of one of them, 95 %", flush=True)
    columns = ("deals", "with luck", "without luck", "without all of it")
    print(f"{'contest':16} {columns[0]:>5}", *(f"{column:>14}" for column in columns[1:]), end="")
    print("  decided  fewer matches", flush=True)
    for game, name, rotations in CONTESTS:
        shares, lucks = zip(*contest(game, name, rotations), strict=True)
        part = decided(shares, lucks)
        without, less = (
            [share - some * luck for share, luck in zip(shares, lucks, strict=True)]
            for some in (part, 1.0)
        )
        times = pvariance(shares) / pvariance(without)
        print(
            f"{game + ', ' + name:16} {len(shares):5} {mean(shares)} {mean(without)} {mean(less)}"
            f"   {part:.2f}   {times:.2f} times",
            flush=True,
        )


if __name__ == "__main__":
    main()
