"""Who somebody is: signed cookies, seat links and personal links. Only signatures, no state."""

from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

COOKIE = "siberia_guest"
YEAR = 365 * 24 * 3600
# A personal link moves somebody to another device; it need not last longer than that takes.
PERSONAL_LINK_LASTS = 24 * 3600


@dataclass(frozen=True)
class SeatLink:
    """What a seat link says: the table, the seat, and which giving-out of the seat it is for."""

    table: str
    seat: int
    claim: int


class Identity:
    """Signs and reads everything by which the server knows somebody again."""

    def __init__(self, key: str) -> None:
        self._guest = URLSafeSerializer(key, salt="guest")
        self._seat = URLSafeSerializer(key, salt="seat")
        self._personal = URLSafeTimedSerializer(key, salt="personal")

    def cookie(self, guest: str) -> str:
        """Return the cookie of a guest."""
        return str(self._guest.dumps(guest))

    def guest(self, cookie: str) -> str | None:
        """Return the guest a cookie stands for; a forged one stands for nobody."""
        try:
            return str(self._guest.loads(cookie))
        except BadSignature:
            return None

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

    def personal_link(self, guest: str) -> str:
        """Return the token with which a guest goes on elsewhere."""
        return str(self._personal.dumps(guest))

    def person(self, token: str) -> str | None:
        """Return the guest of a personal link, or None for an old or forged one."""
        try:
            return str(self._personal.loads(token, max_age=PERSONAL_LINK_LASTS))
        except BadSignature:
            return None
