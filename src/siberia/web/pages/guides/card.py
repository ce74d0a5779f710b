"""The card game's guide."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import RESOURCES, SYMBOLS
from siberia.web.pages.guides.caution import cautioned, confirmation
from siberia.web.pages.guides.decision import Button, CardDecision, Guide, choice, pick


def card_guide(decision: CardDecision) -> Guide:
    """Say what the seat has to do now."""
    if asked := confirmation(decision):
        return asked
    phases: dict[str, Callable[[CardDecision], Guide]] = {
        "discover": discover,
        "act": act,
        "pay": act,
        "choose": choose,
    }
    return phases[decision.view.phase](decision)


def discover(decision: CardDecision) -> Guide:
    """C6: turn up a card, or leave them."""
    _, view = decision.language.gettext, decision.view
    count = view.face_down
    lying = decision.language.ngettext(
        "{count} card lies face down.", "{count} cards lie face down.", count
    ).format(count=count)
    guide = Guide(_("Turn up a card."), lying, icon="headframe")
    for place, word in decision.words("flip").items():
        says = _("Place {place}: which card lies there?").format(place=place)
        if view.turns_left is None and decision.preview.after(word).view.turns_left is not None:
            says = _("This is the last card: turning it up starts the last turns (C21).")
        label = _("Turn up place {place}").format(place=place)
        guide.marks[f"place:{place}"] = choice(word, label, says)
    if "keep" in decision.preview.legal():
        guide.title = _("Turn up a card, or leave them so.")
        guide.buttons.append(Button(_("Leave them"), "keep"))
    return guide


def hand_of(decision: CardDecision) -> tuple[str, ...]:
    """Return the cards in the seat's hand."""
    return decision.view.players[decision.seat].hand or ()


@dataclass(frozen=True)
class Option:
    """One way to pay for an action: the words, and the cards they use."""

    action: str
    words: tuple[str, ...]
    cards: Counter[str]


@dataclass(frozen=True)
class PayDraft:
    """What is chosen so far: an action or none, and cards of the hand by their places."""

    action: str
    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.action}:{','.join(map(str, sorted(self.cards)))}"

    def toggled(self, card: int) -> "PayDraft":
        """Return the draft with a card more, or less."""
        return PayDraft(self.action, tuple(set(self.cards) ^ {card}))


def options(decision: CardDecision) -> list[Option]:
    """Return every way to pay for every action, as the engine offers them."""
    starts: list[tuple[str, tuple[str, ...]]] = [
        (word, (word,)) for word in decision.preview.legal() if word in SYMBOLS
    ]
    if decision.view.action is not None:
        # It is chosen already, and only its payment is open.
        starts = [(decision.view.action, ())]
    return [
        Option(action, (*start, *line), Counter(word.removeprefix("pay ") for word in line))
        for action, start in starts
        for line in decision.preview.after(*start).lines("pay ")
    ]


def read_draft(decision: CardDecision, ways: list[Option]) -> PayDraft:
    """Read a draft; one that leads nowhere is none at all."""
    action, _, places = decision.draft.partition(":")
    hand = hand_of(decision)
    cards = tuple(int(p) for p in places.split(",") if p.isdecimal() and int(p) < len(hand))
    draft = PayDraft(action, tuple(set(cards)))
    if decision.view.action is not None:
        draft = PayDraft(decision.view.action, draft.cards)
    fits = any(leads_to(draft, way, hand) for way in ways)
    return draft if fits else PayDraft(decision.view.action or "", ())


def leads_to(draft: PayDraft, way: Option, hand: tuple[str, ...]) -> bool:
    """Say whether an option is still open with what is chosen."""
    chosen = Counter(hand[place] for place in draft.cards)
    return draft.action in ("", way.action) and chosen <= way.cards


def act(decision: CardDecision) -> Guide:
    """C7–C13: choose an action and cards to pay with, in either order, or draw."""
    ways = options(decision)
    draft = read_draft(decision, ways)
    guide = Guide("", icon=draft.action or "hand")
    brings = {way.action: worth(decision, way) for way in ways}
    for action in SYMBOLS:
        mark_action(decision, guide, draft, ways, action)
        guide.notes[f"action:{action}"] = note(decision, action, brings)
    for place, card in enumerate(hand_of(decision)):
        mark_card(decision, guide, draft, ways, place, card)
    if not draft.action:
        mark_draws(decision, guide)
    say_what_to_do(decision, guide, draft, ways, brings)
    return guide


