"""The card game's events: what a word did, from what everyone saw before and after it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from siberia.cardgame.view import CardView
from siberia.events.event import Event

# How a word that pays begins.
PAY_VERB = "pay "


def word_events(
    before: CardView, after: CardView, seat: int, word: str, earlier: Sequence[str] = ()
) -> tuple[Event, ...]:
    """Return what a seat's word did, from two spectator views.

    An action is an event when it is complete. The views do not say with which cards it was paid, so
    `earlier` are the words before this one, last word last: three at least, the dearest payment.
    """
    events = list(EVENTS_BY_PHASE[before.phase](before, after, seat, word, earlier))
    if after.pile > before.pile:
        events.append(Event("pile renewed", None))
    if before.turns_left is None and after.turns_left is not None:
        events.append(Event("end begun", seat))
    if after.phase == "over":
        events.append(Event("over", None, {"how": after.ended_by}))
    return tuple(events)


def discovered(
    _before: CardView, after: CardView, seat: int, word: str, _earlier: Sequence[str]
) -> Iterator[Event]:
    """C6: a card of the row was turned up, or none."""
    verb, _, number = word.partition(" ")
    if verb == "keep":
        yield Event("kept", seat)
        return
    card = after.row[int(number) - 1].card
    assert card is not None
    about = {"place": int(number), "resource": card.resource, "value": card.value}
    yield Event("turned up", seat, about)


def acted(
    before: CardView, after: CardView, seat: int, _word: str, _earlier: Sequence[str]
) -> Iterator[Event]:
    """C7: drawing is an event at once, an action when it is paid for."""
    if after.phase == "pay":
        return
    number = after.players[seat].hand_size - before.players[seat].hand_size
    yield Event("drew", seat, {"number": number}) if number else Event("skipped", seat)


def paid(
    before: CardView, after: CardView, seat: int, word: str, earlier: Sequence[str]
) -> Iterator[Event]:
    """C15, C17: a complete payment brings a worker or resource cards; before it, nothing."""
    if after.phase in ("pay", "choose"):
        return
    payment = (*payment_in(earlier), word.removeprefix(PAY_VERB))
    if before.action == "worker":
        yield Event("took worker", seat, {"paid": payment})
    else:
        cards = cards_taken(before, after)
        about = {"resource": before.action, "cards": cards, "paid": payment}
        yield Event("took cards", seat, about)


def chose(
    before: CardView, _after: CardView, seat: int, word: str, earlier: Sequence[str]
) -> Iterator[Event]:
    """C14, C16: an investor or a salesman was taken."""
    about = {"symbol": word.removeprefix("take "), "paid": payment_in(earlier)}
    yield Event(f"took {before.action}", seat, about)


def payment_in(earlier: Sequence[str]) -> tuple[str, ...]:
    """C9: the action cards that the last of these words paid with."""
    words = takewhile(lambda word: word.startswith(PAY_VERB), reversed(earlier))
    return tuple(word.removeprefix(PAY_VERB) for word in words)[::-1]


def cards_taken(before: CardView, after: CardView) -> tuple[tuple[int, int], ...]:
    """C17–C19: place and value of the cards that lay face up and are gone."""
    return tuple(
        (place.number, place.card.value)
        for place, now in zip(before.row, after.row, strict=True)
        if place.card and not now.card
    )


# By the phase in which the word was spoken.
EVENTS_BY_PHASE: dict[
    str, Callable[[CardView, CardView, int, str, Sequence[str]], Iterator[Event]]
] = {
    "discover": discovered,
    "act": acted,
    "pay": paid,
    "choose": chose,
}
