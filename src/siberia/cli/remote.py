"""A server elsewhere, as a program sees it: its API, and a bot that plays there."""

import json
import time
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from siberia.bots import Bot, Seat
from siberia.engine.errors import SiberiaError
from siberia.match.known import Knowledge, Known

# Seconds: without a sign of life a stream has broken; and between two tries to reach the server.
SILENCE = 60.0
BETWEEN_TRIES = (0.5, 1.0, 2.0, 5.0, 10.0, 10.0, 10.0)
PLACING = "place"
# Of what kind a problem is of which its status says all there is to say.
BLANK = "about:blank"


class RemoteError(SiberiaError):
    """The server elsewhere refuses something, or cannot be reached."""

    def __init__(self, message: str, status: int = 0, wait: float = 0.0, kind: str = BLANK) -> None:
        super().__init__(message)
        self.status = status
        # Of which kind the problem is: where it is explained.
        self.kind = kind
        # For how many seconds it wants to be left in peace.
        self.wait = wait

    @property
    def is_passing(self) -> bool:
        """Whether it can be asked again: the server starts, or has too much to do."""
        return self.status in (429, 503)

    @property
    def is_elsewhere_now(self) -> bool:
        """Whether the table has moved on, or somebody else plays there for the bot."""
        return self.status in (403, 409, 410) and self.kind == BLANK


class Remote:
    """The API of a server."""

    def __init__(self, url: str, token: str = "") -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise RemoteError(f"{url!r} is no address: it begins with http:// or https://")
        self.url = url.rstrip("/")
        self.token = token

    def get(self, path: str) -> bytes:
        """Ask for something."""
        return self._patiently("GET", path, None)

    def post(self, path: str, **said: Any) -> Any:
        """Do something, and return what is answered."""
        answer = self._patiently("POST", path, json.dumps(said).encode())
        return json.loads(answer) if answer else None

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """Return what a stream says, object by object; it is opened again when it breaks."""
        tries = 0
        while True:
            wait = 0.0
            try:
                with self._opened("GET", path, None, SILENCE) as stream:
                    for line in stream:
                        tries = 0
                        if line.strip():
                            yield json.loads(line)
            except RemoteError as error:
                if not error.is_passing or tries == len(BETWEEN_TRIES):
                    raise
                wait = error.wait
            except (OSError, HTTPException) as error:
                if tries == len(BETWEEN_TRIES):
                    raise RemoteError(f"{self.url} cannot be reached: {error}") from None
            time.sleep(max(wait, BETWEEN_TRIES[min(tries, len(BETWEEN_TRIES) - 1)]))
            tries += 1

    def _patiently(self, method: str, path: str, body: bytes | None) -> bytes:
        """Ask, and ask again where the server is away for a moment or has too much to do.

        What is asked twice is done once: words are played for a length of the log.
        """
        for pause in BETWEEN_TRIES:
            try:
                with self._opened(method, path, body, SILENCE) as answer:
                    return bytes(answer.read())
            except RemoteError as error:
                if not error.is_passing:
                    raise
                time.sleep(max(pause, error.wait))
            except (OSError, HTTPException):
                time.sleep(pause)
        raise RemoteError(f"{self.url} cannot be reached")

    def _opened(self, method: str, path: str, body: bytes | None, patience: float) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/x-ndjson"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(  # noqa: S310 - the scheme was looked at above.
            f"{self.url}/api/v1{path}", data=body, headers=headers, method=method
        )
        try:
            return urlopen(request, timeout=patience)  # noqa: S310
        except HTTPError as error:
            raise refusal(error) from None
        except URLError as error:
            raise ConnectionError(str(error.reason)) from None


def refusal(error: HTTPError) -> RemoteError:
    """Return why a server refuses, as it says it itself."""
    kind = BLANK
    try:
        said = json.load(error)
        detail, kind = str(said["detail"]), str(said["type"])
    except (ValueError, KeyError, TypeError, OSError):
        detail = f"the server answers {error.code} {error.reason}"
    wait = error.headers.get("Retry-After", "")
    return RemoteError(detail, error.code, float(wait) if wait.isdecimal() else 0.0, kind)


def words_of(remote: Remote, table: str, bot: Bot) -> list[str]:
    """Return what a bot would play for its seat at a table: a word, or all of a placing.

    Nothing where somebody else is asked meanwhile.
    """
    knowledge = msgspec.json.decode(remote.get(f"/tables/{table}/knowledge"), type=Knowledge)
    known, seat = Known(knowledge), knowledge.seat
    if known.to_move != seat:
        return []
    words = [bot.choose(Seat(known)).word]
    while known.view(seat).phase == PLACING:
        known.play(words[-1])
        if known.to_move != seat or known.view(seat).phase != PLACING:
            break
        words.append(bot.choose(Seat(known)).word)
    return words


def answer(remote: Remote, seen: dict[str, Any], table: str, bot: Bot) -> int:
    """Play at a table what a bot decides, if it must; return for which length of the log it has."""
    if seen["seat"] not in seen["awaited"]:
        return -1
    try:
        words = words_of(remote, table, bot)
        if words:
            remote.post(f"/tables/{table}/words", seq=seen["seq"], words=words)
    except RemoteError as error:
        # By an undo or a stand-in: the stream tells how.
        if not error.is_elsewhere_now:
            raise
    return int(seen["seq"])


def play_to_the_end(remote: Remote, table: str, bot: Bot) -> dict[str, Any]:
    """Let a bot play at a table until the match is over; return how it stands then."""
    done = -1
    for seen in remote.lines(f"/tables/{table}/stream"):
        if seen["is_over"]:
            return seen
        if seen["seq"] > done:
            done = max(done, answer(remote, seen, table, bot))
    raise RemoteError("the table is not shown any more")


def play_for_ever(remote: Remote, bot: Bot) -> None:
    """Let a bot that the server offers as an opponent decide wherever it is asked."""
    done: dict[str, int] = {}
    for seen in remote.lines("/bot/stream"):
        table = seen["table"]
        if seen["seq"] > done.get(table, -1):
            done[table] = max(done.get(table, -1), answer(remote, seen, table, bot))
