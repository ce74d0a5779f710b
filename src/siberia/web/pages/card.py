"""The card game's page: what it shows besides what both games' pages show."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from siberia.cardgame import CardView
from siberia.drawing import scenery
from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import RESOURCES, SYMBOLS
from siberia.web.i18n.languages import Language
from siberia.web.pages.ahead import of_turn, offer, planning, remind
from siberia.web.pages.guides import OpenDecision, card_guide
from siberia.web.pages.parts import each_on_a_line, frame, part
from siberia.web.pages.table import (
    Look,
    StripPlayer,
    Tab,
    TablePage,
    Viewer,
    common_page,
    pointed,
    waiting,
)
from siberia.web.tables.table import Table


@dataclass(frozen=True)
class Cell:
    """An action as it is shown: its mark, and a line about it."""

    name: str
    mark: Mark | None
    note: str


@dataclass(frozen=True)
class HandCard:
    """A card of the hand, by a name that stays when others come and go."""

    kind: str
    id: str
    mark: Mark | None


@dataclass
class CardPage(TablePage[CardView]):
    """A table of the card game as one person sees it."""

    # What the viewer has so far; secret until the end (C18).
    own_score: int = 0

    def where(self) -> tuple[str, str]:
        """Say whose turn it is, and how much is left."""
        _, view = self.language.gettext, self.view
        if view.to_move is None:
            return _("Finished"), ""
        title = _("Your turn") if self.is_acting else self.names[view.to_move]
        return title, self.how_far()

    def how_far(self) -> str:
        """Say how much is left."""
        language, left = self.language, self.view.turns_left
        if left is None:
            return language.gettext("{count} in the stack").format(count=self.view.stack)
        message = language.ngettext("last turns: {count} left", "last turns: {count} left", left)
        return message.format(count=left)

    def standing(self, seat: int) -> str:
        """Say who is next."""
        _ = self.language.gettext
        return _("to move") if seat in self.table.awaited else ""

    @property
    def own_taken(self) -> list[tuple[str, int, int]]:
        """The viewer's resource cards: kind, how many, printed values together."""
        assert self.seat is not None
        taken = self.view.players[self.seat].taken or ()
        counts = Counter(card.resource for card in taken)
        return [
            (resource, counts[resource], sum(c.value for c in taken if c.resource == resource))
            for resource in RESOURCES
            if counts[resource]
        ]

    def hand_id(self, place: int) -> str:
        """Name a card of the hand so that it stays the same thing when others come and go."""
        assert self.seat is not None
        hand = self.view.players[self.seat].hand or ()
        before = hand[:place].count(hand[place])
        return f"hand-{hand[place].replace('/', '-')}-{before}"

    def standings(self) -> list[StripPlayer]:
        """Return what the strip at the top of a phone shows of each player."""
        return [
            StripPlayer(
                player.seat,
                self.names[player.seat],
                player.seat in self.table.awaited,
                player.seat == self.seat,
                hand_size=player.hand_size,
                workers=player.workers,
                clock=self.clock_of(player.seat, "strip-clock"),
            )
            for player in self.view.players
        ]

    def tabs(self) -> list[Tab]:
        """Return what a phone shows one at a time."""
        _ = self.language.gettext
        players = ("panels", "manager", _("Players"))
        return [
            ("table", "hand", _("Table")),
            ("supply", "salesman", _("Supply")),
            # Who watches has them below the row.
            *[players] * (not self.watches),
            *self.talk_tab(),
            ("log", "log", _("Log")),
        ]

    # ------------------------------------------------------------ the parts of the table

    def parts(self) -> dict[str, Markup]:
        """Draw the parts of the table itself."""
        return {
            "supply": self.supply(),
            "supply_strip": self.supply_strip(),
        }

    def assembled(self, each: Callable[[Markup], Markup]) -> dict[str, Markup]:
        """Draw the row and what lies before each player, of what `each` makes of their parts."""
        own = self.own(each) if self.seat is not None else Markup()
        return {"row": self.row(each), **self.around("own", own, each)}

    def row(self, each: Callable[[Markup], Markup]) -> Markup:
        """Draw the row; an update leaves out what lies behind it."""
        scene = Markup() if self.look.is_update else scenery.row_scene(phone=self.look.narrow)
        marks, language = self.guide.marks, self.language
        places = [
            part("card_headframe.html", language),
            *(
                part("card_place.html", language, place=p, mark=marks.get(f"place:{p.number}"))
                for p in self.view.row
            ),
            part("card_stack.html", language, stack=self.view.stack),
        ]
        lying = each_on_a_line(map(each, places))
        return frame("card_row.html", language, {"places": lying, "scenery": scene})

    def supply(self) -> Markup:
        """Draw the persons that can be had."""
        view = self.view
        return part(
            "card_supply.html",
            self.language,
            workers_left=view.workers_left,
            salesmen_left=view.salesmen_left,
            investors_left=view.investors_left,
            worth=view.worth,
            resources=RESOURCES,
            marks=self.marked("take:"),
        )

    def supply_strip(self) -> Markup:
        """Draw the same in one line, for a phone."""
        view = self.view
        return part(
            "card_supply_strip.html",
            self.language,
            workers=view.workers_left,
            salesmen=len(view.salesmen_left),
            investors=len(view.investors_left),
            pile=view.pile,
            discards=len(view.discards),
        )

    def other_players(self) -> Iterator[Markup]:
        """Draw what lies in front of the others."""
        return (
            part(
                "card_opponent.html",
                self.language,
                seat=other,
                name=self.names[other],
                standing=self.standing(other),
                is_awaited=self.watches and other in self.table.awaited,
                player=self.view.players[other],
                worth=self.view.worth,
                clock=self.clock_of(other),
            )
            for other in self.opponents
        )

    def own(self, each: Callable[[Markup], Markup]) -> Markup:
        """Draw the viewer's own cards, and what can be done with them."""
        assert self.seat is not None
        view, me, marks = self.view, self.view.players[self.seat], self.guide.marks
        hand = (
            part(
                "card_in_hand.html",
                self.language,
                place=place,
                card=HandCard(kind, self.hand_id(place), marks.get(f"hand:{place}")),
            )
            for place, kind in enumerate(me.hand or ())
        )
        actions = [
            part("card_action.html", self.language, cell=self.cell(action, f"action:{action}"))
            for action in SYMBOLS
        ]
        actions.append(part("card_draw.html", self.language, draws=self.cell("draw", "draw")))
        piles = part(
            "card_piles.html",
            self.language,
            pile=view.pile,
            discard=view.discards[-1] if view.discards else "",
            discards=len(view.discards),
        )
        return frame(
            "card_hand.html",
            self.language,
            {
                "mine": each(self.lying_in_front()),
                "actions": each_on_a_line(map(each, actions)),
                "hand": each_on_a_line(map(each, hand)),
                "piles": each(piles),
            },
            seat=self.seat,
            name="" if self.is_own else self.names[self.seat],
            hand_size=me.hand_size,
        )

    def lying_in_front(self) -> Markup:
        """Draw the viewer's persons and what they have taken."""
        assert self.seat is not None
        return part(
            "card_mine.html",
            self.language,
            seat=self.seat,
            name=self.names[self.seat],
            me=self.view.players[self.seat],
            score=self.own_score,
            is_own=self.is_own,
            taken=self.own_taken,
            worth=self.view.worth,
            clock=self.clock_of(self.seat),
        )

    def cell(self, name: str, key: str) -> Cell:
        """Return what is shown of an action: whether it can be chosen, and what it brings."""
        return Cell(name, self.guide.marks.get(key), self.guide.notes.get(key, ""))


