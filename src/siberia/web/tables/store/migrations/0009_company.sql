-- What a table's opener wants of others: who may watch ('nobody', 'link' or 'everyone'), how people may talk
-- there ('off', 'phrases' or 'words'), how fast they play ('' for no clock, '20 minutes' each, '2 days' a turn),
-- and whether the adviser may be asked. In which language it was opened.
ALTER TABLE tables ADD COLUMN watching TEXT NOT NULL DEFAULT 'nobody';
ALTER TABLE tables ADD COLUMN talk TEXT NOT NULL DEFAULT 'words';
ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN hints BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE tables ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Whether a seat is, or was, offered to anyone who comes: whoever took it so need not know the others.
ALTER TABLE seats ADD COLUMN anyone BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX seats_for_anyone ON seats (table_id) WHERE anyone AND kind = 'open';

CREATE INDEX tables_to_watch ON tables (created) WHERE watching = 'everyone' AND finished IS NULL;
