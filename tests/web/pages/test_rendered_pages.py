"""The pages of a fixed set of tables are, byte for byte, what they were.

Whoever means to change them looks at the change, then renews the hashes: see `rendering`.
"""

import pytest

from tests.web.rendering import hashes, kept

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def test_every_page_is_as_it_was_kept():
    found, expected = await hashes(), kept()
    assert [*found] == [*expected]
    assert [name for name in found if found[name] != expected[name]] == []