def mark_action(
    decision: CardDecision, guide: Guide, draft: PayDraft, ways: list[Option], action: str
) -> None:
    """Mark an action: paid for, possible, chosen, or refused with the reason."""
    key, name, hand = f"action:{action}", decision.name(action), hand_of(decision)
    mine = [way for way in ways if way.action == action]
    chosen = Counter(hand[place] for place in draft.cards)
    paid = next((way for way in mine if way.cards == chosen), None)
    if not mine:
        # Asked for, the engine says by which rule it is not possible.
        guide.marks[key] = choice(action, "", state="refused")
    elif paid:
        guide.marks[key] = choice(", ".join(paid.words), name, state="legal ready")
    elif draft.action == action:
        guide.marks[key] = pick(str(PayDraft("", ())), name, state="selected", means=action)
    else:
        fits = any(chosen <= way.cards for way in mine)
        kept = draft.cards if fits else ()
        guide.marks[key] = pick(str(opened(action, kept, mine, hand)), name, means=action)


def opened(
    action: str, kept: tuple[int, ...], mine: list[Option], hand: tuple[str, ...]
) -> PayDraft:
    """Return the draft when an action is chosen: with cards, if only one payment is possible."""
    if len(mine) > 1:
        return PayDraft(action, kept)
    left, cards = Counter(mine[0].cards), []
    for place, card in enumerate(hand):
        if left[card] > 0:
            left[card] -= 1
            cards.append(place)
    return PayDraft(action, tuple(cards))


def mark_card(
    decision: CardDecision,
    guide: Guide,
    draft: PayDraft,
    ways: list[Option],
    place: int,
    card: str,
) -> None:
    """Mark a card of the hand: chosen, possible beside those chosen, or neither."""
    key, name, hand = f"hand:{place}", decision.name(card), hand_of(decision)
    after = draft.toggled(place)
    if place in draft.cards:
        guide.marks[key] = pick(str(after), name, state="selected", means=f"pay {card}")
    elif any(leads_to(after, way, hand) for way in ways):
        guide.marks[key] = pick(str(after), name, means=f"pay {card}")


def mark_draws(decision: CardDecision, guide: Guide) -> None:
    """C7, C8: draw instead, the most cards in one click, fewer by a button."""
    _, draws = decision.language.gettext, decision.words("draw")
    if set(draws) <= {"0"}:
        # Asked for, the engine says that the hand is full.
        guide.marks["draw"] = choice("draw 2", _("Draw"), state="refused")
        guide.notes["draw"] = _("hand is full")
    for count in sorted(draws, reverse=True):
        text = _("Skip")
        if count != "0":
            text = decision.language.ngettext(
                "Draw {count} card", "Draw {count} cards", int(count)
            ).format(count=count)
        mark = cautioned(decision, draws[count], text)
        if "draw" in guide.marks:
            guide.buttons.append(Button(text, mark.data.get("word", ""), mark.data.get("draft")))
        else:
            guide.marks["draw"], guide.notes["draw"] = mark, text


def worth(decision: CardDecision, way: Option) -> int:
    """Return what an option adds to the score at once."""
    return decision.preview.after(*way.words).score - decision.preview.score


def places_taken(decision: CardDecision, way: Option) -> list[str]:
    """Return the places of the row whose cards an option takes."""
    after = decision.preview.after(*way.words).view.row
    pairs = zip(decision.view.row, after, strict=True)
    return [
        str(now.number) for now, then in pairs if now.card is not None and now.card != then.card
    ]


def note(decision: CardDecision, action: str, brings: dict[str, int]) -> str:
    """Say shortly what an action brings, or what is in its way."""
    _, view = decision.language.gettext, decision.view
    if action in RESOURCES:
        face_up = any(place.card and place.card.resource == action for place in view.row)
        if action in brings:
            return decision.language.number(brings[action])
        return _("cannot pay") if face_up else _("none face up")
    left = {
        "investor": len(view.investors_left),
        "worker": view.workers_left,
        "salesman": len(view.salesmen_left),
    }[action]
    if not left:
        return _("none left")
    if action not in brings:
        return _("cannot pay")
    if action == "worker":
        return _("{count} left").format(count=left)
    return _("choose 1 of {count}").format(count=left)


