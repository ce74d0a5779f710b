"""What one person sees of a table: everything a page needs, made from views and nothing else."""

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from siberia.match.preview import Preview
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import label
from siberia.web.pages.attributes import attributes, tied
from siberia.web.pages.guides import GUIDES, Asking, Button, Guide
from siberia.web.pages.sentences import sentence
from siberia.web.tables.table import Table

LOG_LINES = 60
# So many words back is far enough for as many lines.
LOG_WORDS = 150
SUMMARY_LINES = 12


@dataclass(frozen=True)
class Glance:
    """What a page says of itself when it asks: who looks, what is pointed at, how wide it is."""

    seat: int | None = None
    draft: str = ""
    narrow: bool = False
    # How many words had been played when the page was last looked at.
    since: int | None = None
    # A line to show above all: why something was refused, or that the table had moved on.
    notice: str = ""
    # Whether the page has the static parts of the drawing already.
    is_update: bool = False
    # Whether a match that is over is to be looked at on the table.
    keeps_table: bool = False


@dataclass(frozen=True)
class Line:
    """One line of the log: whose it is, and what it says."""

    seat: int | None
    text: Markup


@dataclass
class Scene:
    """A table as one person sees it."""

    table: Table
    language: Language
    glance: Glance
    # The seat whose eyes these are; None while the curtain is drawn, and for those without a seat.
    seat: int | None
    mine: tuple[int, ...]
    guest: str
    view: Any
    guide: Guide
    # The seat that is asked to come to the shared device.
    curtain: int | None = None
    is_owner: bool = False
    queue: int = 0
    log: list[Line] = field(default_factory=list)
    since: list[Line] = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self.table.match.players

    @property
    def is_acting(self) -> bool:
        """Whether this person has something to decide now."""
        return self.seat is not None and self.seat in self.table.awaited

    @property
    def can_undo(self) -> bool:
        """Whether the undo button does anything."""
        return self.seat is not None and self.table.undoable(self.seat) > 0

    @property
    def opponents(self) -> list[int]:
        """The other seats, in the order of play from the viewer on."""
        seats, first = self.table.match.seats, self.seat
        if first is None:
            return list(range(seats))
        return [(first + turn) % seats for turn in range(1, seats)]

    def is_kept(self, seat: int) -> bool:
        """Whether a bot keeps this seat for the viewer."""
        return self.table.is_kept_for(seat, self.guest)

    @property
    def hint(self) -> str:
        """What the expert's estimate says, if it was asked here."""
        found = self.table.hints.get(self.seat) if self.seat is not None else None
        if found is None or found.seq != self.table.seq:
            return ""
        _ = self.language.gettext
        if found.share is None:
            return _("The expert sees only this.")
        return _("The expert would do what is marked: {share} of such matches won.").format(
            share=self.language.percent(found.share)
        )

    # ------------------------------------------------------------ for templates

    @property
    def is_thinking(self) -> bool:
        """Whether the expert is being asked for this seat."""
        return self.seat in self.table.thinking

    @property
    def shows_end(self) -> bool:
        """Whether the end screen is shown rather than the table."""
        return self.table.match.is_over and not self.glance.keeps_table

    @property
    def chips(self) -> list[str]:
        """The kinds of cube to choose from before an area is chosen."""
        return [key for key in self.guide.marks if key.startswith("cube:") and key.count(":") == 1]

    def label(self, name: str) -> str:
        """Return the name of a thing of the game, standing alone."""
        return label(self.language, name)

    def tie(self, key: str, kind: str, name: str = "") -> Markup:
        """Return the attributes of a thing that may do something when it is clicked."""
        return tied(key, kind, self.guide.marks.get(key), name)

    def page_data(self) -> Markup:
        """Return what the page must know to ask again."""
        return attributes(
            {
                "data-table": self.table.id,
                "data-seq": str(self.table.seq),
                "data-seat": "" if self.seat is None else str(self.seat),
                "data-words": str(len(self.table.steps)),
                "data-draft": self.glance.draft,
                "data-tab-wanted": self.guide.tab if self.is_acting else "",
                "data-said": self.log[0].text.striptags() if self.log else "",
            }
        )


