"""What the tests of several commands need."""

import pytest

from siberia import Match
from siberia.web.http.settings import DATABASE_FILE
from tests.support import play_random
from tests.web.databases import KINDS, new_database


@pytest.fixture
def record(tmp_path):
    """A file with the record of a match."""
    file = tmp_path / "match.txt"
    file.write_text(play_random(Match.new("card", seats=3, seed=2)).record(), encoding="utf-8")
    return file


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    """Nothing in the environment says where tables are."""
    for name in ("SIBERIA_DATA", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=KINDS)
async def place(request, tmp_path):
    """Where tables are: a file's path or a URL."""
    async with new_database(request.param, tmp_path) as url:
        yield url if "://" in url else str(tmp_path / DATABASE_FILE)


@pytest.fixture
def options(place, tmp_path):
    return ("--database-url", place) if "://" in place else ("--data", tmp_path)
