"""A store with something in every corner: what is kept of tables that were played in earnest."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from siberia import Match
from siberia.match.record import RULES_AMONG_PEOPLE
from siberia.web.tables.store import Guest, PlacingPlan, Store
from siberia.web.tables.store.backup import TABLES
from siberia.web.tables.store.reaching import Reach, Receiver
from siberia.web.tables.store.rows import Deal, Hint, PlanAhead, Proposal, ReviewRow, TokenRow
from siberia.web.tables.store.talk import Message
from siberia.web.tables.table import deal
from tests.support import play_random
from tests.web.server import NOON, guest_seats, row

# What is kept of the server, and of no table and no guest.
OF_SERVER = {"deals", "records", "offered", "heartbeat", "pauses"}
# What is kept of guests, and goes when they do.
OF_GUESTS = {"guests", "mutes", "quiet_guests", "reach", "subscriptions"}


async def fill(store: Store) -> Match:
    """Keep three tables and four guests; return the match that was played to its end.

    At "over" guests 0 and 1 have played, at "running" guests 1 and 2 do, and at "board" guest 3.
    """
    for number in range(4):
        await store.guests.add(Guest(f"guest{number}", f"Гость {number} 🐻", NOON))
    over = row("card", 2, "over", rules=RULES_AMONG_PEOPLE)
    seats = guest_seats("over", ["guest", "guest"])
    match = play_random(deal(over, [seat.name for seat in seats]))
    await store.add_table(over, seats)
    await store.append("over", 0, match.words, guest="guest0", finishes=True)
    running = row("card", 3, "running", owner="guest1", rules=RULES_AMONG_PEOPLE)
    await store.add_table(running, guest_seats("running", ["open", "guest", "guest"]))
    words = play_random(deal(running, ["A", "B", "C"])).words[:2]
    await store.append("running", 0, [*words, "undo"], guest="guest1")
    await store.seats.leave("running", "guest2")
    await store.seats.keep_proposal("running", Proposal(2, 1, "open", None, frozenset({"guest1"})))
    board = row("board", 2, "board", owner="guest3", expansion=True, exchanges="A")
    await store.add_table(board, guest_seats("board", ["easy", "easy"]))
    await store.keep_plan("board", PlacingPlan(0, 0, ("place research",) * 6))
    await store.keep_ahead("running", PlanAhead(1, 0, 3, ("flip 4",)))
    await store.clocks.beat(NOON, timedelta(0))
    await store.clocks.beat(NOON + timedelta(minutes=5), timedelta(0))
    await store.keep_hint("over", Hint(1, 2, NOON, ("flip 4",), 0.5))
    await store.programs.add_token(
        TokenRow("f1" * 32, "guest0", "over", 1, "Bot", NOON, NOON.date())
    )
    for number, guest in enumerate(("guest0", "guest1", "guest0")):
        said = Message("over", "players", 0, guest, "Гость 🐻", number % 2, None, "Ура!", NOON)
        await store.talk.add(said)
    aside = Message("over", "watchers", 0, "guest1", "Гость 1 🐻", None, "thanks", None, NOON)
    await store.talk.report(await store.talk.add(aside), "guest0", NOON)
    await store.talk.mute("guest0", "guest1", is_muted=True)
    await store.talk.set_quiet("guest1", is_quiet=True)
    await store.ladder.show("guest2", shown=True)
    await store.reaching.keep_reach(
        "guest1", Reach("https://chat.example", True, "Asia/Omsk", "de")
    )
    browser = ("https://push.example/1", "p256dh", "auth", "signer", "Firefox, Linux", "fr")
    await store.reaching.subscribe(Receiver("id", "guest2", *browser), NOON)
    await store.reaching.tell_once("running", "guest1", "turn", 1)
    await store.days.add_deals([Deal(NOON.date(), "card", "5e" * 16, "5a" * 16, NOON)])
    await store.records.keep("k" * 20, match.record(), NOON)
    await store.programs.note_offered("Robot", NOON)
    await store.reviews.keep(ReviewRow("/t/over", 1, "ab" * 32, "7", '{"shares": [[0.5, 0.5]]}'))
    return match


async def all_rows(store: Store, tables: Sequence[str] = TABLES) -> dict[str, list[Any]]:
    """All that is kept, table by table, whatever the database."""
    found = {}
    async with store.database.snapshot() as read:
        for name in tables:
            rows = [sorted(row.items()) async for row in read(f"SELECT * FROM {name}")]
            found[name] = sorted(rows, key=repr)
    return found


async def age(store: Store, table: str, when: datetime) -> None:
    """Let the words of a table be as old as this."""
    async with store.database.transaction() as run:
        text = when.astimezone(UTC).isoformat(timespec="microseconds")
        await run("UPDATE entries SET at = $2 WHERE table_id = $1", table, text)
