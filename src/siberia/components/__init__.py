"""What is printed on the components, as data, with where each fact comes from."""

from functools import cache
from pathlib import Path
from typing import Any

from siberia.components.boxfile import Box, parse, read_text
from siberia.components.cards import CardBox

__all__ = ["Box", "CardBox", "load", "shipped"]

SHIPPED = {"card": "cards.toml"}
KINDS: dict[str, type[Any]] = {"card": CardBox}


@cache
def shipped(game: str) -> Any:
    """Return the box that comes with the program."""
    file = Path(__file__).parent / SHIPPED[game]
    return parse(read_text(file), KINDS, str(file))


def load(file: str | Path) -> Any:
    """Return the box in a file, checked, or raise ComponentsError with the line that is wrong."""
    return parse(read_text(Path(file)), KINDS, str(file))
