"""Who sits at a table, and who may change that."""

from collections.abc import Iterator, Sequence
from time import monotonic

from siberia.web.tables.store.rows import SeatRow

# After so many seconds without a look a seat may be given to somebody else.
ABANDONED_AFTER = 120.0


class Seats:
    """The seats of a table, in order."""

    def __init__(self, rows: Sequence[SeatRow], owner: str) -> None:
        self.rows = list(rows)
        self._owner = owner
        # When each guest last looked; who has not yet is counted from now on.
        self._looked: dict[str, float] = {}
        self._since = monotonic()

    def __getitem__(self, seat: int) -> SeatRow:
        return self.rows[seat]

    def __iter__(self) -> Iterator[SeatRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(row.name for row in self.rows)

    def of_guest(self, guest: str) -> tuple[int, ...]:
        """Return the seats of a guest: several where people share a device."""
        return tuple(row.number for row in self.rows if row.kind == "guest" and row.guest == guest)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot sits there."""
        return self.rows[seat].kind == "bot"

    def is_kept_for(self, seat: int, guest: str) -> bool:
        """Whether a bot keeps a seat for a guest, who may take it back at any time."""
        return self.is_bot(seat) and bool(guest) and self.rows[seat].guest == guest

    def admits(self, guest: str) -> bool:
        """Whether a guest may look at this table at all."""
        return guest == self._owner or any(row.guest == guest for row in self.rows)

    def note_look(self, guest: str) -> None:
        """Remember that a guest looks at the table."""
        self._looked[guest] = monotonic()

    def is_abandoned(self, seat: int) -> bool:
        """Whether whoever sits there has not looked for a while."""
        row = self.rows[seat]
        if row.kind != "guest" or row.guest is None:
            return False
        return monotonic() - self._looked.get(row.guest, self._since) > ABANDONED_AFTER

    def can_give_away(self, seat: int) -> bool:
        """Whether the owner may free a seat or hand it to a bot: nobody's, their own, abandoned."""
        row = self.rows[seat]
        return row.kind != "guest" or row.guest == self._owner or self.is_abandoned(seat)
