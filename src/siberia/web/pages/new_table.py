"""A table that somebody is about to open, in a few words: what it will be like."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from siberia.engine.vocabulary import MOST_SEATS
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_
from siberia.web.pages.lobby import BETWEEN, pace_words
from siberia.web.tables.clocks import FREE
from siberia.web.tables.names import shown_name
from siberia.web.tables.offered import is_offered
from siberia.web.tables.pace import Pace, read_pace
from siberia.web.tables.store.rows import SeatedTable, SeatRow, Talking, Watching

WATCHING: Final[dict[Watching, tuple[str, str]]] = {
    "nobody": (N_("Nobody may watch"), N_("only who plays sees the table")),
    "link": (N_("Who has the link may watch"), N_("if somebody passes it on")),
    "everyone": (N_("Everyone may watch"), N_("and find it on the home page")),
}
TALK: Final[dict[Talking, tuple[str, str]]] = {
    "off": (N_("No talk"), N_("everyone plays in silence")),
    "phrases": (N_("Phrases"), N_("each reads them in their own language")),
    "words": (N_("Phrases and words"), N_("mute and report for everyone")),
}
SIDES: Final = {
    "choose": N_("Exchange sides: the start player chooses"),
    "random": N_("Exchange sides at random"),
    "A": N_("Exchange sides: all A"),
    "B": N_("Exchange sides: all B"),
}
EDITIONS: Final = {
    "dlp": N_("dlp: draw up to two cards"),
    "oya": N_("Oya: draw exactly two cards"),
}


@dataclass(frozen=True)
class SummaryPoint:
    """One thing that a table will be like: a sign, what it is, and what that means."""

    icon: str
    title: str
    detail: str


@dataclass(frozen=True)
class Wanted:
    """A table as somebody wants it so far: what its summary is made of."""

    game: str
    # What each place is to be, and what was written beside it.
    kinds: Sequence[str]
    names: Sequence[str]
    pace: Pace | None
    watching: Watching
    talk: Talking
    # How the exchange sides are settled; an edition's name, a seat or "random", and two yes or no.
    exchanges: str
    edition: str
    start: str
    expansion: bool
    hints: bool


@dataclass(frozen=True)
class Foretold:
    """What a table will be like, and why it cannot be opened so, if it cannot."""

    points: tuple[SummaryPoint, ...]
    details: str
    refusal: str


def summary(wanted: Wanted, refusal: str, language: Language) -> Foretold:
    """Sum up what somebody wants."""
    _ = language.gettext
    points = (
        SummaryPoint(
            "map" if wanted.game == "board" else "hand",
            size(wanted, language),
            company(wanted, language),
        ),
        SummaryPoint("clock", pace_words(wanted.pace, language), pace_means(wanted.pace, language)),
        SummaryPoint("eye", *map(_, WATCHING[wanted.watching])),
        SummaryPoint("speak", *map(_, TALK[wanted.talk])),
        *ladder_point(wanted, language),
    )
    return Foretold(points, details(wanted, language), refusal)


def ladder_point(wanted: Wanted, language: Language) -> tuple[SummaryPoint, ...]:
    """Say whether the match will count for the ladder, where strangers may come."""
    _, kinds = language.gettext, wanted.kinds
    people = kinds.count("me") + kinds.count("anyone")
    if "anyone" not in kinds or people < 2 or {"link", "device"} & set(kinds):
        return ()
    if wanted.hints:
        return (SummaryPoint("ladder", _("Not for the ladder"), _("because hints are allowed")),)
    return (SummaryPoint("ladder", _("Counts for the ladder"), _("for whoever wants to be on it")),)


def size(wanted: Wanted, language: Language) -> str:
    """Name the game, and say how many play."""
    _ = language.gettext
    message = _("Board game for {count}") if wanted.game == "board" else _("Card game for {count}")
    return message.format(count=sum(map(bool, wanted.kinds)))


def company(wanted: Wanted, language: Language) -> str:
    """Say who is to sit there."""
    _, ngettext = language.gettext, language.ngettext
    said = [_("you")] * ("me" in wanted.kinds)
    count = wanted.kinds.count("anyone")
    if count:
        said.append(ngettext("{count} open seat", "{count} open seats", count).format(count=count))
    for kind, name in zip(wanted.kinds, wanted.names, strict=True):
        if kind == "link":
            said.append(_("{name} by link").format(name=name.strip() or _("a friend")))
        elif kind == "device":
            said.append(_("{name} here with you").format(name=name.strip() or _("somebody")))
    people = ("", "me", "anyone", "link", "device")
    count = sum(kind not in people for kind in wanted.kinds)
    if count:
        message = ngettext("{count} computer player", "{count} computer players", count)
        said.append(message.format(count=count))
    return ", ".join(said)


def pace_means(pace: Pace | None, language: Language) -> str:
    """Say what a pace means for who plays."""
    _ = language.gettext
    if pace is None:
        return _("everyone moves when they like")
    if pace.unit == "minutes":
        message = _("the first {seconds} seconds of a turn are free")
        return message.format(seconds=FREE.seconds)
    return _("for people far apart")


def details(wanted: Wanted, language: Language) -> str:
    """Say in one line what few ever change."""
    _ = language.gettext
    if wanted.game == "board":
        sides = SIDES.get(wanted.exchanges)
        said = [
            _(sides) if sides else _("Exchange sides {letters}").format(letters=wanted.exchanges),
            _("with the salesman cards") if wanted.expansion else _("no salesman cards"),
        ]
    else:
        said = [_(EDITIONS.get(wanted.edition, EDITIONS["dlp"]))]
    starter = _("seat {number} starts").format(number=wanted.start)
    said.append(_("the start is drawn") if wanted.start == "random" else starter)
    said.append(_("hints allowed") if wanted.hints else _("no hints"))
    return BETWEEN.join(said)


@dataclass(frozen=True)
class LastTime:
    """How somebody opened their last table with others, and the address of a form filled in so."""

    text: str
    address: str


def last_time(table: SeatedTable, guest: str, language: Language) -> LastTime:
    """Return how a table was opened, to open another one like it."""
    row, seats = table.row, table.seats
    pace = read_pace(row.pace)
    names = [shown_name(seat.name, language) for seat in seats if not is_theirs(seat, guest)]
    message = language.gettext("As last time: with {names}, {pace}")
    text = message.format(
        names=language.listing(names),
        pace=(pace_words(pace, language) if pace else language.gettext("no clock")),
    )
    fields = {
        "game": row.game,
        "edition": row.edition,
        "pace": pace.unit if pace else "",
        "watching": row.watching,
        "talk": row.talk,
        "hints": "yes" if row.hints else "no",
    }
    if pace is not None:
        fields[pace.unit] = str(pace.amount)
    if row.expansion:
        fields["expansion"] = "1"
    for place in range(MOST_SEATS):
        kind, name = as_it_was(seats, place, guest)
        fields[f"seat{place}"], fields[f"name{place}"] = kind, name
    return LastTime(text, f"/tables/new?{urlencode(fields)}")


def is_theirs(seat: SeatRow, guest: str) -> bool:
    """Whether a guest sits there, alone or with others on their device."""
    return seat.guest == guest


def as_it_was(seats: Sequence[SeatRow], place: int, guest: str) -> tuple[str, str]:
    """Return what a place was, and what its player was called where that is to be written."""
    if place >= len(seats):
        return "", ""
    seat = seats[place]
    if is_theirs(seat, guest):
        is_first = not any(is_theirs(other, guest) for other in seats[:place])
        return ("me", "") if is_first else ("device", seat.name)
    if seat.kind == "bot" and seat.guest is None:
        # A bot from elsewhere may not be there today.
        is_ours = seat.level and not is_offered(seat.level)
        return (seat.level or "") if is_ours else "medium", ""
    return ("anyone", "") if seat.anyone else ("link", seat.name)
