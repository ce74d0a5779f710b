"""Every statement of SQL that the store makes, written once for both databases.

What changes a row only under a condition answers, by RETURNING, whether it did.
"""
# ruff: noqa: S608 - what is put together here is only the names of columns and of values.

from functools import cache

TABLE_COLUMNS = """id, name, game, edition, expansion, sides, seats, start, seed, salt, owner,
    speed, created, finished, rematch, rules, components, origin, changes, day, counts,
    watching, talk, pace, hints, language"""
SEAT_COLUMNS = "table_id, number, kind, guest, level, name, claim, anyone, invited"

ADD_GUEST = "INSERT INTO guests (id, name, created) VALUES ($1, $2, $3)"
ADD_GUEST_ONCE = f"{ADD_GUEST} ON CONFLICT (id) DO NOTHING"
GUEST = "SELECT id, name, created, signed_out, links_used, on_ladder FROM guests WHERE id = $1"
USE_LINK = """UPDATE guests SET links_used = links_used + 1
    WHERE id = $1 AND links_used = $2 RETURNING id"""
SIGN_OUT = """UPDATE guests SET signed_out = signed_out + 1, links_used = links_used + 1
    WHERE id = $1 RETURNING signed_out"""
HAS_NOTHING = """NOT EXISTS (SELECT 1 FROM tables WHERE owner = guests.id)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM messages WHERE guest = guests.id)"""
REMOVE_UNUSED = f"DELETE FROM guests WHERE created < $1 AND {HAS_NOTHING} RETURNING id"
REMOVE_IF_UNUSED = f"DELETE FROM guests WHERE id = $1 AND {HAS_NOTHING} RETURNING id"
RENAME_GUEST = "UPDATE guests SET name = $2 WHERE id = $1"
REMOVE_GUEST = "DELETE FROM guests WHERE id = $1"

ADD_TABLE = f"""INSERT INTO tables ({TABLE_COLUMNS})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)"""
TABLE_BY_ID = f"SELECT {TABLE_COLUMNS} FROM tables WHERE id = $1"
# Where a guest sits, or keeps a seat, or is the host; and whether they have left the table.
IS_THEIRS = "(owner = $1 OR id IN (SELECT table_id FROM seats WHERE guest = $1))"
HAS_LEFT = "id IN (SELECT table_id FROM departures WHERE guest = $1)"
TABLES_OF = f"""SELECT {TABLE_COLUMNS} FROM tables WHERE {IS_THEIRS} AND NOT {HAS_LEFT}
    ORDER BY finished IS NOT NULL, created DESC, id"""
# In the order in which they are locked.
ALL_TABLES_OF = f"SELECT id FROM tables WHERE {IS_THEIRS} ORDER BY id"
# What a guest has played to its end: where they sat themselves, also at tables they left later.
PLAYED_BY = """finished IS NOT NULL
    AND id IN (SELECT table_id FROM seats WHERE guest = $1 AND kind = 'guest')"""
# The tries that count: of a day, and of a guest from one day to another.
TRIES_AT = "counts AND day = $1"
TRIES_OF = "counts AND owner = $1 AND day BETWEEN $2 AND $3"
# The days whose deal a guest has played in time: times are text, and begin with their day.
DAYS_PLAYED = """SELECT DISTINCT day FROM tables WHERE counts AND owner = $1
    AND finished IS NOT NULL AND SUBSTR(finished, 1, 10) <= day ORDER BY day"""
# What may count for the ladder, as far as its row says so; and what was over at some time or later.
FOR_LADDER = "finished IS NOT NULL AND NOT hints AND origin IS NULL AND day IS NULL"
FOR_LADDER_SINCE = f"{FOR_LADDER} AND finished >= $1"
# By what it is seen that any of it has changed: how many tables and the last one's end, how many
# people there are not known any more, and how many reviews there are.
LADDER_MARK = f"""SELECT COUNT(*), COALESCE(MAX(finished), ''),
    (SELECT COUNT(*) FROM seats WHERE kind = 'guest' AND guest IS NULL),
    (SELECT COUNT(*) FROM reviews) FROM tables WHERE {FOR_LADDER}"""
# Where a seat changed hands when words had been played.
CHANGED_HANDS_SINCE = f"""SELECT DISTINCT table_id FROM seatings WHERE words > 0
    AND table_id IN (SELECT id FROM tables WHERE {FOR_LADDER_SINCE})"""
REVIEWED_FOR_LADDER = f"""SELECT address, version, evaluator, seed FROM reviews
    WHERE address IN (SELECT '/t/' || id FROM tables WHERE {FOR_LADDER})"""
