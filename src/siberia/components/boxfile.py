"""Reading a box file: a TOML file of printed facts, each group with where it was learned.

What is wrong with a file is reported with its line.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from siberia.engine.errors import ComponentsError
from siberia.engine.vocabulary import listing

Source = Literal["rulebook", "reported", "reconstructed"]
Dollars = Annotated[int, Meta(ge=1000, le=30_000, multiple_of=1000)]
Copies = Annotated[int, Meta(ge=1, le=99)]
KeyPath = tuple[str, ...]
Problems = Iterator[tuple[KeyPath, str]]


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of printed facts. Unknown keys are refused: a misspelt one would be ignored."""

    sources: dict[str, Source] = {}


class Copied(Facts, frozen=True, kw_only=True):
    """How often each thing of a group occurs."""

    copies: dict[str, Copies]


class Box(Facts, frozen=True, kw_only=True):
    """A box: groups of facts, and what must hold between them."""

    game: str

    def problems(self) -> Problems:
        """Yield what cannot be right, each with the key it stands under."""
        raise NotImplementedError

    @property
    def sha256(self) -> str:
        """The hash of the facts alone: comments, order and sources do not change a box."""
        facts = without_sources(msgspec.to_builtins(self))
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


B = TypeVar("B", bound=Box)


def without_sources(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a group without where they were learned."""
    return {
        key: without_sources(value) if isinstance(value, dict) else value
        for key, value in facts.items()
        if key != "sources"
    }


def misnamed(path: KeyPath, group: Collection[str], names: Collection[str]) -> Problems:
    """Yield the keys of a group that should not be there, and those that should."""
    for key in group:
        if key not in names:
            yield (*path, key), f"unknown key {key!r}; expected are {listing(list(names), 'and')}"
    for name in names:
        if name not in group:
            yield path, f"{name!r} is missing in {'.'.join(path)}"


def read_text(file: Path) -> str:
    """Return a file's text, or say why there is none."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise ComponentsError(f"cannot be read: {error.strerror}", file=str(file)) from None
    except UnicodeDecodeError:
        raise ComponentsError("is not a text file in UTF-8", file=str(file)) from None


def parse(
    text: str,
    kinds: dict[str, type[B]],
    file: str,
    also: Callable[[Box], Problems] = lambda _box: iter(()),
) -> B:
    """Read a box of one of these kinds from text and check it, `also` by more than its own."""
    try:
        facts = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits or a thousand brackets are no TOML error, but no box.
        line = re.search(r"line (\d+)", str(error))
        where = int(line[1]) if line else None
        raise ComponentsError(f"is not TOML: {error}", file=file, line=where) from None
    game = facts.get("game")
    if not isinstance(game, str) or game not in kinds:
        expected = " or ".join(f'game = "{name}"' for name in kinds)
        where = line_of(text, ("game",))
        raise ComponentsError(f"must say {expected}", file=file, line=where)
    try:
        box = msgspec.convert(facts, kinds[game])
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        keys = tuple(re.findall(r"[^.`]+", path.partition("[")[0]))
        if "[...]" in path and len(keys) == 2:
            keys += culprit(facts, keys, kinds[game])
        unknown = re.search(r"unknown field `(.+?)`", problem)
        place = line_of(text, (*keys, unknown[1]) if unknown else keys)
        name = f"{'.'.join(keys)}: " if keys else ""
        raise ComponentsError(name + problem, file=file, line=place) from None
    for path_, problem in chain(box.problems(), also(box)):
        raise ComponentsError(problem, file=file, line=line_of(text, path_))
    return box


def culprit(facts: dict[str, Any], path: KeyPath, kind: type[Box]) -> KeyPath:
    """Find which key of a group cannot be right, where the decoder names only the group."""
    outer, inner = path
    for key, value in facts[outer][inner].items():
        trial = {**facts, outer: {**facts[outer], inner: {key: value}}}
        try:
            msgspec.convert(trial, kind)
        except msgspec.ValidationError:
            return (key,)
    return ()


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the line on which a key stands, or else its table, or else None."""
    found = None
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            table = tuple(part.strip(" \"'") for part in header[1].split("."))
            if table == path[: len(table)]:
                found = number
        elif (key := re.match(r"\s*[\"']?([^\"'=#]+?)[\"']?\s*=", line)) and (
            (*table, key[1]) == path[: len(table) + 1]
        ):
            return number
    return found
