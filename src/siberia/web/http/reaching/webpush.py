"""Web Push: messages that only a guest's browser can read, and that its maker knows to be ours.

They are encrypted by the library (RFC 8291) and signed with a key of this server (VAPID, RFC 8292).
There is such a key for each that cookies are signed with, so it stays what it is, in every process.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from siberia.web.tables.store.reaching import Receiver

# The order of the curve P-256: keys are numbers below it.
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# For so many seconds a message waits for a browser that is not running: a day.
WAITS: Final = 24 * 3600
# How long a public key is, and the secret of a browser.
POINT, SECRET = 65, 16


@dataclass(frozen=True)
class Parcel:
    """What is sent to a browser's maker: the encrypted body, and what stands around it."""

    body: bytes
    headers: dict[str, str]


class Signer:
    """Signs messages, with the first of some keys or with the one a browser expects."""

    def __init__(self, secrets: Sequence[bytes], url: str) -> None:
        """Make a key of each secret, of 32 bytes; `url` is where this server can be asked about."""
        self._keys = {public_key(key): key for key in map(private_key, secrets)}
        self.public = next(iter(self._keys))
        self._subject = url if url.startswith("https:") else "mailto:siberia@localhost"

    def knows(self, public: str) -> bool:
        """Say whether we have the key that a browser expects."""
        return public in self._keys

    def message(self, receiver: Receiver, text: bytes, topic: str) -> Parcel:
        """Pack a text for a browser; of two with one topic that wait the later one stays."""
        place = urlsplit(receiver.endpoint)
        vapid = Vapid02(self._keys[receiver.signer])
        claims = {"aud": f"{place.scheme}://{place.netloc}", "sub": self._subject}
        keys = {"p256dh": receiver.p256dh, "auth": receiver.auth}
        packed = WebPusher({"endpoint": receiver.endpoint, "keys": keys}).encode(text)
        headers = {
            "Authorization": vapid.sign(claims)["Authorization"],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(WAITS),
            "Topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
            "Urgency": "normal",
        }
        return Parcel(packed["body"], headers)


def private_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the key that follows from a secret."""
    number = int.from_bytes(hashlib.sha512(secret).digest())
    return ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1())


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public half of a key, as browsers write it."""
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def is_packable(p256dh: str, auth: str) -> bool:
    """Say whether messages can be packed with what a browser has sent."""
    try:
        pusher = WebPusher({"endpoint": "", "keys": {"p256dh": p256dh, "auth": auth}})
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), pusher.receiver_key or b"")
    except (ValueError, WebPushException, IndexError):
        return False
    return len(pusher.receiver_key or b"") == POINT and len(pusher.auth_key or b"") == SECRET
