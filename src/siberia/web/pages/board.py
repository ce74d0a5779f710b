"""The board game's page: what it shows besides what both games' pages show."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from siberia.boardgame import BoardView
from siberia.boardgame.view import Action
from siberia.drawing import boardmap
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import Places
from siberia.web.i18n.languages import Language
from siberia.web.pages.ahead import of_turn, offer, planning, remind
from siberia.web.pages.guides import OpenDecision, board_guide
from siberia.web.pages.guides.placing import dropped
from siberia.web.pages.parts import each_on_a_line, frame, part
from siberia.web.pages.table import (
    Look,
    StripPlayer,
    Tab,
    TablePage,
    TrayCounter,
    Viewer,
    common_page,
    pointed,
    waiting,
)
from siberia.web.tables.fold import Step, settled
from siberia.web.tables.table import Table


@dataclass(frozen=True)
class Planned:
    """A counter of the plan: which one of those drawn, what it shows, and its mark."""

    number: int
    kind: str
    mark: Mark | None


@dataclass(frozen=True)
class PanelCell:
    """An action of the own panel as it is shown: its style, a line about it, what lies on it."""

    name: str
    state: str
    mark: Mark | None
    note: str
    counters: tuple[str, ...]
    planned: list[Planned]
    tile: bool = False
    free: int = 0


@dataclass
class BoardPage(TablePage[BoardView]):
    """A table of the board game as one person sees it."""

    # Which pawn stands where, and from where to where the last word moved a worker.
    places: Places = ()
    trail: tuple[str, str] | None = None

    def where(self) -> tuple[str, str]:
        """Say which round it is, and what is done in it."""
        _ = self.language.gettext
        if not self.view.round:
            return _("Setting up"), ""
        phases = {"place": _("placing"), "surplus": _("end of the round"), "over": _("finished")}
        done = phases.get(self.view.phase, _("acting"))
        return _("Round {number}").format(number=self.view.round), done

    def how_far(self) -> str:
        """Say which round it is."""
        _ = self.language.gettext
        number = self.view.round
        return _("round {number}").format(number=number) if number else _("setting up")

    def starter(self) -> str:
        """Return who starts the round."""
        return self.names[self.view.start]

    def standings(self) -> list[StripPlayer]:
        """Return what the strip at the top of a phone shows of each player."""
        return [
            StripPlayer(
                player.seat,
                self.names[player.seat],
                player.seat in self.table.awaited,
                player.seat == self.seat,
                money=player.money,
                clock=self.clock_of(player.seat, "strip-clock"),
            )
            for player in self.view.players
        ]

    def tray(self) -> list[TrayCounter]:
        """Return the counters that are to be placed, and the gaps of those that are."""
        if self.guide.planned is None or self.seat is None or not self.is_acting:
            return []
        drawn, marks = self.view.players[self.seat].drawn or (), self.guide.marks
        return [
            TrayCounter(kind, marks.get(f"counter:{number}"), bool(self.guide.planned[number]))
            for number, kind in enumerate(drawn)
        ]

    def tabs(self) -> list[Tab]:
        """Return what a phone shows one at a time."""
        _ = self.language.gettext
        panels = ("panels", "manager", _("Panels"))
        return [
            ("table", "map", _("Table")),
            ("exchanges", "exchange", _("Exchanges")),
            # Who watches has them below the map.
            *[panels] * (not self.watches),
            *self.talk_tab(),
            ("log", "log", _("Log")),
        ]

    # ------------------------------------------------------------ the parts of the table

    def parts(self) -> dict[str, Markup]:
        """Draw the parts of the table itself."""
        view, language = self.view, self.language
        return {
            "reserve": self.reserve(),
            "exchanges": self.exchanges(),
            "investments": part(
                "board_investments.html",
                language,
                open_tiles=view.open_tiles,
                tiles_left=view.tiles_left,
                marks=self.marked("tile:"),
            ),
            "cards": self.salesman_cards() if view.cards_left is not None else Markup(),
        }

    def assembled(self, each: Callable[[Markup], Markup]) -> dict[str, Markup]:
        """Draw the map and the panels, of what `each` makes of their parts."""
        panel = self.panel(each) if self.seat is not None else Markup()
        return {"map": self.picture(each), **self.around("panel", panel, each)}

    def reserve(self) -> Markup:
        """Draw what is left, and how near the end is, in one line for a phone."""
        view = self.view
        return part(
            "board_reserve.html",
            self.language,
            reserve=view.reserve,
            empty=view.empty_reserves,
            empty_at_end=view.EMPTY_RESERVES_END,
            exhausted=view.exhausted_areas,
            exhausted_at_end=view.EXHAUSTED_AREAS_END,
        )

    def exchanges(self) -> Markup:
        """Draw the stock exchanges."""
        return part(
            "board_exchanges.html",
            self.language,
            resources=tuple(self.view.reserve),
            exchanges=self.view.exchanges,
            marks=self.marked("exchange:"),
            seat=self.seat,
            selling=self.view.resource,
            names=self.names,
        )

    def salesman_cards(self) -> Markup:
        """X1: draw the salesman cards, and who has them."""
        owners = {resource: p.seat for p in self.view.players for resource in p.cards}
        return part(
            "board_cards.html",
            self.language,
            worth=self.view.worth,
            owners=owners,
            marks=self.marked("card:"),
            names=self.names,
        )

    def other_players(self) -> Iterator[Markup]:
        """Draw the panels of the others."""
        return (
            part(
                "board_opponent.html",
                self.language,
                seat=other,
                name=self.names[other],
                starts=self.view.start == other,
                standing=self.standing(other),
                is_awaited=self.watches and other in self.table.awaited,
                player=self.view.players[other],
                clock=self.clock_of(other),
            )
            for other in self.opponents
        )

    def picture(self, each: Callable[[Markup], Markup]) -> Markup:
        """Draw the map, of what `each` makes of its groups."""
        return boardmap.board_map(
            self.view,
            places=self.places,
            marks=self.guide.marks,
            trail=self.trail,
            phone=self.look.narrow,
            scenery=not self.look.is_update,
            say=self.language.say,
            each=each,
        )

    def standing(self, seat: int) -> str:
        """Say what a player is at."""
        _ = self.language.gettext
        if self.table.is_over:
            return ""
        if self.table.is_placing:
            return _("has placed") if seat in self.table.placed else _("is placing")
        if seat in self.table.awaited:
            return _("to move")
        return _("passed") if self.view.players[seat].passed and not self.is_planning else ""

    # ------------------------------------------------------------ the own panel

    def panel(self, each: Callable[[Markup], Markup]) -> Markup:
        """Draw the viewer's own panel."""
        assert self.seat is not None
        me = self.view.players[self.seat]
        owner = part(
            "board_me.html",
            self.language,
            seat=self.seat,
            name=self.names[self.seat],
            money=me.money,
            supply=me.supply,
            is_own=self.is_own,
            marks=self.marked("supply"),
            clock=self.clock_of(self.seat),
        )
        research = self.research_cell(me.research)
        cells = [
            *(self.action_cell(action) for action in me.panel),
            part("board_research.html", self.language, research=research),
        ]
        return frame(
            "board_panel.html",
            self.language,
            {"me": each(owner), "cells": each_on_a_line(map(each, cells))},
            seat=self.seat,
            name="" if self.is_own else self.names[self.seat],
        )

    def planned_on(self, action: str) -> list[Planned]:
        """Return the counters that the plan puts on an action, or under Research."""
        assert self.seat is not None
        drawn, marks = self.view.players[self.seat].drawn or (), self.guide.marks
        return [
            Planned(number, drawn[number], marks.get(f"counter:{number}"))
            for number, target in enumerate(self.guide.planned or ())
            if target == action
        ]

    def action_cell(self, action: Action) -> Markup:
        """Draw an action of the own panel."""
        mark, planned = self.guide.marks.get(f"action:{action.name}"), self.planned_on(action.name)
        free = action.free_spaces - len(planned)
        words = ["action", mark.state if mark else "", "ready" if action.covered else ""]
        cell = PanelCell(
            name=action.name,
            state=self.with_activity(action.name, words),
            mark=mark,
            note=self.note(action.name, free),
            counters=action.counters,
            planned=planned,
            tile=action.tile,
            free=free,
        )
        return part("board_cell.html", self.language, cell=cell)

    def research_cell(self, counters: tuple[str, ...]) -> PanelCell:
        """Return Research of the own panel as it is shown."""
        mark = self.guide.marks.get("research")
        return PanelCell(
            name="research",
            state=self.with_activity("research", ["action research", mark.state if mark else ""]),
            mark=mark,
            note="",
            counters=counters,
            planned=self.planned_on("research"),
        )

    def with_activity(self, name: str, words: list[str]) -> str:
        """Return how an action is shown, with whether it is in progress."""
        words = [*words, "active" if self.guide.active == name else ""]
        return " ".join(filter(None, words))

    def note(self, action: str, missing: int) -> str:
        """Say what an action brings, or what it needs."""
        _ = self.language.gettext
        if self.guide.active == action:
            return _("in progress")
        if note := self.guide.notes.get(f"action:{action}"):
            return note
        return _("needs {count}").format(count=missing) if missing else _("ready")


