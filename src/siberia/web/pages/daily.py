"""The page of a day's deals: what can be played, how all who played it did, and one's own month."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from siberia.drawing.heap import Dot, Signpost, heap
from siberia.web.i18n.languages import Language
from siberia.web.tables import clock
from siberia.web.tables.balances import Points
from siberia.web.tables.days import PLAYER, ends
from siberia.web.tables.deal_results import DealResults, score_of
from siberia.web.tables.endings import Ended
from siberia.web.tables.names import bot_names, shown_name
from siberia.web.tables.store.rows import Deal, TableRow

# Who ended above so many is praised for it.
PRAISED = 0.8
# So many results are listed for each game, and so many of the best of yesterday.
MOST_LISTED, MOST_BEST = 100, 2
# The order in which the two games stand on the page.
ORDER = ("board", "card")


@dataclass(frozen=True)
class ResultLine:
    """A try as it is listed once its day is over."""

    game: str
    rank: int
    name: str
    score: int
    has_won: bool
    is_own: bool
    table: str


@dataclass(frozen=True)
class Proof:
    """By which it can be checked that nobody could change a deal; `seed` is "" until it is told."""

    commitment: str
    promised: datetime
    is_before: bool
    seed: str
    salt: str


@dataclass(frozen=True)
class TryEnd:
    """How a try ended, and at which table it was."""

    table: str
    score: int
    has_won: bool


@dataclass(frozen=True)
class DealBox:
    """One game's deal of a day, for somebody."""

    game: str
    opponent: str
    # Whether it is still played; and their own try that counts, if they have begun one.
    is_today: bool
    table: str
    # Whether that was played to its end in time, and whether the results show.
    has_played: bool
    shows_results: bool
    players: int
    own: TryEnd | None
    expert: TryEnd | None
    middle: int
    above: float | None
    beats_expert: bool
    heap: Markup
    points: Points | None
    share: str
    results: tuple[ResultLine, ...]
    proof: Proof

    @property
    def is_begun(self) -> bool:
        """Whether there is a try to go on with."""
        return bool(self.table) and not self.has_played

    @property
    def is_praised(self) -> bool:
        """Whether they ended far above most."""
        return self.above is not None and self.above >= PRAISED


@dataclass(frozen=True)
class Asker:
    """Who looks: the guest, their tries of the day that count, and what reviews say of them."""

    guest: str
    tries: Mapping[str, TableRow]
    points: Mapping[str, Points]


def deal_box(
    deal: Deal, went: DealResults, asker: Asker, language: Language, address: str
) -> DealBox:
    """Return one game's deal as somebody may see it; `address` is that of the day's page.

    Of others nothing is in it before they have played, or the day is over: only how many they are.
    """
    is_today = deal.day >= clock.today()
    row = asker.tries.get(deal.game)
    own = went.of(asker.guest)
    shows = own is not None or not is_today
    shown = went if shows else DealResults(deal.game, (), None)
    return DealBox(
        game=deal.game,
        opponent=bot_names([])[0],
        is_today=is_today,
        table=row.id if row else "",
        has_played=row is not None and row.finished is not None,
        shows_results=shows,
        players=len(went.tries),
        own=try_end(own),
        expert=try_end(shown.expert),
        middle=shown.middle if shown.tries else 0,
        above=shown.share_below(own) if own else None,
        beats_expert=own is not None and shown.beats_expert(own),
        heap=drawn_heap(shown, own, language) if shown.tries else Markup(),
        points=asker.points.get(own.row.id) if own else None,
        share=share_text(deal, shown, own, language, address) if own else "",
        results=() if is_today else tuple(listed(shown, asker.guest, language)[:MOST_LISTED]),
        proof=proof(deal, is_today),
    )


def try_end(ended: Ended | None) -> TryEnd | None:
    """Return how a try ended, if there is one, without what its table keeps secret."""
    if ended is None:
        return None
    return TryEnd(ended.row.id, score_of(ended), ended.result.has_won(PLAYER))


