-- Who played each word: a guest, '' for a bot, NULL for words from before this was kept.
ALTER TABLE entries ADD COLUMN guest TEXT;

-- Every change of a seat, numbered by table, with its place in the match: after so many words.
CREATE TABLE seatings (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    words INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    was TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- What the owner would like to make of a bot's seat while others play; at most one for each table.
-- Those who agree are a JSON list. It holds only while the seat has that claim.
CREATE TABLE proposals (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    seat INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    kind TEXT NOT NULL,
    level TEXT,
    agreed TEXT NOT NULL
);

-- By which rules and with which box a table is played; NULL for tables from before this was kept.
ALTER TABLE tables ADD COLUMN rules INTEGER;
ALTER TABLE tables ADD COLUMN components TEXT;
