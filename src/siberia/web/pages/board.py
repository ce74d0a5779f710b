"""The board game's page: what it shows besides what both games' pages show."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from siberia.boardgame import BoardView
from siberia.boardgame.view import Action
from siberia.drawing import boardmap
from siberia.drawing.pawns import Places, settle
from siberia.match import Preview
from siberia.web.i18n.languages import Language
from siberia.web.pages.guides import Decision, board_guide
from siberia.web.pages.guides.placing import dropped
from siberia.web.pages.table import Look, TablePage, Viewer, common_page, pointed, waiting
from siberia.web.tables.fold import Step
from siberia.web.tables.table import Table


@dataclass
class BoardPage(TablePage[BoardView]):
    """A table of the board game as one person sees it."""

    # Which pawn stands where, and from where to where the last word moved a worker.
    places: Places = ()
    trail: tuple[str, str] | None = None

    def where(self) -> Markup:
        """Say which round it is, and what is done in it."""
        _ = self.language.gettext
        if not self.view.round:
            return Markup("<b>{}</b>").format(_("Setting up"))
        phases = {"place": _("placing"), "surplus": _("end of the round"), "over": _("finished")}
        done = phases.get(self.view.phase, _("acting"))
        title = _("Round {number}").format(number=self.view.round)
        return Markup("<b>{}</b> <span>· {}</span>").format(title, done)

    def map(self) -> Markup:
        """Draw the map."""
        return boardmap.board_map(
            self.view,
            places=self.places,
            marks=self.guide.marks,
            trail=self.trail,
            phone=self.look.narrow,
            scenery=not self.look.is_update,
            say=self.language.say,
        )

    def card_owner(self, resource: str) -> int | None:
        """Who has a salesman card (X1)."""
        return next((p.seat for p in self.view.players if resource in p.cards), None)

    def standing(self, seat: int) -> str:
        """Say what a player is at."""
        _ = self.language.gettext
        if self.table.is_over:
            return ""
        if self.table.is_placing:
            return _("has placed") if seat in self.table.placed else _("is placing")
        if seat in self.table.awaited:
            return _("to move")
        return _("passed") if self.view.players[seat].passed else ""

    # ------------------------------------------------------------ the own panel

    def planned_on(self, action: str) -> list[int]:
        """Return the counters that the plan puts on an action, or under Research."""
        return [n for n, target in enumerate(self.guide.planned or ()) if target == action]

    def free_spaces(self, action: Action) -> int:
        """Return how many spaces of an action neither counter, tile nor plan covers."""
        return action.free_spaces - len(self.planned_on(action.name))

    def action_class(self, action: Action) -> str:
        """How an action of the own panel is shown."""
        mark = self.guide.marks.get(f"action:{action.name}")
        words = ["action", mark.state if mark else ""]
        if action.covered:
            words.append("ready")
        if self.guide.active == action.name:
            words.append("active")
        return " ".join(filter(None, words))

    @property
    def research_class(self) -> str:
        """How Research is shown."""
        mark = self.guide.marks.get("research")
        words = ["action research", mark.state if mark else ""]
        if self.guide.active == "research":
            words.append("active")
        return " ".join(filter(None, words))

    def note(self, action: Action) -> str:
        """Say what an action brings, or what it needs."""
        _ = self.language.gettext
        if self.guide.active == action.name:
            return _("in progress")
        if note := self.guide.notes.get(f"action:{action.name}"):
            return note
        missing = self.free_spaces(action)
        return _("needs {count}").format(count=missing) if missing else _("ready")

    def action_label(self, action: Action) -> str:
        """Name an action for a screen reader."""
        return f"{self.label(action.name)}: {self.note(action)}"


def board_page(
    table: Table, viewer: Viewer, look: Look, language: Language, ahead: int
) -> BoardPage:
    """Return what somebody sees of a table of the board game."""
    view = table.match.view(viewer.seat)
    assert isinstance(view, BoardView)
    if viewer.seat is None or not viewer.acts_at(table):
        guide = waiting(table, viewer, language, ahead)
    else:
        decision = board_decision(table, viewer.seat, view, look.draft, language)
        if look.drop is not None and table.is_placing:
            look = replace(look, draft=dropped(decision, *look.drop))
            decision = replace(decision, draft=look.draft)
        guide = pointed(board_guide(decision), table, viewer.seat)
    page = common_page(BoardPage, view, table, viewer, look, language)
    assert isinstance(page, BoardPage)
    page.guide = guide
    page.places = table.fold.places or settle(None, view)
    page.trail = last_step(table.fold.steps)
    return page


def board_decision(
    table: Table, seat: int, view: BoardView, draft: str, language: Language
) -> Decision[BoardView]:
    """Return what a seat has to decide, as it imagines the position."""
    preview: Preview[BoardView] = (
        Preview.of_placing(table.match, seat) if table.is_placing else Preview(table.match, seat)
    )
    return Decision(seat, table.shown_names(language), view, preview, draft, language)


def last_step(steps: list[Step]) -> tuple[str, str] | None:
    """Return from where to where the last word moved a worker, if it did."""
    for event in steps[-1].events if steps else ():
        if event.kind == "moved":
            return event.about["source"], event.about["area"]
    return None
