"""The talk at a table as one person reads it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from siberia.web.i18n.languages import Language
from siberia.web.pages.watching import named
from siberia.web.tables.names import shown_name
from siberia.web.tables.store.talk import Message, TalkWishes
from siberia.web.tables.table import Table
from siberia.web.tables.talk import PHRASES, name_of, offered, readers_of


@dataclass(frozen=True)
class TalkLine:
    """One line: a message, or what stands for messages that somebody does not want to read."""

    id: str = ""
    name: str = ""
    seat: int | None = None
    is_host: bool = False
    is_mine: bool = False
    # Whether a watcher said it.
    is_aside: bool = False
    phrase: str = ""
    text: str = ""
    at: str = ""
    clock: str = ""
    # How many messages of somebody muted this line stands for.
    muted: int = 0
    is_reported: bool = False
    # Whether this only says that from here on everyone reads what watchers wrote.
    divider: bool = False


@dataclass(frozen=True)
class TalkPage:
    """All that the talk's card shows."""

    address: str
    lines: tuple[TalkLine, ...]
    # Who watches, as a list to read, and how many.
    watchers: str
    watching: int
    # Whether only watchers read what is written here now.
    is_aside: bool
    is_quiet: bool
    phrases: tuple[tuple[str, str], ...]
    takes_words: bool
    # Whether everybody who watches would be shown the same.
    is_plain: bool
    notice: str = ""

    @property
    def way(self) -> str:
        """What tells one way of writing from another: the fields of the old one go with it."""
        return f"{int(self.is_aside)}{int(self.takes_words)}{len(self.phrases)}"


def talk_page(
    table: Table,
    guest: str,
    name: str,
    heard: Sequence[Message],
    wishes: TalkWishes,
    language: Language,
    notice: str = "",
) -> TalkPage:
    """Return the talk at a table as a guest of some name reads it."""
    is_aside = readers_of(table, guest) == "watchers"
    takes_words = table.row.talk == "words"
    # Watchers have words for each other; what everybody understands is for those who play.
    phrases = () if is_aside and takes_words else offered(table)
    lines = told(table, guest, heard, wishes, language)
    return TalkPage(
        address=f"/t/{table.id}",
        lines=() if wishes.is_quiet else tuple(lines),
        watchers=named(table.audience, language, name if is_aside else ""),
        watching=table.audience.count,
        is_aside=is_aside,
        is_quiet=wishes.is_quiet,
        phrases=tuple((phrase, language.gettext(PHRASES[phrase])) for phrase in phrases),
        takes_words=takes_words,
        is_plain=is_aside and wishes == TalkWishes() and all(said.guest != guest for said in heard),
        notice=notice,
    )


def told(
    table: Table, guest: str, heard: Sequence[Message], wishes: TalkWishes, language: Language
) -> Iterator[TalkLine]:
    """Tell what was said; all that somebody muted said is one line, where they last spoke."""
    muted = Counter(message.guest for message in heard if message.guest in wishes.muted)
    left, before = Counter(muted), ""
    for message in heard:
        if table.match.is_over and message.readers == "watchers" and before != "watchers":
            yield TalkLine(divider=True)
        before = message.readers
        if message.guest not in wishes.muted:
            yield line(table, guest, message, wishes, language)
            continue
        left[message.guest] -= 1
        if not left[message.guest]:
            yield line(table, guest, message, wishes, language, muted[message.guest])


def line(
    table: Table,
    guest: str,
    message: Message,
    wishes: TalkWishes,
    language: Language,
    muted: int = 0,
) -> TalkLine:
    """Tell one message."""
    return TalkLine(
        id=name_of(message),
        name=shown_name(message.name, language),
        seat=message.seat,
        is_host=message.guest == table.row.owner,
        is_mine=message.guest == guest,
        is_aside=message.readers == "watchers",
        phrase=language.gettext(PHRASES[message.phrase]) if message.phrase in PHRASES else "",
        text=message.text or "",
        at=message.at.isoformat(timespec="seconds"),
        clock=f"{message.at:%H:%M}",
        muted=muted,
        is_reported=(message.readers, message.number) in wishes.reported,
    )
