-- When a plan of placing was made: with its words this goes into the log, so that clocks can be told from it.
ALTER TABLE plans ADD COLUMN at TEXT;

-- Why a seat changed hands, if the log is to say so: 'time' where its player had none left.
ALTER TABLE seatings ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- Until when nobody's clock at a table can run low or out, so that nobody need look before: '' is at once.
ALTER TABLE tables ADD COLUMN due TEXT NOT NULL DEFAULT '';

CREATE INDEX tables_due ON tables (due) WHERE finished IS NULL AND pace <> '';

-- When a server was last there to look at clocks: one row. And the times when none was, which cost nobody anything.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
);

CREATE TABLE pauses (
    began TEXT PRIMARY KEY,
    ended TEXT NOT NULL
);