def board_page(
    table: Table, viewer: Viewer, look: Look, language: Language, ahead: int
) -> BoardPage:
    """Return what somebody sees of a table of the board game."""
    view = table.fold.view_of(viewer.seat)
    assert isinstance(view, BoardView)
    planned = None
    if viewer.seat is None or not viewer.acts_at(table):
        guide = waiting(table, viewer, language, ahead)
        planned = planning(table, viewer, look)
        offer(guide, table, viewer, language)
    else:
        look = of_turn(look)
        decision = board_decision(table, viewer.seat, view, look.draft, language)
        if look.drop is not None and table.is_placing:
            look = replace(look, draft=dropped(decision, *look.drop))
            decision = replace(decision, draft=look.draft)
        guide = pointed(board_guide(decision), table, viewer.seat)
        remind(guide, table, viewer.seat, language)
    if planned is not None:
        view, decision = planned.preview.view, planned.decision(table, language)
        guide = planned.told(board_guide(decision), table, language)
    page = laid_out_board(table, view, viewer, look, language)
    page.guide, page.is_planning = guide, planned is not None
    return page


def laid_out_board(
    table: Table, view: BoardView, viewer: Viewer, look: Look, language: Language
) -> BoardPage:
    """Return a table of the board game as a view shows it, where nothing is asked."""
    page = common_page(BoardPage, view, table, viewer, look, language)
    assert isinstance(page, BoardPage)
    page.places = settled(table.fold.places, view, table.fold.view) or ()
    page.trail = last_step(table.fold.steps)
    return page


def board_decision(
    table: Table, seat: int, view: BoardView, draft: str, language: Language
) -> OpenDecision[BoardView]:
    """Return what a seat has to decide, as it imagines the position."""
    names = table.shown_names(language)
    return OpenDecision(seat, names, view, table.imagined(seat), draft, language)


def last_step(steps: list[Step]) -> tuple[str, str] | None:
    """Return from where to where the last word moved a worker, if it did."""
    for event in steps[-1].events if steps else ():
        if event.kind == "moved":
            return event.about["source"], event.about["area"]
    return None
