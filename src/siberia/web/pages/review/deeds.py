"""Words that were played, or could have been, told shortly: "Salesman: Mumbai to Tokyo".

What chance would bring is not told: a line is what somebody decides.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from siberia.boardgame import BoardView
from siberia.engine.errors import WordError
from siberia.engine.vocabulary import ACTIONS, SYMBOLS
from siberia.events import word_events
from siberia.match import Position
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_, capital, term

VLADIVOSTOK = "Vladivostok"
# The words that begin an action.
HEADS = frozenset((*ACTIONS, *SYMBOLS, "research"))
# How a word that pays begins.
PAY = "pay "


@dataclass(frozen=True)
class Deed:
    """What somebody does: in words, with the names of what is drawn beside them."""

    text: str
    signs: tuple[str, ...]
    # The same where what is drawn beside it says what it is about; "" where that is as long.
    beside: str = ""

    @property
    def short(self) -> str:
        """What is written beside what is drawn."""
        return self.beside or self.text


# What follows an action, by the verb of its word; the fields are what stands behind the verb.
PHRASES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    # The card game.
    "flip": (N_("Turn up place {place}"), ("place",)),
    "keep": (N_("Leave them"), ()),
    # The board game.
    "pass": (N_("Pass"), ()),
    "cube": (N_("{resource} to {place}"), ("resource", "place")),
    "wild": (N_("wildcard on {action}"), ("action",)),
    "card": (N_("the {resource} salesman card"), ("resource",)),
    "rob": (N_("the {resource} salesman card"), ("resource",)),
    "tile": (N_("the {action} tile"), ("action",)),
    "discard": (N_("a counter off {action}"), ("action",)),
    "side": (N_("side {side}"), ("side",)),
    "stop": (N_("stop"), ()),
    "decline": (N_("decline"), ()),
}
# What is drawn for a word that has no thing of the game in it.
SIGNS = {"flip": "headframe", "keep": "headframe", "pass": "close", "draw": "hand"}


def deed(
    language: Language, match: Position, words: Sequence[str], beside: Sequence[str] = ()
) -> Deed:
    """Tell words that could be played in a position, which stays as it is.

    Of a placing only what is otherwise in the words `beside` is told: the rest would hide it. And
    how something is paid is told only if nothing else is otherwise.
    """
    if words and words[0].startswith("place "):
        return placing(language, match, words, beside)
    told = [*phrases(language, match, words)]
    head = next((word for word in words if word in HEADS), "")
    signs = (SIGNS.get(words[0].split(" ")[0], head or thing_in(words)),) if words else ()
    if any(word.startswith("sell ") for word in words):
        # A sale says what is sold.
        head = ""
    paid = [word.removeprefix(PAY) for word in words if word.startswith(PAY)]
    if beside and unpaid(words) != unpaid(beside) and unpaid(words):
        paid = []
    return Deed(joined(language, head, told, paid), tuple(filter(None, signs)))


def unpaid(words: Sequence[str]) -> list[str]:
    """Return words without those that only pay."""
    return [word for word in words if not word.startswith(PAY)]


def joined(language: Language, head: str, told: Sequence[str], paid: Sequence[str]) -> str:
    """Put together what an action is called, what becomes of it, and what is paid."""
    _ = language.gettext
    text = capital(term(language, head)) if head else ""
    if told:
        what = language.listing(told)
        text = _("{action}: {what}").format(action=text, what=what) if head else capital(what)
    if not paid:
        return text
    cards = language.listing([term(language, card) for card in paid])
    if not text:
        return _("Pay {cards}").format(cards=cards)
    return _("{action}, paid with {cards}").format(action=text, cards=cards)


def thing_in(words: Sequence[str]) -> str:
    """Return the thing that the first word is about, by its name in the sprite."""
    verb, _, rest = words[0].partition(" ")
    if verb in ("move", "stop"):
        return "logistician"
    if verb in ("from", "to", "card", "rob"):
        return "salesman"
    if verb in ("deploy", "decline"):
        return "worker"
    name = rest.split(" ")[0]
    return name if name in HEADS else "exchange"


def phrases(language: Language, match: Position, words: Sequence[str]) -> Iterator[str]:
    """Tell word by word what becomes of an action."""
    source = ""
    ways = chains(words)
    yield from (" – ".join(way) for way in ways)
    for place, word in enumerate(words):
        verb, _, rest = word.partition(" ")
        if verb in TOLD:
            yield TOLD[verb](language, match, words[: place + 1], rest)
        elif verb == "from":
            source = rest
            if place == len(words) - 1:
                yield language.gettext("from {place}").format(place=term(language, rest))
        elif verb == "to":
            message = N_("{source} to {place}") if source else N_("to {place}")
            yield language.gettext(message).format(source=term(language, source), place=rest)
        elif word == "wild none":
            yield language.gettext("no wildcard")
        elif verb in PHRASES and not (verb == "stop" and place):
            yield filled(language, *PHRASES[verb], rest)


def chains(words: Sequence[str]) -> list[list[str]]:
    """B20: return the ways of workers who move on, each from its first area to its last."""
    ways: list[list[str]] = []
    for word in words:
        if word.startswith("move "):
            _, source, target = word.split(" ")
            if ways and ways[-1][-1] == source:
                ways[-1].append(target)
            else:
                ways.append([source, target])
    return ways


def filled(language: Language, message: str, fields: tuple[str, ...], rest: str) -> str:
    """Fill a phrase with what stands behind the verb; the last field takes all that is left."""
    values = rest.split(" ", len(fields) - 1) if fields else []
    named = [term(language, value) for value in values]
    return language.gettext(message).format(**dict(zip(fields, named, strict=True)))


def sale(language: Language, match: Position, words: Sequence[str], rest: str) -> str:
    """B25: how much is sold and what it brings, as everybody can see."""
    trial = match.copy()
    try:
        for word in words[:-1]:
            trial.play(word)
        seat, before = trial.to_move, trial.view(None)
        trial.play(words[-1])
    except WordError:
        return label_of(language, rest)
    assert seat is not None
    events = word_events(before, trial.view(None), seat, words[-1], words[:-1])
    about = next((event.about for event in events if event.kind == "sold"), None)
    if about is None:
        return label_of(language, rest)
    fields = {
        "number": language.number(about["number"]),
        "resource": term(language, about["resource"]),
        "money": language.number(about["money"]),
    }
    if rest == "card":
        message = N_("{number} {resource} by salesman card: {money}")
    else:
        message, fields["exchange"] = N_("{number} {resource} in {exchange}: {money}"), rest
    return language.gettext(message).format(**fields)


def label_of(language: Language, name: str) -> str:
    """Return what something is called, standing alone."""
    return capital(term(language, name))


def deployment(language: Language, _match: Position, _words: Sequence[str], rest: str) -> str:
    """B23: where the new worker comes from."""
    if rest == "supply":
        return language.gettext("to {place}").format(place=VLADIVOSTOK)
    return language.gettext("{source} to {place}").format(source=rest, place=VLADIVOSTOK)


def drawing(language: Language, _match: Position, _words: Sequence[str], rest: str) -> str:
    """C7: how many cards are drawn instead of playing."""
    if rest == "0":
        return language.gettext("Skip")
    return language.ngettext("Draw {count} card", "Draw {count} cards", int(rest)).format(
        count=rest
    )


def person(language: Language, _match: Position, _words: Sequence[str], rest: str) -> str:
    """C14, C16: which investor or salesman is taken."""
    return term(language, rest)


Teller = Callable[[Language, Position, Sequence[str], str], str]
# Words of which more must be known than what they say.
TOLD: Mapping[str, Teller] = {
    "sell": sale,
    "deploy": deployment,
    "draw": drawing,
    "take": person,
}


# ---------------------------------------------------------------- placing (B11)


def placing(
    language: Language, match: Position, words: Sequence[str], beside: Sequence[str]
) -> Deed:
    """Tell where counters go that go elsewhere in other words."""
    differing = pairs_elsewhere(match, words, beside)
    on, under = (
        language.gettext("{counter} on {action}"),
        language.gettext("{counter} under Research"),
    )
    counter, target = differing[0]
    message = under if target == "research" else on
    told = [message.format(counter=term(language, counter), action=term(language, target))]
    if more := len(differing) - 1:
        told.append(language.ngettext("{count} more", "{count} more", more).format(count=more))
    return Deed(capital(language.listing(told)), differing[0], beside_picture(language, differing))


def beside_picture(language: Language, differing: Sequence[tuple[str, str]]) -> str:
    """Say where the first counter goes, and of how many more this is not said."""
    first, more = differing[0][1], len(differing) - 1
    message = N_("under Research") if first == "research" else N_("on {action}")
    where = language.gettext(message).format(action=term(language, first))
    if not more:
        return where
    message = language.ngettext("{where}, and {count} more", "{where}, and {count} more", more)
    return message.format(where=where, count=more)


def pairs_elsewhere(
    match: Position, words: Sequence[str], beside: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the counters that go elsewhere than in other words, or all, each with its place."""
    seat = match.to_move
    assert seat is not None
    view = match.view(seat)
    assert isinstance(view, BoardView)
    drawn = view.players[seat].drawn or ()
    mine, other = pairs(drawn, words), pairs(drawn, beside)
    return [*(Counter(mine) - Counter(other)).elements()] or mine


def pairs(counters: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    """Return each counter with where it goes; they are placed in the order they are held in."""
    targets = [word.removeprefix("place ") for word in words]
    return list(zip(counters, targets, strict=False))
