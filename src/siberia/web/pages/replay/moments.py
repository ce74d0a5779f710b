"""A moment of a finished match: the table as it stood, and what somebody saw of it."""

from copy import copy
from dataclasses import replace
from typing import Any

from siberia.match import Match
from siberia.match.games import View
from siberia.web.tables.finished import Finished
from siberia.web.tables.fold import Fold
from siberia.web.tables.table import Table


def table_then(finished: Finished, ply: int) -> Table:
    """Return a finished table as it stood after so many words."""
    table = copy(finished.table)
    table.fold, table.seq = fold_then(finished.fold, ply), ply
    # Whoever looks back has all the time there is.
    table.clocks = None
    return table


def fold_then(fold: Fold, ply: int) -> Fold:
    """Return a fold as it was after so many words."""
    match, steps = fold.match.at(ply), fold.steps
    then = Fold(match)
    then.opening, then.steps = fold.opening, steps[:ply]
    then.places = steps[ply].places if ply < len(steps) else fold.places
    return then


def open_view(match: Match, seat: int) -> View:
    """Return what all seats know together, from where one of them sits.

    Of each player it has what that player sees of themselves, and nothing that none of them sees:
    what lies face down and what is still in the bag stays hidden.
    """
    view: Any = match.view(seat)
    own = tuple(match.view(other).players[other] for other in range(match.seats))
    together: View = replace(view, players=own)
    return together
