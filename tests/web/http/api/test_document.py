"""The document and the page of the API, problems of every kind, and limits that are told."""

import pytest

from siberia import __version__
from siberia.web.http import middleware
from siberia.web.http.api.routes import OPERATIONS
from tests.web.page import Page
from tests.web.server import Browser, open_table, row

pytestmark = pytest.mark.anyio


async def test_the_document_tells_of_every_operation_and_leads_nowhere(made):
    told = (await Browser(made).get("/api/v1/openapi.json")).json()
    assert (told["openapi"], told["info"]["version"]) == ("3.1.0", __version__)
    names = [one["operationId"] for path in told["paths"].values() for one in path.values()]
    assert sorted(names) == sorted(one.name for one in OPERATIONS)
    assert len(set(names)) == len(names)
    refs = set()

    def look(thing):
        if isinstance(thing, dict):
            refs.update([thing["$ref"]] if "$ref" in thing else [])
            refs.update([thing["operationId"]] if "operationId" in thing else [])
            for part in thing.values():
                look(part)
        elif isinstance(thing, list):
            for part in thing:
                look(part)

    look(told)
    for ref in refs:
        if ref.startswith("#/"):
            at = told
            for step in ref[2:].split("/"):
                at = at[step]
        else:
            assert ref in names


async def test_every_operation_has_something_to_say_of_itself():
    for one in OPERATIONS:
        assert one.summary
        assert one.answers
        assert not one.summary.endswith(".")


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
async def test_the_page_shows_every_operation_and_every_type(made, language):
    answer = await Browser(made, **{"Accept-Language": language}).get("/api")
    assert answer.status_code == 200
    ids = {element.attributes.get("id") for element in Page(answer.text).elements}
    assert {one.name for one in OPERATIONS} <= ids
    assert {"type-Answer", "type-Problem", "illegal-word"} <= ids
    assert f'lang="{language}"' in answer.text
    links = {element.attributes.get("href") or "" for element in Page(answer.text).elements}
    inside = {link[1:] for link in links if link.startswith("#")}
    assert {"type-CardView", "type-NewSeat", "play"} <= inside
    assert inside <= ids
    assert "`" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("GET", "nothing", {}, 404),
        ("GET", "tables/x/nothing", {}, 404),
        ("DELETE", "tables/prob", {}, 405),
        ("PUT", "tables/prob/words", {}, 405),
        ("POST", "tables/prob/words", {"content": b"x" * 20_000}, 413),
        ("POST", "tables/prob/words", {"content": b"x", "headers": {"Content-Type": "a/b"}}, 415),
        ("POST", "tables/prob/words", {"content": b"{"}, 400),
        ("POST", "tables/prob/words", {"content": b"\xff"}, 400),
        ("POST", "tables/prob/words", {"json": {}}, 422),
    ],
)
async def test_whatever_is_refused_is_a_problem(made, method, path, sent, status):
    if await made.state.services.store.table("prob") is None:
        await open_table(made, row("card", 2, "prob"), ["guest"] * 2)
    answer = await Browser(made).become("guest0").http.request(method, f"/api/v1/{path}", **sent)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    said = answer.json()
    assert (said["status"], said["type"]) == (status, "about:blank")
    assert said["title"]
    assert said["detail"]
    if status == 405:
        allowed = {"tables/prob": "GET, HEAD", "tables/prob/words": "POST"}
        assert allowed[path] in said["detail"]
        assert answer.headers["allow"] == allowed[path]


async def test_allow_names_all_methods_of_a_path(made):
    answer = await Browser(made).http.request("DELETE", "/api/v1/tables")
    assert answer.headers["allow"] == "GET, HEAD, POST"


async def test_who_posts_nothing_need_not_say_how_much(made):
    """As `curl -X POST` does; but what comes in pieces says nothing of its size."""
    mine = Browser(made).become("guest0")
    await open_table(made, row("card", 2, "empty"), ["guest"] * 2)
    request = mine.http.build_request("POST", "/api/v1/tables/empty/return")
    del request.headers["content-length"]
    assert (await mine.http.send(request)).status_code == 200

    async def pieces():
        yield b"{}"

    answer = await mine.http.post("/api/v1/tables/empty/return", content=pieces())
    assert (answer.status_code, "Content-Length" in answer.json()["detail"]) == (413, True)


async def test_fields_are_told_as_the_source_tells_them(made):
    told = (await Browser(made).get("/api/v1/openapi.json")).json()["components"]["schemas"]
    for kind in ("Answer", "AskedSeat"):
        about = told[kind]["properties"]["awaited"]["description"]
        assert about == "The seats that must decide something now."
    assert "seat" in told["NewTable"]["properties"]["start"]["description"]
    # As programs in any language write it.
    about = told["CardView"]["properties"]["scores"]["description"]
    assert about == "In dollars, by seat; null until the match is over (C18)."
    assert "None" not in str([kind["description"] for kind in told.values()])


async def test_problems_tell_how_long_to_wait(made):
    told = (await Browser(made).get("/api/v1/openapi.json")).json()
    answers = told["paths"]["/api/v1/tables/{table}"]["get"]["responses"]
    assert "Retry-After" in answers["429"]["headers"]
    assert "Retry-After" in answers["503"]["headers"]
    assert "RateLimit" in answers["409" if "409" in answers else "410"]["headers"]


async def test_limits_are_told_and_too_much_is_a_problem(made, monkeypatch):
    await open_table(made, row("card", 2, "limit"), ["guest"] * 2)
    mine = Browser(made).become("guest1")
    first = await mine.get("/api/v1/tables/limit")
    assert first.headers["ratelimit-policy"] == '"looking";q=1200;w=60'
    assert first.headers["ratelimit"] == '"looking";r=1199;t=60'
    assert "ratelimit" not in (await mine.get("/t/limit")).headers
    statuses = []
    for _ in range(61):
        answer = await mine.http.post("/api/v1/tokens", json={})
        statuses.append(answer.status_code)
    assert statuses == [422] * 60 + [429]
    assert answer.headers["ratelimit"].startswith('"opening";r=0;t=')
    assert 0 < int(answer.headers["retry-after"]) <= 60
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_name_that_is_not_ours_is_a_problem_too(made):
    answer = await Browser(made, Host="elsewhere.example").get("/api/v1/me")
    assert (answer.status_code, answer.json()["status"]) == (400, 400)


async def test_what_fails_is_a_problem_and_tells_nothing(made, monkeypatch):
    await open_table(made, row("card", 2, "fails"), ["guest"] * 2)

    async def fail(*_asked):
        raise RuntimeError("a secret")

    monkeypatch.setattr(made.state.services.tables, "get", fail)
    answer = await Browser(made).become("guest0").get("/api/v1/tables/fails")
    assert answer.status_code == 500
    assert answer.json()["title"] == "Internal Server Error"
    assert "secret" not in answer.text


def test_every_limit_has_a_name():
    limits = (middleware.READ_LIMIT, middleware.WRITE_LIMIT, middleware.COSTLY_LIMIT)
    assert set(limits) == set(middleware.LIMITS)
