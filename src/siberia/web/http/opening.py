"""Opening the store when a process starts, also while no database answers."""

import asyncio
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process

from siberia.web.tables.store import Store, open_store
from siberia.web.tables.store.errors import Unreachable

log = logging.getLogger("siberia")

# How many seconds to leave a database in peace that does not answer.
BEFORE_TRYING_AGAIN = 1.0
STOPPING = (signal.SIGINT, signal.SIGTERM)


async def open_patiently(database: str) -> Store:
    """Open the store; one process of several waits for it.

    Who starts a server hears at once that there is no database. But a process that is started in
    place of one that died must not fail: with it the others would stop, who may serve again soon.
    """
    if parent_process() is None:
        return await open_store(database)
    is_told = False
    with stopped_at_once():
        while True:
            try:
                store = await open_store(database)
            except Unreachable as error:
                if not is_told:
                    log.error("store: %s Trying again.", error)
                is_told = True
                await asyncio.sleep(BEFORE_TRYING_AGAIN)
                continue
            if is_told:
                log.warning("store: the database is there again")
            return store


@contextmanager
def stopped_at_once() -> Iterator[None]:
    """Let a signal end this process, which holds nothing yet; uvicorn heeds none so early."""
    before = {one: signal.signal(one, lambda *_: os._exit(0)) for one in STOPPING}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
