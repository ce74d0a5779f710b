"""Every way to pay for an action of the card game, and which are open with the cards chosen."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from siberia.engine.vocabulary import SYMBOLS
from siberia.web.pages.guides.decision import CardDecision, once_for_a_position

# How many bits a count of cards of one kind has: no hand holds so many.
DIGIT = 8
# The highest of these bits.
TOP = 1 << (DIGIT - 1)


class Option(NamedTuple):
    """One way to pay for an action: the words, and the cards they use."""

    action: str
    words: tuple[str, ...]
    cards: tuple[str, ...]
    # What it adds to the score at once.
    brings: int
    # Its cards, counted by kind.
    counted: int


class PayDraft(NamedTuple):
    """What is chosen so far: an action or none, and cards of the hand by their places."""

    action: str
    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.action}:{','.join(map(str, sorted(self.cards)))}"

    def toggled(self, card: int) -> "PayDraft":
        """Return the draft with a card more, or less."""
        return PayDraft(self.action, tuple(set(self.cards) ^ {card}))


class Payments:
    """Every way to pay for every action, as the engine offers them; there may be hundreds.

    Which of them are still open is asked for each card and each action. So cards are counted in one
    number, which has a digit for each kind of card in the hand: two such numbers are compared, or
    one taken from the other, kind by kind in one step.
    """

    def __init__(self, decision: CardDecision) -> None:
        self._hand = hand_of(decision)
        kinds = dict.fromkeys(self._hand)
        self._digits = {kind: DIGIT * place for place, kind in enumerate(kinds)}
        self._tops = sum(TOP << digit for digit in self._digits.values())
        self.all = self._options(decision)
        self.by_action: dict[str, list[Option]] = {action: [] for action in SYMBOLS}
        for way in self.all:
            self.by_action[way.action].append(way)
        # What each action adds to the score at once, however it is paid for.
        self.brings = {way.action: way.brings for way in self.all}
        self._places: dict[tuple[str, ...], list[str]] = {}
        self._opened: dict[PayDraft, list[Option]] = {}

    def _options(self, decision: CardDecision) -> list[Option]:
        # An action may be chosen already, and only its payment be open.
        begun, before = decision.view.action, decision.preview.score
        found = []
        for words, score in decision.preview.lines("pay"):
            action = begun or words[0]
            if action in SYMBOLS:
                cards = tuple(map(paid_card, words if begun else words[1:]))
                found.append(Option(action, words, cards, score - before, self._counted(cards)))
        return found

    def _counted(self, cards: Iterable[str]) -> int:
        return sum(1 << self._digits[card] for card in cards)

    def chosen(self, draft: PayDraft) -> int:
        """Count the cards that are chosen, by kind."""
        return self._counted(self._hand[place] for place in draft.cards)

    def open_with(self, draft: PayDraft) -> list[Option]:
        """Return the options that are still open with what is chosen."""
        # One look at a page asks for the same several times.
        found = self._opened.get(draft)
        if found is None:
            ways = self.by_action[draft.action] if draft.action else self.all
            chosen, tops = self.chosen(draft), self._tops
            # A digit from which too much is taken loses its highest bit.
            found = [way for way in ways if (way.counted + tops - chosen) & tops == tops]
            self._opened[draft] = found
        return found

    def open_actions(self, draft: PayDraft) -> set[str]:
        """Return the actions of which an option is still open with the cards that are chosen."""
        return {way.action for way in self.open_with(PayDraft("", draft.cards))}

    def kinds_that_fit(self, draft: PayDraft) -> set[str]:
        """Return the kinds of which one more card leaves an option open."""
        spare, chosen = 0, self.chosen(draft)
        for way in self.open_with(draft):
            spare |= way.counted - chosen
        return {kind for kind, digit in self._digits.items() if spare >> digit & (2 * TOP - 1)}

    def paid(self, draft: PayDraft) -> dict[str, Option]:
        """Return what these cards pay for, no card more: by the action."""
        chosen = self.chosen(draft)
        return {way.action: way for way in self.all if way.counted == chosen}

    def needs(self, draft: PayDraft) -> list[tuple[int, int]]:
        """Return how many cards without and with the symbol of the action may still be needed."""
        chosen = [self._hand[place] for place in draft.cards]
        there = with_symbol(draft.action, chosen)
        pairs = set()
        for way in self.open_with(draft):
            symbols = with_symbol(draft.action, way.cards) - there
            pairs.add((len(way.cards) - len(chosen) - symbols, symbols))
        return sorted(pairs)

    def places_taken(self, decision: CardDecision, way: Option) -> list[str]:
        """Return the places of the row whose cards an option takes."""
        if way.words not in self._places:
            self._places[way.words] = places_taken(decision, way)
        return self._places[way.words]


@once_for_a_position
def payments(decision: CardDecision) -> Payments:
    """Return every way to pay for every action."""
    return Payments(decision)


def hand_of(decision: CardDecision) -> tuple[str, ...]:
    """Return the cards in the seat's hand."""
    return decision.view.players[decision.seat].hand or ()


@cache
def paid_card(word: str) -> str:
    """Return the card that a word pays with."""
    return word.removeprefix("pay ")


def with_symbol(symbol: str, cards: Iterable[str]) -> int:
    """Count the cards that show a symbol."""
    return sum(symbol in card.split("/") for card in cards)


def read_draft(decision: CardDecision, ways: Payments) -> PayDraft:
    """Read a draft; one that leads nowhere is none at all."""
    action, _, places = decision.draft.partition(":")
    hand, begun = hand_of(decision), decision.view.action or ""
    cards = tuple(int(p) for p in places.split(",") if p.isdecimal() and int(p) < len(hand))
    draft = PayDraft(begun or action, tuple(set(cards)))
    is_known = draft.action in ("", *SYMBOLS)
    return draft if is_known and ways.open_with(draft) else PayDraft(begun, ())


def places_taken(decision: CardDecision, way: Option) -> list[str]:
    """Return the places of the row whose cards an option takes."""
    after = decision.preview.after(*way.words).view.row
    pairs = zip(decision.view.row, after, strict=True)
    return [
        str(now.number) for now, then in pairs if now.card is not None and now.card != then.card
    ]
