"""What one seat may see of the card game, with names for people and programs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import numpy as np

from siberia.cardgame.rules import scores
from siberia.cardgame.state import (
    ACTION,
    CHOOSE,
    DISCOVERY_DUE,
    NONE,
    OVER,
    PAY,
    PERSON_VALUE,
    PHASES,
    VALUES,
    CardState,
)
from siberia.components import Box
from siberia.components.cards import WORKERS_IN_BOX
from siberia.engine.contract import Drawable
from siberia.engine.schema import HIDDEN, Seen, bytes_of, from_bytes, seen_from, visible
from siberia.engine.vocabulary import (
    ACTION_CARDS,
    EDITIONS,
    MOST_SEATS,
    RESOURCES,
    SYMBOLS,
    held,
    spelled,
)


@dataclass(frozen=True)
class ResourceCard:
    """A resource card that can be seen."""

    resource: str
    value: int


@dataclass(frozen=True)
class RowPlace:
    """A place of the row: empty, a face-down card, or a face-up one."""

    number: int
    empty: bool
    card: ResourceCard | None


@dataclass(frozen=True)
class CardPlayer:
    """What lies in front of a player; `hand` and `taken` are None where one may not look."""

    seat: int
    hand_size: int
    hand: tuple[str, ...] | None
    taken_size: int
    taken: tuple[ResourceCard, ...] | None
    workers: int
    investors: tuple[str, ...]
    salesmen: tuple[str, ...]

    @property
    def persons(self) -> dict[str, int]:
        """How many cards of each kind of person lie in front of the player."""
        investors, salesmen = len(self.investors), len(self.salesmen)
        return {"investor": investors, "worker": self.workers, "salesman": salesmen}


@dataclass(frozen=True)
class ScoreLine:
    """What one symbol brings a player (C23, C24).

    `values` is what each card shows, and `worth` what its salesman, if the player has it, makes of
    each instead.
    """

    symbol: str
    values: tuple[int, ...]
    worth: int | None

    @property
    def cards(self) -> int:
        """How many cards are counted."""
        return len(self.values)

    @property
    def money(self) -> int:
        """What they count together."""
        return sum(self.values) if self.worth is None else self.cards * self.worth


@dataclass(frozen=True)
class CardView(Drawable):
    """The card game as one seat sees it (`seat` None: as a spectator does)."""

    # Whose eyes these are; seats count from 0.
    seat: int | None
    # How many there are, and which of them started.
    seats: int
    start: int
    edition: str
    # Which decision is due: discover, act, pay or choose; or over.
    phase: str
    # The seat that decides it; None when the match is over.
    to_move: int | None
    # The action that is being paid for, or whose card is being chosen.
    action: str | None
    row: tuple[RowPlace, ...]
    # How many resource cards lie face down beside the row, and action cards in their pile.
    stack: int
    pile: int
    # The action cards that were played.
    discards: tuple[str, ...]
    # What nobody has taken yet.
    workers_left: int
    investors_left: tuple[str, ...]
    salesmen_left: tuple[str, ...]
    # What a salesman makes of each card of a symbol at the end, in dollars (C23, C24).
    worth: dict[str, int]
    players: tuple[CardPlayer, ...]
    # Whether this turn discovered, played or drew, and how many turns before it did not (C22).
    busy: bool
    idle: int
    # How many turns there are until the end, once that is near; None before (C21).
    turns_left: int | None
    # In dollars, by seat; None until the match is over (C18).
    scores: tuple[int, ...] | None

    @property
    def next_idle_turn_ends(self) -> bool:
        """C22: whether the game ends if this turn, too, discovers, plays and draws nothing."""
        could_be_idle = not self.busy and (self.phase != "discover" or self.may_keep)
        return self.turns_left is None and self.idle == self.seats - 1 and could_be_idle

    @property
    def ended_by(self) -> Literal["last card", "idle"] | None:
        """What ended the match, if it is over: the last card (C21), or idle turns (C22)."""
        if self.phase != "over":
            return None
        return "last card" if self.turns_left == 0 else "idle"

    @property
    def face_down(self) -> int:
        """How many cards of the row are face down."""
        return sum(not place.empty and place.card is None for place in self.row)

    @property
    def may_keep(self) -> bool:
        """C6: whether so few cards are face down that none needs to be turned up."""
        return self.face_down < DISCOVERY_DUE

    def score_lines(self, seat: int) -> tuple[ScoreLine, ...]:
        """C23, C24: what a player's cards count: resource by resource, then person by person.

        Raises ValueError where the viewer may not see what the player has taken (C18).
        """
        player = self.players[seat]
        if player.taken is None:
            raise ValueError("the scores of the card game are secret until the match is over")
        return tuple(
            ScoreLine(symbol, values, self.worth[symbol] if symbol in player.salesmen else None)
            for symbol, values in shown_values(player, player.taken)
        )


def view(state: CardState, seat: int | None, _box: Box) -> CardView:
    """Build a view from what `visible` lets through.

    What all seats see alike is put together once, for the spectator; a seat sees in front of itself
    what `visible` shows it besides.
    """
    numbers = bytes_of(state)
    public = spectators_view(numbers)
    if seat is None:
        return public
    return seen_from(public, seat, player(visible(CardState, numbers, seat), seat))


# From one word to the next everybody looks at the same state.
@lru_cache(maxsize=256)
def spectators_view(numbers: bytes) -> CardView:
    """Return what everybody may see of a state, by its bytes; the scores only when all is over."""
    seen = visible(CardState, numbers, None)
    phase, turns_left = seen["phase"], seen["turns_left"]
    over = phase == OVER
    return CardView(
        seat=None,
        seats=seen["seats"],
        start=seen["start"],
        edition=EDITIONS[seen["edition"]],
        phase=PHASES[phase],
        to_move=None if over else seen["player"],
        action=SYMBOLS[seen["pending"][ACTION]] if phase in (PAY, CHOOSE) else None,
        row=tuple(map(place, range(len(seen["row"])), seen["row"], seen["row_down"])),
        stack=seen["stack_size"],
        pile=seen["pile_size"],
        discards=spelled(seen["discards"], ACTION_CARDS),
        workers_left=WORKERS_IN_BOX - sum(seen["workers"]),
        investors_left=held(seen["investors"], NONE, SYMBOLS),
        salesmen_left=held(seen["salesmen"], NONE, SYMBOLS),
        worth=dict(zip(SYMBOLS, seen["worth"], strict=True)),
        players=tuple(player(seen, other) for other in range(seen["seats"])),
        busy=bool(seen["busy"]),
        idle=seen["idle"],
        turns_left=None if turns_left == NONE else turns_left,
        scores=final_scores(from_bytes(CardState, numbers)) if over else None,
    )


def shown_values(
    player: CardPlayer, taken: tuple[ResourceCard, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """C23, C24: what a player's cards show, symbol by symbol."""
    for symbol in SYMBOLS:
        if symbol in RESOURCES:
            yield symbol, tuple(card.value for card in taken if card.resource == symbol)
        else:
            yield symbol, (PERSON_VALUE,) * player.persons[symbol]


