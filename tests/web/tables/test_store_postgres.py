"""The store in PostgreSQL: what can be wrong with the server and with its URL."""

import asyncio
import traceback
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import cast
from urllib.parse import parse_qs, urlsplit

import asyncpg  # type: ignore[import-untyped]
import pytest

from siberia.web.tables.store import Guest, StoreError, open_store, postgres, postgres_session
from siberia.web.tables.store.postgres import address
from siberia.web.tables.store.postgres_session import CHANNEL, Session
from tests.web import databases
from tests.web.databases import new_database

pytestmark = pytest.mark.anyio

ANNA = Guest("anna", "Anna", datetime(2025, 1, 31, 12, tzinfo=UTC))


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def url(tmp_path):
    async with new_database("postgres", tmp_path) as url:
        yield url


@pytest.fixture
async def store(url):
    store = await open_store(url)
    await store.guests.add(ANNA)
    yield store
    await store.close()


@asynccontextmanager
async def admin(url):
    """A connection past the store."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def visitor(url):
    """The URL for another user, who is nobody in particular."""
    async with admin(url) as connection:
        await connection.execute("CREATE ROLE visitor LOGIN")
        yield url.replace("//postgres:@", "//visitor:@")
        await connection.execute("DROP ROLE visitor")


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("postgresql://me:secret@db.example:5432/tables", " db.example:5432/tables"),
        ("postgres://me:secret@db.example", " db.example"),
        ("postgresql://one:1,two:2/tables?password=secret", " one:1,two:2/tables"),
        ("postgresql://me:secret@[::1]:5432/tables", " [::1]:5432/tables"),
        ("postgresql:///tables?host=/run/x&password=sec@ret", ""),
        ("postgresql://me:sec@ret@host/tables", ""),
        ("postgresql://me:sec/ret@host/tables", ""),
        ("postgresql://me:sec?ret@host/tables", ""),
        ("postgresql://me:sec#ret@host/tables", ""),
        ("postgresql://me:secret/tables", ""),
        ("postgresql://me:secret", ""),
    ],
)
async def test_no_part_of_a_password_is_shown(url, place):
    assert address(url) == f"The PostgreSQL database{place}"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://me:secret@127.0.0.1:1/tables", "127.0.0.1:1/tables cannot be reached: no"),
        ("postgresql://me:secret@127.0.0.1:x/tables", "its URL is not well formed"),
        ("postgresql://me:secret@127.0.0.1:1/tables?sslmode=secret", "is not well formed"),
        ("postgresql:///tables?host=/nowhere&password=secret", "no server answers there"),
    ],
)
async def test_a_server_that_cannot_be_reached(url, sentence):
    with pytest.raises(StoreError, match=sentence) as caught:
        await open_store(url)
    assert "secret" not in "".join(traceback.format_exception(caught.value))


async def test_a_database_or_a_user_that_the_server_does_not_have(url):
    other = url.replace("/test_", "/no_test_")
    with pytest.raises(StoreError, match="the server has no database of this name"):
        await open_store(other)
    other = url.replace("//postgres:@", "//stranger:secret@")
    with pytest.raises(StoreError, match="refuses this user or password") as caught:
        await open_store(other)
    assert "secret" not in str(caught.value)
    with pytest.raises(StoreError, match="the server does not accept the connection"):
        await open_store(url + "&no_such_setting=1")


async def test_a_server_with_no_room_for_another_connection(url):
    async with admin(url) as connection, visitor(url) as other:
        name = await connection.fetchval("SELECT current_database()")
        await connection.execute(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
        with pytest.raises(StoreError, match="takes no further connections"):
            await open_store(other)


async def test_a_user_who_may_not_make_tables(url):
    async with visitor(url) as other:
        with pytest.raises(StoreError, match="refuses: permission denied for schema public"):
            await open_store(other)


async def test_a_connection_that_breaks_is_told_and_made_anew(url, store):
    end_all = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()"""

    async def broken():
        async with admin(url) as connection, store.database.transaction() as run:
            await run("UPDATE guests SET name = $1", "Lost")
            await connection.execute(end_all)
            await run("UPDATE guests SET name = $1", "Lost too")

    with pytest.raises(StoreError, match="does not answer any more"):
        await broken()
    assert await store.guests.get("anna") == ANNA


