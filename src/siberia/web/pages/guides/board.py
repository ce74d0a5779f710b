"""The board game's guide: acting, and what follows from an action."""

from collections.abc import Callable

from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import ACTIONS, RESOURCES
from siberia.web.pages.guides.caution import cautioned, confirmation
from siberia.web.pages.guides.decision import BoardDecision, Button, Guide, Row, choice, pick
from siberia.web.pages.guides.placing import place
from siberia.web.pages.guides.sending import deploy, exchange, invest, pawn, traded


def board_guide(decision: BoardDecision) -> Guide:
    """Say what the seat has to do now."""
    if asked := confirmation(decision):
        return asked
    phases: dict[str, Callable[[BoardDecision], Guide]] = {
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
    return phases[decision.view.phase](decision)


def sides(decision: BoardDecision) -> Guide:
    """B6: choose the side of the next exchange tile."""
    _ = decision.language.gettext
    number, space = next((n, e) for n, e in enumerate(decision.view.exchanges) if e.name is None)
    guide = Guide(
        _("Which side of exchange tile {number} is up?").format(number=number),
        _("It stays so for the whole match."),
        icon="exchange",
        rows_everywhere=True,
    )
    for name, word in zip(space.sides, decision.preview.legal(), strict=True):
        prices = decision.preview.after(word).view.exchanges[number].prices
        guide.rows.append(Row(name, word, detail=traded(decision, prices)))
    return guide


Sale = tuple[int, str]


def act(decision: BoardDecision) -> Guide:
    """B14–B17: perform one action, or pass."""
    _ = decision.language.gettext
    guide = Guide(_("Your turn: choose an action, or pass."), icon="manager")
    legal = decision.preview.legal()
    sales = best_sales(decision)
    for action in ACTIONS:
        key, name = f"action:{action}", decision.name(action)
        if action not in legal:
            # Asked for, the engine says by which rule it is not possible.
            guide.marks[key] = choice(action, "", state="refused")
            continue
        guide.notes[key] = yields(decision, action, sales.get(action))
        guide.marks[key] = cautioned(decision, action, f"{name}: {guide.notes[key]}")
    if "research" in legal:
        guide.title = _("Your turn: Research comes first.")
        guide.brings = _("Each counter under Research lays a cube from the reserve.")
        guide.marks["research"] = choice("research", decision.name("research"))
    else:
        guide.brings = most(decision, sales)
        guide.buttons.append(Button(_("Pass"), "pass"))
    return guide


def best_sales(decision: BoardDecision) -> dict[str, Sale]:
    """Return the most that each resource action can bring now, and where."""
    sales: dict[str, Sale] = {}
    for (action, *words), score in decision.preview.lines("sell"):
        if words and action in RESOURCES:
            sale = (score - decision.preview.score, words[0])
            sales[action] = max(sale, sales.get(action, sale))
    return sales


def yields(decision: BoardDecision, action: str, sale: Sale | None) -> str:
    """Say shortly what an action brings."""
    _, language = decision.language.gettext, decision.language
    if decision.preview.caution(action) is not None:
        return _("changes nothing")
    if sale:
        place, money = sale[1].removeprefix("sell "), language.number(sale[0])
        if place == "card":
            return _("by card: {money}").format(money=money)
        return _("{place}: {money}").format(place=decision.label(place), money=money)
    return {
        "manager": _("a wildcard"),
        "logistician": _("up to 3 steps"),
        "salesman": _("a salesman to place"),
        "worker": _("a new worker"),
        "investor": _("an investment tile"),
    }[action]


def most(decision: BoardDecision, sales: dict[str, Sale]) -> str:
    """Name the resource action that brings most."""
    if not sales:
        return ""
    action = max(sales, key=lambda name: sales[name])
    money, word = sales[action]
    return decision.language.gettext("{action} brings most now: {place}, {money}.").format(
        action=decision.label(action),
        money=decision.language.number(money),
        place=decision.label(word.removeprefix("sell ")),
    )


def research(decision: BoardDecision) -> Guide:
    """B18: lay cubes; first which, then where."""
    _ = decision.language.gettext
    pairs = [tuple(rest.split(" ")) for rest in decision.words("cube")]
    kinds = list(dict.fromkeys(resource for resource, _area in pairs))
    chosen = decision.draft if decision.draft in kinds else kinds[0]
    left = decision.view.research_left or {}
    total = sum(left.values())
    guide = Guide(
        _("Where does the {resource} go?").format(resource=decision.name(chosen)),
        decision.language.ngettext(
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
            resource, decision.name(resource), state=state, means=f"cube {resource}"
        )
    for resource, area in pairs:
        if resource == chosen:
            says = _("{resource} to {area}.").format(resource=decision.label(resource), area=area)
            guide.marks[f"area:{area}"] = choice(f"cube {resource} {area}", says, says)
    return guide


def wildcard(decision: BoardDecision) -> Guide:
    """B19: put a Manager counter on a free space, or none."""
    _ = decision.language.gettext
    guide = Guide(
        _("Where does the wildcard go?"),
        _("A manager counter covers any free space of another action."),
        icon="manager",
        active="manager",
        tab="table",
    )
    for action, word in decision.words("wild").items():
        if action == "none":
            guide.buttons.append(Button(_("No wildcard"), word))
            continue
        after = decision.preview.after(word).view.players[decision.seat]
        says = _("Then {action} needs one more.")
        if after.panel[ACTIONS.index(action)].covered:
            says = _("Then {action} can be performed.")
        name = decision.name(action)
        guide.marks[f"action:{action}"] = choice(word, name, says.format(action=name))
    return guide


def step(decision: BoardDecision) -> Guide:
    """B20, B21: pick a worker, then an area."""
    _ = decision.language.gettext
    pairs = [tuple(rest.split(" ")) for rest in decision.words("move")]
    sources = list(dict.fromkeys(source for source, _target in pairs))
    chosen = sources[0] if len(sources) == 1 else ""
    if decision.draft in sources:
        chosen = decision.draft
    left = decision.view.steps_left
    assert left is not None
    steps = decision.language.ngettext(
        "{count} of 3 steps left.", "{count} of 3 steps left.", left
    ).format(count=left)
    guide = Guide(_("Which worker goes?"), steps, icon="logistician", active="logistician")
    guide.steps = (decision.view.STEPS - left, decision.view.STEPS)
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
            guide.marks[f"area:{target}"] = choice(word, label, outlook(decision, target))
    guide.buttons.append(Button(_("Stop here"), "stop", kind="primary"))
    return guide


def outlook(decision: BoardDecision, area: str) -> str:
    """Say what lies where a worker would go."""
    _ = decision.language.gettext
    cubes = next(a.cubes for a in decision.view.areas if a.name == area)
    if not cubes:
        return _("{area}: nothing lies there.").format(area=area)
    return _("{area}: {cubes} come into reach.").format(area=area, cubes=decision.names(cubes))


def sell(decision: BoardDecision) -> Guide:
    """B25: sell everything at one exchange; the best price first."""
    _, language = decision.language.gettext, decision.language
    resource, words = decision.view.resource, decision.words("sell")
    assert resource is not None
    after = {line[0]: score for line, score in decision.preview.lines("sell")}
    earned = {where: after[word] - decision.preview.score for where, word in words.items()}
    areas = reached(decision, resource)
    guide = Guide(
        language.ngettext(
            "Sell {count} {resource}: where?", "Sell {count} {resource}: where?", len(areas)
        ).format(count=len(areas), resource=decision.name(resource)),
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


def reached(decision: BoardDecision, resource: str) -> list[str]:
    """Return the areas whose cube of a resource the sale takes: asked of the engine."""
    after = decision.preview.after(decision.preview.legal()[0]).view
    pairs = zip(decision.view.areas, after.areas, strict=True)
    return [now.name for now, then in pairs if resource in now.cubes and resource not in then.cubes]


def surplus(decision: BoardDecision) -> Guide:
    """B29: remove counters until ten are left."""
    _ = decision.language.gettext
    count = decision.view.players[decision.seat].surplus
    guide = Guide(
        decision.language.ngettext(
            "Remove {count} counter: ten may stay.", "Remove {count} counters: ten may stay.", count
        ).format(count=count),
        _("Choose the actions to take them from."),
        icon="bag",
    )
    for action, word in decision.words("discard").items():
        label = _("Remove a counter from {action}").format(action=decision.name(action))
        guide.marks[f"action:{action}"] = choice(word, label, label)
    return guide
