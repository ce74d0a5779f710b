"""Other people's servers, measured as ours is."""