ON_LADDER = "SELECT id, name FROM guests WHERE on_ladder"
SHOW_ON_LADDER = "UPDATE guests SET on_ladder = $2 WHERE id = $1 RETURNING id"
COUNT_UNFINISHED = f"""SELECT COUNT(*) FROM tables
    WHERE owner = $1 AND finished IS NULL AND NOT {HAS_LEFT}"""
# What was opened or played at since some time, the newest first.
ACTIVE = """SELECT id FROM tables WHERE finished IS NULL AND (created > $1
    OR EXISTS (SELECT 1 FROM entries WHERE table_id = id AND at > $1)) ORDER BY created DESC, id"""
SET_SPEED = "UPDATE tables SET speed = $2, changes = changes + 1 WHERE id = $1"
SET_WATCHING = "UPDATE tables SET watching = $2, changes = changes + 1 WHERE id = $1"
SET_TALK = "UPDATE tables SET talk = $2, changes = changes + 1 WHERE id = $1"
FINISH = "UPDATE tables SET finished = COALESCE(finished, $2) WHERE id = $1"
SET_REMATCH = """UPDATE tables SET rematch = COALESCE(rematch, $2), changes = changes + 1
    WHERE id = $1 RETURNING rematch"""
# Says that something about the table has changed, and so perhaps its clocks. No match ends, and no
# other host comes, while a transaction goes on with it.
HOLD_TABLE = """UPDATE tables SET changes = changes + 1, due = '' WHERE id = $1
    RETURNING owner, finished"""
SET_OWNER = "UPDATE tables SET owner = $2 WHERE id = $1"
REMOVE_TABLE = "DELETE FROM tables WHERE id = $1"
# What anybody may know of some tables, and who sits there: with how long the log is and when it
# last grew, and nothing of what was dealt. A row for each seat, the newest tables first.
LOBBY = """SELECT table_id, game, expansion, owner, pace, language, created, length,
    (SELECT at FROM entries WHERE entries.table_id = id AND seq = length - 1), plain,
    kind, guest, name, anyone, invited
    FROM (SELECT id, game, expansion, owner, pace, language, created,
        NOT hints AND origin IS NULL AND day IS NULL AS plain,
        (SELECT COUNT(*) FROM entries WHERE table_id = id) AS length
        FROM tables WHERE finished IS NULL AND {condition} ORDER BY created DESC, id LIMIT 200)
    AS found JOIN seats ON table_id = id ORDER BY created DESC, table_id, number"""
# A table where somebody is waited for whoever they are; not one that all have left.
WAITING = LOBBY.format(
    condition="""id IN (SELECT table_id FROM seats WHERE anyone AND kind = 'open')
        AND NOT EXISTS (SELECT 1 FROM departures WHERE table_id = id AND guest = owner)"""
)
TO_WATCH = LOBBY.format(
    condition="""watching = 'everyone' AND EXISTS (SELECT 1 FROM entries WHERE table_id = id)"""
)
# Who may have nothing left when a table goes.
GUESTS_OF = """SELECT owner FROM tables WHERE id = $1
    UNION SELECT guest FROM seats WHERE table_id = $1 AND guest IS NOT NULL
    UNION SELECT guest FROM messages WHERE table_id = $1
    UNION SELECT guest FROM departures WHERE table_id = $1 ORDER BY 1"""
# With the length of each log, how many of its entries are this word, and when the last one came;
# what nobody has touched for longest comes first.
SUMMARIES = """SELECT id, game, seats, created, finished, COUNT(seq),
    COUNT(CASE WHEN word = $1 THEN 1 END), MAX(at)
    FROM tables LEFT JOIN entries ON table_id = id
    GROUP BY id ORDER BY COALESCE(MAX(at), created), id"""

ADD_DEAL = """INSERT INTO deals (day, game, seed, salt, committed)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (day, game) DO NOTHING"""
DAYS_WITH_DEALS = "SELECT DISTINCT day FROM deals WHERE day BETWEEN $1 AND $2"
DEALS = "SELECT day, game, seed, salt, committed FROM deals WHERE day = $1 ORDER BY game"

DEPART = """INSERT INTO departures (table_id, guest) VALUES ($1, $2)
    ON CONFLICT (table_id, guest) DO NOTHING"""
RETURN = "DELETE FROM departures WHERE table_id = $1 AND guest = $2"
DEPARTED = "SELECT guest FROM departures WHERE table_id = $1"
REMOVE_DEPARTURES = "DELETE FROM departures WHERE table_id = $1"

