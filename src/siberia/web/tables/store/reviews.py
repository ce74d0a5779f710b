"""What was found in finished matches, by the address of each."""

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.rows import ReviewRow


class KeptReviews:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, address: str) -> ReviewRow | None:
        """Return what was found in the match at an address."""
        for row in await self._database.read(sql.REVIEW, address):
            return ReviewRow(*row)
        return None

    async def keep(self, row: ReviewRow) -> None:
        """Keep what was found in a match instead of what was before."""
        values = (row.address, row.version, row.evaluator, row.seed, row.review)
        await self._database.write((sql.KEEP_REVIEW, values))

    async def of(self, guest: str) -> dict[str, tuple[int, str, str]]:
        """Return by address by what each review of a guest's matches was made."""
        rows = await self._database.read(sql.REVIEWED_OF, guest)
        return {address: (version, evaluator, seed) for address, version, evaluator, seed in rows}
