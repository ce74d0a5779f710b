"""The page of a decision that is tried again: an ordinary table, and beside it what was tried."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from siberia.drawing.meters import meter, split_meter
from siberia.review import Decision
from siberia.web.i18n.languages import Language
from siberia.web.pages.game_pages import moment_page, table_page
from siberia.web.pages.guides import Guide
from siberia.web.pages.lessons.stage import LEARNER
from siberia.web.pages.match_bar import match_switch, match_title
from siberia.web.pages.parts import Parts, part
from siberia.web.pages.review.answers import BADGES, KINDS, AskedAgain, TryAnswer, answer
from siberia.web.pages.review.course import course_of
from siberia.web.pages.review.page import review_address, try_address
from siberia.web.pages.review.stage import stage
from siberia.web.pages.review.trying import Attempt, Trying
from siberia.web.pages.table import Look, Tab, TablePage
from siberia.web.pages.table_parts import bar_pieces, rows
from siberia.web.tables.finished import Finished


@dataclass(frozen=True)
class TryButton:
    """A button of the prompt: it does something here, or leads elsewhere."""

    name: str
    text: str
    sign: str = ""
    address: str = ""
    is_main: bool = False


@dataclass(frozen=True)
class TryRow:
    """A line of what was tried: what, what came of it, how that is drawn, and the share."""

    kind: str
    text: str
    note: str
    picture: Markup
    share: str


@dataclass(frozen=True)
class Pin:
    """The number of a decision, and how far one is with it."""

    number: int
    state: str
    label: str


@dataclass(frozen=True)
class TryPage:
    """A costly decision of a match that is tried again, and how far that is."""

    finished: Finished
    # All decisions that can be tried, the dearest first, and the number of this one.
    decisions: tuple[Decision, ...]
    number: int
    trying: Trying
    look: Look
    language: Language

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self.decision.seat

    @property
    def decision(self) -> Decision:
        """What is tried again."""
        return self.decisions[self.number - 1]

    @property
    def address(self) -> str:
        """Where this very state of it lies."""
        base = try_address(self.finished, self.seat, self.number)
        return f"{base}/{self.trying.written()}"

    @property
    def asked(self) -> AskedAgain:
        """What the answers are about."""
        before = self.finished.match.at(self.decision.ply)
        return AskedAgain(self.decision, before, course_of(self.finished), self.language)

    # ------------------------------------------------------------ the table

    def page(self) -> TablePage[Any]:
        """Return the table; where something was answered, nothing can be done on it."""
        table = stage(self.finished, self.decision, self.number, self.trying)
        if self.trying.is_answered or self.trying.is_done:
            view = table.match.view(self.seat)
            page: TablePage[Any] = moment_page(table, view, self.look, self.language)
            page.guide = Guide("")
        else:
            page = table_page(table, LEARNER, self.look, self.language)
        page.is_own = self.seat in self.finished.mine
        page.is_for_beginners = False
        page.lies_at = self.address
        page.hint = ""
        return page

    # ------------------------------------------------------------ what is said

    def answer(self, page: TablePage[Any]) -> TryAnswer:
        """Say what is to be said; while a line goes on, what the table asks for."""
        goes_on = self.trying.line or page.look.draft
        if page.look.notice:
            return TryAnswer("ask", page.guide.title, page.look.notice)
        if goes_on and not self.trying.is_answered and not self.trying.is_done:
            return TryAnswer("ask", page.guide.title, page.guide.brings)
        return answer(self.asked, self.trying, len(self.decisions))

    def deeds(self) -> list[TryButton]:
        """Return the buttons of the prompt."""
        _, trying = self.language.gettext, self.trying
        back = TryButton(
            "", _("Back to the review"), address=review_address(self.finished, self.seat)
        )
        if trying.is_done:
            return [back]
        is_found = trying.is_answered and trying.last and trying.last.verdict == "better"
        if is_found or (trying.is_shown and not trying.line and not trying.is_answered):
            return [self.onwards()]
        found = []
        if trying.is_answered:
            found.append(TryButton("back", _("Take it back"), "undo"))
        if not trying.is_nudged:
            found.append(TryButton("nudge", _("A nudge"), "hint"))
        if not trying.is_shown:
            found.append(TryButton("show", _("Show it")))
        return found

    def onwards(self) -> TryButton:
        """Return the way to the next decision, or to the end of all."""
        _ = self.language.gettext
        if self.number == len(self.decisions):
            return TryButton("end", _("Finish"), is_main=True)
        further = try_address(self.finished, self.seat, self.number + 1)
        address = f"{further}/{self.trying.further().written()}"
        return TryButton("", _("Next one"), "next", address=address, is_main=True)

    # ------------------------------------------------------------ what was tried

    def pins(self) -> list[Pin]:
        """Return the numbers of the decisions."""
        _, found = self.language.gettext, self.trying.found
        return [
            Pin(
                number,
                "done" if number in found else "now" if number == self.number else "",
                _("{number}, found").format(number=number) if number in found else str(number),
            )
            for number in range(1, len(self.decisions) + 1)
        ]

    def rows(self) -> list[TryRow]:
        """Return what was played, what was tried, and what the expert prefers."""
        asked, _, percent = self.asked, self.language.gettext, self.language.percent
        one = self.decision
        played = TryRow(
            "played",
            asked.told(one.played, one.best),
            _("what you played") if self.seat in self.finished.mine else _("what was played"),
            meter(asked.played_share),
            percent(asked.played_share),
        )
        tried = [self.row_of(asked, attempt) for attempt in self.trying.attempts]
        is_known = self.trying.is_shown or self.number in self.trying.found
        best = TryRow(
            "sought",
            asked.told(one.best, one.played) if is_known else _("Still hidden"),
            _("the expert's choice"),
            meter(asked.best_share, kind="" if is_known else "sought"),
            percent(asked.best_share),
        )
        return [played, *tried, best]

    def row_of(self, asked: AskedAgain, attempt: Attempt) -> TryRow:
        """Return the line of a try: in how many imagined worlds it did better, and worse."""
        _, number = self.language.gettext, self.language.number
        note = _("worse in {worse} of {worlds}, better in {better}").format(
            worse=number(attempt.worse),
            worlds=number(attempt.worlds),
            better=number(attempt.better),
        )
        return TryRow(
            KINDS[attempt.verdict],
            asked.told(attempt.words, self.decision.played),
            note,
            split_meter(attempt.better, attempt.worse, attempt.worlds),
            self.language.percent(asked.share(attempt)),
        )


def try_parts(shown: TryPage, theme: str) -> dict[str, Any]:
    """Draw the parts of the page; of those that it has already only a sign is left."""
    page, language = shown.page(), shown.language
    parts = Parts(page.look.parts)
    around = {
        **bar_pieces(page, theme),
        "title": match_title(shown.finished, language),
        "pages": match_switch(shown.finished.address, "review", language),
        "strip": part("strip.html", language, players=page.standings()),
        "prompt": prompt(shown, page),
        "rows": rows(language, page.guide),
        "tabs": part("tabs.html", language, items=tabs(page)),
        "log": lesson(shown),
        **page.parts(),
    }
    sent: dict[str, Any] = parts.all(around)
    sent |= page.assembled(parts.add)
    return {**sent, "since": "", "known": str(parts), "data": page.page_data(str(parts))}


def tabs(page: TablePage[Any]) -> list[Tab]:
    """Return what a phone shows one at a time: what was tried is in the place of the log."""
    tried = ("log", "decision", page.language.gettext("Tries"))
    return [tried if tab[0] == "log" else tab for tab in page.tabs()]


def prompt(shown: TryPage, page: TablePage[Any]) -> Markup:
    """Draw what is asked, or what is answered."""
    guide, said = page.guide, shown.answer(page)
    return part(
        "try_prompt.html",
        shown.language,
        said=said,
        badge=BADGES[said.kind],
        is_refusal=bool(page.look.notice),
        steps=guide.steps,
        tray=page.tray(),
        chips={key: guide.marks[key] for key in page.chips},
        buttons=guide.buttons,
        can_undo=page.can_undo,
        deeds=shown.deeds(),
    )


def lesson(shown: TryPage) -> Markup:
    """Draw what was tried, in the place of the log."""
    return part(
        "try_lesson.html",
        shown.language,
        pins=shown.pins(),
        rows=shown.rows(),
        seat=shown.seat,
        number=shown.number,
    )
