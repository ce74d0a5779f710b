"""The board game's guide: acting, and what follows from an action."""

from collections.abc import Callable

from siberia.components import BoardBox
from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import ACTIONS, RESOURCES
from siberia.web.pages.guides.asking import Asking, Button, Guide, Row, choice, pick
from siberia.web.pages.guides.caution import cautioned, confirmation
from siberia.web.pages.guides.placing import place
from siberia.web.pages.guides.sending import deploy, exchange, invest, pawn


def board_guide(asking: Asking) -> Guide:
    """Say what the seat has to do now."""
    if asked := confirmation(asking):
        return asked
    phases: dict[str, Callable[[Asking], Guide]] = {
        "sides": sides,
        "place": place,
        "act": act,
        "research": research,
        "wildcard": wildcard,
        "step": step,
        "pawn": pawn,
        "exchange": exchange,
        "deploy": deploy,
        "invest": invest,
        "sell": sell,
        "surplus": surplus,
    }
    return phases[asking.view.phase](asking)


def sides(asking: Asking) -> Guide:
    """B6: choose the side of the next exchange tile."""
    _ = asking.language.gettext
    box = asking.match.setup.box
    assert isinstance(box, BoardBox)
    number, space = next((n, e) for n, e in enumerate(asking.view.exchanges) if e.name is None)
    guide = Guide(
        _("Which side of exchange tile {number} is up?").format(number=number),
        _("It stays so for the whole match."),
        icon="exchange",
        rows_everywhere=True,
    )
    for name, word in zip(space.sides, asking.preview.legal(), strict=True):
        prices = box.exchanges.prices[name]
        traded = [
            f"{asking.name(resource)} {asking.language.number(prices[resource])}"
            for resource in RESOURCES
            if prices.get(resource)
        ]
        guide.rows.append(Row(name, word, detail=" · ".join(traded)))
    return guide


Sale = tuple[int, str]


def act(asking: Asking) -> Guide:
    """B14–B17: perform one action, or pass."""
    _ = asking.language.gettext
    guide = Guide(_("Your turn: choose an action, or pass."), icon="manager")
    legal = asking.preview.legal()
    sales: dict[str, Sale | None] = {
        action: best_sale(asking, action) for action in RESOURCES if action in legal
    }
    for action in ACTIONS:
        key, name = f"action:{action}", asking.name(action)
        if action not in legal:
            # Asked for, the engine says by which rule it is not possible.
            guide.marks[key] = choice(action, "", state="refused")
            continue
        guide.notes[key] = yields(asking, action, sales.get(action))
        guide.marks[key] = cautioned(asking, action, f"{name}: {guide.notes[key]}")
    if "research" in legal:
        guide.title = _("Your turn: Research comes first.")
        guide.brings = _("Each counter under Research lays a cube from the reserve.")
        guide.marks["research"] = choice("research", asking.name("research"))
    else:
        guide.brings = most(asking, {a: sale for a, sale in sales.items() if sale})
        guide.buttons.append(Button(_("Pass"), "pass"))
    return guide


def best_sale(asking: Asking, action: str) -> Sale | None:
    """Return the most that a resource action can bring now, and where."""
    after = asking.preview.after(action)
    if after.view.phase != "sell":
        return None
    return max((after.after(word).score - after.score, word) for word in after.legal())


def yields(asking: Asking, action: str, sale: Sale | None) -> str:
    """Say shortly what an action brings."""
    _, language = asking.language.gettext, asking.language
    if asking.preview.caution(action) is not None:
        return _("changes nothing")
    if sale:
        return _("{place}: {money}").format(
            place=asking.label(sale[1].removeprefix("sell ")), money=language.number(sale[0])
        )
    return {
        "manager": _("a wildcard"),
        "logistician": _("up to 3 steps"),
        "salesman": _("a pawn to an exchange"),
        "worker": _("one to Vladivostok"),
        "investor": _("an investment tile"),
    }[action]


def most(asking: Asking, sales: dict[str, Sale]) -> str:
    """Name the resource action that brings most."""
    if not sales:
        return ""
    action = max(sales, key=lambda name: sales[name])
    money, word = sales[action]
    return asking.language.gettext("{action} brings most now: {place}, {money}.").format(
        action=asking.label(action),
        money=asking.language.number(money),
        place=asking.label(word.removeprefix("sell ")),
    )


def research(asking: Asking) -> Guide:
    """B18: lay cubes; first which, then where."""
    _ = asking.language.gettext
    pairs = [tuple(rest.split(" ")) for rest in asking.words("cube")]
    kinds = list(dict.fromkeys(resource for resource, _area in pairs))
    chosen = asking.draft if asking.draft in kinds else kinds[0]
    left = asking.view.research_left or {}
    total = sum(left.values())
    guide = Guide(
        _("Where does the {resource} go?").format(resource=asking.name(chosen)),
        asking.language.ngettext(
            "{count} counter under Research is left.",
            "{count} counters under Research are left.",
            total,
        ).format(count=total),
        icon=chosen,
        active="research",
    )
    for resource in kinds:
        state = "selected" if resource == chosen else "legal"
        guide.marks[f"cube:{resource}"] = pick(
            resource, asking.name(resource), state=state, means=f"cube {resource}"
        )
    for resource, area in pairs:
        if resource == chosen:
            says = _("{resource} to {area}.").format(resource=asking.label(resource), area=area)
            guide.marks[f"area:{area}"] = choice(f"cube {resource} {area}", says, says)
    return guide


