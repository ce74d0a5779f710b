"""Bots from elsewhere that whoever runs the server offers as opponents: which, and how they are
named.

One sits on a seat like the computer does, at the level `@NAME`. While it does not answer, `medium`
plays for it, and its level is `@NAME~`: so the log tells when that began, and when it was back.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Protocol

import msgspec

from siberia.engine.errors import SetupError
from siberia.match.games import GAMES
from siberia.web.tables.table import Table

MARK = "@"
AWAY = "~"
# Who plays for one that does not answer.
STAND_IN_LEVEL = "medium"
# Without spaces: among the processes of a server such names stand between them.
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,17}$"
HASH = r"^[0-9a-f]{64}$"


class OfferedBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is offered: it is asked by a webhook, or comes itself with a token."""

    name: Annotated[str, msgspec.Meta(pattern=NAME)]
    games: tuple[str, ...] = tuple(GAMES)
    # Where it is asked, and what such questions are signed with.
    webhook: Annotated[str, msgspec.Meta(pattern=r"^https?://")] = ""
    secret: Annotated[str, msgspec.Meta(max_length=400)] = ""
    # The SHA-256 of the token that it comes with.
    token: str = ""
    # At so many tables at once it can play, and so many seconds it has for a decision.
    tables: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 20
    seconds: Annotated[float, msgspec.Meta(gt=0, le=300)] = 10.0

    @property
    def level(self) -> str:
        """What is kept of a seat where it sits."""
        return f"{MARK}{self.name}"


class BotsFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file in which they stand."""

    bot: tuple[OfferedBot, ...] = ()


def read_bots(file: Path) -> tuple[OfferedBot, ...]:
    """Return the bots of a file, or say what is wrong with it."""
    try:
        bots = msgspec.toml.decode(file.read_bytes(), type=BotsFile).bot
    except OSError as error:
        raise SetupError(f"{file} cannot be read: {error.strerror}", about="bots") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"{file}: {error}", about="bots") from None
    for bot in bots:
        if why := misfit(bot):
            raise SetupError(f"{file}: {bot.name} {why}", about="bots")
    if len({bot.name.casefold() for bot in bots}) < len(bots):
        raise SetupError(f"{file}: two bots have the same name", about="bots")
    return bots


def misfit(bot: OfferedBot) -> str:
    """Say what does not fit together in what is said of a bot."""
    if bool(bot.webhook) == bool(bot.token):
        return "needs either a webhook or the hash of a token"
    if bot.webhook and len(bot.secret) < 16:
        return "needs a secret of 16 characters or more, by which its webhook knows the server"
    if bot.token and (len(bot.token) != 64 or set(bot.token) - set("0123456789abcdef")):
        return "needs the SHA-256 of its token: 64 hexadecimal digits"
    if unknown := [game for game in bot.games if game not in GAMES]:
        return f"plays {unknown[0]!r}, which is no game here"
    return ""


def is_offered(level: str | None) -> bool:
    """Whether a seat's level is that of a bot from elsewhere."""
    return bool(level) and str(level).startswith(MARK)


def name_of(level: str) -> str:
    """Return what a bot from elsewhere is called, by its level."""
    return level.removeprefix(MARK).removesuffix(AWAY)


class Elsewhere(Protocol):
    """Whoever asks bots from elsewhere."""

    def is_here(self, level: str) -> bool:
        """Whether a bot can be asked just now."""
        ...

    async def words(self, table: Table, seat: int, level: str) -> Sequence[str] | None:
        """Return what a bot plays; nothing if it has done so itself, None if it does not answer."""
        ...
