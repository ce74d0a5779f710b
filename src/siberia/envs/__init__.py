"""The games in the shapes that people train and test with; each library is optional."""
