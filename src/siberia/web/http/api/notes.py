"""What the fields of types mean: programs are told the comments above them in the source, too."""

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import inspect as types

CLASS = re.compile(r"class (\w+)")
FIELD = re.compile(r" {4}(\w+): ")
COMMENT = "    # "
NONE = re.compile(r"\bNone\b")
# Where a type has others in it, by what msgspec calls that.
PARTS = ("type", "item_type", "key_type", "value_type")
SEVERAL = ("types", "item_types")


def describe(schemas: Mapping[str, Any], kinds: Iterable[Any]) -> None:
    """Say in the schemas of types, and of all types in them, what each field means."""
    for kind in {one for info in types.multi_type_info(kinds) for one in classes(info)}:
        schema = schemas[kind.__name__]
        schema["description"] = in_json(schema["description"])
        properties = schema["properties"]
        ours = (one for one in kind.__mro__ if one.__module__.startswith("siberia."))
        for parent in ours:
            for name, meaning in notes(parent.__module__).get(parent.__name__, {}).items():
                if name in properties:
                    properties[name].setdefault("description", in_json(meaning))


def in_json(text: str) -> str:
    """Return a text in which things are called as JSON calls them."""
    return NONE.sub("null", text)


def classes(info: Any) -> Iterator[type]:
    """Return each class with fields that is, or is in, a type."""
    if isinstance(info, types.StructType | types.DataclassType):
        yield info.cls
        inside = [field.type for field in info.fields]
    else:
        inside = [getattr(info, part) for part in PARTS if hasattr(info, part)]
        inside += [one for part in SEVERAL for one in getattr(info, part, ())]
    for one in inside:
        yield from classes(one)


@cache
def notes(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the comments right above fields of a module's classes, by class and field."""
    found: dict[str, dict[str, str]] = {}
    kind, above = "", list[str]()
    for line in inspect.getsource(sys.modules[module]).splitlines():
        if line.startswith(COMMENT):
            above.append(line.removeprefix(COMMENT))
            continue
        if named := CLASS.match(line):
            kind = named[1]
        if above and (field := FIELD.match(line)):
            found.setdefault(kind, {})[field[1]] = " ".join(above)
        above = []
    return found
