"""Messages go where guests want them, and nowhere into the network of whoever runs the server."""

import socket

import pytest

from siberia.web.http.reaching.outbound import Forbidden, NotSent, Outbound, is_public, new_socket
from tests.web.receiving import post_office

pytestmark = pytest.mark.anyio

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.7",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
]
PUBLIC = ["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]


@pytest.mark.parametrize("host", PRIVATE)
def test_what_is_not_of_the_open_internet_is_not_public(host):
    assert not is_public(host)


@pytest.mark.parametrize("host", PUBLIC)
def test_what_is_of_the_open_internet_is_public(host):
    assert is_public(host)


@pytest.mark.parametrize(
    "address",
    [
        "http://chat.example/hook",
        "ftp://chat.example/hook",
        "file:///etc/passwd",
        "//chat.example/hook",
        "https://",
        "https://me:secret@chat.example/hook",
        "https://chat.example/a b",
        "https://chat.example/\n",
        "https://chat.exämple/",
        "https://[::1/",
        "https://chat.example:99999/",
        "https://chat.example/" + "x" * 1000,
        "javascript:alert(1)",
        "",
    ],
)
async def test_an_address_of_another_kind_is_not_sent_to(address):
    outbound = Outbound([])
    assert not outbound.is_allowed(address)
    with pytest.raises(NotSent):
        await outbound.post(address, b"", {})


async def test_a_name_that_leads_home_is_found_out_when_the_connection_is_made(monkeypatch):
    asked = []

    def getaddrinfo(host, port, *_args, **_more):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port or 0))]

    async with post_office() as post:
        port = post.url.rpartition(":")[2]
        outbound = Outbound(["only.this"])
        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        for host in ("rebound.example", "127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"):
            with pytest.raises(NotSent, match="Error"):
                await outbound.post(f"https://{host}:{port}/hook", b"{}", {})
        await outbound.close()
        assert "rebound.example" in asked
        assert post.received == []


def test_no_socket_is_made_for_a_private_address():
    address = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))
    with pytest.raises(Forbidden):
        new_socket(False, address)
    new_socket(True, address).close()


async def test_who_runs_the_server_can_name_a_host(monkeypatch):
    async with post_office() as post:
        outbound = Outbound(["127.0.0.1"])
        assert await outbound.post(f"{post.url}/hook", b"{}", {"X-A": "b"}) == 201
        # Another name is not named, though it means the same machine.
        with pytest.raises(NotSent):
            await outbound.post(post.url.replace("127.0.0.1", "localhost"), b"{}", {})
        await outbound.close()
    (received,) = post.received
    assert (received.path, received.body, received.headers["X-A"]) == ("/hook", b"{}", "b")
    assert "Cookie" not in received.headers


async def test_a_redirect_is_an_answer_and_nothing_else():
    async with post_office() as post:
        post.answers = [302, 307]
        outbound = Outbound(["127.0.0.1"])
        assert await outbound.post(post.url, b"{}", {}) == 302
        assert await outbound.post(post.url, b"{}", {}) == 307
        await outbound.close()
        assert [one.path for one in post.received] == ["/", "/"]


async def test_what_is_said_of_a_failure_holds_no_address():
    outbound = Outbound(["127.0.0.1"])
    with pytest.raises(NotSent) as error:
        await outbound.post("http://127.0.0.1:1/secret-token", b"", {})
    await outbound.close()
    assert "127" not in str(error.value)
    assert "secret" not in str(error.value)
