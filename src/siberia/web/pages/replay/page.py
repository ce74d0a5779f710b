"""The page of a replay: a finished table at one of its moments, with what stands around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from siberia.drawing.cards import mark_disc
from siberia.drawing.film import FilmFrame, FilmLine, film, needle, pins
from siberia.drawing.svg import icon
from siberia.web.i18n.languages import Language
from siberia.web.pages.board import BoardPage
from siberia.web.pages.card import CardPage
from siberia.web.pages.game_pages import moment_page
from siberia.web.pages.match_bar import PAGES, Eyes
from siberia.web.pages.replay.moments import open_view, table_then
from siberia.web.pages.replay.moves import moves, said_at
from siberia.web.pages.replay.timeline import TURNS_AT_ONCE, Timeline, timeline
from siberia.web.pages.replay.verdict import Costly, Verdict
from siberia.web.pages.replay.wording import begun
from siberia.web.pages.table import Look, StripPlayer
from siberia.web.tables.finished import Finished

OPEN = "open"
SPEEDS = (1, 2, 4)


@dataclass(frozen=True)
class Moment:
    """Which moment of a match is looked at, and with whose eyes: a seat's, or None for all."""

    ply: int
    seat: int | None

    @property
    def eyes(self) -> str:
        """How an address names the eyes; seats count from 1 there."""
        return OPEN if self.seat is None else str(self.seat + 1)


def moment_of(finished: Finished, ply: str, eyes: str) -> Moment:
    """Return the moment that an address names, or the nearest there is."""
    seats = range(finished.match.seats)
    number = int(ply) if ply.isdecimal() and len(ply) < 6 else 0
    seat = int(eyes) - 1 if eyes in {str(one + 1) for one in seats} else None
    if seat is None and eyes != OPEN:
        seat = finished.seat
    return Moment(min(number, finished.match.ply), seat)


