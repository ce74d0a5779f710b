"""The page of a table, of whichever game it is."""

from siberia.web.i18n.languages import Language
from siberia.web.pages.board import BoardPage, board_page
from siberia.web.pages.card import CardPage, card_page
from siberia.web.pages.table import Look, viewer_of
from siberia.web.tables.table import Table


def table_page(
    table: Table, guest: str, look: Look, language: Language, ahead: int = 0
) -> CardPage | BoardPage:
    """Return what a guest sees of a table; `ahead` bots' decisions come before its own.

    Here a table's match is looked at for the last time: what the page holds, and all that a
    template can reach from it, is what its viewer may know.
    """
    viewer = viewer_of(table, guest, look)
    if table.row.game == "board":
        return board_page(table, viewer, look, language, ahead)
    return card_page(table, viewer, look, language, ahead)
