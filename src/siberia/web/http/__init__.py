"""The server: the app and what every request goes through, routes, streams, static files."""
