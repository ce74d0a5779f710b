"""The card game's record: everything on the table and in the hands, each field once.

A resource card is one number: its resource × 8 + its printed value in thousands.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from siberia.components import CardBox
from siberia.engine.errors import SetupError
from siberia.engine.schema import HIDDEN, Array, Seen, State, blank, everyone, field, nobody, owner
from siberia.engine.vocabulary import ACTION_CARDS, EDITIONS, RESOURCES, SYMBOLS, listing

if TYPE_CHECKING:
    from siberia.engine.contract import Setup

SEATS = 4
PLACES = 8
KINDS = len(ACTION_CARDS)
VALUES = 8
RESOURCE_KINDS = len(RESOURCES) * VALUES
WORKERS = 10
HAND_LIMIT = 8
NONE = -1

# Phases: what must be decided now.
DISCOVER, ACT, PAY, CHOOSE, OVER = range(5)
PHASES = ("discover", "act", "pay", "choose", "over")

# Editions, in the order of the vocabulary.
DLP, OYA = range(2)

# The parts of `pending`.
ACTION, WITH_SYMBOL, WITHOUT_SYMBOL, LAST_PAID = range(4)


def face_up(name: str, value: Array, state: Any, _seat: int | None) -> Seen:
    """Show the cards of the row that are turned up (C20); of the others, that they are there."""
    down = (value != NONE) & (state.up == 0)
    return {name: np.where(down, HIDDEN, value), f"{name}_down": down}


def owner_until_over(name: str, value: Array, state: Any, seat: int | None) -> Seen:
    """Show a seat its own (C18); when all is over everything is counted openly."""
    seen = owner(name, value, state, seat)
    return {**seen, name: value.copy()} if state.phase == OVER else seen


class CardState(State):
    """One match of the card game at one moment."""

    rng: Array = field("chance to come", shape=(4,), width="i8", seen_by=nobody)

    seats: int = field("number of players", seen_by=everyone)
    start: int = field("the seat that began", seen_by=everyone)
    edition: int = field("DLP or OYA", seen_by=everyone)
    worth: Array = field(
        "printed on each salesman (C23, C24)", shape=(8,), width="i4", seen_by=everyone
    )

    phase: int = field("what must be decided now", seen_by=everyone)
    player: int = field("who must decide it", seen_by=everyone)
    turn: int = field("how many turns have begun", seen_by=everyone)
    pending: Array = field(
        "the action being paid for: its symbol, cards paid with and without it, the last one",
        shape=(4,),
        seen_by=everyone,
    )
    busy: int = field("whether this turn discovered, played or drew (C22)", seen_by=everyone)
    idle: int = field("turns in a row without any of that (C22)", seen_by=everyone)
    turns_left: int = field("turns until the end, or NONE before C21", seen_by=everyone)
    reveals: int = field("how often something became known", width="i4", seen_by=everyone)

    stack: Array = field("face-down resource cards", shape=(36,), seen_by=nobody)
    stack_size: int = field("how many of them", seen_by=everyone)
    row: Array = field("the card in each place, or NONE", shape=(PLACES,), seen_by=face_up)
    up: Array = field("whether it is face up", shape=(PLACES,), seen_by=everyone)

    pile: Array = field("face-down action cards", shape=(60,), seen_by=nobody)
    pile_size: int = field("how many of them", seen_by=everyone)
    discards: Array = field("played cards of each kind (C20)", shape=(KINDS,), seen_by=everyone)
    hands: Array = field("cards in hand of each kind", shape=(SEATS, KINDS), seen_by=owner)

    workers: Array = field("worker cards of each seat", shape=(SEATS,), seen_by=everyone)
    investors: Array = field("the seat that has each, or NONE", shape=(5,), seen_by=everyone)
    salesmen: Array = field("the seat that has each, or NONE", shape=(8,), seen_by=everyone)
    taken: Array = field(
        "resource cards won, of each kind (C18)",
        shape=(SEATS, RESOURCE_KINDS),
        seen_by=owner_until_over,
    )


def check(setup: "Setup") -> None:
    """Raise SetupError if the card game cannot be set up so."""
    if setup.edition not in EDITIONS:
        known = listing(EDITIONS, "and")
        raise SetupError(f"no edition {setup.edition!r}; there are {known}", about="edition")
    if setup.expansion:
        raise SetupError("the expansion belongs to the board game", about="expansion")
    if setup.exchanges:
        raise SetupError("the card game has no exchanges", about="exchanges")


def unpack(setup: "Setup") -> CardState:
    """Return a state with the whole box in order: sorted piles, nothing dealt."""
    box = setup.box
    assert isinstance(box, CardBox)
    state = blank(CardState)
    state.seats, state.start = setup.seats, setup.start
    state.edition = EDITIONS.index(setup.edition)
    state.worth[:] = [box.salesmen.values[symbol] for symbol in SYMBOLS]
    state.turns_left = NONE
    state.row[:] = state.investors[:] = state.salesmen[:] = NONE
    state.stack[:] = [
        RESOURCES.index(resource) * VALUES + value // 1000
        for resource in RESOURCES
        for value in sorted(box.resource_cards.values[resource])
    ]
    state.stack_size = len(state.stack)
    copies = box.action_cards.copies
    state.pile[:] = [k for k, card in enumerate(ACTION_CARDS) for _ in range(copies[card])]
    state.pile_size = len(state.pile)
    return state
