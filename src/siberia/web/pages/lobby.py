"""Tables that anybody may find, as pages list them: who waits for players, and what to watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from babel import Locale

from siberia.web.i18n.languages import LANGUAGES, Language
from siberia.web.tables.ladder import may_count
from siberia.web.tables.lobby import HowFar, Watched
from siberia.web.tables.names import shown_name
from siberia.web.tables.pace import Pace, read_pace
from siberia.web.tables.store.rows import LobbyRow

BETWEEN = " · "
# What a table without a clock is called among the paces one can wish for.
NO_CLOCK = "none"


@dataclass(frozen=True)
class Sought:
    """What somebody looks for, "" for anything; and how many of each list are shown at most."""

    game: str = ""
    language: str = ""
    pace: str = ""
    most_waiting: int = 200
    most_to_watch: int = 200

    def admit(self, row: LobbyRow) -> bool:
        """Say whether a table is what they look for."""
        pace = read_pace(row.pace)
        return (
            self.game in ("", row.game)
            and self.language in ("", row.language)
            and self.pace in ("", pace.unit if pace else NO_CLOCK)
        )


# What the home page has room for.
FOR_HOME = Sought(most_waiting=3, most_to_watch=2)


@dataclass(frozen=True)
class OpenTable:
    """A table that waits for players: who sits there, by names only, and how it is played."""

    id: str
    game: str
    title: str
    detail: str
    # For each seat whether somebody has it.
    taken: tuple[bool, ...]
    is_own: bool


@dataclass(frozen=True)
class WatchedTable:
    """A match that everyone may watch: who plays, and how far it is."""

    id: str
    game: str
    title: str
    detail: str
    watchers: int
    is_own: bool


@dataclass(frozen=True)
class Lists:
    """Both lists as somebody sees them, and how many tables there are of each."""

    waiting: tuple[OpenTable, ...]
    waiting_in_all: int
    to_watch: tuple[WatchedTable, ...]
    to_watch_in_all: int
    # Whether somebody has no name yet by which others could know them.
    asks_name: bool

    @property
    def sign(self) -> str:
        """What tells these lists from what they were before."""
        return blake2b(repr(self).encode(), digest_size=8).hexdigest()


def table_lists(
    waiting: Sequence[LobbyRow],
    watched: Sequence[Watched],
    wishes: Sought,
    guest: str,
    language: Language,
    *,
    asks_name: bool,
) -> Lists:
    """Return the lists as a guest sees them who looks for something."""
    waiting = [row for row in waiting if wishes.admit(row)]
    watched = [one for one in watched if wishes.admit(one.row)]
    return Lists(
        tuple(open_table(row, guest, language) for row in waiting[: wishes.most_waiting]),
        len(waiting),
        tuple(watched_table(one, guest, language) for one in watched[: wishes.most_to_watch]),
        len(watched),
        asks_name,
    )


def open_table(row: LobbyRow, guest: str, language: Language) -> OpenTable:
    """Return how a table is listed that waits for players."""
    taken = tuple(seat.kind != "open" for seat in row.seats)
    is_own = guest in row.people
    return OpenTable(row.id, row.game, title(row, language), how(row, language), taken, is_own)


def watched_table(watched: Watched, guest: str, language: Language) -> WatchedTable:
    """Return how a match is listed that everyone may watch."""
    row, far = watched.row, how_far(watched.row.game, watched.progress, language)
    is_own = guest in row.people
    return WatchedTable(row.id, row.game, title(row, language), far, watched.watchers, is_own)


@lru_cache(maxsize=2048)
def title(row: LobbyRow, language: Language) -> str:
    """Name a table by the people who sit there; where none do, by the bots."""
    people = [seat.name for seat in row.seats if seat.kind == "guest"]
    names = people or [seat.name for seat in row.seats if seat.kind == "bot"]
    shown = [shown_name(name, language) for name in names]
    return ", ".join(shown) or language.gettext("A new table")


@lru_cache(maxsize=2048)
def how(row: LobbyRow, language: Language) -> str:
    """Say how a table is played, and in which language its opener reads the pages."""
    _ = language.gettext
    said = [pace_words(read_pace(row.pace), language)]
    if row.expansion:
        said.append(_("salesman cards"))
    if row.is_plain and may_count(row.seats):
        said.append(_("for the ladder"))
    if row.language in LANGUAGES and row.language != language.code:
        said.append(_("in {language}").format(language=name_of(row.language, language)))
    return BETWEEN.join(said)


@lru_cache(maxsize=64)
def name_of(code: str, language: Language) -> str:
    """Return what a language is called in another one."""
    return Locale.parse(code).get_language_name(language.code) or code


def pace_words(pace: Pace | None, language: Language) -> str:
    """Say how fast is played."""
    if pace is None:
        return language.gettext("No clock")
    if pace.unit == "minutes":
        return language.gettext("Live, {count} min each").format(count=pace.amount)
    return language.ngettext(
        "By days, {count} day a turn", "By days, {count} days a turn", pace.amount
    ).format(count=pace.amount)


def how_far(game: str, progress: HowFar, language: Language) -> str:
    """Say how far a match is, by what lies open."""
    if game == "board":
        began = language.gettext("Round {number}").format(number=progress.round)
        exhausted = language.gettext("{count} of {end} areas exhausted")
        told = exhausted.format(count=progress.exhausted, end=progress.exhausted_at_end)
        return began + BETWEEN + told
    return language.gettext("{count} in the stack").format(count=progress.stack)
