"""The page that tells people who write programs what there is: made of the same document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from siberia.web.http.api.document import document
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
    "Each refusal is an application/problem+json with type, title, status and detail. Where a word"
    " cannot be played its type is /api#illegal-word, and it has the rule, as the rules here number"
    " them, and the words that are legal instead.",
    "How often one may ask in a minute stands in the headers RateLimit-Policy and RateLimit; who"
    " asks too often gets a 429 with Retry-After.",
)


@dataclass(frozen=True)
class Fact:
    """Something about an operation or a type: what it is about, and where its type is told."""

    name: str
    kind: str
    about: str = ""
    is_type: bool = False


@dataclass(frozen=True)
class TypeRow:
    """Something that is sent or answered, with its fields."""

    name: str
    about: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class OperationRow:
    """One thing that can be asked for."""

    name: str
    method: str
    path: str
    summary: str
    about: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class ApiPage:
    """All there is to tell."""

    server: str
    root: str
    operations: tuple[OperationRow, ...]
    types: tuple[TypeRow, ...]
    refused_title: str = "What is refused"
    refused: tuple[str, ...] = REFUSED


async def page(request: Request, operations: tuple[Operation, ...], version: str) -> Response:
    """Show what programs can ask for."""
    context = RequestContext(request)
    operation_rows, type_rows = rows(operations, version)
    shown = ApiPage(context.services.settings.url, ROOT, operation_rows, type_rows)
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
        about=operation.about,
        facts=tuple(facts_of(operation, told)),
    )


def facts_of(operation: Operation, told: Mapping[str, Any]) -> Iterator[Fact]:
    """Return for whom an operation is, what it is sent, and what it answers."""
    yield Fact("For", "", WHO[operation.who])
    for one in told["parameters"]:
        if one["in"] == "query":
            yield Fact(f"?{one['name']}", kind_of(one["schema"]))
    if "requestBody" in told:
        yield typed("Send", content(told["requestBody"]))
    for status, _ in operation.answers:
        yield typed(str(status), content(told["responses"][str(status)]))
    if operation.problems:
        yield Fact(", ".join(map(str, sorted(operation.problems))), "Problem", is_type=True)


def typed(name: str, schema: Mapping[str, Any]) -> Fact:
    """Return a fact about something that is sent or answered."""
    return Fact(name, kind_of(schema) or "nothing", is_type="$ref" in schema)


def content(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of what is sent or answered; nothing for an empty answer."""
    for media in said.get("content", {}).values():
        schema: Mapping[str, Any] = media["schema"]
        return schema
    return {}


def type_rows(schemas: Mapping[str, Any]) -> Iterator[TypeRow]:
    """Return all types with their fields."""
    for name, schema in schemas.items():
        required = schema.get("required", ())
        facts = tuple(
            Fact(field if field in required else f"{field}?", kind_of(said), about_of(said))
            for field, said in schema.get("properties", {}).items()
        )
        yield TypeRow(name, schema.get("description", ""), facts)


def about_of(schema: Mapping[str, Any]) -> str:
    """Return what is said of a field."""
    return str(schema.get("description", ""))
