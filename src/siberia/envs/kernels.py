"""Compiled steps over many matches at once, written once for any game and for CPU and GPU alike.

Each match of a batch has a slot: its row in every array.
"""

from functools import cache
from typing import Any, NamedTuple

from siberia.engine.contract import Game
from siberia.engine.jit import specialise
from siberia.engine.rng import draw
from siberia.engine.scoring import share_win
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.engines import engine


class Matches(NamedTuple):
    """What is played on: the states, and what a new match begins from.

    `boxes` holds an unpacked state for each way the matches are set up, `kinds` says for each slot
    which of them its matches are dealt from; `over` is the phase of a match that is over.
    """

    boxes: Any
    kinds: Any
    states: Any
    over: int


class Arrays(NamedTuple):
    """What a batch shows of every match; docs/BATCH.md says what each array holds."""

    masks: Any
    observations: Any
    hidden: Any
    to_move: Any
    rewards: Any
    scores: Any
    done: Any


class RandomPlayers(NamedTuple):
    """Players who move at random: the chance they draw from, and how many matches they ended."""

    choosers: Any
    ended: Any


class ThreadScratch(NamedTuple):
    """Room of one thread: for the legal moves, and for the chance that a new match is dealt by."""

    moves: Any
    chance: Any


def begin(matches: Any, slot: int, chance: Any) -> None:
    """Deal a new match into a slot, by chance that is kept apart from the state meanwhile."""
    for i in range(len(chance)):
        chance[i] = matches.states[slot].rng[i]
    matches.states[slot] = matches.boxes[matches.kinds[slot]]
    deal(matches.states[slot], chance)


def deal_all(states: Any, chances: Any) -> None:
    """Deal a match into every slot, each by its own chance."""
    for slot in range(len(states)):
        deal(states[slot], chances[slot])


def share_out(state: Any, points: Any, rewards: Any) -> None:
    """Write each seat's score and its share of the win; a seat that is not there has neither."""
    for seat in range(MOST_SEATS):
        points[seat] = 0
        rewards[seat] = 0.0
    scores(state, points)
    share_win(points, state.seats, rewards)


def first_illegal(actions: Any, masks: Any) -> int:
    """Return the first slot whose action is not legal there, or -1."""
    for slot in range(len(actions)):
        move = actions[slot]
        if move < 0 or move >= masks.shape[1] or masks[slot, move] == 0:
            return slot
    return -1


def show_slot(states: Any, slot: int, moves: Any, arrays: Any) -> None:
    """Write what is legal in a slot, who is to move, and what that seat sees and does not see.

    Nothing is observed where there is no room for observations, nor revealed without room for it.
    """
    state, mask = states[slot], arrays.masks[slot]
    for move in range(len(mask)):
        mask[move] = 0
    count = legal(state, moves)
    for n in range(count):
        mask[moves[n]] = 1
    arrays.to_move[slot] = state.player
    if arrays.observations.shape[0] > 0:
        observe(state, state.player, arrays.observations[slot])
    if arrays.hidden.shape[0] > 0:
        reveal(state, state.player, arrays.hidden[slot])


def reveal_nothing(state: Any, seat: int, out: Any) -> None:
    """Reveal nothing: a batch that is not for learning shows no hidden numbers."""


def step_slot(matches: Any, slot: int, move: int, scratch: Any, arrays: Any) -> None:
    """Make one move in a slot; a match that is over is dealt again."""
    state = matches.states[slot]
    apply(state, move)
    arrays.done[slot] = state.phase == matches.over
    if arrays.done[slot]:
        share_out(state, arrays.scores[slot], arrays.rewards[slot])
        begin(matches, slot, scratch.chance)
    else:
        for seat in range(MOST_SEATS):
            arrays.rewards[slot, seat] = 0.0
    show_slot(matches.states, slot, scratch.moves, arrays)


