"""The card game's guide."""

from collections.abc import Callable

from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import RESOURCES, SYMBOLS
from siberia.web.pages.guides.caution import cautioned, confirmation
from siberia.web.pages.guides.decision import Button, CardDecision, Guide, choice, pick
from siberia.web.pages.guides.payments import (
    Option,
    PayDraft,
    Payments,
    hand_of,
    payments,
    read_draft,
)


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
    flips, preview = decision.words("flip"), decision.preview
    # Only where one lies face down can it be the last card: then that is tried.
    is_last = (
        len(flips) == 1
        and view.turns_left is None
        and any(preview.after(word).view.turns_left is not None for word in flips.values())
    )
    for place, word in flips.items():
        says = _("Place {place}: which card lies there?").format(place=place)
        if is_last:
            says = _("This is the last card: turning it up starts the last turns (C21).")
        label = _("Turn up place {place}").format(place=place)
        guide.marks[f"place:{place}"] = choice(word, label, says)
    if "keep" in decision.preview.legal():
        guide.title = _("Turn up a card, or leave them as they are.")
        guide.buttons.append(Button(_("Leave them"), "keep"))
    return guide


def act(decision: CardDecision) -> Guide:
    """C7–C13: choose an action and cards to pay with, in either order, or draw."""
    ways = payments(decision)
    draft = read_draft(decision, ways)
    guide = Guide("", icon=draft.action or "hand")
    paid, fitting_actions = ways.paid(draft), ways.open_actions(draft)
    for action in SYMBOLS:
        kept = draft.cards if action in fitting_actions else ()
        mark_action(decision, guide, PayDraft(draft.action, kept), ways, action, paid.get(action))
        guide.notes[f"action:{action}"] = note(decision, action, ways.brings)
    fitting = ways.kinds_that_fit(draft)
    for place, card in enumerate(hand_of(decision)):
        mark_card(decision, guide, draft, place, card, fits=card in fitting)
    if not draft.action:
        mark_draws(decision, guide)
    say_what_to_do(decision, guide, draft, ways, paid.get(draft.action))
    return guide


def mark_action(
    decision: CardDecision,
    guide: Guide,
    draft: PayDraft,
    ways: Payments,
    action: str,
    paid: Option | None,
) -> None:
    """Mark an action: paid for, possible, chosen, or refused with the reason.

    The draft has the cards that are chosen, if the action can be paid with them.
    """
    key, name, hand = f"action:{action}", decision.name(action), hand_of(decision)
    mine = ways.by_action[action]
    if not mine:
        # Asked for, the engine says by which rule it is not possible.
        guide.marks[key] = choice(action, "", state="refused")
    elif paid:
        guide.marks[key] = choice(", ".join(paid.words), name, state="legal ready")
    elif draft.action == action:
        guide.marks[key] = pick(str(PayDraft("", ())), name, state="selected", means=action)
    else:
        guide.marks[key] = pick(str(opened(action, draft.cards, mine, hand)), name, means=action)


def opened(
    action: str, kept: tuple[int, ...], mine: list[Option], hand: tuple[str, ...]
) -> PayDraft:
    """Return the draft when an action is chosen: with cards, if only one payment is possible."""
    if len(mine) > 1:
        return PayDraft(action, kept)
    left, cards = list(mine[0].cards), []
    for place, card in enumerate(hand):
        if card in left:
            left.remove(card)
            cards.append(place)
    return PayDraft(action, tuple(cards))


def mark_card(
    decision: CardDecision, guide: Guide, draft: PayDraft, place: int, card: str, *, fits: bool
) -> None:
    """Mark a card of the hand: chosen, possible beside those chosen, or neither."""
    key, name, after = f"hand:{place}", decision.name(card), draft.toggled(place)
    if place in draft.cards:
        guide.marks[key] = pick(str(after), name, state="selected", means=f"pay {card}")
    elif fits:
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


def note(decision: CardDecision, action: str, brings: dict[str, int]) -> str:
    """Say shortly what an action brings, or what is in its way."""
    _, view = decision.language.gettext, decision.view
    if action in RESOURCES:
        if action in brings:
            return decision.language.number(brings[action])
        face_up = any(place.card and place.card.resource == action for place in view.row)
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
    decision: CardDecision, guide: Guide, draft: PayDraft, ways: Payments, paid: Option | None
) -> None:
    """Write the prompt: what to choose next, and what it will bring."""
    _ = decision.language.gettext
    if not draft.action:
        guide.title = _("Choose an action, or the cards to pay with; or draw.")
        if draft.cards:
            guide.title = _("Choose what these cards pay for, or further cards.")
        elif not ways.all:
            guide.title = _("No action is possible now: draw.")
        guide.brings = best_of(decision, ways)
        return
    guide.active = draft.action
    fitting = ways.open_with(draft)
    name = decision.name(draft.action)
    places = ways.places_taken(decision, fitting[0])
    guide.brings = promise(decision, fitting[0], places)
    for place in places:
        guide.marks[f"place:{place}"] = Mark("gain")
    if paid:
        guide.title = _("Pay for {action} with these cards?").format(action=name)
        guide.buttons.insert(0, Button(_("Pay"), ", ".join(paid.words), kind="go"))
    else:
        needed = decision.language.listing(
            [need(decision, *pair, name) for pair in ways.needs(draft)], "or"
        )
        guide.title = _("Pay for {action}: {cards}.").format(action=name, cards=needed)
    guide.buttons.append(Button(_("Back"), draft=str(PayDraft("", ()))))


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


def promise(decision: CardDecision, way: Option, places: list[str]) -> str:
    """Say what an action will bring, taking the cards in these places."""
    _, view = decision.language.gettext, decision.view
    if way.action in RESOURCES:
        return decision.language.ngettext(
            "Takes place {places}, worth {worth}.",
            "Takes places {places}, worth {worth}.",
            len(places),
        ).format(
            places=decision.language.listing(places, "and"),
            worth=decision.language.number(way.brings),
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


def best_of(decision: CardDecision, ways: Payments) -> str:
    """Name the resource action that brings most."""
    resources = [way for way in ways.all if way.action in RESOURCES]
    if not resources:
        return ""
    best = max(resources, key=lambda way: way.brings)
    return decision.language.gettext("{action} brings most now. {promise}").format(
        action=decision.label(best.action),
        promise=promise(decision, best, ways.places_taken(decision, best)),
    )


def choose(decision: CardDecision) -> Guide:
    """C14, C16: choose the person to take."""
    _, action = decision.language.gettext, decision.view.action
    assert action is not None
    title = _("Choose the investor to take.")
    if action == "salesman":
        title = _("Choose the salesman to take.")
    guide = Guide(title, icon=action, active=action, tab="supply")
    after = {line[0]: score for line, score in decision.preview.lines("choose")}
    for which, word in decision.words("take").items():
        added = decision.language.number(after[word] - decision.preview.score)
        says = _("The {which} {person}: worth {added} at once.").format(
            which=decision.name(which), person=decision.name(action), added=added
        )
        label = _("Take the {which} {person}").format(
            which=decision.name(which), person=decision.name(action)
        )
        guide.marks[f"take:{action}:{which}"] = choice(word, label, says)
    return guide
