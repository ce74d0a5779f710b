"""A match that is over, for whoever looks back on it: at a table here, or out of a record."""

from dataclasses import dataclass

from siberia.match import Match
from siberia.web.tables.days import lasts
from siberia.web.tables.fold import Fold
from siberia.web.tables.table import Table


@dataclass(frozen=True, eq=False)
class Finished:
    """A match that is over: whoever has its address may look back on all of it."""

    # Where it lies on the server: /t/ID, or /r/KEY for a record. No two matches share one.
    address: str
    # The table it was played at; for a record one that no store has.
    table: Table
    # The seats of whoever looks; none are those of a stranger, or in a record.
    mine: tuple[int, ...] = ()

    @property
    def match(self) -> Match:
        """The match, with everything that was secret while it was played."""
        return self.table.match

    @property
    def fold(self) -> Fold:
        """The same, with what each word did."""
        return self.table.fold

    @property
    def tells_deal(self) -> bool:
        """Whether seed, salt and record may be told: not while others play the same deal."""
        return not lasts(self.table.row)

    @property
    def seat(self) -> int | None:
        """The seat of whoever looks, if they have a single one."""
        return self.mine[0] if len(self.mine) == 1 else None

    @property
    def file_name(self) -> str:
        """What its record is called as a file."""
        opened = f"{self.table.row.created:%Y-%m-%d}" if self.mine else self.table.id
        return f"siberia-{self.match.game}-{opened}.txt"


def is_sealed(table: Table, guest: str) -> bool:
    """Say whether a guest may not look back on a table yet, although its match is over.

    The one place where a finished match is withheld for a while; a stranger is the guest "". Of a
    day's deal only one's own try may be looked at while others still play it.
    """
    return lasts(table.row) and not table.seats.admits(guest)
