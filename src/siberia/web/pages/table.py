"""What the pages of both games' tables show: made from views, and from nothing else."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from markupsafe import Markup

from siberia.drawing.marks import Mark
from siberia.drawing.svg import join
from siberia.match.games import View
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import LEVEL_NAMES
from siberia.web.pages.attributes import attributes
from siberia.web.pages.clocks import (
    ClockFace,
    clock_faces,
    drawn_clock,
    milliseconds,
    time_notice,
)
from siberia.web.pages.explanations import EXPLANATIONS, Explanation, is_for_beginners
from siberia.web.pages.guides import Button, Guide
from siberia.web.pages.lessons.speech import Speech
from siberia.web.pages.log import Line, LogEnd, lines, log_end
from siberia.web.pages.parts import fingerprint, frame, part
from siberia.web.tables import clock
from siberia.web.tables.public import PublicTable
from siberia.web.tables.store.seating import STAND_IN
from siberia.web.tables.table import Table

SUMMARY_LINES = 12

V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Look:
    """What a page says of itself when it asks: who looks, what is pointed at, how wide it is."""

    seat: int | None = None
    draft: str = ""
    # A counter that was dragged, by its number, and where it was dropped.
    drop: tuple[int, str] | None = None
    narrow: bool = False
    # How many words had been played when the page was last looked at.
    since: int | None = None
    # A line to show above all: why something was refused, or that the table had moved on.
    notice: str = ""
    # Whether the page has the static parts of the drawing already, and which others it has.
    is_update: bool = False
    parts: str = ""


@dataclass(frozen=True)
class StripPlayer:
    """A player in the strip at the top of a phone: money, or cards and workers."""

    seat: int
    name: str
    is_awaited: bool
    is_viewer: bool
    money: int | None = None
    hand_size: int = 0
    workers: int = 0
    clock: str = ""


@dataclass(frozen=True)
class TrayCounter:
    """A counter that waits to be placed, or the gap where it lay."""

    kind: str
    mark: Mark | None
    is_placed: bool


# A tab of a phone's page: the name of what it shows, its sign, its text.
Tab = tuple[str, str, str]


@dataclass(frozen=True)
class ProposalBox:
    """What the owner would like to make of a bot's seat, who is awaited, and what one can say."""

    seat: int
    text: str
    awaited: str
    can_agree: bool
    can_refuse: bool


