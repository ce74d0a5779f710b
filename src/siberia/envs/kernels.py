"""Compiled steps over many matches at once, written once for any game and for CPU and GPU alike."""

from typing import Any

from siberia.engine.contract import Game
from siberia.engine.jit import specialise
from siberia.engine.rng import draw

SEATS = 4


def begin(box: Any, states: Any, slot: int, chance: Any) -> None:
    """Deal a new match into a slot, by chance that is kept apart from the record."""
    for i in range(4):
        chance[i] = states[slot].rng[i]
    states[slot] = box[0]
    deal(states[slot], chance)


def deal_all(states: Any, seeds: Any) -> None:
    """Deal a match into every slot, each by its own chance."""
    for slot in range(len(states)):
        deal(states[slot], seeds[slot])


def share_out(state: Any, points: Any, rewards: Any) -> None:
    """Write each seat's score and its share of the win: those who are best share it."""
    for seat in range(SEATS):
        points[seat] = 0
        rewards[seat] = 0.0
    scores(state, points)
    best, winners = 0, 0
    for seat in range(state.seats):
        if seat == 0 or points[seat] > best:
            best, winners = points[seat], 1
        elif points[seat] == best:
            winners += 1
    for seat in range(state.seats):
        if points[seat] == best:
            rewards[seat] = 1.0 / winners


def show(state: Any, moves: Any, mask: Any, to_move: Any, slot: int) -> None:
    """Write which moves are legal in a slot, and who is to make one."""
    for move in range(len(mask)):
        mask[move] = 0
    count = legal(state, moves)
    for n in range(count):
        mask[moves[n]] = 1
    to_move[slot] = state.player


def first_illegal(actions: Any, masks: Any) -> int:
    """Return the first slot whose action is not legal there, or -1."""
    for slot in range(len(actions)):
        move = actions[slot]
        if move < 0 or move >= masks.shape[1] or masks[slot, move] == 0:
            return slot
    return -1


def step_slot(
    box: Any,
    states: Any,
    slot: int,
    move: int,
    over: int,
    moves: Any,
    chance: Any,
    masks: Any,
    observations: Any,
    to_move: Any,
    rewards: Any,
    points: Any,
    done: Any,
) -> None:
    """Make one move in a slot; a match that is over is dealt again."""
    state = states[slot]
    apply(state, move)
    done[slot] = state.phase == over
    if done[slot]:
        share_out(state, points[slot], rewards[slot])
        begin(box, states, slot, chance)
    else:
        for seat in range(SEATS):
            rewards[slot, seat] = 0.0
    show_slot(states, slot, moves, masks, observations, to_move)


def show_slot(
    states: Any, slot: int, moves: Any, masks: Any, observations: Any, to_move: Any
) -> None:
    """Write what is legal in a slot, who is to move, and what that seat sees."""
    state = states[slot]
    show(state, moves, masks[slot], to_move, slot)
    if observations.shape[0] > 0:
        observe(state, state.player, observations[slot])


def play_slot(
    box: Any,
    states: Any,
    slot: int,
    chooser: Any,
    over: int,
    moves: Any,
    chance: Any,
    plies: int,
    ended: Any,
) -> None:
    """Make random moves in a slot; `ended` counts the matches that were over."""
    state = states[slot]
    for _ in range(plies):
        count = legal(state, moves)
        apply(state, moves[draw(chooser, count)])
        if state.phase == over:
            ended[slot] += 1
            begin(box, states, slot, chance)


def step_some(
    box: Any, states: Any, actions: Any, over: int, scratch: Any, slots: Any, arrays: Any
) -> None:
    """Make one move in each slot from the first to before the last."""
    for slot in range(slots[0], slots[1]):
        step_slot(box, states, slot, actions[slot], over, scratch[4:], scratch[:4], *arrays)


def show_some(states: Any, scratch: Any, slots: Any, arrays: Any) -> None:
    """Show some slots without a move: where all matches have just begun."""
    for slot in range(slots[0], slots[1]):
        show_slot(states, slot, scratch[4:], arrays[0], arrays[1], arrays[2])


def play_some(
    box: Any,
    states: Any,
    choosers: Any,
    over: int,
    plies: int,
    ended: Any,
    scratch: Any,
    slots: Any,
    arrays: Any,
) -> None:
    """Make random moves in some slots, and show them."""
    for slot in range(slots[0], slots[1]):
        moves, chance = scratch[4:], scratch[:4]
        play_slot(box, states, slot, choosers[slot], over, moves, chance, plies, ended)
        show_slot(states, slot, moves, arrays[0], arrays[1], arrays[2])


class Steps:
    """The steps, compiled for one game: those of a slot for any device, the loops for the CPU."""

    def __init__(self, game: Game) -> None:
        name = game.NAME
        self.first_illegal = specialise(first_illegal, name)
        self.deal_all = specialise(deal_all, name, deal=game.deal)
        begin_ = specialise(begin, name, deal=game.deal)
        shares = specialise(share_out, name, scores=game.scores)
        shown = specialise(show, name, legal=game.legal)
        self.show_slot = specialise(show_slot, name, show=shown, observe=game.observe)
        parts: dict[str, Any] = {"begin": begin_, "share_out": shares, "show_slot": self.show_slot}
        self.step_slot = specialise(step_slot, name, apply=game.apply, **parts)
        rules: dict[str, Any] = {"legal": game.legal, "apply": game.apply, "begin": begin_}
        self.play_slot = specialise(play_slot, name, **rules)
        self.step_some = specialise(step_some, name, step_slot=self.step_slot)
        self.show_some = specialise(show_some, name, show_slot=self.show_slot)
        plays: dict[str, Any] = {"play_slot": self.play_slot, "show_slot": self.show_slot}
        self.play_some = specialise(play_some, name, **plays)


# These names are bound to a game's rules by `Steps`; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


deal = legal = apply = scores = observe = _unbound
