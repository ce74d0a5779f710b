"""What stays in memory: matches that go on, and those that somebody has open."""

import pytest

from siberia.match import Match
from tests.support import play_random
from tests.web.server import open_table, row, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def test_a_match_that_is_over_stays_only_while_somebody_has_it_open(tmp_path):
    async with running(tmp_path) as made:
        services = made.state.services
        over, going = row("card", 2, "over"), row("card", 2, "going")
        for one in (over, going):
            await open_table(made, one, ["guest", "guest"])
        match = Match.new("card", seats=2, seed=int(over.seed, 16), start=over.start)
        words = play_random(match, 2, 10_000).words
        await services.store.append("over", 0, words)
        assert (await services.tables.get("over")).match.is_over
        with services.changes.subscribe("guest0", frozenset({"over"})):
            services.tables.put_away_finished()
            assert services.tables.held == 2
        services.tables.put_away_finished()
        assert services.tables.held == 1
        # It is folded again for whoever looks.
        assert (await services.tables.get("over")).match.is_over