@dataclass
class TablePage(Generic[V]):
    """A table as one person sees it."""

    table: PublicTable
    view: V
    language: Language
    look: Look
    # The seat whose eyes these are; None while the curtain is drawn, and for those without a seat.
    seat: int | None
    # All seats of this person, and those that a bot keeps for them; whether they have left.
    mine: tuple[int, ...]
    kept: frozenset[int]
    has_left: bool
    # What becomes of their seat if they leave.
    leaving: str
    # The seat that is asked to come to the shared device.
    curtain: int | None
    is_owner: bool
    # Whether they only look back on somebody else's match.
    is_stranger: bool
    # What the owner would like to make of a bot's seat, if anything.
    proposal: ProposalBox | None
    can_undo: bool
    # Whether the adviser is being asked for this seat, and what it has answered.
    is_thinking: bool
    hint: str
    guide: Guide = field(default_factory=lambda: Guide(""))
    log: LogEnd = field(default_factory=lambda: LogEnd("", ()))
    since: list[Line] = field(default_factory=list)
    # What a lesson says here; None at a table where people play.
    speech: Speech | None = None
    # The clocks by the names, by seat, where people play with a pace; and a warning for the viewer.
    clocks: dict[int, ClockFace] = field(default_factory=dict)
    time_notice: str = ""
    # Seats of the viewer's that a bot keeps because their time was over.
    timed_out: frozenset[int] = frozenset()
    # Whether the viewer lines up words: their next turn is shown then, as it can be imagined.
    is_planning: bool = False
    # Whether each kind of decision explains itself once.
    is_for_beginners: bool = False
    # Whether what is shown at the bottom is the viewer's own; who looks back has others' eyes, too.
    is_own: bool = True
    # Whether people talk at this table, as far as this person may hear it.
    has_talk: bool = False
    # Whether there can be two who talk, if they may.
    has_listeners: bool = False
    # Whether they watch a match that goes on.
    watches: bool = False
    # Where it lies, if that is not where a table lies.
    lies_at: str = ""

    # The bot that keeps the seat of somebody who is away.
    stand_in = STAND_IN

    @property
    def address(self) -> str:
        """Where the table lies on the server."""
        found = self.speech.place.address if self.speech else self.lies_at
        return found or f"/t/{self.table.id}"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.table.names

    @property
    def is_watcher(self) -> bool:
        """Whether this person looks at a table that may be watched, and has no part in it."""
        return self.is_stranger and self.table.is_watchable

    @property
    def is_acting(self) -> bool:
        """Whether this person has something to decide now."""
        return self.seat is not None and self.seat in self.table.awaited

    def clock_of(self, seat: int, where: str = "clock") -> Markup:
        """Draw the clock of a seat, if it has one."""
        short = where != "clock"
        return drawn_clock(self.clocks.get(seat), f"{where}-{seat}", self.language, short=short)

    @property
    def opponents(self) -> list[int]:
        """The other seats, in the order of play from the viewer on."""
        seats, first = len(self.table.seats), self.seat
        if first is None:
            return list(range(seats))
        return [(first + turn) % seats for turn in range(1, seats)]

    @property
    def explanation(self) -> Explanation | None:
        """What this kind of decision is about, where a beginner has to decide."""
        if not self.is_for_beginners or not self.is_acting:
            return None
        return EXPLANATIONS.get((self.table.game, self.view.phase))

    @property
    def shows_end(self) -> bool:
        """Whether the end screen is shown rather than the table."""
        return self.table.is_over

    @property
    def chips(self) -> list[str]:
        """The kinds of cube to choose from before an area is chosen."""
        return [key for key in self.guide.marks if key.startswith("cube:") and key.count(":") == 1]

    def marked(self, *kinds: str) -> dict[str, Mark]:
        """Return the marks of some kinds of things: "place:", "draw"."""
        return {key: mark for key, mark in self.guide.marks.items() if key.startswith(kinds)}

    # ------------------------------------------------------------ what each game says for itself

    def where(self) -> tuple[str, str]:
        """Say how far the match is: in bold what matters most, and the rest."""
        raise NotImplementedError

    def how_far(self) -> str:
        """Say the same in a few words, for the middle of a line."""
        raise NotImplementedError

    def starter(self) -> str:
        """Return who starts the round, where that changes."""
        return ""

    def standings(self) -> list[StripPlayer]:
        """Return what the strip at the top of a phone shows of each player."""
        raise NotImplementedError

    def tray(self) -> list[TrayCounter]:
        """Return the counters that are to be placed."""
        return []

    def tabs(self) -> list[Tab]:
        """Return what a phone shows one at a time."""
        raise NotImplementedError

    def talk_tab(self) -> list[Tab]:
        """Return what a phone shows of the talk, where people talk."""
        return [("talk", "speak", self.language.gettext("Talk"))] * self.has_talk

    def parts(self) -> dict[str, Markup]:
        """Draw the parts of the table itself."""
        raise NotImplementedError

    def assembled(self, each: Callable[[Markup], Markup]) -> dict[str, Markup]:
        """Draw what is put together from parts, of what `each` makes of them."""
        raise NotImplementedError

    def around(
        self, place: str, own: Markup, each: Callable[[Markup], Markup]
    ) -> dict[str, Markup]:
        """Draw those who play, and where the talk comes; for who watches all stand in one place."""
        others = self.opponents_box(each)
        talk = part("talk_place.html", self.language) if self.has_talk else Markup()
        if self.watches:
            return {"opponents": Markup(), place: others, "talk": talk}
        return {"opponents": others, place: own, "talk": talk}

    def other_players(self) -> Iterator[Markup]:
        """Draw what is shown of each of the others."""
        raise NotImplementedError

    def opponents_box(self, each: Callable[[Markup], Markup]) -> Markup:
        """Draw the others, of what `each` makes of them."""
        return frame(
            "opponents.html",
            self.language,
            {"opponents": join(map(each, self.other_players()))},
            tab="table" if self.watches else "panels",
        )

    # ------------------------------------------------------------ what the page asks with

    @property
    def wanted_tab(self) -> str:
        """What a phone should show now; "" leaves it as it is."""
        if self.speech and self.speech.tab:
            return self.speech.tab
        return self.guide.tab if self.is_acting or self.is_planning else ""

    @property
    def now(self) -> str | None:
        """What time it is, for clocks that count down."""
        return milliseconds(clock.now()) if self.clocks and not self.is_watcher else None

    def page_data(self, known: str = "") -> Markup:
        """Return what the page must know to ask again, `known` being the parts it has then."""
        return attributes(
            {
                "data-table": self.table.id,
                "data-address": self.address,
                "data-seq": str(self.table.seq),
                "data-seat": "" if self.seat is None else str(self.seat),
                "data-words": str(self.table.ply),
                "data-commitment": self.table.commitment,
                "data-draft": self.look.draft,
                "data-parts": known,
                "data-tab-wanted": self.wanted_tab,
                "data-said": self.log.newest,
                # What becomes of a word that is chosen, if it is not played.
                "data-deed": "ahead" if self.is_planning else None,
                # For clocks: what time it is here, and what to say of it. One page is drawn for all
                # who watch, whenever they come: theirs go by their own machine's time.
                "data-now": self.now,
                "data-time-notice": self.time_notice or None,
                # By this a watcher's page says what it shows.
                "data-watch": fingerprint(known) if self.is_watcher else None,
            }
        )


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table: the guest, their seats, whose eyes these are, who must come first."""

    guest: str
    mine: tuple[int, ...]
    seat: int | None
    curtain: int | None

    def acts_at(self, table: Table) -> bool:
        """Whether the seat whose eyes these are has something to decide."""
        return self.seat is not None and self.seat in table.awaited


def viewer_of(table: Table, guest: str, look: Look) -> Viewer:
    """Return whose eyes a page shows the table to.

    Where several people share a device, hands show only to the one who has said to be there.
    """
    mine = table.seats.of_guest(guest)
    acting = [seat for seat in table.awaited if seat in mine]
    if len(mine) <= 1:
        return Viewer(guest, mine, mine[0] if mine else None, None)
    if acting and look.seat not in acting:
        return Viewer(guest, mine, None, acting[0])
    return Viewer(guest, mine, look.seat if look.seat in mine else None, None)


def common_page(
    kind: type[TablePage[V]], view: V, table: Table, viewer: Viewer, look: Look, language: Language
) -> TablePage[V]:
    """Return the page of either game, without its guide."""
    seat = viewer.seat
    page = kind(
        table=table.public(language),
        view=view,
        language=language,
        look=look,
        seat=seat,
        mine=viewer.mine,
        kept=frozenset(
            s.number for s in table.seats if table.seats.is_kept_for(s.number, viewer.guest)
        ),
        has_left=viewer.guest in table.seats.left,
        leaving=leaving(table, viewer, language),
        curtain=viewer.curtain,
        is_owner=viewer.guest == table.row.owner,
        is_stranger=not table.seats.admits(viewer.guest),
        proposal=proposal_box(table, viewer.guest, language),
        can_undo=seat is not None and table.undoable(seat, viewer.guest) > 0,
        is_thinking=seat in table.thinking,
        hint=hint_of(table, seat, language),
        log=log_end(table, language),
        is_for_beginners=is_for_beginners(table),
        clocks=clock_faces(table, language, exact=not look.is_update),
        time_notice=time_notice(table, seat, language),
        timed_out=frozenset(s.number for s in table.seats if table.is_timed_out(s.number)),
    )
    if look.since is not None:
        since = lines(table, language, look.since + 1)
        page.since = [line for line in since if line.seat != seat][-SUMMARY_LINES:]
    return page


def proposal_box(table: Table, guest: str, language: Language) -> ProposalBox | None:
    """Return what is proposed, as somebody sees it; None if nothing is."""
    proposal, _ = table.proposal, language.gettext
    if proposal is None:
        return None
    names = table.shown_names(language)
    if proposal.kind == "open":
        text = _("Shall {name}'s seat become free for somebody else?")
    else:
        text = _("Shall {name} play at level {level}?")
    level = language.gettext(LEVEL_NAMES[proposal.level]) if proposal.level else ""
    missing = [
        names[seat.number]
        for seat in table.seats
        if seat.guest and seat.guest not in proposal.agreed
    ]
    return ProposalBox(
        seat=proposal.seat,
        text=text.format(name=names[proposal.seat], level=level),
        awaited=_("{names} must agree.").format(names=language.listing(missing, "and")),
        can_agree=guest in table.seats.people - proposal.agreed,
        can_refuse=guest in table.seats.people,
    )


def leaving(table: Table, viewer: Viewer, language: Language) -> str:
    """Say what becomes of somebody's seat if they leave."""
    _ = language.gettext
    if table.is_over or not viewer.mine:
        return _("It goes off your list, but stays at this address.")
    if table.has_begun and not table.seats.has_others(viewer.guest):
        return _("It goes off your list, but waits for you at this address.")
    if table.has_begun:
        return _(
            "The computer plays on for you, and your seat stays yours: come back to this address "
            "whenever you like."
        )
    return _("Your seat becomes free for somebody else, and the table goes off your list.")


