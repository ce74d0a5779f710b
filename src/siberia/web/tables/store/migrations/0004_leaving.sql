-- Who has left a table: it is not on their home page any more, until they come back.
CREATE TABLE departures (
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, guest)
);

CREATE INDEX departures_of_guest ON departures (guest);

-- Whom a change of a seat is about: their name goes with them when they delete their data.
ALTER TABLE seatings ADD COLUMN guest TEXT;

CREATE INDEX seatings_of_guest ON seatings (guest);
