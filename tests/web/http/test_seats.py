"""Nobody sees another's hand by way of the seats, tries a move out, or changes what is over."""

from dataclasses import replace

import pytest

from siberia.web.tables import seats, table
from siberia.web.tables.store.rows import Seating
from tests.support import play_random
from tests.web.http.test_people import invited, token_in
from tests.web.listening import listening
from tests.web.page import Page
from tests.web.server import Browser, bots_done, open_table, row

pytestmark = pytest.mark.anyio

STAYS = "The match has begun: this seat stays as it is."
IN_USE = "Somebody sits there and has the table open."
NO_UNDO = "That cannot be taken back: something was revealed, or others have moved."
ENOUGH = "At this table so much was taken back that it must go on from here now."
ALL_RESEARCH = ", ".join(["place research"] * 6)


async def begun(made, kinds: list[str], table_id: str):
    """A card game in which one word was played."""
    held = await open_table(made, row("card", len(kinds), table_id), kinds)
    player = Browser(made).become("guest0")
    await player.ask(table_id, "play", seq=0, words=held.match.legal()[0])
    return held


def drop_from_memory(made, table_id: str) -> None:
    """Let a table be folded anew when it is next looked at, as after a restart."""
    made.state.services.tables._let_go(table_id)


# ------------------------------------------------------------ who is away


async def test_who_thinks_with_the_page_open_is_not_away(made, monkeypatch):
    held = await open_table(made, row("card", 2, "thinks"), ["guest", "guest"])
    owner, friend = (Browser(made).become(f"guest{seat}") for seat in range(2))
    await friend.page("thinks")
    async with listening(made, friend, "thinks"):
        held.seats._looked["guest1"] -= 10 * seats.AWAY_AFTER
        status, page = await owner.ask("thinks", "seat", kind="bot", number=1, level="easy")
        assert (status, page.line) == (409, IN_USE)
    # A page that was closed just now is no reason either.
    status, page = await owner.ask("thinks", "seat", kind="bot", number=1, level="easy")
    assert (status, page.line) == (409, IN_USE)
    monkeypatch.setattr(seats, "AWAY_AFTER", -1.0)
    status, _ = await owner.ask("thinks", "seat", kind="bot", number=1, level="easy")
    assert status == 200


async def test_once_begun_a_persons_seat_is_kept_but_never_freed(made, monkeypatch):
    await begun(made, ["guest", "guest", "open"], "kept")
    owner, friend = (Browser(made).become(f"guest{seat}") for seat in range(2))
    monkeypatch.setattr(seats, "AWAY_AFTER", -1.0)
    status, page = await owner.ask("kept", "seat", kind="open", number=1)
    assert (status, page.line) == (409, STAYS)
    assert (await owner.ask("kept", "seat", kind="bot", number=1, level="easy"))[0] == 200
    # Not by a detour either: what a bot keeps for somebody stays theirs.
    status, page = await owner.ask("kept", "seat", kind="open", number=1)
    assert (status, page.line) == (409, STAYS)
    status, page = await friend.ask("kept", "seat", kind="guest", number=1)
    assert (status, page.main["data-seat"]) == (200, "1")


# ------------------------------------------------------------ bots' seats


QUESTION = "Shall Bot 2&#39;s seat become free for somebody else?"


async def test_where_others_play_a_bots_seat_changes_only_if_all_agree(made):
    held = await begun(made, ["guest", "guest", "easy", "guest"], "consent")
    people = [Browser(made).become(f"guest{seat}") for seat in (0, 1, 3)]
    owner, *friends = people
    assert "ask to free it" in (await owner.page("consent")).text
    assert "ask to free it" not in (await friends[0].page("consent")).text
    assert (await owner.ask("consent", "seat", kind="open", number=2))[0] == 200
    assert held.seats.is_bot(2), "nothing is done before all agree"
    for browser in people:
        assert QUESTION in (await browser.page("consent")).text
    assert "Player 1 and Player 3 must agree." in (await owner.page("consent")).text
    # The owner's own yes counts once, however often it is said.
    await owner.ask("consent", "consent", kind="agree")
    assert (await friends[0].ask("consent", "consent", kind="agree"))[0] == 200
    assert held.seats.is_bot(2)
    assert (await friends[1].ask("consent", "consent", kind="agree"))[0] == 200
    assert held.seats[2].kind == "open"
    page = await friends[0].page("consent")
    assert QUESTION not in page.text
    assert "The computer left seat 3, which is open now" in page.text


