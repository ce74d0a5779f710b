"""The examples of the rules that can be tried: tiny positions, one thing each."""

from typing import Final

# Of each game, the names that sections of its rules may show; each is served at
# /rules/<game>/try/<name>. A section that names another has no button.
EXAMPLES: Final[dict[str, frozenset[str]]] = {"card": frozenset(), "board": frozenset()}


def has_example(game: str, name: str) -> bool:
    """Say whether there is an example of that name to try."""
    return name in EXAMPLES[game]