def look(
    kind: type[Scene], table: Table, guest: str, glance: Glance, language: Language, queue: int = 0
) -> Scene:
    """Return what a guest sees of a table, as a scene of its game."""
    mine = table.seats_of(guest)
    acting = [seat for seat in table.awaited if seat in mine]
    seat, curtain = who_looks(mine, acting, glance.seat)
    scene = kind(
        table=table,
        language=language,
        glance=glance,
        seat=seat,
        mine=mine,
        guest=guest,
        view=table.match.view(seat),
        guide=Guide(""),
        curtain=curtain,
        is_owner=guest == table.row.owner,
        queue=queue,
        log=lines(table, language, max(0, len(table.steps) - LOG_WORDS))[-LOG_LINES:][::-1],
    )
    if glance.since is not None:
        scene.since = [
            line for line in lines(table, language, glance.since + 1) if line.seat != seat
        ][-SUMMARY_LINES:]
    scene.guide = guide(scene) if seat is not None and seat in acting else waiting(scene)
    return scene


def who_looks(
    mine: tuple[int, ...], acting: list[int], told: int | None
) -> tuple[int | None, int | None]:
    """Return whose eyes a page shows the table to, and who must come to the device first.

    Where several people share a device, hands show only to the one who has said to be there.
    """
    if len(mine) <= 1:
        return (mine[0] if mine else None), None
    if acting and told not in acting:
        return None, acting[0]
    return (told if told in mine else None), None


def lines(table: Table, language: Language, first: int) -> list[Line]:
    """Return the log from some word on; what came before the first word has the number 0."""
    told = [table.opening, *(step.events for step in table.steps)]
    names = table.match.players
    return [
        Line(event.seat, sentence(language, event, names))
        for events in told[first:]
        for event in events
    ]


def guide(scene: Scene) -> Guide:
    """Ask the game's guide what the seat has to do."""
    table, seat = scene.table, scene.seat
    assert seat is not None
    of = Preview.of_placing if table.is_placing else Preview
    asking = Asking(
        table.match, seat, scene.view, of(table.match, seat), scene.glance.draft, scene.language
    )
    answer = GUIDES[table.row.game](asking)
    hint = table.hints.get(seat)
    if hint is not None and hint.seq == table.seq:
        answer.point_at(hint.words)
    return answer


def waiting(scene: Scene) -> Guide:
    """Say whom the table waits for."""
    _, table = scene.language.gettext, scene.table
    if table.match.is_over:
        return Guide(_("The match is over."), icon="start")
    awaited = table.awaited
    names = scene.language.listing([scene.names[seat] for seat in awaited], "and")
    if table.is_placing:
        told = Guide(_("Placed. Waiting for {names}.").format(names=names), icon="bag")
        told.brings = _("Everyone places at the same time.")
        if scene.seat is not None and scene.seat in table.plans:
            words = table.plans[scene.seat].words
            told.planned = [word.removeprefix("place ") for word in words]
            told.buttons.append(Button(_("Rearrange"), word="replan"))
        return told
    seat = table.seats[awaited[0]]
    if seat.kind == "open":
        told = Guide(_("Waiting for somebody to take seat {seat}.").format(seat=awaited[0] + 1))
        told.brings = _("Send the seat's link to a friend.")
    elif seat.kind == "bot":
        told = Guide(_("{name} is thinking.").format(name=seat.name), icon="manager")
        if scene.queue:
            told.brings = scene.language.ngettext(
                "{count} other decision comes first.",
                "{count} other decisions come first.",
                scene.queue,
            ).format(count=scene.queue)
    else:
        told = Guide(_("It is {name}'s turn.").format(name=seat.name), icon="manager")
    return told