async def test_one_no_is_enough_and_strangers_have_no_say(made):
    held = await begun(made, ["guest", "guest", "easy"], "no")
    owner, friend = (Browser(made).become(f"guest{seat}") for seat in range(2))
    await owner.ask("no", "seat", kind="bot", level="expert", number=2)
    assert "Shall Bot 2 play at level expert?" in (await friend.page("no")).text
    stranger = await Browser(made).become("guest3").post("/t/no/consent", kind="agree")
    assert stranger.status_code == 403
    assert (await friend.ask("no", "consent", kind="perhaps"))[0] == 409
    assert (await friend.ask("no", "consent", kind="refuse"))[0] == 200
    assert "Shall Bot 2" not in (await owner.page("no")).text
    assert held.seats[2].level == "easy"
    # What is no longer proposed cannot be agreed to.
    assert (await friend.ask("no", "consent", kind="agree"))[0] == 409
    # A friend asks for nothing, and nobody changes what a bot keeps for a person.
    assert (await friend.ask("no", "seat", kind="open", number=2))[0] == 409


async def test_a_proposal_outlives_the_server(made):
    await begun(made, ["guest", "guest", "easy"], "later")
    await Browser(made).become("guest0").ask("later", "seat", kind="open", number=2)
    services = made.state.services
    drop_from_memory(made, "later")
    friend = Browser(made).become("guest1")
    assert QUESTION in (await friend.page("later")).text
    assert (await friend.ask("later", "consent", kind="agree"))[0] == 200
    assert (await services.tables.get("later")).seats[2].kind == "open"


async def test_who_only_hosts_needs_consent_and_has_no_say(made):
    """Or they would sit down on the bot's seat, and see the hand that it plays against a friend."""
    owner = Browser(made)
    opened = await owner.post("/tables", game="card", seat0="easy", seat1="link", start="2")
    table_id = opened.url.path.removeprefix("/t/")
    friend = Browser(made)
    await friend.post("/join", token=token_in(opened.text), name="Bo")
    held = await made.state.services.tables.get(table_id)
    status, _ = await friend.ask(table_id, "play", seq=0, words=held.match.legal()[0])
    assert status == 200
    assert (await owner.ask(table_id, "seat", kind="open", number=0))[0] == 200
    assert held.seats.is_bot(0), "nothing is done before the friend agrees"
    for kind in ("agree", "refuse"):
        status, page = await owner.ask(table_id, "consent", kind=kind)
        assert (status, page.line) == (409, "That is not your seat.")
    assert held.proposal
    assert (await friend.ask(table_id, "consent", kind="agree"))[0] == 200
    assert held.seats[0].kind == "open"


async def test_a_seat_that_changed_meanwhile_is_not_what_was_agreed_to(made):
    held = await begun(made, ["guest", "guest", "easy"], "changed")
    owner, friend = (Browser(made).become(f"guest{seat}") for seat in range(2))
    await owner.ask("changed", "seat", kind="open", number=2)
    bot = held.seats[2]
    assert await made.state.services.store.seats.put(replace(bot, level="hard"), bot.claim)
    assert QUESTION not in (await friend.page("changed")).text
    assert (await friend.ask("changed", "consent", kind="agree"))[0] == 409
    assert (held.seats[2].kind, held.seats[2].level) == ("bot", "hard")


async def test_what_was_played_and_taken_back_was_played(made):
    """Hands are dealt: a bot's seat needs consent though no word of the match is left."""
    table_row = row("board", 3, "taken", exchanges="choose")
    held = await open_table(made, table_row, ["guest", "guest", "easy"])
    owner = Browser(made).become("guest0")
    for deed in ("play", "undo"):
        assert (await owner.ask("taken", deed, seq=held.seq, words="side A"))[0] == 200
    assert (held.match.ply, held.seq) == (0, 2)
    assert (await owner.ask("taken", "seat", kind="open", number=2))[0] == 200
    assert held.seats.is_bot(2)
    assert held.proposal


