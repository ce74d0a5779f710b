"""What is printed on the components, as data, with where each fact comes from."""

from functools import cache
from pathlib import Path
from typing import Any

from siberia.components.board import BoardBox
from siberia.components.boxfile import Box, Problems, parse, read_text
from siberia.components.cards import CardBox
from siberia.engine.vocabulary import RESOURCES

__all__ = ["BoardBox", "Box", "CardBox", "load", "shipped"]

SHIPPED = {"card": "cards.toml", "board": "board.toml"}
KINDS: dict[str, type[Any]] = {"card": CardBox, "board": BoardBox}


@cache
def shipped(game: str) -> Any:
    """Return the box that comes with the program."""
    file = Path(__file__).parent / SHIPPED[game]
    return parse(read_text(file), KINDS, str(file))


def load(file: str | Path) -> Any:
    """Return the box in a file, checked, or raise ComponentsError with the line that is wrong."""
    return parse(read_text(Path(file)), KINDS, str(file), also=beside_the_other)


def beside_the_other(box: Box) -> Problems:
    """Yield what cannot be right beside the other game's box, as shipped.

    The salesman cards join the two games (X4): each is worth more than any exchange pays.
    """
    cards = box if isinstance(box, CardBox) else shipped("card")
    board = box if isinstance(box, BoardBox) else shipped("board")
    for name, prices in board.exchanges.prices.items():
        for resource in RESOURCES:
            worth = cards.salesmen.values[resource]
            if prices.get(resource, 0) >= worth:
                told = f"{name} pays {prices[resource]} for {resource}"
                path = ("salesmen", "values", resource)
                path = path if box is cards else ("exchanges", "prices", name)
                yield path, f"{told}, but the salesman card, {worth}, must be worth more"
