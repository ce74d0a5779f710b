"""Why something that was sent cannot be understood, and what could stand there instead."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from siberia.web.http.api.schemas import kind_of

# A step on the way to where something is wrong, as msgspec writes it: `$.seats[1].sitter`.
STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")


def why(error: msgspec.ValidationError, kind: Any) -> str:
    """Say what is wrong with something of a type, and what could stand there instead."""
    said = f"This cannot be understood: {error}"
    (schema,), defined = msgspec.json.schema_components([kind], ref_template="{name}")
    there = at(str(error), schema, defined)
    if "enum value" in said:
        return f"{said}; it can be {kind_of(there)}"
    if "unknown field" in said:
        return f"{said}; known are {', '.join(f'`{name}`' for name in there['properties'])}"
    return said


def at(error: str, schema: Mapping[str, Any], defined: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of what stands where something is wrong."""
    _, _, way = error.partition(" - at `$")
    for step in STEP.finditer(way):
        inside = resolved(schema, defined)
        schema = inside["properties"][step[1]] if step[1] else inside["items"]
    return resolved(schema, defined)


def resolved(schema: Mapping[str, Any], defined: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema itself, where only its name stands."""
    named: Mapping[str, Any] = defined[schema["$ref"]] if "$ref" in schema else schema
    return named
