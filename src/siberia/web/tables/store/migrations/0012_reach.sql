-- How a guest wants to be told that it is their turn, besides by browsers: the webhook of a chat program ('' for
-- none), whether not at night, where on earth (as 'Europe/Berlin'), and in which language.
CREATE TABLE reach (
    guest TEXT PRIMARY KEY REFERENCES guests (id) ON DELETE CASCADE,
    webhook TEXT NOT NULL DEFAULT '',
    quiet BOOLEAN NOT NULL DEFAULT FALSE,
    zone TEXT NOT NULL DEFAULT 'UTC',
    language TEXT NOT NULL DEFAULT ''
);

-- The browsers that tell a guest: where their maker takes messages, the keys by which only the browser can read
-- them, and with which of our keys it expects them signed. The id is the SHA-256 of the endpoint.
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    browser_key TEXT NOT NULL,
    auth TEXT NOT NULL,
    signer TEXT NOT NULL,
    device TEXT NOT NULL,
    language TEXT NOT NULL,
    created TEXT NOT NULL
);
CREATE INDEX subscriptions_of_guest ON subscriptions (guest);

-- Of which turn a guest was told last at a table, or saw it themselves: by how many words its match had. Whoever
-- writes it here sends the message, and nobody else does.
CREATE TABLE told (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (table_id, guest, kind)
);
