"""Starting the server: its key, why it cannot start, and what it says."""

import errno
import os
import re
import socket
import stat
import subprocess

import pytest

from siberia.web.http.settings import (
    KEY_FILE,
    Settings,
    SettingsError,
    make_key,
    prepare_folder,
    secret_key,
)
from tests.web.server import Browser, Process, clean_environment, free_port, program


@pytest.fixture
def anyio_backend():
    return "asyncio"


def test_the_key_is_made_once_and_nobody_else_reads_it(tmp_path):
    prepare_folder(tmp_path / "new" / "folder")
    folder = tmp_path / "new" / "folder"
    key = secret_key(folder)
    assert len(key) == 64
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert secret_key(folder) == key
    (folder / KEY_FILE).write_text("short")
    with pytest.raises(SettingsError, match="holds no key"):
        secret_key(folder)
    (folder / KEY_FILE).write_bytes(b"\xff" * 64)
    with pytest.raises(SettingsError, match="cannot be read"):
        secret_key(folder)


def test_a_key_is_on_the_disk_with_its_name_and_the_first_one_stays(tmp_path, monkeypatch):
    synced, sync = [], os.fsync

    def note(handle: int) -> None:
        # What is not handed over to the system is not on the disk either.
        found = os.fstat(handle)
        synced.append((found.st_ino, found.st_size if stat.S_ISREG(found.st_mode) else None))
        sync(handle)

    monkeypatch.setattr(os, "fsync", note)
    file = tmp_path / KEY_FILE
    make_key(file)
    key = file.read_text()
    assert synced == [(file.stat().st_ino, 64), (tmp_path.stat().st_ino, None)]
    make_key(file)
    assert file.read_text() == key
    assert list(tmp_path.iterdir()) == [file]


def refused_start(*options: str) -> str:
    """Start a server that cannot; return the one line it says."""
    done = subprocess.run(
        program("serve", *options), capture_output=True, env=clean_environment(), timeout=60
    )
    assert done.returncode == 1
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("siberia: ")
    return line


def test_a_server_says_in_one_line_why_it_cannot_start(tmp_path):
    (tmp_path / "file").write_text("")
    line = refused_start("--data", str(tmp_path / "file"), "--port", str(free_port()))
    assert "the data folder" in line
    assert "--data" in line
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = refused_start("--data", str(tmp_path), "--port", port)
    problem = f"cannot listen on 127.0.0.1 port {port}: {os.strerror(errno.EADDRINUSE)};"
    assert line == f"siberia: {problem} give another with --port"
    secret = "postgresql://ada:hunter2@127.0.0.1:1/none"
    line = refused_start("--data", str(tmp_path), "--port", port, "--database-url", secret)
    assert "cannot be reached" in line
    assert "hunter2" not in line


@pytest.mark.parametrize(
    "url",
    ["", "tables.db", "/data/tables.db", "sqlite:///tables.db", "postgresq://ada:hunter2@x/y"],
)
def test_a_database_elsewhere_is_postgresql_and_nothing_else(url, tmp_path):
    with pytest.raises(
        SettingsError, match="must begin with postgresql:// or postgres://"
    ) as error:
        Settings(data=tmp_path, database_url=url, workers=2)
    assert "hunter2" not in str(error.value)
    for known in ("postgresql://x/y", "postgres://x/y"):
        assert Settings(data=tmp_path, database_url=known).database == known


@pytest.mark.parametrize(
    "url",
    ["nonsense", "play.example/", "ftp://play.example", "https://", "https://x:port", "https://[x"],
)
def test_links_are_made_of_a_whole_address(url, tmp_path):
    with pytest.raises(SettingsError, match=r"--url .* such as https://play.example, and not"):
        Settings(data=tmp_path, public_url=url)
    for known in ("https://play.example", "http://[::1]:8000/", "HTTPS://play.example:8443"):
        assert Settings(data=tmp_path, public_url=known).url == known.rstrip("/")


@pytest.mark.parametrize("proxy", ["nonsense", "localhost", "10.0.0.1/8", "", "127.0.0.1:80"])
def test_a_proxy_is_named_by_its_address(proxy, tmp_path):
    with pytest.raises(SettingsError, match=r"--trusted-proxy .* an address or a network"):
        Settings(data=tmp_path, trusted_proxies=("127.0.0.1", proxy))
    for known in (("127.0.0.1", "fd00::1"), ("172.16.0.0/12",), ("*",)):
        assert Settings(data=tmp_path, trusted_proxies=known).trusted_proxies == known


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_folder_that_may_not_be_written_to_is_told(tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(SettingsError, match="cannot be used"):
        prepare_folder(tmp_path / "closed" / "data")


@pytest.mark.anyio
async def test_what_the_server_says_holds_no_secret(tmp_path):
    server = Process(tmp_path)
    try:
        server.start()
        browser, friend = Browser(server), Browser(server)
        opened = await browser.post("/tables", game="card", seat1="link", seat2="easy")
        table_id = opened.url.path.removeprefix("/t/")
        seat_token = re.search(r"/join#([\w.-]+)", opened.text)
        own_token = re.search(r"/carry#([\w.-]+)", (await browser.get("/me")).text)
        assert seat_token
        assert own_token
        await friend.post("/join/look", token=seat_token[1])
        joined = await friend.post("/join", token=seat_token[1], name="Bo")
        assert joined.text == f"/t/{table_id}"
        await friend.post("/carry", token=own_token[1])
        await friend.post(f"/t/{table_id}/play", seq=0, words="flip 2, gas")
        await friend.get(f"/t/{table_id}/nothing?token={seat_token[1]}")
        cookies = [c.value or "" for b in (browser, friend) for c in b.http.cookies.jar]
    finally:
        server.kill()
    said = server.said.read_text()
    assert server.url.rpartition(":")[2] in said
    key = (tmp_path / KEY_FILE).read_text()
    for secret in (seat_token[1], own_token[1], key, *cookies):
        assert len(secret) > 10
        assert secret not in said
    assert "Traceback" not in said