def hint_of(table: Table, seat: int | None, language: Language) -> str:
    """Say what the adviser estimates, if it was asked for this seat here."""
    hint = table.hints.get(seat) if seat is not None else None
    if hint is None or hint.seq != table.seq:
        return ""
    if hint.share is None:
        return language.gettext("The master sees only this.")
    message = language.gettext(
        "The master would do what is marked, and win about {share} of such matches."
    )
    return message.format(share=language.percent(hint.share))


def pointed(guide: Guide, table: Table, seat: int) -> Guide:
    """Return a guide with what the adviser would do marked, if it was asked here."""
    hint = table.hints.get(seat)
    if hint is not None and hint.seq == table.seq:
        guide.point_at(hint.words)
    return guide


def waiting(table: Table, viewer: Viewer, language: Language, ahead: int) -> Guide:
    """Say whom the table waits for; `ahead` is how many decisions of bots come before its own."""
    _ = language.gettext
    if table.is_over:
        return Guide(_("The match is over."), icon="start")
    if table.is_placing:
        return waiting_for_placings(table, viewer, language)
    seat = table.seats[table.awaited[0]]
    name = table.shown_names(language)[seat.number]
    if seat.kind == "open":
        title = _("Waiting for somebody to take seat {seat}.").format(seat=seat.number + 1)
        return Guide(title, _("Send the seat's link to a friend."))
    if seat.kind == "guest":
        return Guide(_("It is {name}'s turn.").format(name=name), icon="manager")
    if not table.seats.has_company:
        return Guide(_("The computer waits until somebody sits here."), icon="manager")
    guide = Guide(_("{name} is thinking.").format(name=name), icon="manager")
    if ahead:
        guide.brings = language.ngettext(
            "{count} other decision comes first.", "{count} other decisions come first.", ahead
        ).format(count=ahead)
    return guide


def waiting_for_placings(table: Table, viewer: Viewer, language: Language) -> Guide:
    """B11: say who has not placed yet; who has can still rearrange."""
    _ = language.gettext
    called = table.shown_names(language)
    names = language.listing([called[seat] for seat in table.awaited], "and")
    guide = Guide(_("Placed. Waiting for {names}.").format(names=names), icon="bag")
    guide.brings = _("Everyone places at the same time.")
    plan = table.plans.get(viewer.seat) if viewer.seat is not None else None
    if plan is not None:
        guide.planned = [word.removeprefix("place ") for word in plan.words]
        guide.buttons.append(Button(_("Rearrange"), word="replan"))
    return guide
