"""A server for all tests of a module; a module that needs another makes its own."""

import pytest

from tests.web.server import running


@pytest.fixture(scope="module")
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("data")) as made:
        yield made
