"""What one seat may see of the board game, with names for people and programs."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from siberia.boardgame.moves import FIRST_EXCHANGE, FIRST_LOCATION, SUPPLY
from siberia.boardgame.state import (
    COUNTERS_KEPT,
    EMPTY_RESERVES_END,
    EXCHANGE,
    EXHAUSTED_AREAS_END,
    NONE,
    OUT,
    OVER,
    PHASES,
    RESEARCH,
    RESOURCE,
    SELL,
    SLOTS,
    SOURCE,
    SPACES,
    STEP,
    STEPS,
    STEPS_LEFT,
    TILE,
    VLADIVOSTOK,
    BoardState,
)
from siberia.components import BoardBox, Box
from siberia.components.board import AREAS, PAWNS
from siberia.engine.contract import Drawable
from siberia.engine.schema import HIDDEN, Seen, bytes_of, seen_from, visible
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESOURCES, held, spelled


@dataclass(frozen=True)
class Area:
    """An area: its cubes, its workers by seat, and the areas one step away (B21)."""

    name: str
    cubes: tuple[str, ...]
    exhausted: bool
    workers: tuple[int, ...]
    one_step: tuple[str, ...]


@dataclass(frozen=True)
class Exchange:
    """A stock exchange space; without a name while its side is not chosen yet."""

    name: str | None
    sides: tuple[str, ...]
    prices: dict[str, int]
    salesmen: tuple[int, ...]


@dataclass(frozen=True)
class Action:
    """An action of a panel: the counters on its spaces, and whether a tile covers one (B2)."""

    name: str
    counters: tuple[str, ...]
    tile: bool

    @property
    def free_spaces(self) -> int:
        """B2: how many of its spaces nothing covers."""
        return SPACES - len(self.counters) - self.tile

    @property
    def covered(self) -> bool:
        """B16: whether the action can be performed."""
        return self.free_spaces == 0


@dataclass(frozen=True)
class BoardPlayer:
    """A player's money, pawns and panel; `drawn` is None where one may not look."""

    seat: int
    money: int
    # How many pawns are in the supply, and how many in Vladivostok.
    supply: int
    vladivostok: int
    passed: bool
    panel: tuple[Action, ...]
    # The counters under Research.
    research: tuple[str, ...]
    # The counters that are to be placed: how many, and which.
    drawn_size: int
    drawn: tuple[str, ...] | None
    # The salesman cards this player has (X2).
    cards: tuple[str, ...]

    @property
    def counters(self) -> int:
        """How many counters lie on the panel; neither tiles nor Research are counted."""
        return sum(len(action.counters) for action in self.panel)

    @property
    def surplus(self) -> int:
        """B29: how many counters would have to go if the round ended now."""
        return max(0, self.counters - COUNTERS_KEPT)


@dataclass(frozen=True)
class BoardView(Drawable):
    """The board game as one seat sees it (`seat` None: as a spectator does)."""

    # Numbers of the rules that are shown beside what a view counts: of a Logistician's steps (B20),
    # and of exhausted areas and empty reserves, which end the game (B30).
    STEPS = STEPS
    EXHAUSTED_AREAS_END = EXHAUSTED_AREAS_END
    EMPTY_RESERVES_END = EMPTY_RESERVES_END

    # Whose eyes these are; seats count from 0.
    seat: int | None
    # How many there are, and which of them starts.
    seats: int
    start: int
    round: int
    # Which decision is due: sides, place, act, research, wildcard, step, pawn, exchange, deploy,
    # invest, sell or surplus; or over.
    phase: str
    # The seat that decides it; None when the match is over. While all place, the first of them.
    to_move: int | None
    # What the decision is about, where it has parts: what is sold; how many steps a pawn has left;
    # where a salesman comes from; which counters under Research have placed no cube yet.
    resource: str | None
    steps_left: int | None
    pawn_from: str | None
    research_left: dict[str, int] | None
    areas: tuple[Area, ...]
    # The areas that are one step from Vladivostok.
    arrows: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    # Cubes that are not in play yet, and how many counters are in the bag.
    reserve: dict[str, int]
    bag: int
    # The tiles that an investor can take, and how many lie face down.
    open_tiles: tuple[str, ...]
    tiles_left: int
    # The salesman cards nobody has; None without the expansion.
    cards_left: tuple[str, ...] | None
    # What a salesman card sells a cube for, in dollars (X4).
    worth: dict[str, int]
    players: tuple[BoardPlayer, ...]
    # In dollars, by seat; None until the match is over.
    scores: tuple[int, ...] | None

    @property
    def exhausted_areas(self) -> int:
        """How many areas are exhausted (B28)."""
        return sum(area.exhausted for area in self.areas)

    @property
    def empty_reserves(self) -> int:
        """How many reserve spaces are empty."""
        return sum(not cubes for cubes in self.reserve.values())

    @property
    def ends_by(self) -> Literal["exhausted", "reserves"] | None:
        """B30: what makes this round the last one, if anything does."""
        if self.exhausted_areas >= EXHAUSTED_AREAS_END:
            return "exhausted"
        return "reserves" if self.empty_reserves >= EMPTY_RESERVES_END else None


def view(state: BoardState, seat: int | None, box: Box) -> BoardView:
    """Build a view from what `visible` lets through, and from nothing else.

    What all seats see alike is put together once, for the spectator; a seat sees in front of itself
    what `visible` shows it besides.
    """
    assert isinstance(box, BoardBox)
    numbers = bytes_of(state)
    public = spectators_view(numbers, tuple(box.map.areas), box.exchanges.names)
    if seat is None:
        return public
    return seen_from(public, seat, player(visible(BoardState, numbers, seat), seat))


