"""How much one person may do, whose address counts, and guests whom nobody needs."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from starlette.requests import Request

from siberia.web.http import streams
from siberia.web.http.middleware import (
    COSTLY_LIMIT,
    READ_LIMIT,
    WRITE_LIMIT,
    network_of,
    rate_limit,
)
from siberia.web.tables.store.rows import Guest
from tests.web.listening import listening
from tests.web.server import NOON, Browser, Process, add_guests, open_table, row, running

pytestmark = pytest.mark.anyio


async def carried(browser: Browser, times: int, **headers: str) -> list[int]:
    """The statuses of something costly that is done again and again."""
    return [
        (await browser.http.post("/carry", data={"token": "x"}, headers=headers)).status_code
        for _ in range(times)
    ]


async def test_people_behind_one_address_have_limits_of_their_own(made):
    await add_guests(made)
    first, second, nobody = Browser(made), Browser(made), Browser(made)
    first.become("guest0")
    second.become("guest1")
    second.http._transport = nobody.http._transport = first.http._transport
    assert await carried(first, 61) == [410] * 60 + [429]
    assert await carried(second, 61) == [410] * 60 + [429]
    assert await carried(nobody, 61) == [410] * 60 + [429]


async def test_an_address_has_a_limit_however_many_guests_it_makes(made):
    shared, statuses = Browser(made).http._transport, []
    for number in range(11):
        browser = Browser(made).become(f"made-up-{number}")
        browser.http._transport = shared
        statuses += await carried(browser, 60)
    assert statuses == [410] * 600 + [429] * 60


def request(method: str, path: str, client: str) -> Request:
    """A request from an address."""
    return Request(
        {"type": "http", "method": method, "path": path, "headers": [], "client": (client, 1)}
    )


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("unix socket", "unix socket"),
    ],
)
def test_of_ipv6_a_whole_network_is_one_address(client, network):
    assert network_of(request("GET", "/", client)) == network


async def test_a_network_of_ipv6_has_one_limit_for_all_its_addresses(made, monkeypatch):
    browser, statuses = Browser(made), []
    for number in range(61):
        client = (f"2001:db8:1:1::{number:x}", 1)
        browser.http._transport = httpx.ASGITransport(made, client=client)
        statuses += await carried(browser, 1)
    assert statuses == [410] * 60 + [429]
    monkeypatch.setattr(streams, "STREAMS_FOR_EACH_ADDRESS", 1)
    async with (
        listening(made, browser, "", "2001:db8:1:2::1") as first,
        listening(made, browser, "", "2001:db8:1:2:aaaa::1") as neighbour,
        listening(made, browser, "", "2001:db8:1:3::1") as other,
    ):
        assert (first[0], neighbour[0], other[0]) == (200, 503, 200)


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/play"), ("POST", "/tables"), ("POST", "/daily"), ("GET", "/me/records")],
)
def test_what_costs_the_server_much_is_done_seldom(method, path):
    assert rate_limit(request(method, path, "x")) == COSTLY_LIMIT


def test_looking_is_no_write():
    assert rate_limit(request("POST", "/t/x/look", "")) is READ_LIMIT
    assert rate_limit(request("POST", "/t/x/play", "")) is WRITE_LIMIT


@pytest.mark.parametrize(("options", "last"), [((), 429), (("--trusted-proxy", "127.0.0.1"), 410)])
async def test_only_a_trusted_proxy_says_for_whom_it_asks(options, last, tmp_path):
    server = Process(tmp_path, *options).start()
    try:
        browser = Browser(server)
        statuses = [
            status
            for number in range(61)
            for status in await carried(browser, 1, **{"X-Forwarded-For": f"192.0.2.{number}"})
        ]
    finally:
        server.kill()
    assert statuses == [410] * 60 + [last]


async def test_streams_are_limited_by_address_too(made, monkeypatch):
    monkeypatch.setattr(streams, "STREAMS_FOR_EACH_ADDRESS", 2)
    await open_table(made, row("card", 2, "crowd"), ["guest", "guest"])
    people = [Browser(made).become(f"guest{number}") for number in range(3)]
    async with (
        listening(made, people[0], "crowd") as first,
        listening(made, people[1], "crowd") as second,
        listening(made, people[2], "crowd") as third,
    ):
        assert (first[0], second[0], third[0]) == (200, 200, 503)
    async with listening(made, people[2], "crowd") as again:
        assert again[0] == 200


async def test_only_who_does_something_becomes_a_guest(made):
    browser = Browser(made)
    for path in ("/", "/me", "/join", "/carry"):
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert "/carry#" not in (await browser.get("/me")).text
    await browser.post("/me", name="Ada")
    assert "/carry#" in (await browser.get("/me")).text


async def test_guests_who_never_sat_down_are_forgotten(made):
    store = made.state.services.store
    await open_table(made, row("card", 2, "sat"), ["guest", "guest"])
    for name, created in (("old", NOON), ("new", NOON + timedelta(days=2))):
        await store.guests.add(Guest(name, name, created))
    await store.guests.remove_unused(NOON + timedelta(days=1))
    found = [guest for guest in ("old", "new", "guest0", "guest1") if await store.guests.get(guest)]
    assert found == ["new", "guest0", "guest1"]


async def test_a_server_that_starts_forgets_them(tmp_path):
    async with running(tmp_path) as made:
        for name, created in (("old", NOON), ("new", datetime.now(UTC))):
            await made.state.services.store.guests.add(Guest(name, name, created))
    async with running(tmp_path) as made:
        store = made.state.services.store
        for _ in range(200):
            if await store.guests.get("old") is None:
                break
            await asyncio.sleep(0.01)
        assert await store.guests.get("old") is None
        assert await store.guests.get("new") is not None
