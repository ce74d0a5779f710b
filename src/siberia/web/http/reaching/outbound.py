"""Sends something to an address that a guest has given, and lets nobody use this server for more.

An address may lead anywhere, also into the network of whoever runs the server. So it must be
encrypted and public, which is looked at when the connection is made: whatever a name meant before,
and however an address is written. No answer is read but its status, and no redirect is followed.
"""

import socket
from collections.abc import Collection, Mapping
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.connector import AddrInfoType
from yarl import URL

from siberia.engine.errors import SiberiaError

LONGEST_ADDRESS: Final = 1000
# In seconds, for all of it; and for the connection.
PATIENCE: Final = ClientTimeout(total=10, connect=5)
# How many connections there may be at once; and to one host.
CONNECTIONS: Final = 16
CONNECTIONS_TO_ONE: Final = 4
# What a router makes of it is an IPv4 address: that counts.
TRANSLATED: Final = IPv6Network("64:ff9b::/96")


class NotSent(SiberiaError):
    """Nothing could be sent, or nobody answered."""


class Forbidden(OSError):
    """The address leads where no guest may send anything."""


class Outbound:
    """Sends to public addresses, and to the hosts that whoever runs the server has named."""

    def __init__(self, hosts: Collection[str]) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._sessions: dict[bool, ClientSession] = {}

    def is_allowed(self, address: str) -> bool:
        """Say whether an address can be sent to at all; where it leads is seen later."""
        return self._url(address) is not None

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send something, and return by which status it was answered."""
        url = self._url(address)
        if url is None:
            raise NotSent("the address is not allowed")
        session = self._session(url.host in self._hosts)
        try:
            answer = session.post(url, data=body, headers=headers, allow_redirects=False)
            async with answer as response:
                return response.status
        except (ClientError, OSError, TimeoutError, ValueError) as error:
            # What it says may hold the address.
            raise NotSent(type(error).__name__) from None

    def _url(self, address: str) -> URL | None:
        """Read an address, by the same parser that sends there; None if nothing may be sent."""
        if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable():
            return None
        try:
            url = URL(address)
        except ValueError:
            return None
        if not url.host or url.user or url.password or " " in address:
            return None
        is_fine = url.scheme == "https" or (url.scheme == "http" and url.host in self._hosts)
        return url if is_fine else None

    async def close(self) -> None:
        """Close all connections."""
        for session in self._sessions.values():
            await session.close()
        self._sessions.clear()

    def _session(self, is_named: bool) -> ClientSession:
        """Return what sends: to whoever was named, or only where everybody may."""
        if is_named not in self._sessions:
            connector = TCPConnector(
                limit=CONNECTIONS,
                limit_per_host=CONNECTIONS_TO_ONE,
                force_close=True,
                socket_factory=partial(new_socket, is_named),
            )
            self._sessions[is_named] = ClientSession(
                connector=connector, timeout=PATIENCE, cookie_jar=DummyCookieJar(), trust_env=False
            )
        return self._sessions[is_named]


def new_socket(is_named: bool, address: AddrInfoType) -> socket.socket:
    """Make the socket for a connection to an address, if that may be made."""
    family, kind, protocol, _, place = address
    if not is_named and not is_public(str(place[0])):
        raise Forbidden("not a public address")
    return socket.socket(family, kind, protocol)


def is_public(host: str) -> bool:
    """Say whether an address is one of the open internet."""
    address = ip_address(host.partition("%")[0])
    return all(one.is_global and not one.is_multicast for one in meant(address))


def meant(address: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """Return an address, and the IPv4 address that it wraps, if it does."""
    if isinstance(address, IPv4Address):
        return [address]
    wrapped = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in TRANSLATED:
        wrapped.append(IPv4Address(int(address) & 0xFFFFFFFF))
    found = [one for one in wrapped if one is not None]
    # What is mapped is no address of its own.
    return found if address.ipv4_mapped else [address, *found]
