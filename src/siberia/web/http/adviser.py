"""Asking the adviser: where that may be done, for pages and programs alike."""

from siberia.web.http.services import Services
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.table import Table


def ask_adviser(services: Services, table: Table, seat: int, *, again: bool = False) -> None:
    """Ask the adviser for a seat, unless it has been asked or, with `again`, is being asked.

    The answer comes when it is found.
    """
    if seat not in table.awaited:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if table.why_no_hints is not None:
        raise Refused(table.why_no_hints)
    if services.bots.is_overloaded:
        raise Refused(Refusal.BUSY)
    if seat in table.thinking or (seat in table.hints and not again):
        return
    services.bots.advise(table, seat)
