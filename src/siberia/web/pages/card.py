"""The card game's page: what it shows besides what both games' pages show."""

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup

from siberia.cardgame import CardView
from siberia.drawing import scenery
from siberia.engine.vocabulary import RESOURCES, SYMBOLS
from siberia.match import Preview
from siberia.web.i18n.languages import Language
from siberia.web.pages.guides import Decision, card_guide
from siberia.web.pages.table import Look, TablePage, Viewer, common_page, pointed, waiting
from siberia.web.tables.table import Table


@dataclass
class CardPage(TablePage[CardView]):
    """A table of the card game as one person sees it."""

    # What the viewer has so far; secret until the end (C18).
    own_score: int = 0

    resources = RESOURCES
    symbols = SYMBOLS

    def where(self) -> Markup:
        """Say whose turn it is, and how much is left."""
        _, view = self.language.gettext, self.view
        if view.to_move is None:
            return Markup("<b>{}</b>").format(_("Finished"))
        title = _("Your turn") if self.is_acting else self.names[view.to_move]
        if view.turns_left is not None:
            more = self.language.ngettext(
                "last turns: {count} left", "last turns: {count} left", view.turns_left
            ).format(count=view.turns_left)
        else:
            more = _("{count} in the stack").format(count=view.stack)
        return Markup("<b>{}</b> <span>· {}</span>").format(title, more)

    def row_scenery(self) -> Markup:
        """Draw what lies behind the row."""
        return scenery.row_scene(phone=self.look.narrow)

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

    def strip_class(self, key: str) -> str:
        """How an action is shown."""
        mark = self.guide.marks.get(key)
        return f"strip {mark.state}" if mark else "strip off"

    def strip_note(self, key: str) -> str:
        """Say what an action brings."""
        return self.guide.notes.get(key, "")


def card_page(table: Table, viewer: Viewer, look: Look, language: Language, ahead: int) -> CardPage:
    """Return what somebody sees of a table of the card game."""
    view = table.match.view(viewer.seat)
    assert isinstance(view, CardView)
    page = common_page(CardPage, view, table, viewer, look, language)
    assert isinstance(page, CardPage)
    page.guide = waiting(table, viewer, language, ahead)
    if viewer.seat is not None:
        preview: Preview[CardView] = Preview(table.match, viewer.seat)
        page.own_score = preview.score
        if viewer.acts_at(table):
            names = table.shown_names(language)
            decision = Decision(viewer.seat, names, view, preview, look.draft, language)
            page.guide = pointed(card_guide(decision), table, viewer.seat)
    return page
