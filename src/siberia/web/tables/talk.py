"""Talk at a table: short, kept with it, and never part of its match.

While the match goes on, what watchers write is read by watchers only: nobody whispers to a player.
"""

import unicodedata
from collections import OrderedDict, deque
from itertools import groupby
from time import monotonic
from typing import Final

from siberia.web.i18n.terms import N_
from siberia.web.tables import clock
from siberia.web.tables.changes import Changes
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.store.talk import KeptTalk, Message, Readers, TalkWishes
from siberia.web.tables.table import Table

# What everybody reads in their own language, by the name under which it is kept.
PHRASES: Final = {
    "well played": N_("Well played!"),
    "good luck": N_("Good luck"),
    "thanks": N_("Thank you"),
    "moment": N_("One moment"),
    "again": N_("Again?"),
}
# Those that are offered while the match goes on, and when it is over.
DURING: Final = ("well played", "good luck", "thanks", "moment")
AFTER: Final = ("well played", "again", "thanks")
LONGEST: Final = 200
# So many messages in so many seconds.
AT_ONCE: Final = 5
WHILE: Final = 10.0
# Of so many guests it is known when they last spoke.
MOST_COUNTED: Final = 10_000
# What joins letters and symbols stays; so many marks may stand on one letter.
JOINERS: Final = "\u200c\u200d"
MOST_MARKS: Final = 4


class Talk:
    """Says and hears what is said at tables."""

    def __init__(self, kept: KeptTalk, changes: Changes) -> None:
        self.kept = kept
        self._changes = changes
        self._spoke: OrderedDict[str, deque[float]] = OrderedDict()

    async def say(
        self, table: Table, guest: str, name: str, *, text: str = "", phrase: str = ""
    ) -> Message:
        """Let a guest say a text, or else a phrase; Refused if that cannot be."""
        words = None if phrase else tidy(text)
        check(table, words, phrase)
        self._slow_down(guest)
        seat = seat_of(table, guest)
        message = Message(
            table=table.id,
            readers=readers_of(table, guest),
            number=0,
            guest=guest,
            name=name if seat is None else table.seats[seat].name,
            seat=seat,
            phrase=phrase or None,
            text=words,
            at=clock.now(),
        )
        message = await self.kept.add(message)
        self._changes.tell_talk(table.id, message.readers)
        return message

    async def heard(self, table: Table, guest: str) -> list[Message]:
        """Return what a guest may read at a table, in the order in which it is shown."""
        said = await self.kept.of(table.id)
        if not table.match.is_over:
            is_player = table.seats.admits(guest)
            return [m for m in said if m.readers == "players" or not is_player]
        # What watchers wrote comes in when the match is over.
        order = ("players", "watchers", "all")
        return sorted(said, key=lambda message: order.index(message.readers))

    async def wishes(self, table: Table, guest: str) -> TalkWishes:
        """Return what a guest does not want to read; a stranger is the guest ""."""
        return await self.kept.wishes(guest, table.id) if guest else TalkWishes()

    async def mute(self, table: Table, guest: str, message: str, *, is_muted: bool) -> None:
        """Let a guest no longer hear who said something, or hear them again."""
        muted = (await self._found(table, guest, message)).guest
        if muted == guest:
            raise Refused(Refusal.IMPOSSIBLE)
        await self.kept.mute(guest, muted, is_muted=is_muted)

    async def report(self, table: Table, guest: str, message: str) -> None:
        """Tell who runs the server of a message."""
        found = await self._found(table, guest, message)
        if found.guest == guest:
            raise Refused(Refusal.IMPOSSIBLE)
        await self.kept.report(found, guest, clock.now())

    async def _found(self, table: Table, guest: str, name: str) -> Message:
        """Return the message of a name, if this guest may read it."""
        for message in await self.heard(table, guest):
            if name_of(message) == name:
                return message
        raise Refused(Refusal.IMPOSSIBLE)

    def _slow_down(self, guest: str) -> None:
        """Refuse what is too much at once."""
        now, spoke = monotonic(), self._spoke.setdefault(guest, deque(maxlen=AT_ONCE))
        self._spoke.move_to_end(guest)
        if len(spoke) == AT_ONCE and now - spoke[0] < WHILE:
            raise Refused(Refusal.TALKING_FAST)
        spoke.append(now)
        while len(self._spoke) > MOST_COUNTED:
            self._spoke.popitem(last=False)


def may_talk(table: Table, guest: str) -> bool:
    """Say whether a guest may read and write here: who plays, and who may watch."""
    return table.row.talk != "off" and table.may_look(guest) and has_listeners(table)


def has_listeners(table: Table) -> bool:
    """Say whether there can be two who talk: bots do not."""
    open_seats = sum(seat.kind == "open" for seat in table.seats)
    # A lesson's table has nobody as its host.
    people = (table.seats.people | {table.row.owner}) - {""}
    return table.is_watchable or len(people) + open_seats > 1


def readers_of(table: Table, guest: str) -> Readers:
    """Return who may read what a guest says now."""
    if table.match.is_over:
        return "all"
    return "players" if table.seats.admits(guest) else "watchers"


def seat_of(table: Table, guest: str) -> int | None:
    """Return the seat from which a guest speaks; a bot may keep it for them."""
    return next((seat.number for seat in table.seats if guest and seat.guest == guest), None)


def name_of(message: Message) -> str:
    """Return what a message is called at its table."""
    return f"{message.readers}-{message.number}"


def offered(table: Table) -> tuple[str, ...]:
    """Return the phrases that can be said now."""
    return AFTER if table.match.is_over else DURING


def check(table: Table, words: str | None, phrase: str) -> None:
    """Refuse what cannot be said at a table."""
    if table.row.talk == "off":
        raise Refused(Refusal.NO_TALK)
    if words is None:
        if phrase not in offered(table):
            raise Refused(Refusal.IMPOSSIBLE)
        return
    if table.row.talk == "phrases":
        raise Refused(Refusal.ONLY_PHRASES)
    if not words:
        raise Refused(Refusal.NOTHING_SAID)
    if len(words) > LONGEST:
        raise Refused(Refusal.TOO_LONG)


def tidy(text: str) -> str:
    """Return a text in one line, without what cannot be seen or turns the writing around."""
    normal = unicodedata.normalize("NFC", " ".join(text.split()))
    kept = (c for c in normal if c in JOINERS or not unicodedata.category(c).startswith("C"))
    return "".join(few_marks(" ".join("".join(kept).split())))


def few_marks(text: str) -> list[str]:
    """Return the characters of a text, with no more marks on a letter than writing has."""
    runs = groupby(text, key=lambda c: bool(unicodedata.combining(c)))
    return [c for is_mark, run in runs for c in (list(run)[:MOST_MARKS] if is_mark else run)]
