"""What OpenAPI says of all operations: made of what they declare, and of the types they name."""

import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.web.http.api.notes import describe
from siberia.web.http.api.operations import ANY_REQUEST, JSON, ROOT, Operation
from siberia.web.http.api.problems import MEDIA_TYPE, Problem
from siberia.web.http.api.schemas import PLACE

REF = "#/components/schemas/{name}"
INTRODUCTION = (
    "Two board games by Reiner Stockhausen, played by people and programs. With a token a program"
    " sits at a table as a person does: it sees what its seat sees, and nothing else."
)
ADDRESS_PARTS = {
    "table": "A table, as its address names it.",
    "record": "A record, by its key.",
    "token": "A token, by its id.",
}
# Who has no token may come with a guest's cookie, as pages do.
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "anybody": [{}, {"token": []}, {"cookie": []}],
    "guest": [{"token": []}, {"cookie": []}],
    "seat": [{"token": []}, {"cookie": []}],
    "bot": [{"token": []}],
}
LIMIT_HEADERS = {
    "RateLimit-Policy": {"$ref": "#/components/headers/RateLimit-Policy"},
    "RateLimit": {"$ref": "#/components/headers/RateLimit"},
}
WAIT = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
# Where an answer leads: by which operation it is given, what is passed on from it, to which.
LINKS: tuple[tuple[str, int, str, str, str], ...] = (
    *(
        (source, status, target, "table", "$response.body#/table")
        for source, status in (("openTable", 201), ("takeSeat", 200))
        for target in ("look", "tableInfo", "play", "undo", "hint", "leave", "log", "knowledge")
    ),
    ("makeToken", 201, "revokeToken", "token", "$response.body#/info/id"),
    *(
        ("keepRecord", 201, target, "record", "$response.body#/record")
        for target in ("recordOfRecord", "replayOfRecord", "reviewOfRecord")
    ),
)


def document(operations: Sequence[Operation], version: str) -> dict[str, Any]:
    """Return the document of some operations, as OpenAPI 3.1 has it."""
    schemas = components(operations)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(f"{ROOT}{operation.path}", {})[operation.method.lower()] = described(
            operation
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "SIBERIA", "version": version, "description": INTRODUCTION},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "headers": {
                "Retry-After": {
                    "description": "For how many seconds to wait.",
                    "schema": {"type": "integer"},
                },
                "RateLimit-Policy": limit_header("How often one may ask, and in how many seconds."),
                "RateLimit": limit_header("How often one may still ask, and until when."),
            },
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token."},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "siberia_guest",
                    "description": "The cookie of a guest, as pages of this server have it.",
                },
            },
        },
    }


def components(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return the schemas of all types that are sent and answered."""
    kinds = [
        kind
        for one in operations
        for kind in (one.body, *(answer for _, answer in one.answers))
        if kind not in (None, str)
    ]
    every = list(dict.fromkeys([*kinds, Problem, CardView, BoardView]))
    _, found = msgspec.json.schema_components(every, ref_template=REF)
    describe(found, every)
    return {name: found[name] for name in sorted(found)}


def schema_of(kind: Any) -> dict[str, Any]:
    """Return what is said of one type: where it is described, if it is one of ours."""
    if kind is str:
        return {"type": "string"}
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


def described(operation: Operation) -> dict[str, Any]:
    """Return what is said of an operation."""
    said: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.about or operation.summary,
        "security": SECURITY[operation.who],
        "parameters": parameters(operation),
        "responses": responses(operation),
    }
    if operation.body is not None:
        content = {JSON: {"schema": schema_of(operation.body)}}
        said["requestBody"] = {"required": True, "content": content}
    return said


def parameters(operation: Operation) -> list[dict[str, Any]]:
    """Return what stands in the address of an operation, and behind its ?."""
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": ADDRESS_PARTS[name],
            "schema": {"type": "string", "pattern": PLACE},
        }
        for name in re.findall(r"{(\w+)}", operation.path)
    ]
    if operation.query is not None:
        (_,), defined = msgspec.json.schema_components([operation.query], ref_template=REF)
        describe(defined, [operation.query])
        properties = defined[operation.query.__name__]["properties"]
        found += [in_query(name, schema) for name, schema in properties.items()]
    return found


def in_query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of something that can stand behind the ?."""
    about = schema.pop("description", "")
    where = {"name": name, "in": "query", "required": False}
    return {**where, "description": about, "schema": query_schema(schema)}


def query_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return what can stand in a query: nothing there is null, one leaves it out instead."""
    some = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    return some[0] if some else schema


def responses(operation: Operation) -> dict[str, Any]:
    """Return all that an operation may answer."""
    found: dict[str, Any] = {}
    for status, kind in operation.answers:
        found[str(status)] = {"description": HTTPStatus(status).phrase, "headers": LIMIT_HEADERS}
        if kind is not None:
            found[str(status)]["content"] = {
                media: {"schema": schema_of(kind) if media == JSON else text_of(kind)}
                for media in operation.media
            }
        if links := links_from(operation.name, status):
            found[str(status)]["links"] = links
    for status in sorted({*operation.problems, *ANY_REQUEST}):
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "headers": {**LIMIT_HEADERS, **(WAIT if status in (429, 503) else {})},
            "content": {MEDIA_TYPE: {"schema": schema_of(Problem)}},
        }
    return found


def text_of(kind: Any) -> dict[str, Any]:
    """Return what is said of a text; of a stream each line, or each event, is of a type."""
    if kind is str:
        return {"type": "string"}
    about = f"Each line, or the data of each event, is a JSON object as {kind.__name__} says."
    return {"type": "string", "description": about}


def links_from(name: str, status: int) -> dict[str, Any]:
    """Return where one can go on from an answer."""
    return {
        target: {"operationId": target, "parameters": {part: given}}
        for source, when, target, part, given in LINKS
        if (source, when) == (name, status)
    }


def limit_header(about: str) -> dict[str, Any]:
    """Return what is said of a header that tells of limits."""
    return {"description": about, "schema": {"type": "string"}}
