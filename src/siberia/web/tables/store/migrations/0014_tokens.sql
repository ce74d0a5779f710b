-- By which programs act for a guest, at all tables or on one seat only: of each the SHA-256 of its 256
-- random bits, what its guest calls it, and on which day it was last used.
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    used TEXT
);

CREATE INDEX tokens_of_guest ON tokens (guest);
CREATE INDEX tokens_of_table ON tokens (table_id);

-- When the program of a bot that is offered as an opponent was last connected.
CREATE TABLE offered (
    name TEXT PRIMARY KEY,
    seen TEXT NOT NULL
);

CREATE INDEX seats_of_offered ON seats (level) WHERE level LIKE '@%';
