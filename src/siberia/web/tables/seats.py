"""Who sits at a table, and who may change that."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic

from siberia.web.tables.names import bot_names
from siberia.web.tables.store.rows import SeatKind, SeatRow

# After so many seconds without a look, and without an open page, somebody counts as away.
AWAY_AFTER = 120.0


def may_look(guest: str, owner: str, rows: Iterable[SeatRow]) -> bool:
    """Say whether a guest may look at a table at all: its host, and who plays there."""
    return guest == owner or any(row.guest == guest for row in rows)


class Seats:
    """The seats of a table, in order.

    `away` says for how many seconds a guest has had no page of the table open, if that is known.
    """

    def __init__(
        self, rows: Sequence[SeatRow], owner: str, away: Callable[[str], float | None]
    ) -> None:
        self.rows = list(rows)
        self.owner = owner
        # The guests who have left, but may come back.
        self.left: frozenset[str] = frozenset()
        self._away = away
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

    def player(self, seat: int) -> str | None:
        """Return the guest who plays on a seat; "" is a bot, None somebody who is not known."""
        return "" if self.is_bot(seat) else self.rows[seat].guest

    def is_kept_for(self, seat: int, guest: str) -> bool:
        """Whether a bot keeps a seat for a guest, who may take it back at any time."""
        return self.is_bot(seat) and bool(guest) and self.rows[seat].guest == guest

    def admits(self, guest: str) -> bool:
        """Whether a guest may look at this table at all."""
        return may_look(guest, self.owner, self.rows)

    def note_look(self, guest: str) -> None:
        """Remember that a guest looks at the table."""
        self._looked[guest] = monotonic()

    @property
    def people(self) -> frozenset[str]:
        """The guests who play here, those among them for whom a bot keeps the seat."""
        return frozenset(row.guest for row in self.rows if row.guest is not None)

    def is_away(self, seat: int) -> bool:
        """Whether whoever sits there has neither looked for a while nor a page open."""
        guest = self.rows[seat].guest
        if self.rows[seat].kind != "guest" or guest is None:
            return False
        return self._is_gone(guest)

    def _is_gone(self, guest: str) -> bool:
        times = (monotonic() - self._looked.get(guest, self._since), self._away(guest))
        return min(time for time in times if time is not None) > AWAY_AFTER

    @property
    def has_company(self) -> bool:
        """Whether a person sits here, or somebody watches bots who play among themselves."""
        if any(row.kind == "guest" for row in self.rows):
            return True
        return not all(map(self._is_gone, (self.people | {self.owner}) - self.left))

    def has_others(self, guest: str) -> bool:
        """Whether anybody else sits here."""
        return any(row.kind == "guest" and row.guest != guest for row in self.rows)

    def changes_open_to_owner(self, seat: int, has_begun: bool) -> frozenset[SeatKind]:
        """Return what the owner may make of a seat: free it, or give it to a bot.

        Who plays has a hand that nobody else may see. So once a word was played a person's seat is
        never free again: a bot keeps it while they are away. And where several people play, what a
        bot plays for stays as it is.
        """
        row = self.rows[seat]
        if row.kind == "open":
            return frozenset({"bot"})
        if row.kind == "guest":
            if row.guest != self.owner and not self.is_away(seat):
                return frozenset()
            return frozenset({"bot"}) if has_begun else frozenset({"open", "bot"})
        if has_begun and (row.guest is not None or self._others_play):
            return frozenset()
        return frozenset({"open", "bot"})

    @property
    def _others_play(self) -> bool:
        """Whether anybody but the owner plays: who only hosts must not peek, either."""
        return bool(self.people - {self.owner})

    def changes_by_consent(self, seat: int, has_begun: bool) -> frozenset[SeatKind]:
        """Return what becomes of a seat only if everyone who plays agrees: a bot's own one."""
        row = self.rows[seat]
        needed = has_begun and row.kind == "bot" and row.guest is None and self._others_play
        return frozenset({"open", "bot"}) if needed else frozenset()

    def in_next_match(self) -> list[SeatRow]:
        """Return the seats as they are in the next match of the same people.

        Who left before the end is not asked again, and who is not known any more cannot be: a link
        brings somebody else there, and nobody who just comes.
        """
        rivers = iter(bot_names(self.names))
        return [
            replace(row, guest=None, name=next(rivers))
            if row.kind == "bot" and row.guest in self.left
            else replace(row, kind="open", anyone=False)
            if row.kind == "guest" and row.guest is None
            else row
            for row in self.rows
        ]

    def has_name(self, name: str, but: int) -> bool:
        """Whether anybody on another seat is called so, however it is written."""
        return any(row.name.casefold() == name.casefold() for row in self.rows if row.number != but)
