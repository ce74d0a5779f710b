"""What a template is given holds no match, no state and no seed, however far one looks."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest

from siberia.match import Position, Preview
from siberia.web.http import context as request_context
from siberia.web.pages import parts as page_parts
from siberia.web.pages import templating
from siberia.web.tables.fold import Fold
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import SeatRow, TableRow
from siberia.web.tables.table import Table
from tests.support import play_random, variants
from tests.web.climbing import finished, guests
from tests.web.server import Browser, open_table, row
from tests.web.trying import expert_tried, known, tried

pytestmark = pytest.mark.anyio

SECRETS = ("5eed" * 8, "5a17" * 8)
# A preview is only imagined, but a state all the same; rows have seeds and guests' ids.
FORBIDDEN = (Position, Preview, Fold, Table, Store, TableRow, SeatRow, np.ndarray, np.void)


def parts(thing: Any) -> Iterator[Any]:
    """Everything that can be reached from a thing in one step."""
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, types.MethodType):
        yield thing.__self__
        yield thing.__func__
    elif isinstance(thing, types.FunctionType):
        # What a function was given to keep; the modules it can name are not data.
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        yield from thing.__defaults__ or ()
    elif isinstance(thing, partial):
        yield from (thing.func, thing.args, thing.keywords)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from (getattr(thing, field.name) for field in fields(thing))
    if hasattr(thing, "__dict__") and not isinstance(thing, type | types.ModuleType):
        yield from vars(thing).values()
    for name in getattr(type(thing), "__slots__", ()):
        if isinstance(name, str) and hasattr(thing, name):
            yield getattr(thing, name)


def reachable(context: Mapping[str, Any]) -> list[Any]:
    """Everything that can be reached from a template's context, however far."""
    known, queue, found = set(), [context], []
    while queue:
        thing = queue.pop()
        if id(thing) not in known:
            known.add(id(thing))
            # Kept, so that no other thing is given the same id.
            found.append(thing)
            queue.extend(parts(thing))
    return found


def secrets_in(things: list[Any]) -> list[Any]:
    """What no template may reach."""
    texts = [t for t in things if isinstance(t, str) and any(secret in t for secret in SECRETS)]
    return [*texts, *(t for t in things if isinstance(t, FORBIDDEN))]


@pytest.fixture
def contexts(monkeypatch):
    """The contexts of all templates that are rendered meanwhile."""
    found: list[Mapping[str, Any]] = []

    def render(template, around, context):
        found.append({"around": around, **context})
        return templating.render(template, around, context)

    def as_bytes(shown):
        found.append(shown[2])
        return real(shown)

    real = page_parts.as_bytes
    monkeypatch.setattr(request_context, "render", render)
    monkeypatch.setattr(page_parts, "as_bytes", as_bytes)
    return found


@variants
async def test_no_template_can_reach_a_match_a_state_or_a_seed(variant, made, contexts):
    options = dict(variant.options)
    exchanges = options.pop("exchanges", "choose" if variant.game == "board" else "")
    table_row = row(variant.game, 2, f"{variant}", exchanges=exchanges, **options)
    match = variant.new(seats=2, seed=int(SECRETS[0], 16), start=0)
    words = [*play_random(match, 3, 280, busy=True).words]
    server, seq, phases = made.state.services, 0, set()
    table = await open_table(made, table_row, ["guest", "guest"])
    for ply in range(0, len(words), 4 if variant.game == "card" else 9):
        # A server never holds a table within a placing: that is handed in all at once.
        if ply and words[ply - 1].startswith("place ") and words[ply].startswith("place "):
            continue
        await server.store.append(table.id, seq, words[seq:ply])
        seq, table = ply, await server.tables.get(table.id)
        phases.add(table.fold.view.phase)
        for seat in range(2):
            browser = Browser(made).become(f"guest{seat}")
            page = await browser.page(table.id)
            for draft in page.values("draft")[:1]:
                await browser.look(table.id, draft=draft)
            await browser.get("/")
            await browser.http.aclose()
    assert len(phases) > 2
    assert len(contexts) > 25
    for context in contexts:
        assert secrets_in(reachable(context)) == []


async def test_an_invitation_and_other_sheets_hold_no_secret_either(made, contexts):
    await open_table(made, row("card", 2, "invites"), ["guest", "open"])
    browser = Browser(made).become("guest0")
    page = await browser.page("invites")
    token = page.text.split("/join#")[1].split('"')[0]
    stranger = Browser(made)
    assert (await stranger.post("/join/look", token=token)).status_code == 200
    for path in ("/me", "/carry", "/join", "/nowhere", "/t/invites"):
        await stranger.get(path)
    assert sum("around" in context for context in contexts) == 7
    for context in contexts:
        assert secrets_in(reachable(context)) == []


async def test_pages_of_a_day_and_of_oneself_hold_no_row(made, contexts):
    await known(made, "Anna", "Boris")
    table = await tried(made, "anna", seed=1)
    await tried(made, "boris", seed=2)
    await expert_tried(made)
    browser = Browser(made).become("anna")
    for path in ("/daily", "/", "/me"):
        assert (await browser.get(path)).status_code == 200
    assert len(contexts) >= 3
    for context in contexts:
        found = reachable(context)
        assert secrets_in(found) == []
        assert not [text for text in found if isinstance(text, str) and table.row.seed in text]


async def test_the_ladder_holds_no_row_and_no_guest(made, contexts):
    store = made.state.services.store
    await guests(store, "Secret-anna", "Secret-boris")
    await finished(store, "climbed", ["secret-anna", "secret-boris"], seed=0x5EED)
    made.state.services.ladder.expire()
    for browser in (Browser(made), Browser(made).become("secret-anna")):
        answer = await browser.get("/ladder?game=card&players=2")
        assert "Secret-anna" in answer.text
    assert len(contexts) >= 2
    for context in contexts:
        found = reachable(context)
        assert secrets_in(found) == []
        told = [text for text in found if isinstance(text, str)]
        assert not [text for text in told if text in ("secret-anna", "climbed") or "5eed" in text]


async def test_the_walk_finds_what_is_hidden_deep(made):
    table = await open_table(made, row("card", 2, "deep"), ["guest", "guest"])
    match = table.match

    def keeps(word: str, default: object = None) -> object:
        return (match, word, default)

    hiding: list[dict[str, Any]] = [
        {"a": [{"b": (match,)}]},
        {"a": keeps},
        {"a": partial(str, match.state)},
        {"a": match.view},
        {"a": table.row},
        {"a": {"b": {"seed " + SECRETS[0]}}},
    ]
    for context in hiding:
        assert secrets_in(reachable(context))