def wildcard(asking: Asking) -> Guide:
    """B19: put a Manager counter on a free space, or none."""
    _ = asking.language.gettext
    guide = Guide(
        _("Where does the wildcard go?"),
        _("A manager counter covers any free space of another action."),
        icon="manager",
        active="manager",
        tab="table",
    )
    for action, word in asking.words("wild").items():
        if action == "none":
            guide.buttons.append(Button(_("No wildcard"), word))
            continue
        covered = asking.preview.after(word).view.players[asking.seat].panel[ACTIONS.index(action)]
        says = _("Then {action} needs one more.")
        if covered.covered:
            says = _("Then {action} can be performed.")
        told = says.format(action=asking.name(action))
        guide.marks[f"action:{action}"] = choice(word, asking.name(action), told)
    return guide


def step(asking: Asking) -> Guide:
    """B20, B21: pick a worker, then an area."""
    _ = asking.language.gettext
    pairs = [tuple(rest.split(" ")) for rest in asking.words("move")]
    sources = list(dict.fromkeys(source for source, _target in pairs))
    chosen = asking.draft if asking.draft in sources else sources[0] if len(sources) == 1 else ""
    left = asking.view.steps_left
    steps = asking.language.ngettext(
        "{count} of 3 steps left.", "{count} of 3 steps left.", left
    ).format(count=left)
    guide = Guide(_("Which worker goes?"), steps, icon="logistician", active="logistician")
    guide.steps = (3 - left, 3)
    if chosen:
        guide.title = _("Where does the worker in {place} go?").format(place=chosen)
    for source in sources:
        label = _("Worker in {place}").format(place=source)
        state = "selected" if source == chosen else "legal"
        draft = "" if source == chosen and len(sources) > 1 else source
        guide.marks[f"worker:{source}"] = pick(draft, label, state=state, means=f"move {source}")
    for source, target in pairs:
        if source == chosen:
            word = f"move {source} {target}"
            label = _("Move to {area}").format(area=target)
            guide.marks[f"area:{target}"] = choice(word, label, outlook(asking, word, target))
    guide.buttons.append(Button(_("Stop here"), "stop", kind="primary"))
    return guide


def outlook(asking: Asking, word: str, area: str) -> str:
    """Say what lies where a worker would go, and what a covered action would then bring."""
    _ = asking.language.gettext
    cubes = next(a.cubes for a in asking.view.areas if a.name == area)
    if not cubes:
        return _("{area}: nothing lies there.").format(area=area)
    return _("{area}: {cubes} come into reach.").format(area=area, cubes=asking.names(cubes))


def sell(asking: Asking) -> Guide:
    """B25: sell everything at one exchange; the best price first."""
    _, language = asking.language.gettext, asking.language
    resource, words = asking.view.resource, asking.words("sell")
    earned = {
        where: asking.preview.after(word).score - asking.preview.score
        for where, word in words.items()
    }
    areas = reached(asking, resource)
    guide = Guide(
        language.ngettext(
            "Sell {count} {resource}: where?", "Sell {count} {resource}: where?", len(areas)
        ).format(count=len(areas), resource=asking.name(resource)),
        _("From {areas}, all in one place.").format(areas=language.listing(areas, "and")),
        icon=resource,
        active=resource,
    )
    best = max(earned.values())
    for where in sorted(words, key=lambda name: -earned[name]):
        money = language.number(earned[where])
        each = f"{len(areas)} × {language.number(earned[where] // len(areas))}"
        name = _("with your salesman card") if where == "card" else where
        guide.rows.append(Row(name, words[where], each, money, best=earned[where] == best))
        key = f"card:{resource}" if where == "card" else f"exchange:{where}"
        guide.marks[key] = choice(words[where], f"{name}: {money}", f"{name}: {each} = {money}")
    for area in areas:
        guide.marks[f"cube:{resource}:{area}"] = Mark("gain")
    return guide


def reached(asking: Asking, resource: str) -> list[str]:
    """Return the areas whose cube of a resource the sale takes: asked of the engine."""
    after = asking.preview.after(asking.preview.legal()[0]).view
    pairs = zip(asking.view.areas, after.areas, strict=True)
    return [now.name for now, then in pairs if resource in now.cubes and resource not in then.cubes]


def surplus(asking: Asking) -> Guide:
    """B29: remove counters until ten are left."""
    _ = asking.language.gettext
    count = sum(len(action.counters) for action in asking.player.panel) - 10
    guide = Guide(
        asking.language.ngettext(
            "Remove {count} counter: ten may stay.", "Remove {count} counters: ten may stay.", count
        ).format(count=count),
        _("Choose the actions to take them from."),
        icon="bag",
    )
    for action, word in asking.words("discard").items():
        label = _("Remove a counter from {action}").format(action=asking.name(action))
        guide.marks[f"action:{action}"] = choice(word, label, label)
    return guide
