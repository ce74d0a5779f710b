"""The page that tells people who write programs what there is: made of the same document."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from siberia.web.http.api.document import document, schema_of
from siberia.web.http.api.operations import ROOT, Operation
from siberia.web.http.api.schemas import kind_of
from siberia.web.http.context import RequestContext

# Who may ask for something, in the words of the page.
WHO = {
    "anybody": "anybody",
    "guest": "a guest's token",
    "seat": "a guest's token, or one for the seat",
    "bot": "an offered bot's token",
}


REFUSED = (
    "Each refusal is an `application/problem+json` with `type`, `title`, `status` and `detail`."
    " Where a word cannot be played its `type` is `/api#illegal-word`, and it has the `rule`, as"
    " the rules here number them, and the words that are `legal` instead.",
    "How often one may ask in a minute stands in the headers `RateLimit-Policy` and `RateLimit`;"
    " who asks too often gets a 429 with `Retry-After`.",
)
PROBLEM = {"$ref": "Problem"}
# The name of a type of ours; and where a type is put together from several.
NAME = re.compile(r"[A-Z]\w+")
WORDS = re.compile(r"([A-Z]\w+)")


class TextPiece(NamedTuple):
    """A piece of a text: plain, or `is_code`; and as a link to the type that it names."""

    text: str
    is_code: bool = False
    link: str = ""


@dataclass(frozen=True)
class Fact:
    """Something about an operation or a type: of which type it is, and what it is about."""

    name: str
    kind: tuple[TextPiece, ...] = ()
    about: tuple[TextPiece, ...] = ()


@dataclass(frozen=True)
class TypeRow:
    """Something that is sent or answered, with its fields."""

    name: str
    about: tuple[TextPiece, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class OperationRow:
    """One thing that can be asked for."""

    name: str
    method: str
    path: str
    summary: str
    about: tuple[TextPiece, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class ApiPage:
    """All there is to tell."""

    server: str
    root: str
    operations: tuple[OperationRow, ...]
    types: tuple[TypeRow, ...]
    refused: tuple[tuple[TextPiece, ...], ...]
    refused_title: str = "What is refused"


async def page(request: Request, operations: tuple[Operation, ...], version: str) -> Response:
    """Show what programs can ask for."""
    context = RequestContext(request)
    operation_rows, type_rows = rows(operations, version)
    refused = tuple(map(spoken, REFUSED))
    shown = ApiPage(context.services.settings.url, ROOT, operation_rows, type_rows, refused)
    return context.page("api.html", {"page": shown})


@cache
def rows(
    operations: tuple[Operation, ...], version: str
) -> tuple[tuple[OperationRow, ...], tuple[TypeRow, ...]]:
    """Return the document's operations and types, as the page has them."""
    told = document(operations, version)
    found = tuple(
        operation_row(one, told["paths"][f"{ROOT}{one.path}"][one.method.lower()])
        for one in operations
    )
    return found, tuple(type_rows(told["components"]["schemas"]))


def operation_row(operation: Operation, told: Mapping[str, Any]) -> OperationRow:
    """Return one operation."""
    return OperationRow(
        name=operation.name,
        method=operation.method,
        path=f"{ROOT}{operation.path}",
        summary=operation.summary,
        about=spoken(operation.about),
        facts=tuple(facts_of(operation, told)),
    )


def facts_of(operation: Operation, told: Mapping[str, Any]) -> Iterator[Fact]:
    """Return for whom an operation is, what it is sent, and what it answers."""
    yield Fact("For", about=spoken(WHO[operation.who]))
    for one in told["parameters"]:
        if one["in"] == "query":
            yield Fact(f"?{one['name']}", typed(one["schema"]), about_of(one))
    if "requestBody" in told:
        yield Fact("Send", typed(schema_of(operation.body)))
    for status, kind in operation.answers:
        yield Fact(str(status), typed(schema_of(kind) if kind is not None else {}))
    if operation.problems:
        yield Fact(", ".join(map(str, sorted(operation.problems))), typed(PROBLEM))


def typed(schema: Mapping[str, Any]) -> tuple[TextPiece, ...]:
    """Say of which type something is, with links to where types are told."""
    said = kind_of(schema)
    if not said:
        return (TextPiece("nothing"),)
    # Only what is referred to is a type of ours: other words are written small, or as JSON.
    return tuple(
        TextPiece(part, is_code=True, link=part if NAME.fullmatch(part) else "")
        for part in WORDS.split(said)
        if part
    )


def spoken(text: str) -> tuple[TextPiece, ...]:
    """Return a text in which code stands between backticks."""
    parts = enumerate(text.split("`"))
    return tuple(TextPiece(part, is_code=bool(number % 2)) for number, part in parts if part)


def type_rows(schemas: Mapping[str, Any]) -> Iterator[TypeRow]:
    """Return all types with their fields."""
    for name, schema in schemas.items():
        required = schema.get("required", ())
        facts = tuple(
            Fact(field if field in required else f"{field}?", typed(said), about_of(said))
            for field, said in schema.get("properties", {}).items()
        )
        yield TypeRow(name, spoken(schema.get("description", "")), facts)


def about_of(schema: Mapping[str, Any]) -> tuple[TextPiece, ...]:
    """Return what is said of a field."""
    return spoken(schema.get("description", ""))