async def test_an_answer_that_never_comes_is_not_waited_for(url, store, monkeypatch):
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    hasty = await open_store(url)
    async with store.database.transaction() as run:
        await run("SELECT name FROM guests FOR UPDATE")
        with pytest.raises(StoreError, match="does not answer any more"):
            await hasty.guests.rename("anna", "Late")
    await hasty.guests.rename("anna", "In time")
    assert (await store.guests.get("anna")).name == "In time"
    await hasty.close()


@asynccontextmanager
async def line(url):
    """The URL by another way, and what holds up each connection on it: cleared, nothing passes."""
    parts, flows = urlsplit(url), []
    tasks: set[asyncio.Task[None]] = set()
    socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"

    async def pass_on(reader, writer, flow):
        while said := await reader.read(65536):
            await flow.wait()
            writer.write(said)
        writer.close()

    async def meet(reader, writer):
        tasks.add(cast("asyncio.Task[None]", asyncio.current_task()))
        flow = asyncio.Event()
        flow.set()
        flows.append(flow)
        there, back = await asyncio.open_unix_connection(socket)
        try:
            await asyncio.gather(pass_on(reader, back, flow), pass_on(there, writer, flow))
        except asyncio.CancelledError:
            writer.transport.abort()
            back.transport.abort()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"postgresql://postgres:@127.0.0.1:{port}{parts.path}", flows
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_line_that_dies_without_a_word_is_made_anew(url, monkeypatch):
    monkeypatch.setattr(postgres_session, "BEFORE_TRYING_AGAIN", 0.05)
    monkeypatch.setattr(postgres_session, "ASKED_EVERY", 0.1)
    heard: asyncio.Queue[str] = asyncio.Queue()
    missed = asyncio.Event()
    async with line(url) as (by_line, flows):
        session = Session(by_line, patience=2)
        await session.listen(heard.put_nowait, missed.set)
        assert await session.lease("bots")
        for flow in flows:
            flow.clear()
        # Nobody asks it for anything: it only listens.
        await asyncio.wait_for(missed.wait(), 30)
        async with admin(url) as connection:
            await connection.execute("SELECT pg_notify($1, 'word')", CHANNEL)
        assert await asyncio.wait_for(heard.get(), 30) == "word"
        assert await session.lease("hints")
        await session.close()


async def test_who_stops_does_not_wait_for_a_server_that_says_nothing(url):
    async with line(url) as (by_line, flows):
        store = await open_store(by_line)
        await store.database.listen(lambda _message: None, lambda: None)
        for flow in flows:
            flow.clear()
        asking = asyncio.create_task(store.guests.get("anna"))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(store.close(), 5)
        with pytest.raises(StoreError):
            await asking


async def test_a_full_disk_is_told(url, store):
    """The server says what it would say; a trigger lets it do so with room on the disk."""
    async with admin(url) as connection:
        await connection.execute("""
            CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER no_room BEFORE UPDATE ON guests EXECUTE FUNCTION fill();
        """)
    with pytest.raises(StoreError, match="The disk is full"):
        await store.guests.rename("anna", "Anne")
    assert await store.guests.get("anna") == ANNA


async def test_what_is_in_a_row_is_not_told(url, store):
    with pytest.raises(StoreError, match="refuses: ") as caught:
        async with store.database.transaction() as run:
            await run("INSERT INTO guests (id, created) VALUES ('secret', '')")
    assert "secret" not in str(caught.value)


async def test_without_a_server_tests_are_skipped_but_not_where_all_must_run(monkeypatch):
    def missing():
        raise FileNotFoundError("no server")

    monkeypatch.setattr(databases, "_server", missing)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no PostgreSQL can be started here"):
        databases.postgres_server()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(FileNotFoundError):
        databases.postgres_server()
