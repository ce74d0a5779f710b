"""Positions of the card game for tests, written as people would describe them."""

from collections import Counter
from collections.abc import Sequence

from siberia import Match
from siberia.cardgame.state import ACT, DISCOVER, NONE, PLACES, VALUES
from siberia.engine.vocabulary import ACTION_CARDS, RESOURCES, SYMBOLS
from tests.support import card_view, state_of


def card(name: str) -> int:
    """``gold 4000`` as the number of a resource card."""
    resource, value = name.split()
    return RESOURCES.index(resource) * VALUES + int(value) // 1000


def position(
    hand: str = "",
    *,
    row: Sequence[str] = (),
    stack: Sequence[str] = (),
    seats: int = 2,
    edition: str = "dlp",
    discover: bool = False,
    workers: int = 1,
    investors: str = "",
    salesmen: str = "",
    taken: Sequence[str] = (),
) -> Match:
    """A match in which seat 0 is to act (or to discover) with these cards.

    `row` are the places from the headframe on: ``gold 4000`` is face up, ``(gold 4000)`` face
    down, ``-`` empty. `stack` is what is laid next, first card first.
    """
    match = Match.new("card", seats=seats, seed=1, start=0, edition=edition)
    state = state_of(match)
    state.hands[0] = counts(hand.split(), ACTION_CARDS)
    state.row[:], state.up[:] = NONE, 0
    for place, name in enumerate(row):
        if name != "-":
            state.row[place] = card(name.strip("()"))
            state.up[place] = not name.startswith("(")
    state.stack[: len(stack)] = [card(name) for name in reversed(stack)]
    state.stack_size = len(stack)
    state.workers[0] = workers
    for name in investors.split():
        state.investors[RESOURCES.index(name)] = 0
    for name in salesmen.split():
        state.salesmen[SYMBOLS.index(name)] = 0
    for name in taken:
        state.taken[0, card(name)] += 1
    state.phase = DISCOVER if discover else ACT
    return match


def counts(names: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """How often each kind is among the names."""
    found = Counter(names)
    assert not found.keys() - set(kinds), found
    return [found[kind] for kind in kinds]


def row(match: Match) -> list[str]:
    """The row as `position` takes it."""
    state = state_of(match)
    return [
        "-" if state.row[place] == NONE else shown(int(state.row[place]), bool(state.up[place]))
        for place in range(PLACES)
    ]


def hand_of(match: Match) -> tuple[str, ...]:
    """The cards that seat 0 has in hand."""
    cards = card_view(match, 0).players[0].hand
    assert cards is not None
    return cards


def shown(card: int, up: bool) -> str:
    name = f"{RESOURCES[card // VALUES]} {card % VALUES * 1000}"
    return name if up else f"({name})"


def play(match: Match, *words: str) -> Match:
    for word in words:
        match.play(word)
    return match
