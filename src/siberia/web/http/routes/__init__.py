"""The addresses of the app, by what they are about."""
