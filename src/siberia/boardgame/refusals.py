"""Why a move of the board game is not legal now, with the rule.

`legal` alone decides what is legal. Asked about a move it refused, this asks the same rules which
of them stood in the way.
"""

from collections.abc import Callable

from siberia.boardgame import moves as m
from siberia.boardgame.actions import can_take, lies_in_research
from siberia.boardgame.pawns import supply
from siberia.boardgame.rounds import (
    first_drawn,
    has_tile,
    is_covered,
    person_action,
    resource_action,
)
from siberia.boardgame.rules import apply, ending
from siberia.boardgame.state import (
    ACT,
    COUNTERS_KEPT,
    DEPLOY,
    EXCHANGE,
    INVEST,
    NONE,
    OUT,
    OVER,
    PAWN,
    PLACE,
    RESEARCH,
    RESOURCE,
    SELL,
    SIDES,
    STEP,
    SURPLUS,
    WILDCARD,
    BoardState,
)
from siberia.components.board import AREAS
from siberia.engine.contract import Reason
from siberia.engine.schema import copy_of
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESOURCES

NOW = {
    SIDES: Reason("B6", "now the start player decides which sides of the exchanges are up"),
    PLACE: Reason("B11", "now counters are placed"),
    ACT: Reason("B14", "now one action is performed, or the player passes"),
    RESEARCH: Reason("B18", "now the cubes of Research are laid"),
    WILDCARD: Reason("B19", "now the wildcard is put, or not"),
    STEP: Reason("B20", "now workers are moved"),
    PAWN: Reason("B22", "now a pawn is chosen to be a salesman, or a card, or neither"),
    EXCHANGE: Reason("B22", "now the pawn is told where to go"),
    DEPLOY: Reason("B23", "now a worker is sent to Vladivostok"),
    INVEST: Reason("B24", "now an investment tile is taken"),
    SELL: Reason("B25", "now the resource is sold"),
    SURPLUS: Reason(
        "B29", "now counters are removed until {kept} are left", {"kept": COUNTERS_KEPT}
    ),
}

# By which rule it ended, for each of the endings.
ENDING_RULES = ("B30", "B30", "B32")

# The first move of each phase, and the phase in which such a move can be made at all.
PHASE_FROM_MOVE = (
    (m.SIDE, SIDES),
    (m.PUT, PLACE),
    (m.DO, ACT),
    (m.CUBE, RESEARCH),
    (m.WILD, WILDCARD),
    (m.MOVE, STEP),
    (m.FROM, PAWN),
    (m.TO, EXCHANGE),
    (m.DEPLOY_FROM, DEPLOY),
    (m.TILE_FOR, INVEST),
    (m.SELL_AT, SELL),
    (m.DISCARD, SURPLUS),
)


def refusal(state: BoardState, move: int) -> Reason:
    """Say by which rule a move is not legal now."""
    phase = int(state.phase)
    if next(when for first, when in reversed(PHASE_FROM_MOVE) if move >= first) != phase:
        return (
            NOW[phase] if phase in NOW else Reason(ENDING_RULES[ending(state)], "the match is over")
        )
    return REASONS[phase](state, move)


def warning(state: BoardState, move: int) -> Reason | None:
    """B17: tell beforehand that a covered action would change nothing: it leaves no decision."""
    if state.phase != ACT or move == m.PASS:
        return None
    after = copy_of(state)
    apply(after, move)
    if after.turn == state.turn and after.phase != OVER:
        return None
    return Reason("B17", "the counters are used, but nothing changes on the board")


def no_place(state: BoardState, move: int) -> Reason:
    """B11, B12."""
    kind, action = first_drawn(state, state.player), move - m.PUT
    if action not in (person_action(kind), resource_action(kind)):
        return Reason(
            "B11",
            "the next counter, {counter}, goes on what it shows or under Research",
            {"counter": ACTION_COUNTERS[kind]},
        )
    return Reason("B12", "both spaces of {action} are covered", {"action": ACTIONS[action]})


def no_act(state: BoardState, move: int) -> Reason:
    """B15, B16."""
    if lies_in_research(state, state.player):
        return Reason("B15", "counters lie under Research, so Research is the first action")
    if move == m.DO_RESEARCH:
        return Reason("B15", "no counters lie under Research")
    assert not is_covered(state, state.player, move - m.DO)
    return Reason(
        "B16", "both spaces of {action} must be covered", {"action": ACTIONS[move - m.DO]}
    )


