"""One person on several devices: cookies that last and end, links that work once, new keys."""

import time
from contextlib import contextmanager

import pytest

from siberia.web.http import devices
from siberia.web.http.identity import (
    COOKIE,
    PERSONAL_LINK_LASTS,
    RENEWED_AFTER,
    YEAR,
    Identity,
    cookie_name,
)
from siberia.web.http.settings import KEY_FILE, SettingsError, secret_keys
from siberia.web.http.static_files import PREFIX
from tests.web.http.test_people import token_in
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio

KEYS = ("the-first-key-which-is-long-enough", "the-second-key-long-enough-as-well")


async def at_home(made, table: str) -> Browser:
    """Somebody with a table."""
    await open_table(made, row("card", 2, table), ["guest", "easy"])
    return Browser(made).become("guest0")


@contextmanager
def aged(monkeypatch, seconds: float):
    """Whatever is signed here is as old as that."""
    now = time.time()
    with monkeypatch.context() as patch:
        patch.setattr("itsdangerous.timed.time.time", lambda: now - seconds)
        yield


def with_cookie(made, cookie: str) -> Browser:
    """A browser that has this cookie."""
    browser = Browser(made)
    browser.http.cookies.set(COOKIE, cookie)
    return browser


async def status(browser: Browser, table: str) -> int:
    """Whether somebody is let in at their table."""
    return (await browser.get(f"/t/{table}")).status_code


@pytest.fixture
async def made(tmp_path):
    """A server of its own: who is signed out here is so for good."""
    async with running(tmp_path) as made:
        yield made


async def test_a_personal_link_works_once(made):
    home = await at_home(made, "once")
    token = token_in((await home.get("/me")).text, "carry")
    phone, thief = Browser(made), Browser(made)
    assert (await phone.post("/carry", token=token)).text == "/"
    assert await status(phone, "once") == 200
    answer = await thief.post("/carry", token=token)
    assert answer.status_code == 410
    assert answer.text == "This personal link was used, is too old, or was not made here."
    assert token_in((await home.get("/me")).text, "carry") != token, "the next one is another"


async def test_a_personal_link_that_nobody_used_ends_after_a_day(made, monkeypatch):
    await at_home(made, "day")
    for age, status in ((PERSONAL_LINK_LASTS + 60, 410), (PERSONAL_LINK_LASTS - 60, 200)):
        with aged(monkeypatch, age):
            token = made.state.services.identity.personal_link("guest0", 0)
        assert (await Browser(made).post("/carry", token=token)).status_code == status


async def test_other_devices_can_be_signed_out(made):
    home = await at_home(made, "out")
    token = token_in((await home.get("/me")).text, "carry")
    phone = Browser(made)
    await phone.post("/carry", token=token)
    unused = token_in((await home.get("/me")).text, "carry")
    answer = await home.post("/me/devices")
    assert "All other devices are signed out." in answer.text
    assert (await status(home, "out"), await status(phone, "out")) == (200, 403)
    assert (await Browser(made).post("/carry", token=unused)).status_code == 410
    again = token_in((await home.get("/me")).text, "carry")
    assert (await phone.post("/carry", token=again)).text == "/"
    assert await status(phone, "out") == 200
    assert (await Browser(made).post("/me/devices")).status_code == 200, "nobody has no devices"


async def test_another_process_hears_of_it_soon(made, monkeypatch):
    home = await at_home(made, "soon")
    assert await status(home, "soon") == 200
    await made.state.services.store.guests.sign_out("guest0")
    assert await status(home, "soon") == 200, "what the store said is remembered for a moment"
    monkeypatch.setattr(devices, "FRESH", 0.0)
    assert await status(home, "soon") == 403


async def test_a_cookie_is_renewed_while_it_is_used_and_ends_after_a_year(made, monkeypatch):
    await at_home(made, "year")
    for age, renewed, found in (
        (RENEWED_AFTER - 60, False, 200),
        (RENEWED_AFTER + 60, True, 200),
        (YEAR + 60, False, 403),
    ):
        with aged(monkeypatch, age):
            browser = with_cookie(made, made.state.services.identity.cookie("guest0"))
        assert "set-cookie" not in (await browser.get(f"{PREFIX}/table.js")).headers
        answer = await browser.get("/t/year")
        assert (answer.status_code, "set-cookie" in answer.headers) == (found, renewed)


async def test_a_renewed_cookie_is_of_the_same_sign_out(made, monkeypatch):
    home = await at_home(made, "renewed")
    await home.post("/me/devices")
    with aged(monkeypatch, RENEWED_AFTER + 60):
        old = made.state.services.identity.cookie("guest0", 1)
    found = await with_cookie(made, old).get("/t/renewed")
    assert found.status_code == 200
    assert await status(with_cookie(made, found.cookies[COOKIE]), "renewed") == 200


async def test_under_https_no_other_host_can_set_the_cookie(tmp_path):
    async with running(tmp_path / "https", public_url="https://localhost") as made:
        browser = Browser(made)
        answer = await browser.http.post("/me", data={"name": "Ada"}, follow_redirects=False)
        said = answer.headers["set-cookie"]
        assert said.startswith("__Host-siberia_guest=")
        assert all(part in said for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"))
        assert "Domain" not in said
    assert cookie_name(is_https=False) == COOKIE


def test_what_an_older_key_signed_is_believed_while_keys_change():
    old, new = Identity(KEYS[0]), Identity(KEYS[1], KEYS[0])
    ticket = new.ticket(old.cookie("ada", 3))
    assert ticket is not None
    assert (ticket.guest, ticket.signed_out) == ("ada", 3)
    assert old.ticket(new.cookie("ada")) is None, "the new key signs"
    assert Identity(KEYS[1]).ticket(old.cookie("ada")) is None


async def test_a_server_knows_people_by_the_keys_it_is_given(tmp_path, monkeypatch):
    cookies: list[str] = []
    known = []
    for keys in (KEYS[0], f"{KEYS[1]} {KEYS[0]}", KEYS[1]):
        monkeypatch.setenv("SIBERIA_KEY", keys)
        async with running(tmp_path) as made:
            known.append(
                ["Ada" in (await with_cookie(made, cookie).get("/me")).text for cookie in cookies]
            )
            browser = Browser(made)
            await browser.post("/me", name="Ada")
            cookies.append(browser.http.cookies[COOKIE])
    assert known == [[], [True], [False, True]], "an older key counts while it is named"
    assert not (tmp_path / KEY_FILE).exists()


def test_keys_come_from_the_environment_or_lie_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("SIBERIA_KEY", raising=False)
    (own,) = secret_keys(tmp_path)
    assert secret_keys(tmp_path) == (own,)
    keys = ("k" * 32, "l" * 40)
    monkeypatch.setenv("SIBERIA_KEY", " ".join(keys))
    assert secret_keys(tmp_path) == keys
    monkeypatch.setenv("SIBERIA_KEY", "short")
    with pytest.raises(SettingsError, match="32 characters"):
        secret_keys(tmp_path)
