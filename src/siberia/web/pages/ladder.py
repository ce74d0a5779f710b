"""The ladder as a page: who stands where, how sure that is, and what it was counted from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from markupsafe import Markup

from siberia.arena.anchors import MEASURE
from siberia.drawing.ladder import Axis, axis_numbers, axis_of, rung
from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import LEVEL_NAMES
from siberia.web.pages.career import players_text
from siberia.web.pages.daily import ORDER
from siberia.web.tables.ladder import LadderName, LadderPlace, ShareOfWins
from siberia.web.tables.names import shown_name
from siberia.web.tables.offered import name_of

PLAYERS = range(FEWEST_SEATS, MOST_SEATS + 1)


@dataclass(frozen=True)
class ToldShare:
    """A share of wins as it is written, and between what it may lie."""

    share: str
    between: str
    matches: int


@dataclass(frozen=True)
class LadderLine:
    """Somebody on the ladder."""

    # "" where there is none: for bots, and while a rating is provisional.
    place: str
    name: str
    # What it is if it is no person; "" for one.
    kind: str
    is_own: bool
    is_provisional: bool
    points: int
    between: str
    picture: Markup
    matches: int
    left: int
    won: ToldShare | None
    without_luck: ToldShare | None


@dataclass(frozen=True)
class LadderPage:
    """The ladder of a game and a number of players."""

    game: str
    players: int
    title: str
    # Those whose rating is sure enough, and the others.
    sure: tuple[LadderLine, ...]
    provisional: tuple[LadderLine, ...]
    numbers: Markup
    # What chance alone would win, and whether anybody here is a person.
    chance: str
    has_people: bool
    own: LadderLine | None
    # Where a table is opened that would count.
    new_table: str

    def at(self, *, game: str = "", players: int = 0) -> str:
        """Return where another ladder is: that of another game, or of more or fewer players."""
        asked = {"game": game or self.game, "players": players or self.players}
        return f"/ladder?{urlencode(asked)}"

    @property
    def counts(self) -> range:
        """How many may play."""
        return PLAYERS


def liveliest(places: Mapping[LadderName, Sequence[LadderPlace]]) -> LadderName:
    """Return the ladder on which most people are; of several the first."""
    every = [(game, players) for game in ORDER for players in PLAYERS]
    return max(every, key=lambda name: sum(place.guest is not None for place in places[name]))


def ladder_page(
    game: str, players: int, places: Sequence[LadderPlace], guest: str, language: Language
) -> LadderPage:
    """Return the page of a ladder, as a guest sees it."""
    axis = axis_of([place.points for place in places])
    lines, rank = [], 0
    for place in places:
        is_ranked = place.guest is not None and not place.is_provisional
        rank += is_ranked
        lines.append(line_of(place, rank if is_ranked else 0, axis, guest, language))
    return LadderPage(
        game=game,
        players=players,
        title=title(game, players, language),
        sure=tuple(line for line in lines if not line.is_provisional),
        provisional=tuple(line for line in lines if line.is_provisional),
        numbers=axis_numbers(axis, lambda value: language.number(int(value))),
        chance=language.percent(1 / players),
        has_people=any(not line.kind for line in lines),
        own=next((line for line in lines if line.is_own), None),
        new_table=f"/tables/new?{urlencode(counting_table(game, players))}",
    )


def title(game: str, players: int, language: Language) -> str:
    """Name a ladder."""
    _ = language.gettext
    name = _("Board game, {players}") if game == "board" else _("Card game, {players}")
    return name.format(players=players_text(players, language))


def counting_table(game: str, players: int) -> dict[str, str]:
    """Return what a form for a new table is filled in with so that its match counts."""
    seats = {f"seat{n}": "anyone" if 0 < n < players else "" for n in range(1, MOST_SEATS)}
    return {"game": game, "hints": "no", "seat0": "me", **seats}


def line_of(
    place: LadderPlace, rank: int, axis: Axis, guest: str, language: Language
) -> LadderLine:
    """Return a line of the ladder."""
    is_person = place.guest is not None
    is_measure = place.level == MEASURE
    return LadderLine(
        place=language.number(rank) if rank else "",
        name=shown_name(place.name, language) if is_person else bot_name(place.level, language),
        kind="" if is_person else bot_kind(place.level, language),
        is_own=is_person and place.guest == guest,
        is_provisional=place.is_provisional,
        points=place.points,
        between=language.gettext("the measure") if is_measure else between(place, language),
        picture=rung(axis, place.points, place.interval, kind="person" if is_person else "bot"),
        matches=place.matches,
        left=place.left,
        won=told(place.won, language),
        without_luck=told(place.without_luck, language),
    )


def bot_name(level: str | None, language: Language) -> str:
    """Name a bot: a level of the computer's, or one from elsewhere."""
    if level in LEVEL_NAMES:
        name = language.gettext("Computer, %(level)s")
        return name % {"level": language.gettext(LEVEL_NAMES[level])}
    return name_of(level or "")


def bot_kind(level: str | None, language: Language) -> str:
    """Say what a bot is."""
    _ = language.gettext
    return _("the computer") if level in LEVEL_NAMES else _("a program")


def between(place: LadderPlace, language: Language) -> str:
    """Say between what a rating lies."""
    low, high = map(language.number, place.interval)
    return language.gettext("between {low} and {high}").format(low=low, high=high)


def told(share: ShareOfWins | None, language: Language) -> ToldShare | None:
    """Write a share of wins."""
    if share is None:
        return None
    low, high = language.percent(share.low), language.percent(share.high)
    text = language.gettext("{low} to {high}").format(low=low, high=high)
    return ToldShare(language.percent(share.share), text, share.matches)
