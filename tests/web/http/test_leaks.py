"""Two tables that differ only in what a seat may not know send that seat the same bytes."""

import random
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import cycle

import pytest

from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from siberia.match import Match
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.tables import bot_queue
from siberia.web.tables import seats as seats_of_tables
from siberia.web.tables.table import Table
from tests.support import LAZY, VARIANTS, Variant, game_of, play_random, state_of, variants
from tests.web.server import Browser, entries, open_table, row

pytestmark = pytest.mark.anyio

SECRETS = ("5eed" * 8, "5a17" * 8)
# All that can be done at a table, each so that something comes of it where it may.
DEEDS: tuple[tuple[str, dict[str, object]], ...] = (
    *((deed, {}) for deed in ("look", "play", "plan", "replan", "rematch", "undo", "hint")),
    ("seat", {"kind": "bot", "level": "easy", "number": 0}),
    ("consent", {"kind": "agree"}),
    ("speed", {"speed": "slow"}),
    *((deed, {}) for deed in ("leave", "look", "return")),
)
# Whole matches would take too long to lay out.
LONG = 150


def rows(variant: Variant, seats: int, table_id: str, seed: int):
    """A table of a variant whose seed is this."""
    options = dict(variant.options)
    sides = options.pop("exchanges", "choose" if variant.game == "board" else "")
    return row(variant.game, seats, table_id, exchanges=sides, seed=f"{seed:032x}", **options)


def words_of_a_match(variant: Variant, seats: int, seed: int) -> list[str]:
    """A busy match of a variant, or much of it."""
    match = variant.new(seats=seats, seed=seed, start=0)
    return [*play_random(match, seed, LONG, busy=True).words]


