"""The pages of a fixed set of tables are, byte for byte, what they were.

Whoever means to change them looks at the change, then renews the hashes: see `rendering`.
"""

import re

import pytest

from siberia.drawing.svg import sprite
from tests.support import VARIANTS
from tests.web.rendering import hashes, kept, pages

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def test_every_page_is_as_it_was_kept():
    found, expected = await hashes(), kept()
    assert [*found] == [*expected]
    assert [name for name in found if found[name] != expected[name]] == []


async def test_a_table_has_every_symbol_that_it_shows():
    there = set(re.findall('<symbol id="([^"]+)"', sprite(at_table=True)))
    tables = tuple(map(str, VARIANTS))
    shown = set()
    async for name, page in pages(every=False):
        if name.startswith(tables) and "replay" not in name:
            shown |= set(re.findall('href="#(i-[^"]+)"', page.decode()))
    assert len(shown) > 20
    assert shown <= there
