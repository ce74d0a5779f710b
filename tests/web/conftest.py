"""A server for all tests of a module; a module that needs another makes its own."""

import pytest

from siberia.web.tables import service
from tests.web.server import running


@pytest.fixture(autouse=True)
def _nothing_is_trusted(monkeypatch):
    """Tests write to a store behind a server's back, and look at once; see `test_trust.py`."""
    monkeypatch.setattr(service, "TRUSTED", 0.0)


@pytest.fixture(scope="module")
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("data")) as made:
        yield made
