"""The place where SIBERIA is played: tables in the browser."""
