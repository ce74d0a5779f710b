"""Who somebody is: signed cookies, seat links and personal links. Only signatures, no state."""

import hashlib
import hmac
from dataclasses import dataclass
from functools import lru_cache
from time import time

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

COOKIE = "siberia_guest"
YEAR = 365 * 24 * 3600
# A cookie that is used lasts on: from this age on it is given anew.
RENEWED_AFTER = 30 * 24 * 3600
# A personal link moves somebody to another device; it need not last longer than that takes.
PERSONAL_LINK_LASTS = 24 * 3600


@dataclass(frozen=True)
class SeatLink:
    """What a seat link says: the table, the seat, and which giving-out of the seat it is for."""

    table: str
    seat: int
    claim: int


@dataclass(frozen=True)
class Ticket:
    """What a cookie says: the guest, the count of sign-outs it was given after, and its age."""

    guest: str
    signed_out: int
    age: float

    @property
    def is_old(self) -> bool:
        """Whether it should be given anew."""
        return self.age > RENEWED_AFTER


def cookie_name(is_https: bool) -> str:
    """Return what the cookie is called; by this prefix no other host can set it."""
    return f"__Host-{COOKIE}" if is_https else COOKIE


class Identity:
    """Signs and reads everything by which the server knows somebody again.

    The first key signs; what the others signed is still believed.
    """

    def __init__(self, *keys: str) -> None:
        oldest_first = list(reversed(keys))
        self._keys = [key.encode() for key in keys]
        self._guest = URLSafeTimedSerializer(oldest_first, salt="guest")
        self._seat = URLSafeSerializer(oldest_first, salt="seat")
        # The same cookies come again and again.
        self._read = lru_cache(maxsize=10_000)(self._read_cookie)
        self._personal = URLSafeTimedSerializer(oldest_first, salt="personal")

    def derived(self, text: str) -> str:
        """Return 32 hexadecimal digits that follow from a text, for whoever has the first key."""
        return self.secrets(text)[0].hex()[:32]

    def secrets(self, text: str) -> tuple[bytes, ...]:
        """Return 32 bytes that follow from a text for whoever has a key, of each key in turn."""
        return tuple(hmac.digest(key, text.encode(), hashlib.sha256) for key in self._keys)

    def cookie(self, guest: str, signed_out: int = 0) -> str:
        """Return the cookie of a guest."""
        return str(self._guest.dumps([guest, signed_out]))

    def ticket(self, cookie: str) -> Ticket | None:
        """Return what a cookie says; a forged one, or one of more than a year, says nothing."""
        try:
            guest, signed_out, given = self._read(cookie)
        except (BadSignature, ValueError):
            return None
        age = time() - given
        return Ticket(guest, signed_out, age) if age <= YEAR else None

    def _read_cookie(self, cookie: str) -> tuple[str, int, float]:
        (guest, signed_out), given = self._guest.loads(cookie, return_timestamp=True)
        return str(guest), int(signed_out), given.timestamp()

    def seat_link(self, link: SeatLink) -> str:
        """Return the token of a seat link."""
        return str(self._seat.dumps([link.table, link.seat, link.claim]))

    def seat(self, token: str) -> SeatLink | None:
        """Return what a seat link says, or None for one that was not made here."""
        try:
            table, seat, claim = self._seat.loads(token)
        except BadSignature:
            return None
        return SeatLink(str(table), int(seat), int(claim))

    def personal_link(self, guest: str, number: int) -> str:
        """Return the token with which a guest goes on elsewhere, their link of this number."""
        return str(self._personal.dumps([guest, number]))

    def person(self, token: str) -> tuple[str, int] | None:
        """Return the guest of a personal link and its number; None for an old or forged one."""
        try:
            guest, number = self._personal.loads(token, max_age=PERSONAL_LINK_LASTS)
        except (BadSignature, ValueError):
            return None
        return str(guest), int(number)
