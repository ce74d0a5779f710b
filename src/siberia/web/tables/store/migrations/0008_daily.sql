-- The deal of a day, for each game: kept from the moment its fingerprint is shown, before the day begins.
-- What was promised then stays true, whatever becomes of the keys it was derived from.
CREATE TABLE deals (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    seed TEXT NOT NULL,
    salt TEXT NOT NULL,
    committed TEXT NOT NULL,
    PRIMARY KEY (day, game)
);

-- With which day's deal a table is played, like 2025-01-31, and whether it is the one try of its
-- host that counts.
ALTER TABLE tables ADD COLUMN day TEXT;
ALTER TABLE tables ADD COLUMN counts BOOLEAN NOT NULL DEFAULT FALSE;

CREATE UNIQUE INDEX tries ON tables (day, game, owner) WHERE counts;