def card_page(table: Table, viewer: Viewer, look: Look, language: Language, ahead: int) -> CardPage:
    """Return what somebody sees of a table of the card game."""
    view = table.fold.view_of(viewer.seat)
    assert isinstance(view, CardView)
    planned = None
    if viewer.seat is None or not viewer.acts_at(table):
        guide = waiting(table, viewer, language, ahead)
        planned = planning(table, viewer, look)
        offer(guide, table, viewer, language)
    else:
        look = of_turn(look)
        names = table.shown_names(language)
        preview = table.imagined(viewer.seat)
        decision = OpenDecision(viewer.seat, names, view, preview, look.draft, language)
        guide = pointed(card_guide(decision), table, viewer.seat)
        remind(guide, table, viewer.seat, language)
    if planned is not None:
        view = planned.preview.view
        guide = planned.told(card_guide(planned.decision(table, language)), table, language)
    page = laid_out_cards(table, view, viewer, look, language)
    page.guide, page.is_planning = guide, planned is not None
    return page


def laid_out_cards(
    table: Table, view: CardView, viewer: Viewer, look: Look, language: Language
) -> CardPage:
    """Return a table of the card game as a view shows it, where nothing is asked."""
    page = common_page(CardPage, view, table, viewer, look, language)
    assert isinstance(page, CardPage)
    if viewer.seat is not None:
        page.own_score = table.imagined(viewer.seat).score
    return page
