"""Tokens as a page lists them: what they are called, and never themselves."""

from dataclasses import dataclass
from datetime import date

from siberia.web.tables.store.rows import TokenRow


@dataclass(frozen=True)
class ListedToken:
    """A token in the list of its guest; `used` is the day it was last used."""

    id: str
    name: str
    is_for_seat: bool
    used: date | None


def listed(row: TokenRow) -> ListedToken:
    """Return a token as it is listed."""
    return ListedToken(row.id, row.name, row.table is not None, row.used)
