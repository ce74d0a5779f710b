"""Points of win share as people write them: a point is one per cent."""

from siberia.drawing.waterfall import whole_points
from siberia.review import Balance
from siberia.web.i18n.languages import Language

PERCENT = 100


def signed(language: Language, points: int) -> str:
    """Write points with their sign, a true minus among them."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{language.number(abs(points))}"


def whole(share: float) -> int:
    """Round a share to points."""
    return round(PERCENT * share)


def cost(loss: float) -> int:
    """Round what a decision cost; what is told to cost something costs a point at least."""
    return max(1, whole(loss))


def balance_points(balance: Balance) -> tuple[int, int, int, int]:
    """Return start, luck, own decisions and the others' in points that add up to the result."""
    parts = (balance.start, balance.luck, balance.own, sum(balance.others))
    start, luck, own, others = whole_points(
        [PERCENT * part for part in parts], PERCENT * balance.result
    )
    return start, luck, own, others