def log_lines(page: Page) -> list[str]:
    """What the log says, the newest line first, below "Log" and "Talk"."""
    return [line for line in page.log.splitlines() if line.strip()][2:]


async def test_the_log_says_of_a_seat_when_it_changed(made):
    table_row = row("board", 3, "order", exchanges="choose")
    await open_table(made, table_row, ["guest", "guest", "open"])
    owner = Browser(made).become("guest0")
    _, page = await owner.ask("order", "play", seq=0, words="side A")
    before = log_lines(page)
    _, page = await owner.ask("order", "seat", kind="bot", level="easy", number=2)
    seated = log_lines(page)
    assert len(seated) == len(before) + 1
    assert seated[1:] == before
    _, page = await owner.ask("order", "play", seq=1, words="side B")
    after = log_lines(page)
    assert len(after) > len(seated)
    assert after[-len(seated) :] == seated


async def test_alone_with_bots_seats_change_and_the_log_says_so(made):
    held = await begun(made, ["guest", "easy", "easy"], "alone")
    owner = Browser(made).become("guest0")
    await bots_done(made, "alone")
    words = held.match.ply
    assert (await owner.ask("alone", "seat", kind="bot", level="hard", number=2))[0] == 200
    assert (await owner.ask("alone", "seat", kind="open", number=1))[0] == 200
    page = await owner.page("alone")
    assert "<b>Bot 2</b>, played by the computer, changed to level hard" in page.text
    assert "The computer left seat 2, which is open now" in page.text
    token = token_in(owner.answers[-1].text)
    assert (await Browser(made).post("/join", token=token, name="Bo")).status_code == 200
    assert "<b>Bo</b> took seat 2" in (await owner.page("alone")).text
    assert await made.state.services.store.seats.seatings("alone") == [
        Seating(words, 2, "bot", "bot", "hard", "Bot 2"),
        Seating(words, 1, "bot", "open", None, "Bot 1"),
        Seating(words, 1, "open", "guest", None, "Bo"),
    ]


# ------------------------------------------------------------ undo


async def test_undo_is_for_who_played_the_word(made):
    """A bot played for somebody who was away: back again, they take back nothing of it."""
    held = await open_table(made, row("board", 2, "who"), ["guest", "easy"])
    services = made.state.services
    browser = Browser(made).become("guest0")
    await browser.ask("who", "plan", seq=0, words=ALL_RESEARCH)
    await bots_done(made, "who")
    await services.tables.play(held, 0, held.seq, ["research"], guest="")
    page = await browser.look("who")
    assert page.find("undo") is None
    status, page = await browser.ask("who", "undo", seq=held.seq)
    assert (status, page.line) == (409, NO_UNDO)


async def test_who_placed_and_who_played_is_kept(made):
    """Who sits down on a seat takes back nothing of who sat there before, nor after a restart."""
    held = await open_table(made, row("board", 2, "placed", start=0), ["guest", "guest"])
    services = made.state.services
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    for browser in people:
        await browser.ask("placed", "plan", seq=0, words=ALL_RESEARCH)
    await people[0].ask("placed", "play", seq=held.seq, words="research")
    entries = (await services.store.news("placed", 0)).entries
    assert [entry.guest for entry in entries] == ["guest0"] * 6 + ["guest1"] * 6 + ["guest0"]
    freed = replace(held.seats[0], kind="open", guest=None)
    assert await services.store.seats.put(freed, freed.claim)
    assert await services.store.seats.claim("placed", 0, freed.claim + 1, "guest2", "Player 2")
    drop_from_memory(made, "placed")
    status, page = await Browser(made).become("guest2").ask("placed", "undo", seq=held.seq)
    assert (status, page.line) == (409, NO_UNDO)


