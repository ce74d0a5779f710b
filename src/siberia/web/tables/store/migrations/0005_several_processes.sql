-- How often anything about a table but its log has changed: seats, host, speed, what is proposed. Whoever
-- holds a table in memory sees by it that this must be read again.
ALTER TABLE tables ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;

-- What the adviser was asked for a seat, when the log had so many entries; NULL while it thinks. The
-- advice is a JSON list: the words, and the share of matches it expects to win.
CREATE TABLE hints (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    advice TEXT,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, number)
);
