"""The log, told in pieces that are kept: it is always what telling it all anew would say."""

import random

import pytest

from siberia.web.i18n.languages import language
from siberia.web.pages import log
from siberia.web.pages.log import MOST_PIECES, PIECE, drawn_piece, lines, log_end
from siberia.web.tables.store.rows import Seating
from siberia.web.tables.table import Table
from tests.support import play_random
from tests.web.server import entries, guest_seats, row

ENGLISH = language("en")


def told_anew(table: Table) -> list[str]:
    """Return the pieces of the end of a table's log, newest first, none of them kept."""
    last = len(table.fold.steps)
    first = max(0, (last // PIECE - MOST_PIECES + 1) * PIECE)
    pieces: dict[int, list[tuple[int, log.Line]]] = {}
    for number, line in log.backwards(table, ENGLISH, last, first):
        pieces.setdefault(number // PIECE, []).append((number, line))
    return [drawn_piece(ENGLISH, number, group) for number, group in pieces.items()]


@pytest.mark.parametrize("game", ["card", "board"])
def test_kept_pieces_say_what_telling_all_anew_says(game):
    """Words are played and taken back, and people come and go, also between the two."""
    table = Table(row(game, 2), guest_seats("t1", ["guest"] * 2))
    chooser = random.Random(game)
    words = play_random(table.match.copy(), 5, busy=True).words[: PIECE * (MOST_PIECES + 4)]
    assert len(words) > PIECE * 4
    while table.match.ply < len(words):
        if chooser.random() < 0.05:
            change = Seating(table.match.ply, 1, "guest", "bot", "hard", f"Bo {table.seq}")
            table.seatings.append(change)
        if chooser.random() < 0.3 and table.match.can_undo():
            table.fold.undo()
        else:
            word = words[table.match.ply]
            [entry] = entries([word])
            table.take_in([entry])
        end = log_end(table, ENGLISH)
        assert list(end.pieces) == told_anew(table)
        assert end.newest == lines(table, ENGLISH, 0)[-1].text.striptags()
    assert table.seatings
