"""Which names a server answers to: no other site may reach it by a name of its own."""

import pytest

from siberia.web.http.settings import Settings
from tests.web.http.test_safety import check_headers
from tests.web.server import Browser, Process, running

pytestmark = pytest.mark.anyio

OPTIONS = (
    "--url",
    "http://play.example",
    "--allowed-host",
    "one.test",
    "--allowed-host",
    "two.test",
)


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    more = {"public_url": "https://Play.example/", "allowed_hosts": ("box.local", "den:8000")}
    async with running(folder, **more) as made:
        yield made


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000"),
        *("[::1]", "[::1]:8000", "[fe80::1]:8000", "192.168.0.7:8000", "10.0.0.1", "203.0.113.5"),
        *("play.example", "PLAY.example:443", "box.local:8000", "den", "den:1"),
    ],
)
async def test_numbers_and_names_that_were_given_are_answered(host, made):
    for path in ("/", "/health"):
        assert (await Browser(made, Host=host).get(path)).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"),
        *("play.example.evil.example", "xplay.example", "www.play.example", "[::1", "", ":8000"),
    ],
)
async def test_other_names_are_not_and_it_is_said_what_can_be_done(host, made):
    browser = Browser(made, Host=host).become("guest0")
    answers = [await browser.get("/"), await browser.get("/health"), await browser.post("/me")]
    for answer in answers:
        assert answer.status_code == 400
        assert "siberia serve --allowed-host" in answer.text
        check_headers(answer)
        assert "set-cookie" not in answer.headers


async def test_the_name_that_was_refused_can_be_copied_from_the_answer(made):
    answer = await Browser(made, Host="den.local:8000").get("/")
    assert answer.text.endswith("siberia serve --allowed-host den.local")


def names(tmp_path, **settings):
    return Settings(tmp_path, **settings).names


def test_names_are_found_in_the_settings(tmp_path):
    assert names(tmp_path) == {"localhost"}
    assert names(tmp_path, host="0.0.0.0") == {"localhost"}
    assert names(tmp_path, host="::1") == {"localhost", "::1"}
    assert names(tmp_path, host="Box.local") == {"localhost", "box.local"}
    assert names(tmp_path, public_url="http://play.example/") == {"localhost", "play.example"}
    assert names(tmp_path, allowed_hosts=("",)) == {"localhost"}


def test_an_address_of_ipv6_is_written_as_browsers_read_it(tmp_path):
    assert Settings(tmp_path, host="::1").url == "http://[::1]:8000"


async def test_the_command_takes_names(tmp_path):
    server = Process(tmp_path, *OPTIONS)
    hosts = ("play.example", "one.test", "two.test", "127.0.0.1", "evil.example")
    try:
        server.start()
        answers = [await Browser(server, Host=host).get("/health") for host in hosts]
    finally:
        server.kill()
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 400]