# From one word to the next everybody looks at the same state.
@lru_cache(maxsize=256)
def spectators_view(
    numbers: bytes, areas: tuple[str, ...], exchanges: tuple[str, ...]
) -> BoardView:
    """Return what everybody may see of a state, by its bytes and the names of the box."""
    seen = visible(BoardState, numbers, None)
    phase, seats, pending = seen["phase"], seen["seats"], seen["pending"]
    return BoardView(
        seat=None,
        seats=seats,
        start=seen["start"],
        round=seen["round_number"],
        phase=PHASES[phase],
        to_move=None if phase == OVER else seen["player"],
        resource=RESOURCES[pending[RESOURCE]] if phase == SELL else None,
        steps_left=pending[STEPS_LEFT] if phase == STEP else None,
        pawn_from=source_name(pending[SOURCE], areas, exchanges) if phase == EXCHANGE else None,
        research_left=research_left(pending) if phase == RESEARCH else None,
        areas=tuple([area(seen, number, areas) for number in range(AREAS)]),
        arrows=named(seen["reach"][VLADIVOSTOK], areas),
        exchanges=tuple([exchange(seen, slot, exchanges) for slot in range(SLOTS)]),
        reserve=by_resource(seen["reserve"]),
        bag=seen["bag_held"],
        open_tiles=spelled(seen["open_tiles"], ACTIONS),
        tiles_left=seen["tiles_left"],
        cards_left=None if OUT in seen["cards"] else held(seen["cards"], NONE, RESOURCES),
        worth=by_resource(seen["worth"]),
        players=tuple(player(seen, other) for other in range(seats)),
        scores=tuple(seen["money"][:seats]) if phase == OVER else None,
    )


def area(seen: Seen, number: int, names: tuple[str, ...]) -> Area:
    """Return what lies and stands in an area; `names` are those of all areas."""
    workers = tuple([row[number] for row in seen["workers"][: seen["seats"]]])
    is_exhausted = bool(seen["exhausted"] >> number & 1)
    return area_with(
        number, seen["cubes"][number], is_exhausted, workers, seen["reach"][number], names
    )


# From one word to the next most of a board is the same, and for every seat.
@lru_cache(maxsize=8192)
def area_with(
    number: int,
    cubes: int,
    exhausted: bool,
    workers: tuple[int, ...],
    reach: int,
    names: tuple[str, ...],
) -> Area:
    """Return an area by what is there."""
    return Area(names[number], named(cubes, RESOURCES), exhausted, workers, named(reach, names))


def exchange(seen: Seen, slot: int, names: tuple[str, ...]) -> Exchange:
    """Return the exchange in a space; `names` are those of all exchanges."""
    lying = seen["lying"][slot]
    prices = () if lying == NONE else zip(RESOURCES, seen["prices"][lying], strict=True)
    return Exchange(
        name=None if lying == NONE else names[lying],
        sides=names[:1] if slot == 0 else names[2 * slot - 1 : 2 * slot + 1],
        prices={resource: price for resource, price in prices if price},
        salesmen=tuple([row[slot] for row in seen["salesmen"][: seen["seats"]]]),
    )


def player(seen: Seen, seat: int) -> BoardPlayer:
    """Return what may be seen of one player."""
    drawn, workers = seen["drawn"][seat], seen["workers"][seat]
    return BoardPlayer(
        seat=seat,
        money=seen["money"][seat],
        supply=PAWNS - sum(workers) - sum(seen["salesmen"][seat]),
        vladivostok=workers[VLADIVOSTOK],
        passed=bool(seen["passed"][seat]),
        panel=panel(tuple(map(tuple, seen["spaces"][seat]))),
        research=spelled(seen["research"][seat], ACTION_COUNTERS),
        drawn_size=seen["drawn_held"][seat],
        drawn=None if HIDDEN in drawn else spelled(drawn, ACTION_COUNTERS),
        cards=held(seen["cards"], seat, RESOURCES),
    )


@lru_cache(maxsize=8192)
def panel(spaces: tuple[tuple[int, ...], ...]) -> tuple[Action, ...]:
    """Return what covers each action of a panel."""
    return tuple(map(action, spaces, ACTIONS))


@lru_cache(maxsize=8192)
def action(spaces: tuple[int, ...], name: str) -> Action:
    """Return what covers an action."""
    counters = tuple(ACTION_COUNTERS[thing] for thing in spaces if thing not in (NONE, TILE))
    return Action(name, counters, tile=TILE in spaces)


def research_left(pending: list[int]) -> dict[str, int]:
    """B18: the counters that have not placed a cube yet, by what they show."""
    counts = zip((*RESOURCES, "manager"), pending, strict=True)
    return {name: count for name, count in counts if count}


def source_name(source: int, areas: tuple[str, ...], exchanges: tuple[str, ...]) -> str:
    """Say where a pawn comes from."""
    if source == SUPPLY:
        return "supply"
    if source < FIRST_LOCATION:
        return exchanges[source - FIRST_EXCHANGE]
    return [*areas, "Vladivostok"][source - FIRST_LOCATION]


def by_resource(numbers: list[int]) -> dict[str, int]:
    """Return numbers by the resource they belong to."""
    return dict(zip(RESOURCES, numbers, strict=True))


@lru_cache(maxsize=4096)
def named(bits: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names whose bits are set."""
    return tuple(name for number, name in enumerate(names) if bits >> number & 1)
