"""What is shown of a review while the expert is still looking at the match."""

from dataclasses import dataclass

from markupsafe import Markup

from siberia.web.i18n.languages import Language
from siberia.web.pages.match_bar import match_switch, match_title
from siberia.web.pages.review.page import eyes
from siberia.web.tables.finished import Finished
from siberia.web.tables.refusals import Refusal
from siberia.web.tables.reviews import ReviewProgress


@dataclass(frozen=True)
class WaitingPage:
    """How far a review is."""

    title: Markup
    switch: Markup
    eyes: Markup
    game: str
    text: str
    done: int
    total: int
    has_failed: bool


def waiting_page(
    finished: Finished,
    seat: int,
    progress: ReviewProgress | None,
    refused: Refusal | None,
    ahead: int,
    language: Language,
) -> WaitingPage:
    """Return what is shown while a match is looked at, or was refused to be."""
    done, total = (progress.done, progress.total) if progress else (0, 1)
    return WaitingPage(
        title=match_title(finished, language),
        switch=match_switch(finished.address, "review", language),
        eyes=eyes(finished, seat, language),
        game=finished.match.game,
        text=how_far(language, progress, refused, ahead),
        done=done,
        total=total,
        has_failed=progress is not None and progress.has_failed,
    )


def how_far(
    language: Language, progress: ReviewProgress | None, refused: Refusal | None, ahead: int
) -> str:
    """Say how far the expert is."""
    _ = language.gettext
    if progress is None:
        return _(refused.value) if refused else ""
    if progress.has_failed:
        return _("The expert could not look at this match.")
    if ahead:
        return language.ngettext(
            "The expert looks at {count} other match first.",
            "The expert looks at {count} other matches first.",
            ahead,
        ).format(count=language.number(ahead))
    return _("The expert is looking at your match: {done} of {total}").format(
        done=language.number(progress.done), total=language.number(progress.total)
    )
