-- Whether somebody wants to be shown on the ladder.
ALTER TABLE guests ADD COLUMN on_ladder BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX guests_on_ladder ON guests (id) WHERE on_ladder;

-- Whether who sits there came by a private link, although the seat may have been offered to anyone, too.
ALTER TABLE seats ADD COLUMN invited BOOLEAN NOT NULL DEFAULT FALSE;

-- What may count for the ladder, in the order of its end; and the seats there of people who are not known any more.
CREATE INDEX tables_for_ladder ON tables (finished)
    WHERE finished IS NOT NULL AND NOT hints AND origin IS NULL AND day IS NULL;

CREATE INDEX seats_of_nobody ON seats (table_id) WHERE kind = 'guest' AND guest IS NULL;
