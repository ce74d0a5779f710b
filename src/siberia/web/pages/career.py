"""What somebody's finished matches come to: figures, three small plots, and a list to search in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean
from urllib.parse import urlencode

from markupsafe import Markup

from siberia.arena.ratings import wilson
from siberia.drawing.career import Reviewed, WinRow, course, standings
from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import LEVEL_NAMES, N_
from siberia.web.pages.daily import ORDER
from siberia.web.pages.day_titles import deal_title
from siberia.web.pages.review.points import signed
from siberia.web.tables import clock
from siberia.web.tables.balances import BySeat, Points
from siberia.web.tables.endings import Ended
from siberia.web.tables.names import shown_name
from siberia.web.tables.store.rows import SeatRow

PEOPLE = N_("people")
PER_PAGE = 20
# By rank, from the first on.
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))


@dataclass(frozen=True)
class PlayedMatch:
    """A finished match, as whoever played it looks at it."""

    ended: Ended
    seat: int
    points: Points | None

    @property
    def has_won(self) -> bool:
        """Whether nobody had more."""
        return self.ended.result.has_won(self.seat)

    @property
    def score(self) -> int:
        """What they had in the end."""
        return self.ended.result.scores[self.seat]

    @property
    def chance(self) -> float:
        """Which share of such matches chance alone would win."""
        return 1 / self.ended.row.seats

    @property
    def is_from_the_deal(self) -> bool:
        """Whether it was played from its beginning, and not taken over from others."""
        return self.ended.row.origin is None

    @property
    def day(self) -> date:
        """When it was over."""
        return (self.ended.row.finished or self.ended.row.created).date()

    @property
    def others(self) -> list[SeatRow]:
        """The other seats."""
        return [seat for seat in self.ended.table.seats if seat.number != self.seat]

    @property
    def kinds(self) -> set[str]:
        """Whom it was played against: levels of the computer's, and people."""
        return {seat.level if seat.kind == "bot" and seat.level else PEOPLE for seat in self.others}


def played_matches(
    guest: str, ended: Iterable[Ended], balances: Mapping[str, BySeat]
) -> list[PlayedMatch]:
    """Return a guest's matches, the last one first."""
    found = []
    for one in ended:
        seat, points = one.seat_of(guest), balances.get(one.row.id, ())
        found.append(PlayedMatch(one, seat, points[seat] if seat < len(points) else None))
    return sorted(found, key=lambda match: match.ended.row.finished or clock.now(), reverse=True)


# ---------------------------------------------------------------- figures


@dataclass(frozen=True)
class Best:
    """The best score in a game, and when that was."""

    game: str
    score: int
    day: str
    players: int


@dataclass(frozen=True)
class Figures:
    """How many matches, how many of them were won, and the best."""

    matches: int
    by_game: Mapping[str, int]
    won: int
    share: float
    chance: float
    best: tuple[Best, ...]


def figures(matches: Sequence[PlayedMatch], language: Language) -> Figures:
    """Return the figures of matches; there is at least one."""
    of_games = {game: [m for m in matches if m.ended.row.game == game] for game in ORDER}
    tops = [max(found, key=lambda match: match.score) for found in of_games.values() if found]
    won = sum(match.has_won for match in matches)
    return Figures(
        matches=len(matches),
        by_game={game: len(found) for game, found in of_games.items()},
        won=won,
        share=won / len(matches),
        chance=fmean(match.chance for match in matches),
        best=tuple(
            Best(top.ended.row.game, top.score, told_day(top.day, language), top.ended.row.seats)
            for top in tops
        ),
    )


def told_day(day: date, language: Language) -> str:
    """Write a day, with its year where that is not this one."""
    return language.day(day, year=day.year != clock.today().year)


# ---------------------------------------------------------------- plots


def by_game(matches: Sequence[PlayedMatch], language: Language) -> Markup:
    """Draw how many matches were won, by game and number of players."""
    rows, told = [], []
    for game in ORDER:
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
            found = [m for m in matches if (m.ended.row.game, m.ended.row.seats) == (game, seats)]
            players = players_text(seats, language)
            if found:
                rows.append(row_of(found, players, "map" if game == "board" else "hand"))
                told.append(f"{game_name(game, language)}, {players}: {won_of(found, language)}")
    return drawn_rows(rows, told, language)


def by_opponent(matches: Sequence[PlayedMatch], language: Language) -> Markup:
    """Draw how many matches were won against each kind of opponent."""
    rows, told = [], []
    for kind in (*LEVEL_NAMES, PEOPLE):
        found = [match for match in matches if kind in match.kinds]
        name = language.gettext(LEVEL_NAMES.get(kind, PEOPLE))
        if found:
            rows.append(row_of(found, name))
            told.append(f"{name}: {won_of(found, language)}")
    return drawn_rows(rows, told, language)


def row_of(matches: Sequence[PlayedMatch], name: str, symbol: str = "") -> WinRow:
    """Return the row of some matches."""
    share = fmean(match.has_won for match in matches)
    low, high = wilson(share, len(matches))
    chance = fmean(match.chance for match in matches)
    return WinRow(name, len(matches), share, low, high, chance, symbol)