def play_slot(matches: Any, slot: int, chooser: Any, plies: int, scratch: Any) -> int:
    """Make random moves in a slot, and return how many matches were over."""
    state, ended = matches.states[slot], 0
    for _ in range(plies):
        count = legal(state, scratch.moves)
        apply(state, scratch.moves[draw(chooser, count)])
        if state.phase == matches.over:
            ended += 1
            begin(matches, slot, scratch.chance)
    return ended


# What runs in the threads of a CPU takes plain tuples and names their parts itself: to see through
# named ones takes Numba 9 µs a call instead of 2, and threads wait for each other meanwhile.


def show_some(matches: Any, scratch: Any, slots: Any, arrays: Any) -> None:
    """Show the slots from the first to before the last, without a move."""
    played, room, shown = Matches(*matches), ThreadScratch(*scratch), Arrays(*arrays)
    for slot in range(slots[0], slots[1]):
        show_slot(played.states, slot, room.moves, shown)


def step_some(matches: Any, actions: Any, scratch: Any, slots: Any, arrays: Any) -> None:
    """Make one move in each slot from the first to before the last."""
    played, room, shown = Matches(*matches), ThreadScratch(*scratch), Arrays(*arrays)
    for slot in range(slots[0], slots[1]):
        step_slot(played, slot, actions[slot], room, shown)


def play_some(
    matches: Any, players: Any, plies: int, scratch: Any, slots: Any, arrays: Any
) -> None:
    """Make random moves in each slot from the first to before the last, and show it."""
    played, room, shown = Matches(*matches), ThreadScratch(*scratch), Arrays(*arrays)
    random = RandomPlayers(*players)
    for slot in range(slots[0], slots[1]):
        chooser = random.choosers[slot]
        random.ended[slot] += play_slot(played, slot, chooser, plies, room)
        show_slot(played.states, slot, room.moves, shown)


class BatchKernels:
    """The steps, compiled for one game: those of a slot for any device, the loops for the CPU.

    For learning, more is shown: `width` numbers of an observation, `hidden_width` hidden ones.
    """

    def __init__(self, game: Game, learning: bool) -> None:
        name, shown = game.NAME, game.NAME
        self.width, self.hidden_width = engine(name).observation_width, 0
        shows: dict[str, Any] = {"legal": game.legal, "observe": game.observe}
        shows["reveal"] = specialise(reveal_nothing, name)
        if learning:
            # Only here, for who does not learn need not load and compile all that.
            from siberia.bots.inputs import learning_inputs

            inputs, shown = learning_inputs(name), f"{name}_learning"
            self.width, self.hidden_width = inputs.width, inputs.hidden_width
            shows |= {"observe": inputs.observe, "reveal": inputs.reveal}
        self.first_illegal = specialise(first_illegal, name)
        self.deal_all = specialise(deal_all, name, deal=game.deal)
        begins = specialise(begin, name, deal=game.deal)
        shares = specialise(share_out, name, scores=game.scores)
        self.show_slot = specialise(show_slot, shown, **shows)
        parts: dict[str, Any] = {"begin": begins, "share_out": shares, "show_slot": self.show_slot}
        self.step_slot = specialise(step_slot, shown, apply=game.apply, **parts)
        rules: dict[str, Any] = {"legal": game.legal, "apply": game.apply, "begin": begins}
        self.play_slot = specialise(play_slot, name, **rules)
        self.show_some = specialise(show_some, shown, show_slot=self.show_slot)
        self.step_some = specialise(step_some, shown, step_slot=self.step_slot)
        plays: dict[str, Any] = {"play_slot": self.play_slot, "show_slot": self.show_slot}
        self.play_some = specialise(play_some, shown, **plays)


@cache
def batch_kernels(game: str, learning: bool) -> BatchKernels:
    """Return the steps of a game, once for a process."""
    return BatchKernels(engine(game).game, learning)


# `BatchKernels` binds these names to a game's rules; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


deal = legal = apply = scores = observe = reveal = _unbound
