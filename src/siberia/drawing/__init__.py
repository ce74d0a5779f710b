"""Views as pictures: pure functions from what a seat sees to SVG. Nothing here knows of the web."""
