"""The board game's guide: where pawns and tiles go."""

from collections.abc import Mapping

from siberia.web.pages.guides.decision import BoardDecision, Button, Guide, Row, choice

VLADIVOSTOK = "Vladivostok"


def pawn(decision: BoardDecision) -> Guide:
    """B22, X2, X3: choose the pawn to be a salesman, or a card."""
    _ = decision.language.gettext
    guide = Guide(
        _("Which pawn becomes a salesman?"),
        _("From the supply, from another exchange, or a worker from the map."),
        icon="salesman",
        active="salesman",
    )
    offer_sources(decision, guide, "from")
    for resource, word in decision.words("card").items():
        label = _("Take the {resource} salesman card").format(resource=decision.name(resource))
        worth = decision.language.number(decision.view.worth[resource])
        guide.marks[f"card:{resource}"] = choice(word, label, f"{label}: {worth}")
        guide.rows.append(Row(label, word, value=worth))
    for resource, word in decision.words("rob").items():
        owner = next(p.seat for p in decision.view.players if resource in p.cards)
        label = _("Take the {resource} salesman card from {player}").format(
            resource=decision.name(resource), player=decision.players[owner]
        )
        guide.marks[f"card:{resource}"] = choice(word, label, label)
        guide.rows.append(
            Row(label, word, value=decision.language.number(decision.view.worth[resource]))
        )
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide


def offer_sources(decision: BoardDecision, guide: Guide, verb: str) -> None:
    """B22, B23: offer each place that a pawn can be taken from, on the table and as a row."""
    for source, word in decision.words(verb).items():
        label = decision.language.gettext("From {place}").format(place=decision.name(source))
        guide.marks[place_key(decision, source)] = choice(word, label, label)
        guide.rows.append(Row(label, word))


def place_key(decision: BoardDecision, source: str) -> str:
    """Return the name of the thing on the table where a pawn comes from."""
    if source == "supply":
        return "supply"
    if any(exchange.name == source for exchange in decision.view.exchanges):
        return f"exchange:{source}"
    return f"worker:{source}"


def traded(decision: BoardDecision, prices: Mapping[str, int]) -> str:
    """List what an exchange trades, and what it pays."""
    number = decision.language.number
    return " · ".join(
        f"{decision.name(resource)} {number(price)}" for resource, price in prices.items()
    )


def exchange(decision: BoardDecision) -> Guide:
    """B22: choose where the salesman goes."""
    _ = decision.language.gettext
    guide = Guide(
        _("To which exchange does the salesman go?"),
        _("There you can sell what it trades."),
        icon="exchange",
        active="salesman",
        tab="exchanges",
    )
    prices = {e.name: e.prices for e in decision.view.exchanges}
    for name, word in decision.words("to").items():
        detail = traded(decision, prices[name])
        guide.marks[f"exchange:{name}"] = choice(
            word, _("To {place}").format(place=name), f"{name}: {detail}"
        )
        guide.rows.append(Row(name, word, detail))
    return guide


def deploy(decision: BoardDecision) -> Guide:
    """B23: choose the pawn that becomes a worker in Vladivostok."""
    _ = decision.language.gettext
    guide = Guide(
        _("Which pawn becomes a worker in Vladivostok?"),
        _("From Vladivostok workers reach the areas the arrows point to."),
        icon="worker",
        active="worker",
    )
    offer_sources(decision, guide, "deploy")
    if "supply" in guide.marks:
        # The supply is not on a phone's map, but where its pawn goes is.
        guide.marks[f"area:{VLADIVOSTOK}"] = guide.marks["supply"]
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide


def invest(decision: BoardDecision) -> Guide:
    """B24: choose an investment tile."""
    _ = decision.language.gettext
    guide = Guide(
        _("Which investment tile do you take?"),
        _("It covers one space of its action for the rest of the match."),
        icon="investor",
        active="investor",
        tab="exchanges",
    )
    for action, word in decision.words("tile").items():
        label = _("Take the {action} tile").format(action=decision.name(action))
        guide.marks[f"tile:{action}"] = choice(word, label, label)
        guide.rows.append(Row(decision.label(action), word))
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide
