"""The card game's state: everything on the table and in the hands, each field once.

The numbers of the rules stand here too, each under a name.
"""

from typing import TYPE_CHECKING

from siberia.components import CardBox
from siberia.components.cards import ACTION_CARDS_IN_BOX, RESOURCE_CARDS_IN_BOX
from siberia.engine.errors import SetupError
from siberia.engine.rng import STREAM_WIDTH
from siberia.engine.schema import (
    HIDDEN,
    Array,
    Seen,
    State,
    blank,
    everyone,
    field,
    nobody,
    owner,
    same_for_all,
)
from siberia.engine.vocabulary import (
    ACTION_CARDS,
    EDITIONS,
    MOST_SEATS,
    RESOURCES,
    SYMBOLS,
    listing,
)

if TYPE_CHECKING:
    from siberia.engine.contract import Setup

NONE = -1

# C1: an action card's kind is its person × RESOURCE_COUNT + its resource; a resource card is its
# resource × VALUES + its printed value in thousands.
RESOURCE_COUNT = len(RESOURCES)
SYMBOL_COUNT = len(SYMBOLS)
CARD_KINDS = len(ACTION_CARDS)
VALUES = 8
RESOURCE_KINDS = RESOURCE_COUNT * VALUES

# C2: the places of the row, and how many of the first cards lie face up.
PLACES = 8
FIRST_FACE_UP = 3
# C4: the cards each player begins with.
FIRST_HAND = 5
# C6: with so many cards face down one must be turned up.
DISCOVERY_DUE = 3
# C7, C8: how many cards can be drawn in a turn, and held.
MOST_DRAWN = 2
HAND_LIMIT = 8
# C10, C11: the cards with its symbol that an action costs; instead of the last of them, so many
# cards without it.
SYMBOL_CARDS = 2
OTHER_CARDS = 2
# C24: what a person counts without a salesman for it.
PERSON_VALUE = 1000

# Phases: what must be decided now.
DISCOVER, ACT, PAY, CHOOSE, OVER = range(5)
PHASES = ("discover", "act", "pay", "choose", "over")

# Editions, in the order of the vocabulary.
DLP, OYA = range(2)

# The parts of `pending`.
ACTION, WITH_SYMBOL, WITHOUT_SYMBOL, LAST_PAID = range(4)
PENDING_PARTS = 4


@same_for_all
def face_up(name: str, value: list[int], fields: Seen, _seat: int | None) -> Seen:
    """Show the cards of the row that are turned up (C20); of the others, that they are there."""
    down = [card != NONE and not up for card, up in zip(value, fields["up"], strict=True)]
    shown = [HIDDEN if hides else card for card, hides in zip(value, down, strict=True)]
    return {name: shown, f"{name}_down": down}


def owner_until_over(name: str, value: list[list[int]], fields: Seen, seat: int | None) -> Seen:
    """Show a seat its own (C18); when all is over everything is counted openly."""
    seen = owner(name, value, fields, seat)
    return {**seen, name: value} if fields["phase"] == OVER else seen


class CardState(State):
    """One match of the card game at one moment."""

    rng: Array = field("chance to come", shape=(STREAM_WIDTH,), width="i8", seen_by=nobody)

    seats: int = field("number of players", seen_by=everyone)
    start: int = field("the seat that began", seen_by=everyone)
    edition: int = field("DLP or OYA", seen_by=everyone)
    worth: Array = field(
        "printed on each salesman (C23, C24)", shape=(SYMBOL_COUNT,), width="i4", seen_by=everyone
    )

    phase: int = field("what must be decided now", seen_by=everyone)
    player: int = field("who must decide it", seen_by=everyone)
    turn: int = field("how many turns have begun", seen_by=everyone)
    pending: Array = field(
        "the action being paid for: its symbol, cards paid with and without it, the last one",
        shape=(PENDING_PARTS,),
        seen_by=everyone,
    )
    busy: int = field("whether this turn discovered, played or drew (C22)", seen_by=everyone)
    idle: int = field("turns in a row without any of that (C22)", seen_by=everyone)
    turns_left: int = field("turns until the end, or NONE before C21", seen_by=everyone)
    reveals: int = field("how often something became known", width="i4", seen_by=everyone)

    stack: Array = field("face-down resource cards", shape=(RESOURCE_CARDS_IN_BOX,), seen_by=nobody)
    stack_size: int = field("how many of them", seen_by=everyone)
    row: Array = field("the card in each place, or NONE", shape=(PLACES,), seen_by=face_up)
    up: Array = field("whether it is face up", shape=(PLACES,), seen_by=everyone)

    pile: Array = field("face-down action cards", shape=(ACTION_CARDS_IN_BOX,), seen_by=nobody)
    pile_size: int = field("how many of them", seen_by=everyone)
    discards: Array = field(
        "played cards of each kind (C20)", shape=(CARD_KINDS,), seen_by=everyone
    )
    hands: Array = field(
        "cards in hand of each kind", shape=(MOST_SEATS, CARD_KINDS), seen_by=owner
    )

    workers: Array = field("worker cards of each seat", shape=(MOST_SEATS,), seen_by=everyone)
    investors: Array = field(
        "the seat that has each, or NONE", shape=(RESOURCE_COUNT,), seen_by=everyone
    )
    salesmen: Array = field(
        "the seat that has each, or NONE", shape=(SYMBOL_COUNT,), seen_by=everyone
    )
    taken: Array = field(
        "resource cards won, of each kind (C18)",
        shape=(MOST_SEATS, RESOURCE_KINDS),
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