def drawn_rows(rows: Sequence[WinRow], told: Sequence[str], language: Language) -> Markup:
    """Draw rows, which a screen reader is told one after the other."""
    return standings(
        rows,
        write=lambda share: (
            language.percent(1) if share == 1 else language.number(int(100 * share))
        ),
        share=lambda share: language.number(round(100 * share)),
        label="; ".join(told),
    )


def won_of(matches: Sequence[PlayedMatch], language: Language) -> str:
    """Say how many of some matches were won."""
    won = sum(match.has_won for match in matches)
    message = language.gettext("{won} of {count} won")
    return message.format(won=language.number(won), count=language.number(len(matches)))


def players_text(seats: int, language: Language) -> str:
    """Say how many play."""
    return language.ngettext("{count} player", "{count} players", seats).format(count=seats)


def game_name(game: str, language: Language) -> str:
    """Name a game."""
    return language.gettext("Board game") if game == "board" else language.gettext("Card game")


@dataclass(frozen=True)
class CoursePlot:
    """Luck and own decisions over time: the picture, and both on average."""

    picture: Markup
    luck: str
    own: str
    count: int


def luck_and_decisions(matches: Sequence[PlayedMatch], language: Language) -> CoursePlot | None:
    """Draw luck and own decisions of the matches that were reviewed; None if none was."""
    reviewed = [match for match in reversed(matches) if match.points]
    points = [match.points for match in reviewed if match.points]
    if not points:
        return None
    first, last = (language.short_day(reviewed[end].day) for end in (0, -1))
    luck = signed(language, round(fmean(one.luck for one in points)))
    own = signed(language, round(fmean(one.own for one in points)))
    _ = language.gettext
    label = _("From {first} to {last}: your decisions {own} and luck {luck} on average")
    return CoursePlot(
        picture=course(
            [Reviewed(one.luck, one.own) for one in points],
            ends=(first, last),
            write=lambda value: signed(language, round(value)),
            label=label.format(first=first, last=last, own=own, luck=luck),
        ),
        luck=luck,
        own=own,
        count=len(points),
    )


# ---------------------------------------------------------------- the list


@dataclass(frozen=True)
class Wish:
    """What of the list is wanted: which game, won or lost, which words in it, which page."""

    game: str = ""
    result: str = ""
    words: str = ""
    page: int = 1

    def at(self, *, game: str | None = None, result: str | None = None, page: int = 1) -> str:
        """Return where the list is as it is wanted, but for what is said otherwise here."""
        asked = {
            "game": self.game if game is None else game,
            "result": self.result if result is None else result,
            "q": self.words,
            "page": str(page) if page > 1 else "",
        }
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"/me?{query}#matches" if query else "/me#matches"

    def fits(self, line: "MatchLine") -> bool:
        """Whether a line is wanted."""
        if self.game and line.game != self.game:
            return False
        if self.result and line.has_won != (self.result == "won"):
            return False
        return all(word in line.searched for word in self.words.casefold().split())


@dataclass(frozen=True)
class MatchLine:
    """A match as it is listed."""

    table: str
    game: str
    day: str
    moment: str
    title: str
    place: str
    players: int
    has_won: bool
    score: int
    points: Points | None
    # What a search looks at.
    searched: str


@dataclass(frozen=True)
class MatchList:
    """A page of the list, and how many more there are."""

    lines: tuple[MatchLine, ...]
    wish: Wish
    count: int
    earlier: int
    is_first: bool


def match_list(matches: Iterable[PlayedMatch], wish: Wish, language: Language) -> MatchList:
    """Return the page of the list that is wanted."""
    lines = [line for line in lines_of(matches, language) if wish.fits(line)]
    start = PER_PAGE * (wish.page - 1)
    shown = tuple(lines[start : start + PER_PAGE])
    return MatchList(shown, wish, len(lines), max(0, len(lines) - start - PER_PAGE), start == 0)


def lines_of(matches: Iterable[PlayedMatch], language: Language) -> Iterable[MatchLine]:
    """Return matches as lines."""
    for match in matches:
        row, day = match.ended.row, match.day
        title = title_of(match, language)
        names = [shown_name(seat.name, language) for seat in match.others]
        searched = (title, *names, row.name, row.id, language.day(day, year=True), day.isoformat())
        yield MatchLine(
            table=row.id,
            game=row.game,
            day=language.short_day(day, year=day.year != clock.today().year),
            moment=day.isoformat(),
            title=title,
            place=language.gettext(PLACES[match.ended.result.rank(match.seat) - 1]),
            players=row.seats,
            has_won=match.has_won,
            score=match.score,
            points=match.points,
            searched=" ".join(searched).casefold(),
        )


def title_of(match: PlayedMatch, language: Language) -> str:
    """Name a match: by its day's deal, by its table's name, or by who else played."""
    row = match.ended.row
    if row.day is not None:
        return deal_title(row.day, language)
    return row.name or ", ".join(called(seat, language) for seat in match.others)


def called(seat: SeatRow, language: Language) -> str:
    """Name an opponent, a bot with its level."""
    name = shown_name(seat.name, language)
    level = LEVEL_NAMES.get(seat.level or "") if seat.kind == "bot" else None
    return f"{name} ({language.gettext(level)})" if level else name
