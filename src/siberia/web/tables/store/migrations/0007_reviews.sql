-- What the expert found in finished matches, as JSON, each by the address of its match: /t/ID or /r/KEY.
-- One that another version of reviewing or another evaluator made is made anew; no name is in any.
CREATE TABLE reviews (
    address TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    evaluator TEXT NOT NULL,
    seed TEXT NOT NULL,
    review TEXT NOT NULL
);
