-- What anybody may find on the home page: tables that wait for players, and those that everyone may watch.
CREATE INDEX tables_to_watch ON tables (created) WHERE watching = 'everyone' AND finished IS NULL;
