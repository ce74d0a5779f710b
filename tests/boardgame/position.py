"""Positions of the board game for tests, written as people would describe them."""

from collections.abc import Mapping, Sequence

from siberia import Match
from siberia.boardgame.pawns import find_reach
from siberia.boardgame.state import ACT, NONE, PLACE, TILE, VLADIVOSTOK
from siberia.components import shipped
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESOURCES
from tests.support import state_of

BOX = shipped("board")
AREAS = BOX.map.areas
EXCHANGES = BOX.exchanges.names

Panel = Mapping[str, str]


def position(
    panel: Panel | None = None,
    *,
    others: Panel | None = None,
    seats: int = 2,
    sides: str = "AAAAA",
    research: str = "",
    drawn: str | None = None,
    cubes: Mapping[str, str] | None = None,
    exhausted: Sequence[str] = (),
    reserve: Mapping[str, int] | None = None,
    workers: str = "Vladivostok",
    other_workers: str = "Vladivostok",
    salesmen: str = "Frankfurt",
    tiles: str | None = None,
    expansion: bool = False,
    cards: str = "",
    other_cards: str = "",
) -> Match:
    """A match in which seat 0 is to act, or to place what it has `drawn`.

    `panel` and `others` (seat 1's) say what covers an action: ``{"gas": "worker/gas tile"}``.
    Every area holds gas and coal, unless `cubes` says otherwise.
    """
    match = Match.new("board", seats=seats, seed=1, start=0, exchanges=sides, expansion=expansion)
    state = state_of(match)
    state.bag += state.drawn.sum(axis=0)
    state.drawn[:] = 0
    state.phase = ACT if drawn is None else PLACE
    for kind in take(state, (drawn or "").split()):
        state.drawn[0, kind] += 1
    for kind in take(state, research.split()):
        state.research[0, kind] += 1
    for seat, covered in enumerate((panel or {}, others or {})):
        for action, things in covered.items():
            put(state, seat, action, things.split())
    state.settled[:] = (state.spaces != NONE).sum(axis=2)
    lay(state, cubes or {}, exhausted)
    for resource, count in (reserve or {}).items():
        state.reserve[RESOURCES.index(resource)] = count
    state.workers[:] = state.salesmen[:] = 0
    for seat, places in enumerate((workers, other_workers)):
        for name in places.split():
            state.workers[seat, location(name)] += 1
    for name in salesmen.split(", "):
        if name:
            state.salesmen[0, (EXCHANGES.index(name) + 1) // 2] += 1
    if tiles is not None:
        state.open_tiles[:] = [tiles.split().count(action) for action in ACTIONS]
    for seat, names in enumerate((cards, other_cards)):
        for name in names.split():
            state.cards[RESOURCES.index(name)] = seat
    return match


def location(name: str) -> int:
    return VLADIVOSTOK if name == "Vladivostok" else AREAS.index(name)


def take(state, names: Sequence[str]) -> list[int]:
    """Take counters out of the bag."""
    kinds = [ACTION_COUNTERS.index(name) for name in names]
    for kind in kinds:
        state.bag[kind] -= 1
    assert (state.bag >= 0).all()
    return kinds


def put(state, seat: int, action: str, things: Sequence[str]) -> None:
    """Cover the spaces of an action."""
    for space, thing in enumerate(things):
        covered = TILE if thing == "tile" else take(state, [thing])[0]
        state.spaces[seat, ACTIONS.index(action), space] = covered


def lay(state, cubes: Mapping[str, str], exhausted: Sequence[str]) -> None:
    """Lay the cubes of each area."""
    for number, area in enumerate(AREAS):
        lying = "" if area in exhausted else cubes.get(area, "gas coal")
        state.cubes[number] = sum(1 << RESOURCES.index(name) for name in lying.split())
    state.exhausted = sum(1 << AREAS.index(area) for area in exhausted)
    find_reach(state)


def play(match: Match, *words: str) -> Match:
    for word in words:
        match.play(word)
    return match


def pair(action: str) -> str:
    """Two counters that cover an action."""
    if action == "manager":
        return "manager manager"
    kinds = [name for name in ACTION_COUNTERS if action in name.split("/")]
    return " ".join(kinds[:2])


def ready(*actions: str) -> dict[str, str]:
    """A panel on which these actions are covered."""
    return {action: pair(action) for action in actions}


def area(match: Match, name: str):
    return next(a for a in match.view(None).areas if a.name == name)


def panel(match: Match, seat: int = 0) -> dict[str, tuple[str, ...]]:
    """What covers each action of a panel that is not empty."""
    player = match.view(seat).players[seat]
    return {
        action.name: (*action.counters, *(["tile"] if action.tile else []))
        for action in player.panel
        if action.counters or action.tile
    }
