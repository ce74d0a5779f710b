"""The board game's events: what a word did, from what everyone saw before and after it."""

from collections.abc import Callable, Iterator

from siberia.boardgame.state import STEPS
from siberia.boardgame.view import BoardPlayer, BoardView
from siberia.events.event import Event

# The phases in which an action still has something to decide.
FOLLOW_UPS = ("research", "wildcard", "step", "pawn", "exchange", "deploy", "invest", "sell")

# The actions that can be declined, by the phase in which one does.
DECLINED = {"pawn": "salesman", "deploy": "worker", "invest": "investor"}


def word_events(before: BoardView, after: BoardView, seat: int, word: str) -> tuple[Event, ...]:
    """Return what a seat's word did, from two spectator views.

    An action is an event when it is complete. While counters are placed (B11) the word is not even
    looked at; the last one brings the events of all placings.
    """
    events = [*EVENTS_BY_PHASE[before.phase](before, after, seat, word)]
    events += consequences(before, after, seat)
    if after.phase == "over":
        events.append(Event("over", None, {"how": after.ends_by or "rounds"}))
    elif after.ends_by and not before.ends_by:
        events.append(Event("last round", None, {"how": after.ends_by}))
    if after.round > before.round:
        events.append(round_begun(after))
    return tuple(events)


def round_begun(view: BoardView) -> Event:
    """B10: a round begins; the seat is that of its start player."""
    return Event("round", view.start, {"number": view.round})


def consequences(before: BoardView, after: BoardView, seat: int) -> Iterator[Event]:
    """B18, B28: areas that are exhausted, workers who return, reserve spaces that are empty."""
    for old, new in zip(before.areas, after.areas, strict=True):
        if new.exhausted and not old.exhausted:
            yield Event("exhausted", seat, {"area": old.name})
            for owner, workers in enumerate(old.workers):
                if workers:
                    yield Event("returned", owner, {"area": old.name, "number": workers})
    for resource, cubes in before.reserve.items():
        if cubes and not after.reserve[resource]:
            yield Event("reserve empty", seat, {"resource": resource})


# ---------------------------------------------------------------- before the first action


def side_chosen(before: BoardView, after: BoardView, seat: int, _word: str) -> Iterator[Event]:
    """B6: an exchange lies that did not lie before."""
    for old, new in zip(before.exchanges, after.exchanges, strict=True):
        if old.name != new.name:
            yield Event("side", seat, {"exchange": new.name})


def placed(before: BoardView, after: BoardView, _seat: int, _word: str) -> Iterator[Event]:
    """B11: when all have placed, what each has placed, from the start player on."""
    if after.phase == "place":
        return
    for turn in range(after.seats):
        seat = (after.start + turn) % after.seats
        player = after.players[seat]
        spaces = spaces_covered(before.players[seat], player)
        yield Event("placed", seat, {"spaces": spaces, "research": player.research})


def spaces_covered(before: BoardPlayer, after: BoardPlayer) -> tuple[tuple[str, str], ...]:
    """Return the counters that are new on a panel, each with its action.

    Spaces are covered in order, so the new counters come after the old ones.
    """
    return tuple(
        (counter, new.name)
        for old, new in zip(before.panel, after.panel, strict=True)
        for counter in new.counters[len(old.counters) :]
    )


# ---------------------------------------------------------------- actions


def acted(_before: BoardView, after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B14, B17: passing, or an action that left nothing to decide: it did nothing."""
    if word == "pass":
        yield Event("passed", seat)
    elif after.phase not in FOLLOW_UPS:
        yield nothing(seat, word)


def nothing(seat: int, action: str) -> Event:
    """B17: an action was performed and changed nothing on the board."""
    return Event("nothing", seat, {"action": action})


def cube_laid(_before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B18: a cube of Research was laid."""
    _, resource, area = word.split(" ")
    yield Event("cube", seat, {"resource": resource, "area": area})


def wildcard_put(_before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B19: the Manager's wildcard was put on an action, or not."""
    action = word.removeprefix("wild ")
    if action == "none":
        yield Event("no wildcard", seat)
    else:
        yield Event("wildcard", seat, {"action": action})


def stepped(before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B20: a worker moved; stopping is an event only if none did."""
    if word != "stop":
        _, source, area = word.split(" ")
        yield Event("moved", seat, {"source": source, "area": area})
    elif before.steps_left == STEPS:
        yield nothing(seat, "logistician")


def pawn_chosen(before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B22, X2, X3: a salesman card was taken; of a pawn it is not known yet where it goes."""
    verb, _, resource = word.partition(" ")
    if verb == "decline":
        yield nothing(seat, DECLINED[before.phase])
    elif verb == "card":
        yield Event("took card", seat, {"resource": resource})
    elif verb == "rob":
        victim = next(player.seat for player in before.players if resource in player.cards)
        yield Event("robbed", seat, {"resource": resource, "victim": victim})


def sent(before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B22: a pawn is a salesman now."""
    source = before.pawn_from
    assert source is not None
    about = {"source": source, "was": pawn_in(before, source)}
    yield Event("sent", seat, {**about, "exchange": word.removeprefix("to ")})


def deployed(before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B23: a pawn is a worker in Vladivostok now."""
    verb, _, source = word.partition(" ")
    if verb == "decline":
        yield nothing(seat, DECLINED[before.phase])
    else:
        yield Event("deployed", seat, {"source": source, "was": pawn_in(before, source)})


def pawn_in(view: BoardView, source: str) -> str:
    """B8, B22: what a pawn is in a place: a worker, a salesman, or in the supply."""
    if source == "supply":
        return "supply"
    return "salesman" if source in {exchange.name for exchange in view.exchanges} else "worker"


def invested(before: BoardView, _after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B24: an investment tile was taken."""
    if word == "decline":
        yield nothing(seat, DECLINED[before.phase])
    else:
        yield Event("invested", seat, {"action": word.removeprefix("tile ")})


def sold(before: BoardView, after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B25, X4: cubes left their areas and brought money."""
    areas = tuple(
        old.name
        for old, new in zip(before.areas, after.areas, strict=True)
        if before.resource in old.cubes and before.resource not in new.cubes
    )
    money = after.players[seat].money - before.players[seat].money
    what = {"resource": before.resource, "number": len(areas), "areas": areas}
    yield Event("sold", seat, {**what, "exchange": word.removeprefix("sell "), "money": money})


def discarded(before: BoardView, after: BoardView, seat: int, word: str) -> Iterator[Event]:
    """B29: a surplus counter is gone from a panel."""
    action = word.removeprefix("discard ")
    old, new = (
        next(space.counters for space in view.players[seat].panel if space.name == action)
        for view in (before, after)
    )
    left = list(old)
    for counter in new:
        left.remove(counter)
    yield Event("discarded", seat, {"counter": left[0], "action": action})


# By the phase in which the word was spoken.
EVENTS_BY_PHASE: dict[str, Callable[[BoardView, BoardView, int, str], Iterator[Event]]] = {
    "sides": side_chosen,
    "place": placed,
    "act": acted,
    "research": cube_laid,
    "wildcard": wildcard_put,
    "step": stepped,
    "pawn": pawn_chosen,
    "exchange": sent,
    "deploy": deployed,
    "invest": invested,
    "sell": sold,
    "surplus": discarded,
}
