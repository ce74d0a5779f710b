"""How people are reached who are not looking: by their browsers' makers, and by chat programs."""
