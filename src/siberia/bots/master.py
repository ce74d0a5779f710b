"""A bot that plays what a net thinks best."""

from pathlib import Path

import numpy as np

from siberia.bots.net import Net, shipped_net, unpack
from siberia.bots.seat import Choice, Seat
from siberia.engine.errors import FileError


class Master:
    """Plays the likeliest word of a net: the one that comes with the package, or another."""

    def __init__(self, seed: int = 0, net: Net | None = None) -> None:
        # What the seat cannot know does not reach the net, so that any imagining does.
        self._seed = seed
        self._net = net

    def choose(self, seat: Seat) -> Choice:
        """Ask the net."""
        net = self._net or shipped_net(seat.game)
        policy, shares = net.judge_state(seat.imagine(self._seed).state)
        words = seat.vocabulary
        best = int(policy.argmax())
        effort = {words[move]: float(policy[move]) for move in np.flatnonzero(policy)}
        word = words[best]
        return Choice(word, {word: float(shares[0])}, effort, (word,))


def net_of(game: str, path: Path) -> Net:
    """Read the net of a file that `siberia train` wrote."""
    try:
        return unpack(game, path.read_bytes(), str(path))
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}", file=str(path)) from None


class FromFile:
    """Plays the likeliest word of a net in a file, of the game it is asked about."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._masters: dict[str, Master] = {}

    def choose(self, seat: Seat) -> Choice:
        """Ask the net of the file."""
        if seat.game not in self._masters:
            self._masters[seat.game] = Master(net=net_of(seat.game, self._path))
        return self._masters[seat.game].choose(seat)
