"""The board game's moves: small integers inside, the words of docs/NOTATION.md outside.

Names of areas and exchanges come from the box.
"""

from collections.abc import Mapping

from siberia.boardgame.state import ACTION_COUNT, EXCHANGES, LOCATIONS, RESOURCE_COUNT
from siberia.components import BoardBox, Box
from siberia.components.board import AREAS
from siberia.engine.vocabulary import ACTIONS, RESOURCES

SIDE = 0
PUT = SIDE + 2  # on an action, or under Research
DO = PUT + ACTION_COUNT + 1  # an action, Research, or pass
CUBE = DO + ACTION_COUNT + 2  # resource × AREAS + area
WILD = CUBE + RESOURCE_COUNT * AREAS  # none, or an action after manager
MOVE = WILD + ACTION_COUNT  # from × AREAS + to
STOP = MOVE + LOCATIONS * AREAS
FROM = STOP + 1  # a source of pawns: see SUPPLY below
TAKE_CARD = FROM + 1 + EXCHANGES + LOCATIONS
ROB = TAKE_CARD + RESOURCE_COUNT
DECLINE = ROB + RESOURCE_COUNT
TO = DECLINE + 1
DEPLOY_FROM = TO + EXCHANGES  # a source, but not Vladivostok
TILE_FOR = DEPLOY_FROM + 1 + EXCHANGES + AREAS
SELL_AT = TILE_FOR + ACTION_COUNT  # an exchange, or the card
DISCARD = SELL_AT + EXCHANGES + 1
MOVES = DISCARD + ACTION_COUNT

PUT_RESEARCH = PUT + ACTION_COUNT
DO_RESEARCH = DO + ACTION_COUNT
PASS = DO_RESEARCH + 1
SELL_BY_CARD = SELL_AT + EXCHANGES

# A source of pawns: the supply, then the exchanges, then areas and Vladivostok.
SUPPLY = 0
FIRST_EXCHANGE = 1
FIRST_LOCATION = FIRST_EXCHANGE + EXCHANGES

SHAPES: Mapping[str, str] = {
    "side": "side A or side B",
    "place": "place ACTION or place research",
    **{action: action for action in ACTIONS},
    "research": "research",
    "pass": "pass",
    "cube": "cube RESOURCE AREA, such as cube gold Amur",
    "wild": "wild none, or wild ACTION, but neither manager nor research (B19)",
    "move": "move FROM AREA, such as move Vladivostok Amur; no step leads to Vladivostok (B20)",
    "stop": "stop",
    "from": "from supply, from an exchange, from an area or from Vladivostok",
    "card": "card RESOURCE",
    "rob": "rob RESOURCE",
    "decline": "decline",
    "to": "to EXCHANGE",
    "deploy": "deploy supply, deploy an exchange or deploy an area (B23)",
    "tile": "tile ACTION",
    "sell": "sell EXCHANGE or sell card",
    "discard": "discard ACTION",
}


def words(box: Box) -> tuple[str, ...]:
    """Return the word of each move."""
    assert isinstance(box, BoardBox)
    areas, exchanges = box.map.areas, box.exchanges.names
    places = [*areas, "Vladivostok"]
    return (
        *(f"side {side}" for side in "AB"),
        *(f"place {action}" for action in (*ACTIONS, "research")),
        *(*ACTIONS, "research", "pass"),
        *(f"cube {resource} {area}" for resource in RESOURCES for area in areas),
        *(f"wild {action}" for action in ("none", *ACTIONS[1:])),
        *(f"move {place} {area}" for place in places for area in areas),
        "stop",
        *(f"from {source}" for source in ("supply", *exchanges, *places)),
        *(f"card {resource}" for resource in RESOURCES),
        *(f"rob {resource}" for resource in RESOURCES),
        "decline",
        *(f"to {exchange}" for exchange in exchanges),
        *(f"deploy {source}" for source in ("supply", *exchanges, *areas)),
        *(f"tile {action}" for action in ACTIONS),
        *(f"sell {where}" for where in (*exchanges, "card")),
        *(f"discard {action}" for action in ACTIONS),
    )