ADD_SEAT = f"INSERT INTO seats ({SEAT_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
SEATS_OF_TABLE = f"SELECT {SEAT_COLUMNS} FROM seats WHERE table_id = $1 ORDER BY number"
CLAIM = """UPDATE seats
    SET kind = 'guest', guest = $4, level = NULL, name = $5, claim = claim + 1, invited = {invited}
    WHERE table_id = $1 AND number = $2 AND claim = $3 AND kind = 'open'
    AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND finished IS NULL)"""
CLAIM_SEAT = f"{CLAIM.format(invited=True)} RETURNING number"
# Without a link: what was offered to anyone may have been closed again meanwhile.
SIT_DOWN = f"{CLAIM.format(invited=False)} AND anyone RETURNING number"
# Links to the seat stay good.
OFFER_SEAT = """UPDATE seats SET anyone = $4
    WHERE table_id = $1 AND number = $2 AND claim = $3 AND kind = 'open' RETURNING number"""
# Who comes back to their seat has come as before.
PUT_SEAT = """UPDATE seats SET kind = $4, guest = $5, level = $6, name = $7, claim = claim + 1,
    invited = invited AND $4 <> 'open'
    WHERE table_id = $1 AND number = $2 AND claim = $3
    AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND finished IS NULL) RETURNING number"""
SEAT = f"SELECT {SEAT_COLUMNS} FROM seats WHERE table_id = $1 AND number = $2"
# Whoever sat there is no longer known.
FORGET_SEAT = """UPDATE seats SET guest = NULL, name = $3, claim = claim + 1
    WHERE table_id = $1 AND number = $2"""
REMOVE_SEATS = "DELETE FROM seats WHERE table_id = $1"
ADD_SEATING = """INSERT INTO seatings
    (table_id, number, words, seat, was, kind, level, name, at, guest, reason)
    SELECT $1, COUNT(*), $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM seatings WHERE table_id = $1"""
SEATINGS = """SELECT words, seat, was, kind, level, name, reason, at FROM seatings
    WHERE table_id = $1 ORDER BY number"""
# Earlier changes do not say whom they are about, but how they were called.
RENAME_SEATINGS = """UPDATE seatings SET name = $4, guest = NULL
    WHERE table_id = $1 AND (name = $3 OR (guest = $2 AND seat = $5))"""
FORGET_SEATINGS = "UPDATE seatings SET name = $2, guest = NULL WHERE guest = $1"
REMOVE_SEATINGS = "DELETE FROM seatings WHERE table_id = $1"

PROPOSAL = "SELECT seat, claim, kind, level, agreed FROM proposals WHERE table_id = $1"
KEEP_PROPOSAL = """INSERT INTO proposals (table_id, seat, claim, kind, level, agreed)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (table_id) DO UPDATE SET seat = excluded.seat, claim = excluded.claim,
    kind = excluded.kind, level = excluded.level, agreed = excluded.agreed"""
DROP_PROPOSAL = "DELETE FROM proposals WHERE table_id = $1"

# How many entries a log has, and how many of them are this word.
LOG_LENGTH = """SELECT COUNT(*), COUNT(CASE WHEN word = $2 THEN 1 END) FROM entries
    WHERE table_id = $1"""
WORDS = "SELECT word FROM entries WHERE table_id = $1 ORDER BY seq"
LENGTH = "SELECT COUNT(*) FROM entries WHERE table_id = $1"
MOVED_SINCE = "SELECT seq FROM entries WHERE table_id = $1 AND at >= $2 LIMIT 1"
FORGET_WORDS = "UPDATE entries SET guest = '' WHERE table_id = $1 AND guest = $2"
REMOVE_WORDS = "DELETE FROM entries WHERE table_id = $1"
KEEP_PLAN = """INSERT INTO plans (table_id, seat, seq, words, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (table_id, seat) DO UPDATE SET seq = excluded.seq, words = excluded.words,
    at = excluded.at WHERE plans.seq <= excluded.seq"""
# Entries first, as 0, number, word, time and guest; then plans, as 1, seat, words and when they
# were made in the log and in time; then hints, as 2, seat, advice, when it was asked for in the log
# and in time; then plans for turns to come, as 3, seat, words, claim and reveals; last, as 4, how
# often anything else has changed.
NEWS = """SELECT 0, seq, word, at, guest FROM entries WHERE table_id = $1 AND seq >= $2
    UNION ALL SELECT 1, seat, words, CAST(seq AS TEXT), at FROM plans WHERE table_id = $1
    UNION ALL SELECT 2, seat, advice, CAST(seq AS TEXT), at FROM hints WHERE table_id = $1
    UNION ALL SELECT 3, seat, words, CAST(claim AS TEXT), CAST(reveals AS TEXT) FROM ahead
    WHERE table_id = $1
    UNION ALL SELECT 4, changes, NULL, NULL, NULL FROM tables WHERE id = $1
    ORDER BY 1, 2"""