@dataclass
class Replay:
    """Everything that the page of a moment shows."""

    finished: Finished
    moment: Moment
    language: Language
    verdict: Verdict
    look: Look

    @cached_property
    def page(self) -> BoardPage | CardPage:
        """The table as it stood."""
        finished, seat = self.finished, self.moment.seat
        table = table_then(finished, self.moment.ply)
        if seat is None:
            view = open_view(table.match, finished.seat or 0)
        else:
            view = table.match.view(seat)
        page = moment_page(table, view, self.look, self.language)
        page.is_own = page.seat in finished.mine
        page.lies_at = finished.address
        return page

    @cached_property
    def timeline(self) -> Timeline:
        """The course of the match."""
        return timeline(self.finished)

    # ------------------------------------------------------------ addresses

    @property
    def base(self) -> str:
        """The address of any moment, without its number."""
        return f"{self.finished.address}{PAGES['replay']}?eyes={self.moment.eyes}&ply="

    def address(self, ply: int) -> str:
        """Return the address of a moment."""
        return f"{self.base}{ply}"

    def eyes(self) -> Iterator[Eyes]:
        """List those whose eyes can be chosen."""
        seats = (*range(self.finished.match.seats), None)
        names = (*self.page.names, self.language.pgettext("eyes", "Open"))
        for seat, name in zip(seats, names, strict=True):
            there = Moment(self.moment.ply, seat)
            address = f"{self.finished.address}{PAGES['replay']}?eyes={there.eyes}&ply={there.ply}"
            yield Eyes(seat, name, address, seat == self.moment.seat)

    # ------------------------------------------------------------ what was done

    @cached_property
    def said(self) -> list[Markup]:
        """What the word of the moment did; of the beginning, that it is one."""
        ply = self.moment.ply
        if ply == 0:
            return [Markup("{}").format(self.language.gettext("The match begins."))]
        lines = [move.text for move in said_at(moves(self.finished, self.language), ply)]
        step = self.finished.fold.steps[ply - 1]
        return lines or [begun(step, self.page.names, self.language)]

    @property
    def sign(self) -> Markup:
        """The mark of whoever played the word."""
        if self.moment.ply == 0:
            return icon("start", 30)
        return mark_disc(self.finished.fold.steps[self.moment.ply - 1].seat, 30)

    @property
    def cost(self) -> Costly | None:
        """What the review says of the word."""
        return self.verdict.at(self.moment.ply)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The counters that the seat at the bottom has yet to place, if they can be seen."""
        page = self.page
        if not isinstance(page, BoardPage) or page.seat is None:
            return ()
        return page.view.players[page.seat].drawn or ()

    # ------------------------------------------------------------ where one is

    def where(self) -> Markup:
        """Say which round or turn it is, and which move."""
        _, number = self.language.gettext, self.language.number
        course, ply = self.timeline, self.moment.ply
        if course.has_rounds:
            found = course.round_at(ply)
            first = _("Round {number}").format(number=number(found)) if found else _("Setting up")
        else:
            first = _("Turn {number} of {count}").format(
                number=number(course.turn_at(ply)), count=number(len(course.turns))
            )
        second = _("move {number} of {count}").format(number=number(ply), count=number(course.last))
        return Markup("<b>{}</b> <span>· {}</span>").format(first, second)

    def spoken(self) -> str:
        """Say the moment to those who cannot see it, as the slider's value."""
        said = ". ".join(line.striptags() for line in self.said)
        parts = [f"{self.where().striptags()}: {said}"]
        if self.verdict.shares:
            named = zip(self.page.names, self.verdict.shares[self.moment.ply], strict=True)
            parts.append(
                ", ".join(f"{name} {self.language.percent(share)}" for name, share in named)
            )
        if self.cost:
            parts.append(self.costly_label(self.cost))
        return ". ".join(parts)

    def costly_label(self, cost: Costly) -> str:
        """Name a costly decision by its number."""
        label = self.language.gettext("Costly decision {number} of {count}")
        return label.format(number=cost.number, count=len(self.verdict.costly))

    # ------------------------------------------------------------ the film

    @property
    def frame(self) -> FilmFrame:
        """The size of the film."""
        has_band = bool(self.verdict.shares)
        return FilmFrame(len(self.timeline.turns), has_band, self.look.narrow)

    def film(self) -> Markup:
        """Draw the course of the match."""
        course, verdict = self.timeline, self.verdict
        shares = [(course.place(ply), row) for ply, row in enumerate(verdict.shares)]
        label = self.language.gettext("Win shares over the match") if shares else ""
        return film(self.frame, list(self.lines()), shares, label)

    def lines(self) -> Iterator[FilmLine]:
        """Return the lines at rounds, or at every tenth turn, each with its number."""
        course, number = self.timeline, self.language.number
        ends = (*course.rounds[1:], course.last)
        for index, ply in enumerate(course.rounds, 1):
            place = course.place(ply)
            if course.has_rounds:
                middle = (place + course.place(ends[index - 1])) / 2
                yield FilmLine(place, self.round_label(index), middle)
            else:
                yield FilmLine(place, number(index * TURNS_AT_ONCE))

    def round_label(self, index: int) -> str:
        """Write the number of a round; where there is room, the first one says what it is."""
        number = self.language.number(index)
        if index > 1 or self.look.narrow:
            return number
        return self.language.gettext("Round {number}").format(number=number)

    def needle(self) -> Markup:
        """Draw where in it one is."""
        return needle(self.frame, self.timeline.place(self.moment.ply))

    def pins(self) -> Markup:
        """Draw which of its moments were costly."""
        place = self.timeline.place
        return pins(self.frame, [(place(cost.ply), cost.number) for cost in self.verdict.costly])

    # ------------------------------------------------------------ for a phone

    def standings(self) -> list[tuple[Eyes, StripPlayer | None]]:
        """Return the strip of players, in which a phone chooses the eyes; the last one is all."""
        return list(zip(self.eyes(), [*self.page.standings(), None], strict=True))


def joined(lines: list[Markup]) -> Markup:
    """Put what a word did besides into one line."""
    return Markup(" · ").join(lines)
