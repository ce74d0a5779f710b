"""What several operations send or are sent, with what JSON Schema says of it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec

from siberia.match.setup import LONGEST_NAME

# Views are two, and which one it is follows from the game.
VIEW: Final = msgspec.Meta(
    extra_json_schema={
        "anyOf": [
            {"$ref": "#/components/schemas/CardView"},
            {"$ref": "#/components/schemas/BoardView"},
        ]
    }
)
# Names in addresses: of tables, records and tokens.
PLACE: Final = r"^[A-Za-z0-9_-]{1,64}$"
# No log is ever so long.
LONGEST_LOG: Final = 1_000_000

Seq = Annotated[
    int,
    msgspec.Meta(
        ge=0, le=LONGEST_LOG, description="How many entries the log had when it was seen."
    ),
]
Short = Annotated[str, msgspec.Meta(max_length=20)]
Name = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=LONGEST_NAME,
        description="1 to 40 letters, without a comma.",
        examples=["Ada"],
    ),
]


def moment(when: datetime) -> datetime:
    """Return a time as it is told: in UTC, to the second."""
    return when.astimezone(UTC).replace(microsecond=0)


def kind_of(schema: Mapping[str, Any]) -> str:
    """Say in few words what can stand somewhere."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(kind_of, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(one).decode() for one in schema["enum"])
    if schema.get("type") == "array":
        return f"[{kind_of(schema.get('items') or {})}]"
    if schema.get("type") == "object" and "additionalProperties" in schema:
        return f"{{string: {kind_of(schema['additionalProperties'] or {})}}}"
    return str(schema.get("format") or schema.get("type", ""))