PLANS = "SELECT seat, seq, words, at FROM plans WHERE table_id = $1 ORDER BY seat"
DROP_PLAN = "DELETE FROM plans WHERE table_id = $1 AND seat = $2"
DROP_PLANS = "DELETE FROM plans WHERE table_id = $1"

KEEP_AHEAD = """INSERT INTO ahead (table_id, seat, claim, reveals, words)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (table_id, seat) DO UPDATE SET claim = excluded.claim,
    reveals = excluded.reveals, words = excluded.words"""
DROP_AHEAD = "DELETE FROM ahead WHERE table_id = $1 AND seat = $2"
DROP_ALL_AHEAD = "DELETE FROM ahead WHERE table_id = $1"

# Clocks run at tables with a pace, until their match is over. What is due in earlier tables is ''
# and so comes first, as all does of which nobody knows yet.
HAS_CLOCKS = "finished IS NULL AND pace <> ''"
ANY_CLOCKS = f"SELECT 1 FROM tables WHERE {HAS_CLOCKS} LIMIT 1"
DUE = f"SELECT id, due FROM tables WHERE {HAS_CLOCKS} AND due <= $1 ORDER BY due, id LIMIT $2"
NEXT_DUE = f"SELECT MIN(due) FROM tables WHERE {HAS_CLOCKS}"
# Only one of those who look at the same moment goes on.
SET_DUE = "UPDATE tables SET due = $3 WHERE id = $1 AND due = $2 RETURNING id"
DUE_AT_ONCE = "UPDATE tables SET due = '' WHERE id = $1"
HEARTBEAT = "SELECT at FROM heartbeat"
BEAT = """INSERT INTO heartbeat (id, at) VALUES (1, $1)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE heartbeat.at < excluded.at"""
ADD_PAUSE = """INSERT INTO pauses (began, ended) VALUES ($1, $2)
    ON CONFLICT (began) DO NOTHING"""
PAUSES = "SELECT began, ended FROM pauses ORDER BY began"
# Those that lie before all tables with clocks count nowhere any more.
REMOVE_PAUSES = f"""DELETE FROM pauses WHERE NOT EXISTS
    (SELECT 1 FROM tables WHERE {HAS_CLOCKS} AND created < ended)"""

KEEP_RECORD = """INSERT INTO records (key, text, opened) VALUES ($1, $2, $3)
    ON CONFLICT (key) DO UPDATE SET opened = excluded.opened"""
RECORD = "SELECT text, opened FROM records WHERE key = $1"
OPEN_RECORD = "UPDATE records SET opened = $2 WHERE key = $1"
REMOVE_RECORDS = "DELETE FROM records WHERE opened < $1 RETURNING key"

KEEP_HINT = """INSERT INTO hints (table_id, seat, seq, at, advice) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (table_id, seat) DO UPDATE SET seq = excluded.seq, at = excluded.at,
    advice = excluded.advice WHERE hints.seq <= excluded.seq"""
DROP_HINTS = "DELETE FROM hints WHERE table_id = $1"

GRANT_COLUMNS = "hash, guest, table_id, seat, name, created, used"
ADD_TOKEN = f"INSERT INTO tokens ({GRANT_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)"
TOKEN = f"SELECT {GRANT_COLUMNS} FROM tokens WHERE hash = $1"
TOKENS_OF = f"SELECT {GRANT_COLUMNS} FROM tokens WHERE guest = $1 ORDER BY created, hash"
NOTE_USE = "UPDATE tokens SET used = $2 WHERE hash = $1"
REVOKE = "DELETE FROM tokens WHERE guest = $1 AND SUBSTR(hash, 1, 16) = $2 RETURNING hash"
REMOVE_TOKENS = "DELETE FROM tokens WHERE table_id = $1"

NOTE_OFFERED = """INSERT INTO offered (name, seen) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET seen = excluded.seen"""
OFFERED = "SELECT name, seen FROM offered"
# Where a bot from elsewhere sits, or another plays for it, and the match goes on.
TABLES_OF_OFFERED = """SELECT id FROM tables WHERE finished IS NULL
    AND id IN (SELECT table_id FROM seats WHERE kind = 'bot' AND level IN ($1, $2)) ORDER BY id"""

