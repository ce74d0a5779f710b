-- What people say at a table, numbered by table and by who may read it: 'players' is what players write,
-- 'watchers' what watchers write while the match goes on, 'all' what anybody writes when it is over. So nobody can
-- count what they may not read. It is one of the quick phrases, or a text. No seat is for who has none.
CREATE TABLE messages (
    table_id TEXT NOT NULL REFERENCES tables (id),
    audience TEXT NOT NULL CHECK (audience IN ('players', 'watchers', 'all')),
    number INTEGER NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    name TEXT NOT NULL,
    seat INTEGER,
    phrase TEXT,
    text TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, audience, number)
);

CREATE INDEX messages_of_guest ON messages (guest);

-- Who has reported a message: whoever runs the server reads it.
CREATE TABLE reports (
    table_id TEXT NOT NULL,
    audience TEXT NOT NULL,
    number INTEGER NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, audience, number, guest),
    FOREIGN KEY (table_id, audience, number) REFERENCES messages (table_id, audience, number) ON DELETE CASCADE
);

-- Whose messages a guest does not want to read, and who wants to read none at all.
CREATE TABLE mutes (
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    muted TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (guest, muted)
);

CREATE TABLE quiet_guests (
    guest TEXT PRIMARY KEY REFERENCES guests (id) ON DELETE CASCADE
);