def proof(deal: Deal, is_today: bool) -> Proof:
    """Return what can be told of a deal: seed and salt when its day is over."""
    return Proof(
        commitment=deal.commitment,
        promised=deal.committed,
        is_before=deal.committed.date() < deal.day,
        seed="" if is_today else deal.seed,
        salt="" if is_today else deal.salt,
    )


def listed(went: DealResults, guest: str, language: Language) -> list[ResultLine]:
    """Return the tries of a deal as lines, the best first; equal scores share a rank."""
    scores = [score_of(one) for one in went.tries]
    return [
        ResultLine(
            game=went.game,
            rank=1 + sum(other > score for other in scores),
            name=shown_name(one.table.seats[PLAYER].name, language),
            score=score,
            has_won=one.result.has_won(PLAYER),
            is_own=one.row.owner == guest,
            table=one.row.id,
        )
        for one, score in zip(went.tries, scores, strict=True)
    ]


def best_of(went: Mapping[str, DealResults], guest: str, language: Language) -> list[ResultLine]:
    """Return the best tries of a day, of each game a few."""
    return [line for game in ORDER for line in listed(went[game], guest, language)[:MOST_BEST]]


# ---------------------------------------------------------------- the heap


def drawn_heap(went: DealResults, own: Ended | None, language: Language) -> Markup:
    """Draw where all ended."""
    _ = language.gettext
    middle = _("the middle: {score}").format(score=language.number(went.middle))
    return heap(
        [Dot(score_of(one), one.result.has_won(PLAYER)) for one in went.tries],
        middle=Signpost(went.middle, middle),
        own=Signpost(score_of(own), _("you")) if own else None,
        expert=Signpost(score_of(went.expert), _("the expert")) if went.expert else None,
        seat=PLAYER,
        write=language.number,
        label=told_heap(went, own, language),
    )


def told_heap(went: DealResults, own: Ended | None, language: Language) -> str:
    """Say in one sentence what the heap shows."""
    _, money = language.gettext, language.money
    count = len(went.tries)
    players = language.ngettext("{count} player", "{count} players", count)
    parts = [
        _("Where {players} ended").format(players=players.format(count=language.number(count)))
    ]
    if own:
        parts.append(_("you with {score}").format(score=money(score_of(own))))
    if went.expert:
        parts.append(_("the expert with {score}").format(score=money(score_of(went.expert))))
    parts.append(_("the middle at {score}").format(score=money(went.middle)))
    return ", ".join(parts)


# ---------------------------------------------------------------- to share


def share_text(deal: Deal, went: DealResults, own: Ended, language: Language, address: str) -> str:
    """Tell others how one did, without a word of what the deal was like."""
    _ = language.gettext
    game = _("The board game") if deal.game == "board" else _("The card game")
    how = [_("won") if own.result.has_won(PLAYER) else _("not won")]
    above = went.share_below(own)
    if above is not None:
        how.append(_("above {share} of all other players").format(share=language.percent(above)))
    if went.beats_expert(own):
        how.append(_("expert beaten") + " ✦")
    day = language.day(deal.day, year=True)
    title = _("SIBERIA, deal of {day}").format(day=day)
    return f"{title}\n{game}: {', '.join(how)}\n{address}"


# ---------------------------------------------------------------- the whole page


@dataclass(frozen=True)
class DayHead:
    """What stands above the page of a day."""

    title: str
    is_today: bool
    has_played_all: bool
    # Until the next deal, for today's.
    ends: datetime
    left: str


def day_head(day_title: str, boxes: Sequence[DealBox], language: Language) -> DayHead:
    """Return what stands above the boxes of a day."""
    now = clock.now()
    return DayHead(
        title=day_title,
        is_today=any(box.is_today for box in boxes),
        has_played_all=all(box.has_played for box in boxes),
        ends=ends(now),
        left=time_left(now, language),
    )


def time_left(now: datetime, language: Language) -> str:
    """Say how long today's deals can still be played."""
    minutes = int((ends(now) - now).total_seconds()) // 60
    pattern = language.gettext("{hours} h {minutes} min")
    return pattern.format(hours=minutes // 60, minutes=minutes % 60)
