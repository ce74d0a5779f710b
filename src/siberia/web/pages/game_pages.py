"""The page of a table, of whichever game it is."""

from dataclasses import replace

from siberia.boardgame import BoardView
from siberia.boardgame.view import BoardPlayer
from siberia.cardgame.view import CardPlayer
from siberia.match.games import View
from siberia.web.i18n.languages import Language
from siberia.web.pages.board import BoardPage, board_page, laid_out_board
from siberia.web.pages.card import CardPage, card_page, laid_out_cards
from siberia.web.pages.table import Look, Viewer, viewer_of
from siberia.web.pages.watching import watched
from siberia.web.tables.table import Table
from siberia.web.tables.talk import has_listeners, may_talk


def moment_page(table: Table, view: View, look: Look, language: Language) -> CardPage | BoardPage:
    """Return a table as it stood at some moment, by what a view shows; nothing is done there."""
    viewer = Viewer("", (), view.seat, None)
    page: CardPage | BoardPage
    if isinstance(view, BoardView):
        page = laid_out_board(table, view, viewer, look, language)
    else:
        page = laid_out_cards(table, view, viewer, look, language)
    placed = frozenset(player.seat for player in view.players if has_placed(player))
    page.table = replace(page.table, awaited=(), placed=placed)
    page.is_owner, page.is_stranger = False, True
    return page


def has_placed(player: BoardPlayer | CardPlayer) -> bool:
    """Say whether a player has no counters left to place."""
    return isinstance(player, BoardPlayer) and not player.drawn_size


def table_page(
    table: Table, guest: str, look: Look, language: Language, ahead: int = 0
) -> CardPage | BoardPage:
    """Return what a guest sees of a table; `ahead` bots' decisions come before its own.

    Here a table's match is looked at for the last time: what the page holds, and all that a
    template can reach from it, is what its viewer may know.
    """
    viewer = viewer_of(table, guest, look)
    page: CardPage | BoardPage
    if table.row.game == "board":
        page = board_page(table, viewer, look, language, ahead)
    else:
        page = card_page(table, viewer, look, language, ahead)
    page.has_talk, page.has_listeners = may_talk(table, guest), has_listeners(table)
    if page.is_stranger and not page.shows_end:
        page.watches, page.proposal = True, None
        page.guide = watched(page.guide, page.table, page.view.phase, language)
    return page
