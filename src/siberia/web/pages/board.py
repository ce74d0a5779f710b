"""What the board game's page shows besides the map."""

from markupsafe import Markup

from siberia.boardgame.view import Action
from siberia.drawing import boardmap
from siberia.drawing.pawns import settle
from siberia.web.pages.table import Scene
from siberia.web.tables.table import Step


class BoardScene(Scene):
    """A table of the board game as one person sees it."""

    def where(self) -> Markup:
        """Say which round it is, and what is done in it."""
        _ = self.language.gettext
        if not self.view.round:
            return Markup("<b>{}</b>").format(_("Setting up"))
        phases = {"place": _("placing"), "surplus": _("end of the round"), "over": _("finished")}
        done = phases.get(self.view.phase, _("acting"))
        told = _("Round {number}").format(number=self.view.round)
        return Markup("<b>{}</b> <span>· {}</span>").format(told, done)

    def map(self) -> Markup:
        """Draw the map."""
        return boardmap.board_map(
            self.view,
            places=self.table.places or settle(None, self.view),
            marks=self.guide.marks,
            trail=last_step(self.table.steps),
            phone=self.glance.narrow,
            scenery=not self.glance.is_update,
            say=self.language.say,
        )

    @property
    def exhausted(self) -> int:
        """How many areas are exhausted."""
        return sum(area.exhausted for area in self.view.areas)

    @property
    def empty_reserves(self) -> int:
        """How many reserve spaces are empty."""
        return sum(not count for count in self.view.reserve.values())

    def card_owner(self, resource: str) -> int | None:
        """Who has a salesman card (X1)."""
        return next((p.seat for p in self.view.players if resource in p.cards), None)

    def standing(self, seat: int) -> str:
        """Say what a player is at."""
        _ = self.language.gettext
        if self.table.match.is_over:
            return ""
        if self.table.is_placing:
            return _("has placed") if seat in self.table.plans else _("is placing")
        if seat in self.table.awaited:
            return _("to move")
        return _("passed") if self.view.players[seat].passed else ""

    # ------------------------------------------------------------ the own panel

    def planned_on(self, action: str) -> list[int]:
        """Return the counters that the plan puts on an action, or under Research."""
        return [n for n, target in enumerate(self.guide.planned or ()) if target == action]

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
        if told := self.guide.notes.get(f"action:{action.name}"):
            return told
        missing = 2 - len(action.counters) - action.tile - len(self.planned_on(action.name))
        return _("needs {count}").format(count=missing) if missing else _("ready")

    def action_label(self, action: Action) -> str:
        """Name an action for a screen reader."""
        return f"{self.label(action.name)}: {self.note(action)}"


def last_step(steps: list[Step]) -> tuple[str, str] | None:
    """Return from where to where the last word moved a worker, if it did."""
    for event in steps[-1].events if steps else ():
        if event.kind == "moved":
            return event.about["source"], event.about["area"]
    return None
