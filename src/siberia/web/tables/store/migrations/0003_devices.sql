-- How often a guest has signed out all other devices: only cookies of the last time count. And how
-- many personal links were used: each works once.
ALTER TABLE guests ADD COLUMN signed_out INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN links_used INTEGER NOT NULL DEFAULT 0;