async def test_among_people_no_move_is_tried_out(made):
    """As soon as another seat has answered, also a bot's, the word stands."""
    held = await open_table(made, row("board", 3, "tried"), ["guest", "easy", "guest"])
    people = [Browser(made).become(f"guest{seat}") for seat in (0, 2)]
    for browser in people:
        await browser.ask("tried", "plan", seq=0, words=ALL_RESEARCH)
    await bots_done(made, "tried")
    await people[0].ask("tried", "play", seq=held.seq, words="research")
    assert (await people[0].look("tried")).find("undo")
    while held.match.to_move == 0:
        words = held.match.legal()[0]
        await people[0].ask("tried", "play", seq=held.seq, words=words)
    await bots_done(made, "tried")
    assert held.fold.steps[-1].seat == 1
    status, page = await people[0].ask("tried", "undo", seq=held.seq)
    assert (status, page.line) == (409, NO_UNDO)


async def test_undo_has_an_end_and_says_so_kindly(made, monkeypatch):
    monkeypatch.setattr(table, "MOST_TAKEN_BACK", 2)
    monkeypatch.setattr("siberia.web.tables.service.MOST_TAKEN_BACK", 2)
    held = await open_table(made, row("board", 2, "end"), ["guest", "guest"])
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    for browser in people:
        await browser.ask("end", "plan", seq=0, words=ALL_RESEARCH)
    acting = people[held.match.to_move or 0]
    for status in (200, 200, 409):
        await acting.ask("end", "play", seq=held.seq, words="research")
        answer, page = await acting.ask("end", "undo", seq=held.seq)
        assert answer == status
    assert page.line == ENOUGH
    assert page.find("undo") is None
    # Whoever folds the log anew counts on.
    drop_from_memory(made, "end")
    status, page = await acting.ask("end", "undo", seq=held.seq)
    assert (status, page.line) == (409, ENOUGH)


# ------------------------------------------------------------ after the end


async def test_nothing_about_a_finished_match_changes(made):
    held = await open_table(made, row("card", 2, "over"), ["guest", "easy"])
    services = made.state.services
    trial = held.match.copy()
    play_random(trial, 1)
    await services.store.append("over", 0, trial.words[:-1])
    owner = Browser(made).become("guest0")
    await owner.page("over")
    await services.tables.play(held, held.match.to_move, held.seq, [trial.words[-1]])
    assert held.match.is_over
    record = held.match.record()
    for fields in ({"kind": "open"}, {"kind": "bot", "level": "hard"}):
        assert (await owner.ask("over", "seat", number=1, **fields))[0] == 409
    # Nor by one who was looking at the table as it was before.
    free = held.seats[1]
    assert not await services.store.seats.put(free, free.claim)
    assert not await services.store.seats.claim("over", 1, free.claim, "guest0", "Somebody")
    # Nor by another name.
    await owner.post("/me", name="Somebody else")
    for _ in range(2):
        assert (await owner.get("/t/over/record")).text == record
        drop_from_memory(made, "over")


# ------------------------------------------------------------ names


async def test_two_people_at_a_table_are_not_called_the_same(made):
    _, table_id, token = await invited(made, seat2="easy")
    friend = Browser(made)
    for name in ("Ada", "ADA", "angara"):
        answer = await friend.post("/join", token=token, name=name)
        assert (answer.status_code, answer.text) == (
            409,
            "Somebody at this table is already called that; choose another name.",
        )
    assert (await friend.post("/join", token=token, name="Bo")).text == f"/t/{table_id}"


async def test_a_new_table_has_as_many_names_as_players(made):
    owner = Browser(made)
    await owner.post("/me", name="Angara")
    answer = await owner.post("/tables", game="card", seat1="device", name1="angara")
    assert answer.status_code == 400
    assert "Everyone at a table needs a name of their own." in answer.text
    for path, fields in (
        ("/tables", {"game": "card", "seat1": "easy", "seat2": "easy", "seat3": "easy"}),
        ("/play", {"game": "card", "opponents": 3, "level": "easy"}),
    ):
        answer = await owner.post(path, **fields)
        held = await made.state.services.tables.get(answer.url.path.removeprefix("/t/"))
        assert len(set(held.seats.names)) == 4, "bots find names that are free"
