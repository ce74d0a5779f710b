"""Planning ahead: what a page offers to somebody who waits, and says of what they have planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from siberia.drawing.marks import Mark
from siberia.match import Preview
from siberia.web.i18n.languages import Language
from siberia.web.pages.guides import Button, Guide, OpenDecision
from siberia.web.pages.review.deeds import HEADS, deed
from siberia.web.pages.table import Look, Viewer
from siberia.web.tables.ahead import to_play
from siberia.web.tables.planning import following
from siberia.web.tables.table import Table

# How the draft of somebody begins who plans ahead; what a guide writes into it comes after that.
AHEAD = "ahead "
# A planned word begins a turn of its own, or goes on with the one before.
BEGINNINGS = HEADS | {"pass", "flip", "keep"}


@dataclass(frozen=True)
class Planning:
    """Somebody who waits lines up words: those they have, and the position after them."""

    seat: int
    words: tuple[str, ...]
    preview: Preview[Any]
    draft: str

    def decision(self, table: Table, language: Language) -> OpenDecision[Any]:
        """Return what is to be decided there."""
        names, view = table.shown_names(language), self.preview.view
        return OpenDecision(self.seat, names, view, self.preview, self.draft, language)

    def told(self, guide: Guide, table: Table, language: Language) -> Guide:
        """Turn a guide through this position into one that lines up what is clicked."""
        _ = language.gettext
        marks = {
            key: kept(mark) for key, mark in guide.marks.items() if "refused" not in mark.state
        }
        buttons = [
            button if button.draft is None else replace(button, draft=AHEAD + button.draft)
            for button in guide.buttons
        ]
        title = _("Plan your next turn.")
        if self.words:
            title = _("Planned: {words}.").format(words=in_words(table, self.seat, language))
            buttons.append(Button(_("One step back"), post="ahead-back"))
        buttons.append(Button(_("Done"), draft="", kind="go"))
        return replace(
            guide, title=title, brings=guide.title, icon="clock", marks=marks, buttons=buttons
        )


def kept(mark: Mark) -> Mark:
    """Return a mark whose draft is that of somebody who plans ahead."""
    if "draft" not in mark.data:
        return mark
    return Mark(mark.state, mark.label, {**mark.data, "draft": AHEAD + mark.data["draft"]})


def planning(table: Table, viewer: Viewer, look: Look) -> Planning | None:
    """Return where somebody lines up words, if they wait and want to."""
    if viewer.seat is None or not look.draft.startswith(AHEAD):
        return None
    words = planned_by(table, viewer.seat)
    preview = following(table, viewer.seat, words)
    if preview is None:
        return None
    return Planning(viewer.seat, words, preview, look.draft.removeprefix(AHEAD))


def of_turn(look: Look) -> Look:
    """Return how a page is looked at whose turn it is: nobody plans ahead any more."""
    return replace(look, draft="") if look.draft.startswith(AHEAD) else look


def planned_by(table: Table, seat: int) -> tuple[str, ...]:
    """Return the words that a seat has planned."""
    return table.ahead[seat].words if seat in table.ahead else ()


def offer(guide: Guide, table: Table, viewer: Viewer, language: Language) -> None:
    """Let somebody who waits for other people plan ahead, and say what they have planned."""
    if viewer.seat is None:
        return
    _, seat = language.gettext, viewer.seat
    words = planned_by(table, seat)
    if words:
        guide.brings = _("Planned: {words}.").format(words=in_words(table, seat, language))
    waits_for_people = any(table.seats[other].kind == "guest" for other in table.awaited)
    if waits_for_people and following(table, seat, words) is not None:
        guide.buttons.append(Button(_("Plan on") if words else _("Plan ahead"), draft=AHEAD))
    if words:
        guide.buttons.append(Button(_("Drop the plan"), post="ahead-drop"))


def remind(guide: Guide, table: Table, seat: int, language: Language) -> None:
    """Tell whose turn it is what they had planned, and ask if anything has shown since."""
    words = planned_by(table, seat)
    if not words or table.is_placing:
        return
    _ = language.gettext
    drop = Button(_("Drop the plan"), post="ahead-drop")
    if to_play(table):
        message, buttons = _("Your plan is being played: {words}."), [drop]
    elif words[0] in table.imagined(seat).legal():
        message = _("You had planned: {words}. Play it?")
        buttons = [Button(_("Play it"), post="ahead-play", kind="go"), drop]
    else:
        message = _("You had planned: {words}. That is not possible any more.")
        buttons = [drop]
    guide.brings = message.format(words=in_words(table, seat, language))
    guide.buttons[:0] = buttons


def in_words(table: Table, seat: int, language: Language) -> str:
    """Tell what a seat has planned, turn by turn."""
    preview: Preview[Any] | None = following(table, seat) or table.imagined(seat)
    told = []
    for turn in turns(planned_by(table, seat)):
        told.append(deed(language, (preview or table.imagined(seat)).position, turn).text)
        for word in turn:
            preview = preview.after(word) if preview and word in preview.legal() else None
        preview = preview and preview.when_asked()
    return " · ".join(told)


def turns(words: Sequence[str]) -> Iterator[list[str]]:
    """Return planned words in groups that are told together."""
    group: list[str] = []
    for word in words:
        if group and word.split(" ")[0] in BEGINNINGS:
            yield group
            group = []
        group.append(word)
    if group:
        yield group