def no_cube(state: BoardState, move: int) -> Reason:
    """B18."""
    resource, area = divmod(move - m.CUBE, AREAS)
    about = {"resource": RESOURCES[resource]}
    if state.reserve[resource] == 0:
        return Reason("B18", "no {resource} is left in the reserve", about)
    if state.exhausted >> area & 1:
        return Reason("B28", "that area is exhausted, and no cube comes there again")
    if state.cubes[area] >> resource & 1:
        return Reason("B18", "{resource} lies there already", about)
    return Reason("B18", "no counter that is left shows {resource}", about)


def no_wildcard(_state: BoardState, move: int) -> Reason:
    """B19."""
    return Reason("B19", "both spaces of {action} are covered", {"action": ACTIONS[move - m.WILD]})


def no_step(state: BoardState, move: int) -> Reason:
    """B20, B21."""
    location, area = divmod(move - m.MOVE, AREAS)
    if state.workers[state.player, location] == 0:
        return Reason("B20", "no worker of this player stands there")
    if state.exhausted >> area & 1:
        return Reason("B21", "that area is exhausted: it is skipped, and nobody stops there")
    return Reason("B20", "one step does not lead there")


def no_pawn(state: BoardState, move: int) -> Reason:
    """B22, X2, X3."""
    if move < m.TAKE_CARD:
        return no_pawn_there(move - m.FROM, "B22")
    if OUT in state.cards:
        return Reason("X1", "there are no salesman cards without the expansion")
    if move < m.ROB:
        return Reason("X2", "somebody owns that card")
    if NONE in state.cards:
        return Reason("X3", "a card is taken from another player only when all five are owned")
    return Reason("X3", "that card is the player's own")


def no_pawn_there(source: int, rule: str) -> Reason:
    """B22, B23."""
    if source == m.SUPPLY:
        return Reason(rule, "the supply is empty")
    return Reason(rule, "no pawn of this player is there")


def no_exchange(state: BoardState, move: int) -> Reason:
    """B6, B22."""
    if move - m.TO not in state.lying:
        return Reason("B6", "the other side of that exchange tile is up")
    return Reason("B22", "the pawn comes from there")


def no_deploy(state: BoardState, move: int) -> Reason:
    """B23."""
    source = move - m.DEPLOY_FROM
    if source != m.SUPPLY and supply(state, state.player) > 0:
        return Reason("B23", "only with an empty supply another pawn may be used")
    return no_pawn_there(source, "B23")


def no_tile(state: BoardState, move: int) -> Reason:
    """B24."""
    action = move - m.TILE_FOR
    about = {"action": ACTIONS[action]}
    if state.open_tiles[action] == 0:
        return Reason("B24", "no {action} tile lies open", about)
    if has_tile(state, state.player, action):
        return Reason("B24", "{action} has a tile already, and holds at most one", about)
    return Reason("B24", "{action} has no free space", about)


def no_sale(state: BoardState, move: int) -> Reason:
    """B25, B26, X4."""
    resource = int(state.pending[RESOURCE])
    assert can_take(state, resource)
    about = {"resource": RESOURCES[resource]}
    if move == m.SELL_BY_CARD and OUT in state.cards:
        return Reason("X1", "there are no salesman cards without the expansion")
    if move == m.SELL_BY_CARD:
        return Reason("X4", "the {resource} salesman card is not the player's", about)
    exchange = move - m.SELL_AT
    if exchange not in state.lying:
        return Reason("B6", "the other side of that exchange tile is up")
    if state.prices[exchange, resource] == 0:
        return Reason("B25", "{resource} is not traded there", about)
    return Reason("B25", "no salesman of this player is there")


def no_surplus(_state: BoardState, move: int) -> Reason:
    """B29."""
    return Reason("B29", "no counter lies on {action}", {"action": ACTIONS[move - m.DISCARD]})


REASONS: dict[int, Callable[[BoardState, int], Reason]] = {
    PLACE: no_place,
    ACT: no_act,
    RESEARCH: no_cube,
    WILDCARD: no_wildcard,
    STEP: no_step,
    PAWN: no_pawn,
    EXCHANGE: no_exchange,
    DEPLOY: no_deploy,
    INVEST: no_tile,
    SELL: no_sale,
    SURPLUS: no_surplus,
}