def stops(words: list[str], many: int) -> list[int]:
    """Where to look at a match: here and there, and where everyone places counters."""
    # A server never holds a table within a placing: that is handed in all at once.
    places = [word.startswith("place ") for word in words]
    placings = [n for n in range(1, len(words)) if places[n] and not places[n - 1]]
    others = [n for n in range(1, len(words)) if not places[n]]
    chosen = {others[len(others) * (part + 1) // (many + 1)] for part in range(many)}
    return sorted(chosen | {placings[len(placings) // 2]} if placings else chosen)


def twin(table: Table, seat: int | None, seed: int) -> Table:
    """The same table as far as a seat can know, or everyone; everything else is drawn again."""
    other = copy(table)
    other.fold = table.fold.copy()
    other.match.state = copy_of(state_of(table.match))
    watching = -1 if seat is None else seat
    game_of(table.match).determinize(other.match.state, watching, generator(seed))
    other.fold.view = other.match.view(None)
    return other


@contextmanager
def shown_instead(made, other: Table):
    """Let the server hold another table under the same name."""
    known = made.state.services.tables._known
    table, known[other.id] = known[other.id], other
    yield
    known[other.id] = table


async def sent(browser: Browser, table: Table, seat: int, chooser: random.Random) -> list[bytes]:
    """Everything a seat is sent at a point of the match, whatever it asks for."""
    page = await browser.page(table.id)
    found = [browser.answers[-1].content]
    drafts = page.values("draft")
    illegal = [w for w in table.match.vocabulary if w not in table.match.legal()]
    asked = [{"narrow": "true", "since": 0}]
    asked += [{"draft": draft} for draft in chooser.sample(drafts, min(1, len(drafts)))]
    for fields in asked:
        answer = await browser.post(f"/t/{table.id}/look", **fields)
        assert answer.status_code == 200
        found.append(answer.content)
    found.append((await browser.get(f"/api/v1/tables/{table.id}")).content)
    for word in chooser.sample(illegal, 2):
        sent_by_program = {"seq": table.seq, "words": [word]}
        refused = await browser.http.post(f"/api/v1/tables/{table.id}/words", json=sent_by_program)
        assert refused.status_code in (403, 409)
        found.append(refused.content)
        answer = await browser.post(f"/t/{table.id}/play", seq=table.seq, words=word)
        assert answer.status_code == 409
        found.append(answer.content)
    return found


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
async def test_a_page_does_not_depend_on_what_its_seat_cannot_know(variant, made):
    languages = cycle(LANGUAGES)
    phases, seed = set(), 100 + VARIANTS.index(variant)
    for seats, many in ((2, 4), (4, 2)):
        words = words_of_a_match(variant, seats, seed)
        for ply in stops(words, many):
            table_id = f"{variant}-{seats}-{ply}"
            table = await open_table(
                made, rows(variant, seats, table_id, seed), ["guest"] * seats, words[:ply]
            )
            phases.add(table.fold.view.phase)
            for seat in range(seats):
                browser = Browser(made, **{"Accept-Language": next(languages)})
                browser.become(f"guest{seat}")
                first = await sent(browser, table, seat, random.Random(ply))
                with shown_instead(made, twin(table, seat, ply + 1)):
                    second = await sent(browser, table, seat, random.Random(ply))
                assert first == second
    assert "place" in phases if variant.game == "board" else len(phases) > 1


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
async def test_who_sat_where_and_what_is_proposed_tell_nothing_of_hands(variant, made, monkeypatch):
    """The log's lines about seats, the question to all, and the seat that a bot keeps."""
    monkeypatch.setattr(seats_of_tables, "AWAY_AFTER", -1.0)
    table_id, words = f"{variant}-seats", words_of_a_match(variant, 4, 7)
    ply = stops(words, 2)[0]
    kinds = ["guest", "guest", "guest", "easy"]
    table = await open_table(made, rows(variant, 4, table_id, 7), kinds, words[:ply])
    monkeypatch.setattr(made.state.services.bots, "look_after", lambda _table: None)
    owner = Browser(made).become("guest0")
    for fields in (
        {"kind": "bot", "level": "hard", "number": 2},
        {"kind": "open", "number": 3},
    ):
        assert (await owner.ask(table_id, "seat", **fields))[0] == 200
    assert table.seatings
    assert table.proposal
    for seat in range(3):
        browser = Browser(made).become(f"guest{seat}")
        first = await sent(browser, table, seat, random.Random(1))
        with shown_instead(made, twin(table, seat, 5)):
            assert await sent(browser, table, seat, random.Random(1)) == first


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
async def test_who_has_left_sees_no_hand_not_even_their_own(variant, made, monkeypatch):
    monkeypatch.setattr(made.state.services.bots, "look_after", lambda _table: None)
    table_id, words = f"{variant}-left", words_of_a_match(variant, 3, 7)
    ply = stops(words, 2)[0]
    table = await open_table(made, rows(variant, 3, table_id, 7), ["guest"] * 3, words[:ply])
    leaver = Browser(made).become("guest1")
    await leaver.post(f"/t/{table_id}/leave")
    assert table.seats.left == {"guest1"}
    first = await sent(leaver, table, 1, random.Random(1))
    for seat in range(3):
        with shown_instead(made, twin(table, seat, 5)):
            assert await sent(leaver, table, 1, random.Random(1)) == first
    # And the others see no more than before of the hand that the bot plays now.
    for seat in (0, 2):
        browser = Browser(made).become(f"guest{seat}")
        shown = await sent(browser, table, seat, random.Random(1))
        with shown_instead(made, twin(table, seat, 5)):
            assert await sent(browser, table, seat, random.Random(1)) == shown


@variants
async def test_the_test_above_can_fail(variant, made):
    """What is drawn again for one seat shows to another."""
    words = words_of_a_match(variant, 3, 7)[:30]
    table = await open_table(made, rows(variant, 3, f"{variant}-t", 7), ["guest"] * 3)
    table.take_in(entries(words[: 5 if variant.name == "board" else 0]))
    browser = Browser(made).become("guest1")
    first = await sent(browser, table, 1, random.Random(1))
    with shown_instead(made, twin(table, 0, 3)):
        assert await sent(browser, table, 1, random.Random(1)) != first


@pytest.mark.rule("B10", "C18")
@pytest.mark.parametrize("game", ["card", "board"])
async def test_while_the_curtain_is_drawn_a_shared_device_shows_neither_hand(game, made):
    table = await open_table(made, row(game, 2, f"curtain-{game}"), ["guest", "guest"])
    table.put_seats([replace(seat, guest="guest0") for seat in table.seats], (), None)
    browser = Browser(made).become("guest0")
    first = (await browser.get(f"/t/{table.id}")).content
    assert b'id="curtain"' in first
    for seat in range(2):
        with shown_instead(made, twin(table, seat, 9)):
            assert (await browser.get(f"/t/{table.id}")).content == first


@pytest.mark.rule("C6", "C18")
async def test_nobody_finds_out_what_lies_face_down_by_words_that_are_refused(made):
    """A line is played as a whole or not at all: it must not depend on what it would reveal."""
    table = await open_table(made, row("card", 2, "flips"), ["guest"] * 2)
    browser = Browser(made).become("guest0")
    for place in [word.removeprefix("flip ") for word in table.match.legal()][:3]:
        for action in ("gas", "coal", "oil", "gold", "diamond", "worker", "draw 1"):
            status, page = await browser.ask(
                "flips", "play", seq=0, words=f"flip {place}, {action}"
            )
            assert (status, page.seq) == (409, 0)
            assert page.line == "That is not possible here."
    assert table.match.ply == 0


@pytest.mark.rule("B11")
async def test_how_others_have_planned_shows_to_nobody(made):
    """All that shows is that they have."""
    table = await open_table(made, row("board", 3, "plans"), ["guest"] * 3)
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(3)]
    pages = {}
    plans = (["place research"] * 6, None)
    for planned in plans:
        words = planned or first_places(table.match, 1)
        status, _ = await browsers[1].ask("plans", "plan", seq=0, words=", ".join(words))
        assert status == 200
        pages[tuple(words)] = [
            await sent(browsers[seat], table, seat, random.Random(2)) for seat in (0, 2)
        ]
        await browsers[1].ask("plans", "replan", seq=0)
    first, second = pages.values()
    assert first == second
    before = await sent(browsers[0], table, 0, random.Random(2))
    assert before != first[0]
    assert b"has placed" in first[0][0]
    assert b"has placed" not in before[0]


def first_places(match: Match, seat: int) -> list[str]:
    """A plan that puts every counter on an action, if it can."""
    words: list[str] = []
    trial = match.at(match.ply)
    while trial.to_move != seat:
        trial.play("place research")
    while len(words) < 6:
        words.append(trial.legal()[0])
        trial.play(words[-1])
    return words


@pytest.mark.parametrize("game", ["card", "board"])
async def test_neither_seed_nor_salt_nor_record_is_sent_before_the_end(game, made, monkeypatch):
    # Nobody plays on for who has left: the match is laid out here.
    monkeypatch.setattr(made.state.services.bots, "look_after", lambda _table: None)
    monkeypatch.setattr(bot_queue, "ADVISER", "medium")
    seats = 2
    chooser = random.Random(game)
    table = await open_table(made, row(game, seats, game), ["guest"] * seats)
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(seats)]
    browsers.append(Browser(made))
    match = play_random(table.match.at(0), 1, busy=True)
    for ply in sorted(chooser.sample(range(1, match.ply), 6)):
        have = table.seq
        await made.state.services.store.append(game, have, match.words[have:ply])
        table = await made.state.services.tables.get(game)
        for browser in browsers:
            for path in ("", "/replay", "/record"):
                await browser.get(f"/t/{game}{path}")
            for path in ("/", "/tables", "/lobby", "/me"):
                await browser.get(path)
            for deed, fields in DEEDS:
                await browser.post(f"/t/{game}/{deed}", seq=0, words=chooser.choice(LAZY), **fields)
    said = [part for b in browsers for answer in b.answers for part in parts_of(answer)]
    assert len(said) > 300
    for secret in (*SECRETS, str(int(SECRETS[0], 16))):
        assert not any(secret.encode() in part for part in said)
    await made.state.services.store.append(game, table.seq, match.words[table.seq :])
    page = (await browsers[0].get(f"/t/{game}")).text
    assert all(secret in page for secret in SECRETS)
    # Then it is open to whoever has its address.
    page = (await browsers[-1].get(f"/t/{game}")).text
    assert all(secret in page for secret in SECRETS)


def parts_of(answer):
    """The body and every header of an answer."""
    return [answer.content, *(value for _, value in answer.headers.raw)]
