"""What is printed on the components, as data, with where each fact comes from."""

from functools import cache
from pathlib import Path
from typing import Literal, overload

from siberia.components.board import BoardBox
from siberia.components.boxfile import Box, Problems, parse, read_text
from siberia.components.cards import CardBox
from siberia.engine.vocabulary import RESOURCES

__all__ = ["BOX_TYPES", "BoardBox", "Box", "CardBox", "load", "shipped"]

# The box of each game, and the file of the one that comes with the program.
BOX_TYPES: dict[str, type[CardBox] | type[BoardBox]] = {"card": CardBox, "board": BoardBox}
BOX_FILES = {"card": "cards.toml", "board": "board.toml"}


@overload
def shipped(game: Literal["card"]) -> CardBox: ...


@overload
def shipped(game: Literal["board"]) -> BoardBox: ...


@overload
def shipped(game: str) -> CardBox | BoardBox: ...


def shipped(game: str) -> CardBox | BoardBox:
    """Return the box that comes with the program."""
    return read_shipped(game)


@cache
def read_shipped(game: str) -> CardBox | BoardBox:
    """Read the box that comes with the program, once for a process."""
    file = Path(__file__).parent / BOX_FILES[game]
    return parse(read_text(file), BOX_TYPES, str(file))


def load(file: str | Path) -> CardBox | BoardBox:
    """Return the box in a file, checked, or raise ComponentsError with the line that is wrong."""
    return parse(read_text(Path(file)), BOX_TYPES, str(file), also=beside_the_other)


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
                problem = f"{name} pays {prices[resource]} for {resource}"
                path = ("salesmen", "values", resource)
                path = path if box is cards else ("exchanges", "prices", name)
                yield path, f"{problem}, but the salesman card, {worth}, must be worth more"
