"""Everything that a decision needs is in the window: both games, every phase, every window."""

from itertools import count

import pytest

from siberia.boardgame import PHASES as BOARD_PHASES
from siberia.cardgame import PHASES as CARD_PHASES
from tests.browser.fit import DESKS, PHONES, sizes_in, wrongs, wrongs_in
from tests.browser.people import Person
from tests.browser.play import Player, look, press, settled
from tests.browser.positions import Position, fullest, lay_out
from tests.browser.screens import small_targets

# Four at a table are looked at in every window; fewer in one of these each time, in turn.
CROWDED = ("board-expansion-4", "card-dlp-4")
OTHERS = ("board-2", "board-4", "board-expansion-3", "card-oya-2", "card-dlp-3", "card-oya-4")
TABLETS = ((1024, 768), (768, 1024))
# What a finger may miss by some pixels, and is met all the same.
WIDER = ("tie-tile-", "tie-card-")
WINDOWS = {"desktop": DESKS, "phone": PHONES}


def met(kind: str) -> list[Position]:
    """Return a position of each phase in which somebody has to decide."""
    variant, _, seats = kind.rpartition("-")
    return [position for position in fullest(variant, int(seats)) if position.phase != "over"]


def wrong_at(person: Person, position: Position, windows: tuple[tuple[int, int], ...]) -> list[str]:
    """Open a position; return what is wrong, also when something is pointed at or all is placed."""
    person.goes_to(f"/t/{position.table}")
    wrong = wrongs_in(person.page, windows)
    sight = look(person.page)
    pointed = [c for c in sight.choices if c.draft is not None and c.where != "button"]
    if pointed:
        press(person, pointed[-1].id)
        settled(person.page, sight, pointed[-1].id)
        wrong += wrongs_in(person.page, windows)
    if position.phase == "place":
        Player(person).plays(until=lambda sight: any(c.plan for c in sight.choices), limit=20)
        wrong += wrongs_in(person.page, windows)
    return [f"{position.table} {what}" for what in wrong]


def test_the_positions_are_full_and_come_through_every_phase():
    decided = {"board": set(BOARD_PHASES), "card": set(CARD_PHASES)}
    for kind in (*CROWDED, *OTHERS):
        decided[kind.partition("-")[0]] -= {position.phase for position in met(kind)}
    assert decided == {"board": {"over"}, "card": {"over"}}


@pytest.mark.parametrize("device", WINDOWS)
@pytest.mark.parametrize("kind", CROWDED)
def test_four_players_have_every_decision_in_the_window(people, kind, device):
    person = people(device, language="de")
    laid = met(kind)
    lay_out(person, laid)
    wrong = [what for position in laid for what in wrong_at(person, position, WINDOWS[device])]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("device", "windows"), [("phone", PHONES), ("desktop", DESKS[:1])])
@pytest.mark.parametrize("language", ["fr", "it"])
@pytest.mark.parametrize("kind", CROWDED)
def test_so_they_have_in_the_other_languages(people, kind, language, device, windows):
    """Usually German words are the longest, but French has its "places financières"."""
    person = people(device, language=language)
    laid = met(kind)
    lay_out(person, laid)
    wrong = [what for position in laid for what in wrong_at(person, position, windows)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("device", WINDOWS)
def test_so_has_everybody_else(people, device):
    person = people(device, language="de")
    laid = [position for kind in OTHERS for position in met(kind)]
    lay_out(person, laid)
    windows = WINDOWS[device]
    turns = zip(count(), laid, strict=False)
    wrong = [
        what
        for turn, position in turns
        for what in wrong_at(person, position, (windows[turn % len(windows)],))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", CROWDED)
def test_a_finger_finds_everything_on_a_tablet_either_way_up(people, kind):
    person = people("touched-tablet", language="de")
    laid = met(kind)
    lay_out(person, laid)
    for position in laid:
        page = person.goes_to(f"/t/{position.table}")
        for width, height in TABLETS:
            page.set_viewport_size({"width": width, "height": height})
            small = {target for target in small_targets(page) if not target[0].startswith(WIDER)}
            assert small == set(), (position.table, width)
            assert wrongs(page) == [], (position.table, width)


@pytest.mark.parametrize("kind", CROWDED)
def test_type_and_pieces_grow_with_the_window(people, kind):
    person = people("desktop", language="de")
    [position] = (position for position in met(kind) if position.phase == "act")
    lay_out(person, [position])
    person.goes_to(f"/t/{position.table}")
    usual, larger, largest = sizes_in(person.page, ((1440, 900), (1920, 1080), (2560, 1440)))
    assert len(usual) >= 20
    for name, size in usual.items():
        assert size * 1.1 < larger[name], name
        assert larger[name] * 1.1 < largest[name], name
