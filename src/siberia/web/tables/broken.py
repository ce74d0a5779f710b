"""Tables that this program cannot continue: each stands for itself, and keeps what was played."""

from collections.abc import Sequence

from siberia.engine.errors import SiberiaError
from siberia.match.setup import known_rules
from siberia.web.tables.seats import may_look
from siberia.web.tables.store.rows import Entry, SeatRow, TableRow


class BrokenTable(SiberiaError):
    """A table whose log does not lead to a match, by these rules and with this box."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], entries: Sequence[Entry]) -> None:
        self.row, self.seats, self.entries = row, seats, entries
        super().__init__(f"table {row.id} cannot be continued")

    def admits(self, guest: str) -> bool:
        """Whether a guest may look at this table at all."""
        return may_look(guest, self.row.owner, self.seats)

    def record(self) -> str:
        """Return what was played, word by word, without any secret."""
        row = self.row
        lines = [
            f"game {row.game}",
            f"players {', '.join(seat.name for seat in self.seats)}",
            f"edition {row.edition}",
            f"rules {row.rules or 'unknown'}, this program plays by {known_rules()}",
            f"components {row.components or 'unknown'}",
            "",
            *(f"{entry.seq + 1}: {entry.word}" for entry in self.entries),
        ]
        return "\n".join(lines) + "\n"
