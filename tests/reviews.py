"""Reviews of matches by an expert who knows nothing, but adds up: to test what is shown."""

import random
from collections.abc import Callable, Sequence

from siberia.match import Match
from siberia.review import Balance, Chance, ComparedLine, Decision, Review, Tried
from siberia.review.data import STEP, VERSION, ChanceKind, grade

WHOLE = round(1 / STEP)
DIGEST = "5e" * 32
KINDS: dict[str, tuple[ChanceKind, ChanceKind]] = {
    "card": ("flip", "draw"),
    "board": ("round", "tile"),
}


def on_grid(parts: Sequence[float]) -> tuple[float, ...]:
    """Shares on the grid of reviews, exactly 1 together."""
    total = sum(parts)
    steps = [round(part / total * WHOLE) for part in parts]
    steps[0] += WHOLE - sum(steps)
    return tuple(step * STEP for step in steps)


def review_of(match: Match, seed: int = 0, reviewed: Sequence[int] | None = None) -> Review:
    """A review of a match that is over: shares wander, and every third change of them is luck."""
    rng = random.Random(seed)
    reviewed = range(match.seats) if reviewed is None else reviewed
    weights = [1.0] * match.seats
    shares = []
    for _ in range(match.ply + 1):
        weights = [max(0.05, weight * rng.uniform(0.9, 1.11)) for weight in weights]
        shares.append(on_grid(weights))
    shares[-1] = on_grid([float(share) for share in match.shares()])
    movers, chances = [seat for seat, _ in match.log(None)], []
    own = [[0.0] * match.seats for _ in range(match.seats)]
    lucky = [0.0] * match.seats
    for ply, seat in enumerate(movers):
        change = [now - was for was, now in zip(shares[ply], shares[ply + 1], strict=True)]
        if ply % 3 == 0:
            kind = KINDS[match.game][ply % 2]
            error = (0.004,) * match.seats
            chances.append(Chance(ply, kind, seat, tuple(change), error))
            lucky = [sum(pair) for pair in zip(lucky, change, strict=True)]
        else:
            own[seat] = [sum(pair) for pair in zip(own[seat], change, strict=True)]
    decisions = tuple(decisions_of(match, movers, rng, reviewed))
    balances = tuple(
        balance(seat, shares, lucky, own, [one for one in decisions if one.seat == seat])
        for seat in range(match.seats)
    )
    return Review(
        version=VERSION,
        evaluator=DIGEST,
        seed=seed,
        game=match.game,
        seats=match.seats,
        players=match.players,
        words=match.ply,
        reviewed=tuple(reviewed),
        shares=tuple(shares),
        balances=balances,
        chances=tuple(chances),
        decisions=decisions,
    )


def balance(seat, shares, lucky, own, decisions) -> Balance:
    """What one seat came to."""
    others = tuple(own[other][seat] if other != seat else 0.0 for other in range(len(own)))
    losses = [one.loss for one in decisions]
    return Balance(
        start=shares[0][seat],
        luck=lucky[seat],
        own=own[seat][seat],
        others=others,
        result=shares[-1][seat],
        luck_error=0.02,
        mean_loss=sum(losses) / len(losses) if losses else None,
        decisions=len(losses),
    )


def decisions_of(match: Match, movers: Sequence[int], rng: random.Random, reviewed: Sequence[int]):
    """Most turns that had a choice, with a line or two beside what was played."""
    ply, words = 0, match.words
    for turn in match.turns():
        before, first = match.at(ply), ply
        ply += len(turn.words)
        if turn.seat not in reviewed or rng.random() < 0.4 or len(before.legal()) < 2:
            continue
        count = before_reveal(match, first, ply)
        played = words[first : first + count]
        other = line_beside(before, played, count, rng)
        if other == played:
            continue
        loss = round(rng.uniform(0.01, 0.14), 3) if rng.random() < 0.9 else 0.0
        best = other if loss else played
        share = 0.4
        lines = (ComparedLine(other, share + loss), ComparedLine(played, share))
        yield Decision(
            first,
            count,
            turn.seat,
            before.view(None).phase,
            played,
            best,
            lines,
            loss,
            0.01 if loss else 0.0,
            grade(loss),
            32 if loss else 0,
            20 if loss else 0,
            8 if loss else 0,
        )


def before_reveal(match: Match, first: int, last: int) -> int:
    """How many words of a turn are judged together: until something is revealed."""
    trial = match.at(first)
    reveals = trial.state["reveals"]
    for count in range(1, last - first + 1):
        trial.play(match.words[first + count - 1])
        if trial.state["reveals"] != reveals:
            return count
    return last - first


def line_beside(before: Match, played: Sequence[str], count: int, rng: random.Random):
    """Other words of the same turn."""
    trial, turn, seat = before.copy(), before.state["turn"], before.to_move
    reveals, found = before.state["reveals"], []
    while (
        not trial.is_over
        and trial.to_move == seat
        and trial.state["turn"] == turn
        and trial.state["reveals"] == reveals
    ):
        legal = trial.legal()
        wanted = [word for word in legal if word not in played] or list(legal)
        found.append(rng.choice(wanted))
        trial.play(found[-1])
    return tuple(found)


class QuickExpert:
    """An expert who is quick, for servers in tests."""

    version = VERSION

    def __init__(self) -> None:
        self.looked_at: list[str] = []

    def evaluator(self, game: str) -> str:
        """The same for both games."""
        del game
        return DIGEST

    def review(self, match: Match, progress: Callable[[float], None]) -> Review:
        """A review that adds up."""
        progress(0.5)
        self.looked_at.append(match.record())
        return review_of(match)

    def judge(self, match: Match, ply: int, seat: int, words: Sequence[str]) -> Tried:
        """Better is what the review calls best, as good what was played, anything else is not."""
        decision = next(one for one in review_of(match).decisions if one.ply == ply)
        assert decision.seat == seat
        if tuple(words) == decision.best:
            return Tried("better", decision.loss, 0.01, 64, 40, 12)
        if tuple(words) == decision.played:
            return Tried("as good", 0.0, 0.0, 64, 0, 0)
        return Tried("not better", -0.04, 0.01, 64, 10, 41)
