"""What Schemathesis is told beside the document: where there are tables, and what it must not see.

`benchmarks.fuzz_api` lays the tables out, and says by the environment where.
"""

import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zlib import crc32

import schemathesis

TABLES = os.environ["FUZZ_TABLES"].split()
RECORDS = os.environ["FUZZ_RECORDS"].split()
ANSWERS = Path(os.environ["FUZZ_ANSWERS"])
TOKEN = os.environ["FUZZ_TOKEN"]
URL = os.environ["FUZZ_URL"]


def chance(thing: object) -> int:
    """Return a number that follows from what was drawn: the same case is the same again."""
    return crc32(repr(thing).encode())


@schemathesis.hook
def map_path_parameters(_context: Any, parameters: dict[str, Any] | None) -> Any:
    """Mostly name a table or a record that is there."""
    for name, known in (("table", TABLES), ("record", RECORDS)):
        given = (parameters or {}).get(name, "")
        # What is no address stays none.
        if parameters and chance(parameters) % 8 and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", given):
            parameters[name] = known[chance(parameters) % len(known)]
    return parameters


@schemathesis.hook
def before_call(_context: Any, case: Any, _options: dict[str, Any]) -> None:
    """Most of the words that are played are legal ones, for the log as it is."""
    table = (case.path_parameters or {}).get("table")
    if case.operation.path.endswith("/words") and table in TABLES and chance(case.body) % 4:
        first = TABLES.index(table)
        for where in (*TABLES[first:], *TABLES[:first]):
            seen = looked_at(where)
            if seen["legal"]:
                case.path_parameters["table"] = where
                case.body = {"seq": seen["seq"], "words": words_for(seen, chance(case.body))}
                return


def looked_at(table: str) -> Any:
    """Return what the guest sees at a table."""
    asked = Request(  # noqa: S310
        f"{URL}/api/v1/tables/{table}", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with urlopen(asked, timeout=10) as answer:  # noqa: S310
        return json.load(answer)


def words_for(seen: Any, number: int) -> list[str]:
    """Return words that can be played: one of those that are legal, or all of a placing."""
    if seen["view"]["phase"] == "place":
        return ["place research"] * len(seen["view"]["players"][seen["seat"]]["drawn"])
    return [seen["legal"][number % len(seen["legal"])]]


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """Write down what was asked and all that was answered."""
    body = case.body if isinstance(case.body, dict | list | str | int | None) else None
    said = {
        "path": case.formatted_path,
        "method": case.method,
        "body": body,
        "status": response.status_code,
        "headers": {name: list(value) for name, value in response.headers.items()},
        "answer": response.text,
    }
    with ANSWERS.open("a", encoding="utf-8") as answers:
        answers.write(json.dumps(said, default=str) + "\n")
