"""What each kind of decision is about: told once, in somebody's first matches against `easy`."""

from dataclasses import dataclass
from typing import Final

from siberia.web.i18n.terms import N_
from siberia.web.tables.table import Table

# Who plays against others than these has played before.
BEGINNERS_LEVEL: Final = "easy"


@dataclass(frozen=True)
class Explanation:
    """What the decision of a game's phase is about, and the rule that says more."""

    game: str
    phase: str
    rule: str
    title: str
    text: str

    @property
    def kind(self) -> str:
        """The name by which a browser remembers that it was told."""
        return f"{self.game}-{self.phase}"


def is_for_beginners(table: Table) -> bool:
    """Say whether somebody plays alone against the easiest bots, who may want explanations."""
    bots = [seat for seat in table.seats if seat.kind == "bot"]
    is_alone = len(bots) == len(table.seats) - 1
    return is_alone and all(bot.level == BEGINNERS_LEVEL for bot in bots)


# What is decided in two phases is explained in the first.
ALL: Final = (
    Explanation(
        "card",
        "discover",
        "C6",
        N_("First turn a card up"),
        N_(
            "Every turn begins like this. What lies open can be mined, by you and by those after "
            "you: see first what you could pay for."
        ),
    ),
    Explanation(
        "card",
        "act",
        "C10",
        N_("Then one action, or draw"),
        N_(
            "Two cards with its symbol pay for an action, or one with it and two without. Below "
            "each action stands what it brings. If nothing tempts you, draw: more cards make more "
            "pairs."
        ),
    ),
    Explanation(
        "card",
        "choose",
        "C14",
        N_("Somebody who stays"),
        N_(
            "An investor makes one resource cheaper for you from now on. A salesman makes all "
            "your cards of one kind count more at the end: take the kind you have most of."
        ),
    ),
    Explanation(
        "board",
        "sides",
        "B6",
        N_("Where will you sell?"),
        N_(
            "Each exchange tile has two sides, with other prices. Your choice holds for the whole "
            "match, for everyone."
        ),
    ),
    Explanation(
        "board",
        "place",
        "B11",
        N_("Two counters make an action"),
        N_(
            "An action can be performed when both its spaces are covered, now or in a later "
            "round. Under Research each counter works by itself, at once."
        ),
    ),
    Explanation(
        "board",
        "act",
        "B14",
        N_("One action each turn"),
        N_(
            "Its counters go back into the bag. Who passes is out until the next round; counters "
            "that are left stay where they are."
        ),
    ),
    Explanation(
        "board",
        "research",
        "B18",
        N_("New cubes for Siberia"),
        N_(
            "Each counter under Research lays one cube of its resource. Lay it where your workers "
            "are, or soon will be, and the others are not."
        ),
    ),
    Explanation(
        "board",
        "wildcard",
        "B19",
        N_("A counter for anything"),
        N_(
            "One of the two manager counters may lie on any other action. It is worth most where "
            "a single one is missing."
        ),
    ),
    Explanation(
        "board",
        "step",
        "B20",
        N_("Three steps in all"),
        N_(
            "Share them among your workers as you like. Two workers in one area bring no more "
            "than one, so spread out. Exhausted areas cost no step."
        ),
    ),
    Explanation(
        "board",
        "pawn",
        "B22",
        N_("You sell where your salesmen are"),
        N_(
            "Each exchange pays its own prices. See what your workers reach, and "
            "which exchange pays well for it."
        ),
    ),
    Explanation(
        "board",
        "deploy",
        "B23",
        N_("One more worker"),
        N_(
            "Workers begin in Vladivostok. The more areas you stand in, the more cubes one sale "
            "brings."
        ),
    ),
    Explanation(
        "board",
        "invest",
        "B24",
        N_("A tile that stays"),
        N_(
            "It covers one space of its action for the rest of the match: from then on, one "
            "counter is enough. Take the action you will need most often."
        ),
    ),
    Explanation(
        "board",
        "sell",
        "B25",
        N_("All at once, in one place"),
        N_(
            "Each area with a worker of yours gives one cube of the kind. An area that is emptied "
            "is exhausted: its workers go home, and no cube comes there again."
        ),
    ),
    Explanation(
        "board",
        "surplus",
        "B29",
        N_("Ten counters may stay"),
        N_(
            "What is left of them on your panel counts in the next round. Give away what is "
            "furthest from being covered."
        ),
    ),
)
EXPLANATIONS: Final = {(one.game, one.phase): one for one in ALL}
