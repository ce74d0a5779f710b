"""What is told, as people read it."""

import re
from gettext import NullTranslations
from string import Formatter

import pytest

from siberia.events import EVENT_FIELDS, Event
from siberia.web.i18n.languages import Language, language
from siberia.web.pages.sentences import COUNTED, SENTENCES, key_of, sentence
from tests.events.stories import stories

ENGLISH = language("en")
NAMES = ("Anna", "Boris", "Cem", "Dora")


# They are somebody's doing, but their sentences are about what happened.
IMPERSONAL = ("exhausted", "reserve empty")


def said(kind: str, seat: int | None = None, **about: object) -> str:
    assert set(about) == set(EVENT_FIELDS[kind])
    return str(sentence(ENGLISH, Event(kind, seat, about), NAMES))


PAID = ("worker/gold", "investor/gold")


@pytest.mark.parametrize(
    ("text", "kind", "seat", "about"),
    [
        ("The match is over: everyone was idle in turn", "over", None, {"how": "idle"}),
        (
            "<b>Anna</b> turned up place 4: gold 3,000",
            "turned up",
            0,
            {"place": 4, "resource": "gold", "value": 3000},
        ),
        (
            "<b>Boris</b> took 2 gold cards (4,000 and 3,000) for worker/gold and investor/gold",
            "took cards",
            1,
            {"resource": "gold", "cards": ((1, 4000), (3, 3000)), "paid": PAID},
        ),
        (
            "<b>Boris</b> took 1 gold card (4,000) for worker/gold and investor/gold",
            "took cards",
            1,
            {"resource": "gold", "cards": ((1, 4000),), "paid": PAID},
        ),
        (
            "<b>Anna</b> took the coal salesman for worker/gold and investor/gold",
            "took salesman",
            0,
            {"symbol": "coal", "paid": PAID},
        ),
        ("<b>Anna</b> drew 1 card", "drew", 0, {"number": 1}),
        ("<b>Anna</b> drew 2 cards", "drew", 0, {"number": 2}),
        ("Round 3 begins, <b>Cem</b> starts", "round", 2, {"number": 3}),
        (
            "<b>Anna</b> moved a worker from Yenisei to Baikal",
            "moved",
            0,
            {"source": "Yenisei", "area": "Baikal"},
        ),
        (
            "<b>Anna</b> placed worker/gas on gas, manager on manager and manager under Research",
            "placed",
            0,
            {
                "spaces": (("worker/gas", "gas"), ("manager", "manager")),
                "research": ("manager",),
            },
        ),
        (
            "<b>Boris</b> sold 3 coal in Sydney: 9,000",
            "sold",
            1,
            {
                "resource": "coal",
                "number": 3,
                "exchange": "Sydney",
                "money": 9000,
                "areas": ("Amur", "Altai", "Tuva"),
            },
        ),
        (
            "<b>Boris</b> sold 1 coal by salesman card: 5,000",
            "sold",
            1,
            {
                "resource": "coal",
                "number": 1,
                "exchange": "card",
                "money": 5000,
                "areas": ("Amur",),
            },
        ),
        (
            "<b>Anna</b> sent a pawn from the supply to Tokyo as a salesman",
            "sent",
            0,
            {"source": "supply", "was": "supply", "exchange": "Tokyo"},
        ),
        (
            "<b>Anna</b> took the oil salesman card from <b>Dora</b>",
            "robbed",
            0,
            {"resource": "oil", "victim": 3},
        ),
        ("Amur is exhausted", "exhausted", 0, {"area": "Amur"}),
        (
            "<b>Boris</b> got 2 workers back from Amur",
            "returned",
            1,
            {"area": "Amur", "number": 2},
        ),
        (
            "<b>Boris</b> got 1 worker back from Amur",
            "returned",
            1,
            {"area": "Amur", "number": 1},
        ),
        ("<b>Dora</b> passed", "passed", 3, {}),
    ],
)
def test_a_sentence(text, kind, seat, about):
    assert said(kind, seat, **about) == text


@pytest.mark.parametrize("game", ["card", "board"])
def test_every_event_of_whole_matches_has_a_sentence(game):
    for story in stories(game):
        for event in story.events:
            text = str(sentence(ENGLISH, event, NAMES))
            assert not re.search(r"[{}]|None|\(\)", text), text
            assert ("<b>" in text) == (event.seat is not None and event.kind not in IMPERSONAL)


def test_no_sentence_is_there_for_nothing():
    """Every sentence belongs to a kind of event, and every kind has one."""
    found = {
        key_of(event) for game in ("card", "board") for s in stories(game) for event in s.events
    }
    rare = {"over idle", "over rounds"}
    assert set(SENTENCES) | set(COUNTED) == found | rare
    assert {kind_of(key) for key in SENTENCES} | set(COUNTED) == set(EVENT_FIELDS)


def kind_of(key: str) -> str:
    return max((kind for kind in EVENT_FIELDS if key.startswith(kind)), key=len)


def test_sentences_name_only_what_their_events_say():
    also = {"placed": {"counters"}}
    for key, text in SENTENCES.items():
        kind = kind_of(key)
        fields = {field for _, field, _, _ in Formatter().parse(text) if field}
        assert fields <= {"name", *EVENT_FIELDS[kind], *also.get(kind, ())}, key


def test_names_are_escaped():
    text = sentence(ENGLISH, Event("passed", 0, {}), ["<script>", "Boris"])
    assert text == "<b>&lt;script&gt;</b> passed"


def test_names_cannot_smuggle_in_fields():
    text = sentence(ENGLISH, Event("passed", 0, {}), ["{number}", "Boris"])
    assert text == "<b>{number}</b> passed"


class Shouting(NullTranslations):
    """A language in which everything is louder, with a sign that HTML must escape."""

    def gettext(self, message: str) -> str:
        return f"{message} <!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{msgid1 if n == 1 else msgid2} <{n}!"

    def pgettext(self, context: str, message: str) -> str:
        return message.upper()


def test_sentences_and_terms_come_from_the_language_and_are_escaped():
    loud = Language("de", Shouting())
    cube = Event("cube", 0, {"resource": "gold", "area": "Amur"})
    assert sentence(loud, cube, NAMES) == "<b>Anna</b> put a cube of GOLD in Amur &lt;!"
    returned = Event("returned", 0, {"area": "Amur", "number": 2})
    assert sentence(loud, returned, NAMES) == "<b>Anna</b> got 2 workers back from Amur &lt;2!"


def test_numbers_are_written_as_the_language_writes_them():
    quiet = Language("de", NullTranslations())
    about = {"place": 4, "resource": "gold", "value": 3000}
    assert "3.000" in sentence(quiet, Event("turned up", 0, about), NAMES)
