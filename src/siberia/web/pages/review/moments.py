"""When chance spoke: the luckiest and the unluckiest moments, told in the app's words."""

from collections.abc import Sequence
from dataclasses import dataclass

from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.match.games import View
from siberia.review import Chance
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import term
from siberia.web.pages.review.course import MatchCourse
from siberia.web.pages.review.headline import Whose
from siberia.web.pages.review.points import signed, whole
from siberia.web.tables.fold import Fold

# So many things that were drawn are shown.
MOST_SHOWN = 8


@dataclass(frozen=True)
class ChanceMoment:
    """Something that chance brought: when, what, the things that came, and its points."""

    # After so many words it had happened.
    ply: int
    when: str
    text: str
    # Counters, cards and tiles, by their names.
    things: tuple[str, ...]
    points: str
    is_lucky: bool


def moment(
    language: Language, fold: Fold, course: MatchCourse, chance: Chance, whose: Whose
) -> ChanceMoment:
    """Tell what chance brought, as it mattered to a seat."""
    ply = chance.ply + 1
    # A round begins with its counters; a card is turned up, or drawn, in the turn that goes on.
    when = ply if course.has_rounds else chance.ply
    before, after = views(fold, chance, whose.seat)
    text, things = told(language, chance, before, after, whose)
    points = whole(chance.luck[whose.seat])
    _ = language.gettext
    return ChanceMoment(
        ply=ply,
        when=_("The deal") if chance.kind == "deal" else course.when(when, language),
        text=text,
        things=things[:MOST_SHOWN],
        points=signed(language, points),
        is_lucky=chance.luck[whose.seat] > 0,
    )


def views(fold: Fold, chance: Chance, seat: int) -> tuple[View, View]:
    """Return what a seat saw before and after; of what others drew it was told in the end only."""
    match = fold.match
    # Whose cards they were, everybody may see now.
    seen_by = seat if chance.seat < 0 or chance.kind == "round" else chance.seat
    before = match.at(max(0, chance.ply)).view(seen_by)
    return before, match.at(chance.ply + 1).view(seen_by)


def told(
    language: Language, chance: Chance, before: View, after: View, whose: Whose
) -> tuple[str, tuple[str, ...]]:
    """Say what chance brought, and name the things that came."""
    _ = language.gettext
    if isinstance(after, BoardView):
        assert isinstance(before, BoardView)
        if chance.kind == "tile":
            return _("a new investment tile"), new(before.open_tiles, after.open_tiles)
        drawn = after.players[whose.seat].drawn or ()
        return (_("your counters") if whose.is_reader else _("the counters drawn")), drawn
    assert isinstance(after, CardView)
    if chance.kind == "deal":
        return (_("the first hand")), after.players[whose.seat].hand or ()
    assert isinstance(before, CardView)
    name = whose.names[chance.seat]
    is_own = whose.is_reader and chance.seat == whose.seat
    if chance.kind == "flip":
        turned = [
            place.card
            for place, old in zip(after.row, before.row, strict=True)
            if place.card and not old.card
        ]
        if not turned:
            return name, ()
        card = turned[0]
        value = language.number(card.value)
        message = (
            _("you turned up {resource} {value}")
            if is_own
            else _("{name} turned up {resource} {value}")
        )
        text = message.format(name=name, resource=term(language, card.resource), value=value)
        return text, (card.resource,)
    old, now = before.players[chance.seat].hand or (), after.players[chance.seat].hand or ()
    text = _("you drew") if is_own else _("{name} drew").format(name=name)
    return text, new(old, now)


def new(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return what is there now and was not before."""
    left = list(before)
    found = []
    for thing in after:
        if thing in left:
            left.remove(thing)
        else:
            found.append(thing)
    return tuple(found)
