"""Where the server listens, where it keeps things, and under which address people reach it."""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from siberia.engine.errors import SiberiaError

KEY_FILE = "secret.key"
# Where keys can be given instead, and how long they must be.
KEY_VARIABLE = "SIBERIA_KEY"
SHORTEST_KEY = 32
DATABASE_FILE = "siberia.db"
# What a database elsewhere is called by; anything else would be taken for the name of a file.
DATABASE_SCHEMES = ("postgresql://", "postgres://")


class SettingsError(SiberiaError):
    """The server cannot start with these settings."""


@dataclass(frozen=True)
class Settings:
    """What can be set from outside; `siberia serve --help` explains each."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str | None = None
    public_url: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    # The addresses of proxies that are believed when they say for whom they ask.
    trusted_proxies: tuple[str, ...] = ()
    # The hosts that people's notifications may go to though they are not public, by http, too.
    receivers: tuple[str, ...] = ()
    # Many systems let a program have 1024 files open, and the store needs some of them.
    connections: int = 800
    # How many processes serve.
    workers: int = 1
    # The file with the bots from elsewhere that are offered as opponents.
    bots: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what means nothing; it is not quoted, since there may be a password in it."""
        if self.database_url is not None and not self.database_url.startswith(DATABASE_SCHEMES):
            raise SettingsError(
                "--database-url (DATABASE_URL) must begin with postgresql:// or postgres://;"
                " without it tables are kept in a file of SQLite, in the folder that --data names"
            )
        if self.public_url and not is_address(self.public_url):
            raise SettingsError(
                "--url (SIBERIA_URL) must be how people reach the server, such as"
                f" https://play.example, and not {self.public_url!r}"
            )
        for proxy in self.trusted_proxies:
            # uvicorn would take anything else for the name of a socket, and believe nobody.
            if self.trusted_proxies != ("*",) and not is_network(proxy):
                raise SettingsError(
                    "--trusted-proxy (SIBERIA_TRUSTED_PROXY) must be an address or a network, such"
                    f" as 127.0.0.1 or 172.16.0.0/12, and not {proxy!r}"
                )

    @property
    def url(self) -> str:
        """The address that links are made of."""
        return (self.public_url or self.local_url).rstrip("/")

    @property
    def local_url(self) -> str:
        """The address on this machine, even if the server listens on all addresses."""
        everywhere = ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
        host = "localhost" if self.host in everywhere else self.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}"

    @property
    def names(self) -> frozenset[str]:
        """The names people may call this server by."""
        addresses = (self.url, self.local_url, *self.allowed_hosts)
        hosts = (host_name(address.rpartition("://")[2]) for address in addresses)
        return frozenset({"localhost", *hosts} - {""})

    @property
    def database(self) -> str:
        """Where tables are kept: PostgreSQL by its address, or a file in the data folder."""
        return self.database_url or str(self.data / DATABASE_FILE)

    @property
    def is_https(self) -> bool:
        """Whether cookies may be kept to encrypted connections."""
        return self.url.lower().startswith("https:")


def is_address(url: str) -> bool:
    """Say whether links can be made of a URL."""
    try:
        parts = urlsplit(url)
        # A port that is none is noticed only when one asks for it.
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_network(text: str) -> bool:
    """Say whether this is the address of a machine, or of a network."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


# Whoever asks names the same one again and again.
@lru_cache(maxsize=1000)
def host_name(place: str) -> str:
    """Return the name or number in `name:port`; "" if there is none."""
    try:
        return urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


def prepare_folder(folder: Path) -> None:
    """Make the data folder, or say why that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        problem = f"the data folder {folder} cannot be used: {error.strerror}"
        raise SettingsError(f"{problem}; give another with --data FOLDER") from None


def sync_folder(folder: Path) -> None:
    """Have on the disk which files are in a folder, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_key(file: Path) -> None:
    """Make a key; of two servers that start at once the first one's stays, and is whole."""
    draft = file.with_name(f".{secrets.token_hex(8)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(secrets.token_hex(32))
            # Who was given a link must be known again also if the machine loses its power now.
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
        sync_folder(file.parent)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}") from None


def secret_keys(folder: Path) -> tuple[str, ...]:
    """Return the keys that cookies and links are signed with, the one in use first.

    They come from the environment, with spaces between, or else there is one in the data folder.
    """
    keys = tuple(os.environ.get(KEY_VARIABLE, "").split())
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise SettingsError(f"a key in {KEY_VARIABLE} has {SHORTEST_KEY} characters or more")
    return keys or (secret_key(folder),)


def secret_key(folder: Path) -> str:
    """Return the key that cookies and links are signed with; made at the first start, mode 0600."""
    file = folder / KEY_FILE
    if not file.exists():
        make_key(file)
    try:
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}") from None
    if len(key) < SHORTEST_KEY:
        raise SettingsError(f"{file} holds no key; remove it, and a new one is made")
    return key
