"""Tables: a match and its seats, the bots that play there, and where all of it is kept."""
