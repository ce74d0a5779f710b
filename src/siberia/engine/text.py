"""What the tables of both games share when they are drawn as text."""

from collections import Counter
from textwrap import fill

from siberia.engine.vocabulary import listing

WIDTH = 80
INDENT = 12


def entry(title: str, content: str) -> str:
    """Draw a titled entry, wrapped under itself."""
    line = f"{title:<{INDENT}}{content}"
    return fill(line, WIDTH, subsequent_indent=" " * INDENT, break_on_hyphens=False)


def cards(names: tuple[str, ...]) -> str:
    """Draw things, equal ones together."""
    counts = Counter(names)
    return ", ".join(n if k == 1 else f"{k}× {n}" for n, k in counts.items()) or "–"


def winners(scores: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Say who won."""
    best = max(scores)
    won = [name for name, score in zip(names, scores, strict=True) if score == best]
    return f"The match is over: {listing(won, 'and')} won with {best:,} $."
