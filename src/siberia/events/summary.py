"""A match summed up when it is over: what each seat did, and how the scores came about."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from siberia.cardgame.view import CardView, ScoreLine
from siberia.engine.vocabulary import ACTIONS
from siberia.events.event import Event
from siberia.match import Match

# ---------------------------------------------------------------- the board game


@dataclass(frozen=True)
class Sales:
    """Several sales together: how many they were, how many cubes and how much money."""

    times: int
    cubes: int
    money: int


@dataclass(frozen=True)
class SeatSummary:
    """What one seat did; what it never sold, or where, is not in the mappings."""

    by_resource: Mapping[str, Sales]
    by_exchange: Mapping[str, Sales]
    total: Sales
    # The sale that brought the most money, the first of equals.
    best: Event | None
    actions: int
    # The areas that this seat's sales exhausted, and the actions it took a tile for, in order.
    exhausted: tuple[str, ...]
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class BoardSummary:
    """A board game summed up: seat by seat, and round by round from round 0 on."""

    seats: tuple[SeatSummary, ...]
    # For each seat its money after each round; then the exhausted areas after each round.
    money: tuple[tuple[int, ...], ...]
    exhausted: tuple[int, ...]


def board_summary(
    seats: int, log: Iterable[tuple[int, str | None]], events: Iterable[Event]
) -> BoardSummary:
    """Sum up a board game from all its events and its log (`Match.log`), in order.

    The log says how many actions there were: one action can be several events.
    """
    events = tuple(events)
    performed = Counter(seat for seat, word in log if word in ACTIONS or word == "research")
    rounds = tuple(rounds_of(events))
    return BoardSummary(
        seats=tuple(seat_summary(events, seat, performed[seat]) for seat in range(seats)),
        money=tuple(
            series(together(of(part, "sold", seat)).money for part in rounds)
            for seat in range(seats)
        ),
        exhausted=series(len(of(part, "exhausted")) for part in rounds),
    )


def of(events: Iterable[Event], kind: str, seat: int | None = None) -> tuple[Event, ...]:
    """Return the events of a kind, of one seat or of all."""
    return tuple(e for e in events if e.kind == kind and seat in (None, e.seat))


def series(numbers: Iterable[int]) -> tuple[int, ...]:
    """Add up what each round brought, from 0 on."""
    return tuple(accumulate(numbers, initial=0))


def rounds_of(events: Iterable[Event]) -> Iterable[list[Event]]:
    """Part the events by the finished rounds in which they happened."""
    current: list[Event] = []
    for event in events:
        if event.kind == "over" or (event.kind == "round" and event.about["number"] > 1):
            yield current
            current = []
        current.append(event)


def seat_summary(events: Sequence[Event], seat: int, actions: int) -> SeatSummary:
    """Sum up what one seat did."""
    sales = of(events, "sold", seat)
    return SeatSummary(
        by_resource=sales_by("resource", sales),
        by_exchange=sales_by("exchange", sales),
        total=together(sales),
        best=max(sales, key=lambda sale: int(sale.about["money"]), default=None),
        actions=actions,
        exhausted=tuple(event.about["area"] for event in of(events, "exhausted", seat)),
        tiles=tuple(event.about["action"] for event in of(events, "invested", seat)),
    )


def sales_by(part: str, sales: Sequence[Event]) -> dict[str, Sales]:
    """Add up sales by their resource or their exchange, in the order of the first sales."""
    names = dict.fromkeys(sale.about[part] for sale in sales)
    return {name: together([s for s in sales if s.about[part] == name]) for name in names}


def together(sales: Sequence[Event]) -> Sales:
    """Add up sales."""
    cubes = sum(sale.about["number"] for sale in sales)
    return Sales(len(sales), cubes, sum(sale.about["money"] for sale in sales))


# ---------------------------------------------------------------- the card game


@dataclass(frozen=True)
class CardBreakdown:
    """A seat's score: a line for each resource, then for investors, workers and salesmen."""

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The score."""
        return sum(line.money for line in self.lines)


def card_breakdown(view: CardView) -> tuple[CardBreakdown, ...]:
    """Explain each seat's score, from any view of a finished match: all is open then (C18)."""
    if view.scores is None:
        raise ValueError("the scores of the card game are secret until the match is over")
    return tuple(
        CardBreakdown(player.seat, view.score_lines(player.seat)) for player in view.players
    )


def card_scores_over_time(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return each seat's score at the start and after each turn of a finished card game.

    They were secret while it was played (C18); everything is open when it is over.
    """
    if not match.is_over:
        raise ValueError("the scores of the card game are secret until the match is over")
    moment = match.at(0)
    scores = [moment.scores()]
    for turn in match.turns():
        for word in turn.words:
            moment.play(word)
        scores.append(moment.scores())
    return tuple(zip(*scores, strict=True))