REVIEW = "SELECT address, version, evaluator, seed, review FROM reviews WHERE address = $1"
# Which reviews there are of what a guest has played: what tells one from the next.
REVIEWED_OF = f"""SELECT address, version, evaluator, seed FROM reviews
    WHERE address IN (SELECT '/t/' || id FROM tables WHERE {PLAYED_BY})"""
KEEP_REVIEW = """INSERT INTO reviews (address, version, evaluator, seed, review)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (address) DO UPDATE SET version = excluded.version,
    evaluator = excluded.evaluator, seed = excluded.seed, review = excluded.review"""
# Of records that are no longer there.
REMOVE_STRAY_REVIEWS = """DELETE FROM reviews WHERE address LIKE '/r/%'
    AND NOT EXISTS (SELECT 1 FROM records WHERE '/r/' || key = address)"""
REMOVE_REVIEW = "DELETE FROM reviews WHERE address = '/t/' || $1"

REACH = "SELECT guest, webhook, quiet, zone, language FROM reach WHERE guest = $1"
KEEP_REACH = """INSERT INTO reach (guest, webhook, quiet, zone, language)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (guest) DO UPDATE SET webhook = excluded.webhook, quiet = excluded.quiet,
    zone = excluded.zone, language = excluded.language"""
SUBSCRIPTIONS = """SELECT id, guest, endpoint, browser_key, auth, signer, device, language
    FROM subscriptions WHERE guest = $1 ORDER BY created, id"""
SUBSCRIBE = """INSERT INTO subscriptions
    (id, guest, endpoint, browser_key, auth, signer, device, language, created)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (id) DO UPDATE SET guest = excluded.guest, browser_key = excluded.browser_key,
    auth = excluded.auth, signer = excluded.signer, device = excluded.device,
    language = excluded.language, created = excluded.created"""
DROP_OLDEST_SUBSCRIPTIONS = """DELETE FROM subscriptions WHERE guest = $1 AND id NOT IN
    (SELECT id FROM subscriptions WHERE guest = $1 ORDER BY created DESC, id LIMIT $2)"""
UNSUBSCRIBE = "DELETE FROM subscriptions WHERE id = $1 AND guest = $2"
UNSUBSCRIBE_ALL = "DELETE FROM subscriptions WHERE guest = $1"
# Somebody whom at least one browser or a chat program may tell; with nothing set, as it is then.
REACHABLE = """SELECT guests.id, COALESCE(webhook, ''), COALESCE(quiet, FALSE),
    COALESCE(zone, 'UTC'), COALESCE(language, '')
    FROM guests LEFT JOIN reach ON reach.guest = guests.id WHERE guests.id = $1
    AND (COALESCE(webhook, '') <> ''
    OR EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.guest = guests.id))"""
# Only who is first to note a turn is answered.
TELL_ONCE = """INSERT INTO told (table_id, guest, kind, turn) VALUES ($1, $2, $3, $4)
    ON CONFLICT (table_id, guest, kind) DO UPDATE SET turn = excluded.turn
    WHERE told.turn < excluded.turn RETURNING turn"""
EXPECTANT = """SELECT table_id, COUNT(*) FROM entries WHERE table_id IN
    (SELECT table_id FROM seats WHERE kind = 'guest' AND (guest IN
    (SELECT guest FROM subscriptions) OR guest IN (SELECT guest FROM reach WHERE webhook <> '')))
    AND table_id IN (SELECT id FROM tables WHERE finished IS NULL)
    GROUP BY table_id HAVING MAX(at) > $1"""


@cache
def tables_where(condition: str) -> str:
    """Return the statement that finds tables, the newest first."""
    return f"SELECT {TABLE_COLUMNS} FROM tables WHERE {condition} ORDER BY created DESC, id"


@cache
def seats_where(condition: str) -> str:
    """Return the statement that finds the seats of the same tables, those of each in order."""
    return f"""SELECT {SEAT_COLUMNS} FROM seats
    WHERE table_id IN (SELECT id FROM tables WHERE {condition}) ORDER BY table_id, number"""


@cache
def append(count: int) -> str:
    """Return the statement that adds so many words: the table, then each with its number, its time
    and its guest.
    """
    rows = (f"($1, ${n}, ${n + 1}, ${n + 2}, ${n + 3})" for n in range(2, 2 + 4 * count, 4))
    return f"INSERT INTO entries (table_id, seq, word, at, guest) VALUES {', '.join(rows)}"
