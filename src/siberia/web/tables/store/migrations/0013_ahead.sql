-- What a seat will play when its turn comes, kept secret: the words as a JSON list, for whoever had the seat at that
-- claim, as long as no more was revealed in the match than when they were chosen.
CREATE TABLE ahead (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    reveals INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, number)
);