def say_what_to_do(
    decision: CardDecision,
    guide: Guide,
    draft: PayDraft,
    ways: list[Option],
    brings: dict[str, int],
) -> None:
    """Write the prompt: what to choose next, and what it will bring."""
    _, hand = decision.language.gettext, hand_of(decision)
    if not draft.action:
        guide.title = _("Choose an action, or the cards to pay with; or draw.")
        if draft.cards:
            guide.title = _("Choose what these cards pay for, or further cards.")
        elif not ways:
            guide.title = _("No action is possible now: draw.")
        guide.brings = best_of(decision, ways, brings)
        return
    guide.active = draft.action
    fitting = [way for way in ways if leads_to(draft, way, hand)]
    chosen = Counter(hand[place] for place in draft.cards)
    name = decision.name(draft.action)
    first = fitting[0]
    guide.brings = promise(decision, first, brings[draft.action])
    for place in places_taken(decision, first):
        guide.marks[f"place:{place}"] = Mark("gain")
    if paid := next((way for way in fitting if way.cards == chosen), None):
        guide.title = _("Pay for {action} with these cards?").format(action=name)
        guide.buttons.insert(0, Button(_("Pay"), ", ".join(paid.words), kind="go"))
    else:
        left = sorted({still_needed(draft.action, way, chosen) for way in fitting})
        needed = decision.language.listing([need(decision, *pair, name) for pair in left], "or")
        guide.title = _("Pay for {action}: {cards}.").format(action=name, cards=needed)
    guide.buttons.append(Button(_("Back"), draft=str(PayDraft("", ()))))


def still_needed(action: str, way: Option, chosen: Counter[str]) -> tuple[int, int]:
    """Return how many cards without and with the symbol an option still needs."""
    left = way.cards - chosen
    symbol = sum(count for card, count in left.items() if action in card.split("/"))
    return left.total() - symbol, symbol


def need(decision: CardDecision, without: int, symbol: int, name: str) -> str:
    """Say which cards are still to be chosen."""
    _ = decision.language.gettext
    texts = {
        (0, 1): _("a card with {symbol}"),
        (0, 2): _("two cards with {symbol}"),
        (1, 0): _("a card without {symbol}"),
        (2, 0): _("two cards without {symbol}"),
        (2, 1): _("one card with {symbol} and two without"),
        (1, 1): _("one card with {symbol} and one without"),
    }
    return texts[without, symbol].format(symbol=name)


def promise(decision: CardDecision, way: Option, worth: int) -> str:
    """Say what an action will bring."""
    _, view = decision.language.gettext, decision.view
    if way.action in RESOURCES:
        places = places_taken(decision, way)
        return decision.language.ngettext(
            "Takes place {places}, worth {worth}.",
            "Takes places {places}, worth {worth}.",
            len(places),
        ).format(
            places=decision.language.listing(places, "and"), worth=decision.language.number(worth)
        )
    if way.action == "worker":
        return _("With {count} workers an action takes up to {count} cards.").format(
            count=decision.view.players[decision.seat].workers + 1
        )
    if way.action == "investor":
        return _("Then choose one of {count} investors: its resource costs less.").format(
            count=len(view.investors_left)
        )
    return _(
        "Then choose one of {count} salesmen: cards or persons of its kind count more."
    ).format(count=len(view.salesmen_left))


def best_of(decision: CardDecision, ways: list[Option], brings: dict[str, int]) -> str:
    """Name the resource action that brings most."""
    resources = [way for way in ways if way.action in RESOURCES]
    if not resources:
        return ""
    best = max(resources, key=lambda way: brings[way.action])
    return decision.language.gettext("{action} brings most now. {promise}").format(
        action=decision.label(best.action), promise=promise(decision, best, brings[best.action])
    )


def choose(decision: CardDecision) -> Guide:
    """C14, C16: choose the person to take."""
    _, action = decision.language.gettext, decision.view.action
    assert action is not None
    title = _("Choose the investor to take.")
    if action == "salesman":
        title = _("Choose the salesman to take.")
    guide = Guide(title, icon=action, active=action, tab="supply")
    for which, word in decision.words("take").items():
        added = decision.language.number(
            decision.preview.after(word).score - decision.preview.score
        )
        says = _("The {which} {person}: worth {added} at once.").format(
            which=decision.name(which), person=decision.name(action), added=added
        )
        label = _("Take the {which} {person}").format(
            which=decision.name(which), person=decision.name(action)
        )
        guide.marks[f"take:{action}:{which}"] = choice(word, label, says)
    return guide
