-- Guests, tables, seats, the log and the plans.
-- Written in what SQLite and PostgreSQL both understand, one statement up to each semicolon.
-- A time is text like 2025-01-31T09:30:00.000000+00:00: always UTC, so its order is its age.

CREATE TABLE guests (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created TEXT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    edition TEXT NOT NULL,
    expansion BOOLEAN NOT NULL,
    sides TEXT NOT NULL,
    seats INTEGER NOT NULL,
    start INTEGER NOT NULL,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    owner TEXT NOT NULL REFERENCES guests (id),
    speed TEXT NOT NULL,
    created TEXT NOT NULL,
    finished TEXT,
    rematch TEXT
);

CREATE INDEX tables_of_owner ON tables (owner);

CREATE INDEX tables_unfinished ON tables (created, id) WHERE finished IS NULL;

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'open', 'bot')),
    guest TEXT REFERENCES guests (id),
    level TEXT,
    name TEXT NOT NULL,
    claim INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE INDEX seats_of_guest ON seats (guest);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    word TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The words of a plan are a JSON list.
CREATE TABLE plans (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, number)
);
