-- Records that somebody gave, to look back on: each under a key made of its text, so that the same one is kept
-- once. What nobody has opened for long goes.
CREATE TABLE records (
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    opened TEXT NOT NULL
);

CREATE INDEX records_opened ON records (opened);

-- Where a match began that was taken over from another one, as its record says it; NULL where it was dealt.
ALTER TABLE tables ADD COLUMN origin TEXT;
