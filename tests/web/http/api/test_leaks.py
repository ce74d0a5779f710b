"""What programs are told depends on nothing that their seat cannot know."""

import random
import re

import pytest

from siberia.web.http.api.routes import OPERATIONS
from siberia.web.tables import bot_queue
from tests.support import LAZY, VARIANTS, play_random, variants
from tests.web.http.test_leaks import rows, shown_instead, stops, twin, words_of_a_match
from tests.web.listening import listening_to
from tests.web.server import Browser, add_guests, open_table, row

pytestmark = pytest.mark.anyio
SECRETS = ("5eed" * 8, "5a17" * 8)
# What shows a table and changes nothing there.
SHOWING = [
    one.path
    for one in OPERATIONS
    if one.method == "GET" and "{table}" in one.path and one.name not in ("stream", "talk")
]


async def told(made, browser: Browser, table) -> list[tuple[int, bytes]]:
    """All that a program is told of a table."""
    found = []
    async with listening_to(made, browser, f"/api/v1/tables/{table.id}/stream") as heard:
        pass
    found.append((int(str(heard[0])), str(heard[1]).encode()))
    for path in SHOWING:
        answer = await browser.http.get(f"/api/v1{path.format(table=table.id)}")
        found.append((answer.status_code, answer.content))
    # None of these is played; the last ones would be, but for what comes after them.
    tries = [["no word"], ["pass"] * 6, ["place gas"] * 6]
    tries += [[word, "no word"] for word in table.match.legal()[:3]]
    for seq, words in ((9, ["x"]), *((0, words) for words in tries)):
        body = {"seq": table.seq + seq, "words": words}
        answer = await browser.http.post(f"/api/v1/tables/{table.id}/words", json=body)
        found.append((answer.status_code, answer.content))
    return found


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
async def test_what_a_program_is_told_does_not_depend_on_what_it_cannot_know(variant, made):
    """For each seat, for who watches, and for a stranger."""
    seed = 300 + VARIANTS.index(variant)
    words = words_of_a_match(variant, 3, seed)
    for ply in stops(words, 2):
        table_id = f"{variant}-api-{ply}"
        setup = rows(variant, 3, table_id, seed)
        table = await open_table(made, setup, ["guest"] * 3, words[:ply])
        for seat in range(3):
            browser = Browser(made).become(f"guest{seat}")
            first = await told(made, browser, table)
            assert first[0][0] == 200
            with shown_instead(made, twin(table, seat, ply + 1)):
                assert await told(made, browser, table) == first
        for watching in ("nobody", "everyone"):
            await made.state.services.tables.settings.set_watching(table, watching)
            stranger = Browser(made).become("guest3")
            first = await told(made, stranger, table)
            assert first[0][0] == (403 if watching == "nobody" else 200)
            with shown_instead(made, twin(table, 0, 5)), shown_instead(made, twin(table, 1, 6)):
                assert await told(made, stranger, table) == first


@variants
async def test_the_test_above_can_fail(variant, made):
    words = words_of_a_match(variant, 3, 7)
    ply = stops(words, 1)[0]
    table = await open_table(
        made, rows(variant, 3, f"{variant}-api-t", 7), ["guest"] * 3, words[:ply]
    )
    browser = Browser(made).become("guest1")
    first = await told(made, browser, table)
    with shown_instead(made, twin(table, 0, 3)):
        assert await told(made, browser, table) != first


@pytest.mark.parametrize("game", ["card", "board"])
async def test_no_operation_tells_seed_or_salt_before_the_end(game, made, monkeypatch):
    monkeypatch.setattr(made.state.services.bots, "look_after", lambda _table: None)
    monkeypatch.setattr(bot_queue, "ADVISER", "medium")
    await add_guests(made)
    table = await open_table(made, row(game, 2, f"api-{game}"), ["guest"] * 2)
    people = [Browser(made).become(f"guest{number}") for number in range(3)] + [Browser(made)]
    match = play_random(table.match.at(0), 1, busy=True)
    said: list[bytes] = []
    for ply in sorted(random.Random(game).sample(range(1, match.ply), 4)):
        have = table.seq
        await made.state.services.store.append(table.id, have, match.words[have:ply])
        table = await made.state.services.tables.get(table.id)
        for person in people:
            for one in OPERATIONS:
                if one.name in ("stream", "botStream"):
                    continue
                path = re.sub(r"{\w+}", table.id, one.path)
                body = {"seq": 0, "words": [LAZY[0]], "name": "Ada"}
                sent = body if one.body is not None else None
                answer = await person.http.request(one.method, f"/api/v1{path}", json=sent)
                assert answer.status_code < 500
                said += [answer.content, *(value for _, value in answer.headers.raw)]
    assert len(said) > 1000
    for secret in (*SECRETS, str(int(SECRETS[0], 16))):
        assert not any(secret.encode() in part for part in said)
