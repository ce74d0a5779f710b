"""What a review adds to the replay: the shares at every moment, and the costly decisions."""

from cachetools import LRUCache
from markupsafe import Markup, escape

from siberia.review import Decision, Review
from siberia.web.i18n.languages import Language
from siberia.web.pages.replay.verdict import Costly, Verdict
from siberia.web.pages.review.deeds import deed
from siberia.web.pages.review.page import COSTLIEST, try_address
from siberia.web.pages.review.points import cost
from siberia.web.tables.finished import Finished

# So many are kept: who goes from moment to moment asks for the same one each time.
KEPT = 64
made: LRUCache[object, Verdict] = LRUCache(KEPT)


def verdict_of(finished: Finished, review: Review, seat: int, language: Language) -> Verdict:
    """Return what a review says of a match to a replay that one seat's eyes look at."""
    key = (finished.address, review.evaluator, review.seed, seat, language.code)
    found = made.get(key)
    if found is None:
        costliest = enumerate(review.costliest(seat, COSTLIEST), 1)
        costly = [costly_at(finished, number, one, language) for number, one in costliest]
        costly.sort(key=lambda one: one.ply)
        found = made[key] = Verdict(tuple(costly), review.shares)
    return found


def costly_at(finished: Finished, number: int, one: Decision, language: Language) -> Costly:
    """Return a costly decision as the replay shows it, when all of it was played."""
    points = cost(one.loss)
    before = finished.match.at(one.ply)
    message = language.gettext("The expert prefers: {deed}. {points} better.")
    told = language.ngettext("{count} point", "{count} points", points)
    better = escape(message).format(
        deed=deed(language, before, one.best, one.played).text,
        points=Markup("<b>{}</b>").format(told.format(count=language.number(points))),
    )
    return Costly(
        ply=one.ply + one.count,
        number=number,
        points=points,
        better=better,
        trial=try_address(finished, one.seat, number),
    )