# From one word to the next most of the row is the same.
@lru_cache(maxsize=1024)
def place(number: int, card: int, down: int) -> RowPlace:
    """Return one place of the row."""
    if card == HIDDEN:
        return RowPlace(number + 1, empty=not down, card=None)
    return RowPlace(number + 1, empty=False, card=resource_card(card))


@cache
def resource_card(card: int) -> ResourceCard:
    """Return a resource card by its number in the state."""
    return ResourceCard(RESOURCES[card // VALUES], card % VALUES * 1000)


# Whoever has taken nothing new since has the same ones.
@lru_cache(maxsize=1024)
def resource_cards(counts: tuple[int, ...]) -> tuple[ResourceCard, ...]:
    """Return the resource cards of which there are so many of each kind."""
    return tuple(resource_card(card) for card, count in enumerate(counts) for _ in range(count))


def player(seen: Seen, seat: int) -> CardPlayer:
    """Return what may be seen of one player."""
    hand, taken = seen["hands"][seat], seen["taken"][seat]
    return CardPlayer(
        seat=seat,
        hand_size=seen["hands_held"][seat],
        hand=None if HIDDEN in hand else spelled(hand, ACTION_CARDS),
        taken_size=seen["taken_held"][seat],
        taken=None if HIDDEN in taken else resource_cards(tuple(taken)),
        workers=seen["workers"][seat],
        investors=held(seen["investors"], seat, SYMBOLS),
        salesmen=held(seen["salesmen"], seat, SYMBOLS),
    )


def final_scores(state: CardState) -> tuple[int, ...]:
    """C23–C25: when all is over the totals are open."""
    points = np.zeros(MOST_SEATS, np.int64)
    scores(state, points)
    return tuple(int(total) for total in points[: state.seats])
