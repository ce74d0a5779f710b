"""A decision that a guide is asked about, and the parts of its answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.drawing.marks import Mark
from siberia.match import Preview
from siberia.match.games import View
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import label, term

V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class OpenDecision(Generic[V]):
    """A seat that must decide, what it sees, and what it has pointed at so far (the draft)."""

    seat: int
    players: tuple[str, ...]
    view: V
    preview: Preview[V]
    draft: str
    language: Language

    def name(self, word: str) -> str:
        """Return the name of a thing of the game, within a sentence."""
        return term(self.language, word)

    def label(self, word: str) -> str:
        """Return the name of a thing of the game, standing alone or first."""
        return label(self.language, word)

    def names(self, words: Iterable[str]) -> str:
        """Return names as a list."""
        return self.language.listing([self.name(word) for word in words])

    def words(self, verb: str) -> dict[str, str]:
        """Return the legal words of a verb, by what follows the verb."""
        start = f"{verb} "
        return {w.removeprefix(start): w for w in self.preview.legal() if w.startswith(start)}


T = TypeVar("T")


def once_for_a_position(
    ask: Callable[[OpenDecision[V]], T],
) -> Callable[[OpenDecision[V]], T]:
    """Ask something that follows from a seat's position alone only once, for as long as it stands.

    Who points at one thing after the other needs the same at each look.
    """
    known: WeakKeyDictionary[Preview[V], T] = WeakKeyDictionary()

    @wraps(ask)
    def asked(decision: OpenDecision[V]) -> T:
        found = known.get(decision.preview)
        if found is None:
            found = known[decision.preview] = ask(decision)
        return found

    return asked


CardDecision = OpenDecision[CardView]
BoardDecision = OpenDecision[BoardView]


@dataclass(frozen=True)
class Button:
    """A button in the prompt: it plays words, hands in a plan, or changes the draft."""

    text: str
    word: str = ""
    draft: str | None = None
    plan: str = ""
    kind: str = ""
    # What else it asks for.
    post: str = ""


@dataclass(frozen=True)
class Row:
    """A choice as a full-width row: what, how it is made up, what it brings."""

    text: str
    word: str
    detail: str = ""
    value: str = ""
    best: bool = False


@dataclass
class Guide:
    """What the page shows of a decision."""

    title: str
    brings: str = ""
    icon: str = ""
    marks: dict[str, Mark] = field(default_factory=dict)
    # The line under an action: what it would bring, or why it cannot be performed.
    notes: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    # Rows that the table itself does not show are there on every screen.
    rows_everywhere: bool = False
    # For actions that are not to be chosen now but are in progress.
    active: str = ""
    steps: tuple[int, int] | None = None
    # Where on a phone the decision is to be made.
    tab: str = "table"
    # Placing: which counter lies where in the plan; None where nothing is being placed.
    planned: list[str] | None = None

    def point_at(self, words: Sequence[str]) -> None:
        """Show a hint: emphasise whatever plays these words, leads to them or plans them."""
        lines = lines_of(words)
        for key, mark in self.marks.items():
            if leads_to(mark.data.get("word") or mark.data.get("means"), lines):
                self.marks[key] = replace(mark, state=f"{mark.state} hinted".strip())
        for place, button in enumerate(self.buttons):
            if leads_to(button.word or button.plan or sure_of(button.draft), lines):
                self.buttons[place] = replace(button, kind=f"{button.kind} hinted".strip())
        for place, row in enumerate(self.rows):
            if leads_to(row.word, lines):
                self.rows[place] = replace(row, best=True)


# The draft of a question back: whether a word is really meant.
SURE = "sure "


def sure_of(draft: str | None) -> str | None:
    """Return the word that a draft asks back about, if it does."""
    return draft.removeprefix(SURE) if draft and draft.startswith(SURE) else None


def lines_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return how things may write one of some words, or all of them.

    A plan's words are told apart by their number, for the same one may come for two counters.
    """
    numbered = [f"{number} {word}" for number, word in enumerate(words)]
    return (*words, *numbered, ", ".join(words))


def leads_to(means: str | None, lines: Iterable[str]) -> bool:
    """Say whether a thing means one of these lines, or how one of them begins."""
    return bool(means) and any(f"{line} ".startswith(f"{means} ") for line in lines)


def choice(word: str, label: str, says: str = "", state: str = "legal") -> Mark:
    """Return the mark of a thing that plays a word when it is clicked."""
    return Mark(state, label, {"word": word, **({"says": says} if says else {})})


def pick(draft: str, label: str, says: str = "", state: str = "legal", means: str = "") -> Mark:
    """Return the mark of a thing that changes the draft when it is clicked."""
    data = {
        "draft": draft,
        **({"says": says} if says else {}),
        **({"means": means} if means else {}),
    }
    return Mark(state, label, data)
