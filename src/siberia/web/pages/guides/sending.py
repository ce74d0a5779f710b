"""The board game's guide: where pawns and tiles go."""

from siberia.web.pages.guides.asking import Asking, Button, Guide, Row, choice

VLADIVOSTOK = "Vladivostok"


def pawn(asking: Asking) -> Guide:
    """B22, X2, X3: choose the pawn to be a salesman, or a card."""
    _ = asking.language.gettext
    guide = Guide(
        _("Which pawn becomes a salesman?"),
        _("From the supply, from another exchange, or a worker from the map."),
        icon="salesman",
        active="salesman",
    )
    for source, word in asking.words("from").items():
        label = _("From {place}").format(place=asking.name(source))
        guide.marks[place_key(asking, source)] = choice(word, label, label)
        guide.rows.append(Row(label, word))
    for resource, word in asking.words("card").items():
        label = _("Take the {resource} salesman card").format(resource=asking.name(resource))
        worth = asking.language.number(asking.view.worth[resource])
        guide.marks[f"card:{resource}"] = choice(word, label, f"{label}: {worth}")
        guide.rows.append(Row(label, word, value=worth))
    for resource, word in asking.words("rob").items():
        owner = next(p.seat for p in asking.view.players if resource in p.cards)
        label = _("Take the {resource} salesman card from {player}").format(
            resource=asking.name(resource), player=asking.match.players[owner]
        )
        guide.marks[f"card:{resource}"] = choice(word, label, label)
        guide.rows.append(
            Row(label, word, value=asking.language.number(asking.view.worth[resource]))
        )
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide


def place_key(asking: Asking, source: str) -> str:
    """Return the name of the thing on the table where a pawn comes from."""
    if source == "supply":
        return "supply"
    if any(exchange.name == source for exchange in asking.view.exchanges):
        return f"exchange:{source}"
    return f"worker:{source}"


def exchange(asking: Asking) -> Guide:
    """B22: choose where the salesman goes."""
    _ = asking.language.gettext
    guide = Guide(
        _("To which exchange does the salesman go?"),
        _("There you can sell what it trades."),
        icon="exchange",
        active="salesman",
        tab="exchanges",
    )
    prices = {e.name: e.prices for e in asking.view.exchanges}
    for name, word in asking.words("to").items():
        traded = [
            f"{asking.name(resource)} {asking.language.number(price)}"
            for resource, price in prices[name].items()
        ]
        detail = " · ".join(traded)
        guide.marks[f"exchange:{name}"] = choice(
            word, _("To {place}").format(place=name), f"{name}: {detail}"
        )
        guide.rows.append(Row(name, word, detail))
    return guide


def deploy(asking: Asking) -> Guide:
    """B23: choose the pawn that becomes a worker in Vladivostok."""
    _ = asking.language.gettext
    guide = Guide(
        _("Which pawn becomes a worker in Vladivostok?"),
        _("From Vladivostok workers reach the areas the arrows point to."),
        icon="worker",
        active="worker",
    )
    for source, word in asking.words("deploy").items():
        label = _("From {place}").format(place=asking.name(source))
        guide.marks[place_key(asking, source)] = choice(word, label, label)
        guide.rows.append(Row(label, word))
        if source == "supply":
            guide.marks[f"area:{VLADIVOSTOK}"] = choice(word, label, label)
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide


def invest(asking: Asking) -> Guide:
    """B24: choose an investment tile."""
    _ = asking.language.gettext
    guide = Guide(
        _("Which investment tile do you take?"),
        _("It covers one space of its action for the rest of the match."),
        icon="investor",
        active="investor",
        tab="exchanges",
    )
    for action, word in asking.words("tile").items():
        label = _("Take the {action} tile").format(action=asking.name(action))
        guide.marks[f"tile:{action}"] = choice(word, label, label)
        guide.rows.append(Row(asking.label(action), word))
    guide.buttons.append(Button(_("Decline"), "decline"))
    return guide
