"""The board game's table as text, drawn from a view."""

from siberia.boardgame.view import Area, BoardPlayer, BoardView, Exchange
from siberia.engine.text import cards, entry, winners
from siberia.engine.vocabulary import RESOURCES

TASKS = {
    "sides": "choose the side of the next exchange tile",
    "place": "place the counter {first}",
    "act": "perform a covered action, or pass",
    "research": "lay a cube; counters left: {research}",
    "wildcard": "put a manager counter on a free space, or none",
    "step": "move a worker, or stop; steps left: {steps}",
    "pawn": "choose a pawn to be a salesman{card}, or decline",
    "exchange": "send the pawn from {source} to an exchange",
    "deploy": "send a worker to Vladivostok, or decline",
    "invest": "take an investment tile, or decline",
    "sell": "sell {resource}",
    "surplus": "remove counters until ten are left",
}


def table(view: BoardView, names: tuple[str, ...]) -> str:
    """Draw a view as text: the map, the exchanges, the supplies, the panels, what to do."""
    lines = [
        f"SIBERIA, the board game · round {view.round} · {names[view.start]} has the marker",
        "",
        *(area(number, a, view) for number, a in enumerate(view.areas, 1)),
        area_line("  ", "Vladivostok", "", steps(view.arrows, view), vladivostok(view)),
        "",
        "exchanges         " + "".join(f"{resource:>8}" for resource in RESOURCES),
        *(exchange(e) for e in view.exchanges),
        "",
        entry("reserve", ", ".join(f"{name} {count}" for name, count in view.reserve.items())),
        entry("tiles", f"{cards(view.open_tiles)} · {view.tiles_left} more in the stack"),
        entry("bag", f"{view.bag} counters"),
    ]
    if view.cards_left is not None:
        lines.append(entry("cards", cards(tuple(f"{c} {view.worth[c]}" for c in view.cards_left))))
    for player in view.players:
        lines += ["", *panel(view, player, names[player.seat])]
    return "\n".join([*lines, "", task(view, names)])


def area(number: int, area: Area, view: BoardView) -> str:
    """Draw an area with its number; the numbers behind ▸ are the areas one step away."""
    if area.exhausted:
        return area_line(f"{number:>2}", area.name, "✕ exhausted", "", area.workers)
    near = steps(area.one_step, view)
    return area_line(f"{number:>2}", area.name, ", ".join(area.cubes), near, area.workers)


def area_line(number: str, name: str, cubes: str, near: str, workers: tuple[int, ...]) -> str:
    """Draw a line of the map."""
    arrow = "▸" if near else " "
    return f" {number} {name:<12}{cubes:<29} {arrow} {near:<18}{pawns(workers)}".rstrip()


def steps(names: tuple[str, ...], view: BoardView) -> str:
    """Draw areas by their numbers."""
    return " ".join(str(number) for number, a in enumerate(view.areas, 1) if a.name in names)


def pawns(counts: tuple[int, ...]) -> str:
    """Draw pawns by seat, counted from 1 as people do."""
    return " ".join(f"{seat}:{'♟' * count}" for seat, count in enumerate(counts, 1) if count)


def vladivostok(view: BoardView) -> tuple[int, ...]:
    """Return the workers in Vladivostok by seat."""
    return tuple(player.vladivostok for player in view.players)


def exchange(exchange: Exchange) -> str:
    """Draw an exchange: what it pays, its salesmen."""
    if exchange.name is None:
        return f"  {' or '.join(exchange.sides)}"
    prices = "".join(f"{exchange.prices.get(resource, '–'):>8}" for resource in RESOURCES)
    return f"  {exchange.name:<16}{prices}   {pawns(exchange.salesmen)}".rstrip()


def panel(view: BoardView, player: BoardPlayer, name: str) -> list[str]:
    """Draw a player's panel."""
    mark = "▸" if player.seat == view.to_move else " "
    passed = " · passed" if player.passed else ""
    lines = [
        f"{mark} {player.seat + 1} {name}  {player.money:,} $ · supply {player.supply}{passed}"
    ]
    covered = [
        f"{action.name}{'!' if action.covered else ''}"
        f" [{', '.join((*action.counters, *(['tile'] if action.tile else [])))}]"
        for action in player.panel
        if action.counters or action.tile
    ]
    if covered:
        lines.append(entry("  panel", " · ".join(covered)))
    if player.research:
        lines.append(entry("  research", cards(player.research)))
    if player.drawn:
        lines.append(entry("  drawn", cards(player.drawn)))
    if player.cards:
        lines.append(entry("  cards", cards(player.cards)))
    return lines


def task(view: BoardView, names: tuple[str, ...]) -> str:
    """Say what is to be done."""
    if view.scores is not None:
        return winners(view.scores, names)
    assert view.to_move is not None
    drawn = view.players[view.to_move].drawn
    what = TASKS[view.phase].format(
        first=drawn[0] if drawn else "…",
        research=", ".join(f"{name} {n}" for name, n in (view.research_left or {}).items()),
        steps=view.steps_left,
        source=view.pawn_from,
        resource=view.resource,
        card="" if view.cards_left is None else ", or take a card",
    )
    return f"{names[view.to_move]}: {what}."
