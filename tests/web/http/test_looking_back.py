"""Looking back over HTTP: who may, all moments, records, taking over, checking a deal."""

import html
import re

import pytest

from siberia.match import Match
from siberia.web.http import looking_back
from siberia.web.http.routes import replay as replay_routes
from siberia.web.tables import bot_queue
from tests.support import VARIANTS, Variant, play_random, variants
from tests.web.page import Page
from tests.web.server import Browser, open_table, row

pytestmark = pytest.mark.anyio

SEATS = 2
CARD, BOARD = VARIANTS[0], VARIANTS[2]
GAMES = pytest.mark.parametrize("variant", [CARD, BOARD], ids=str)


def finished_match(variant: Variant, seed: int = 3) -> Match:
    return play_random(variant.new(seats=SEATS, seed=seed, start=0, rules=2), seed, busy=True)


def row_of(variant: Variant, name: str):
    """The row of a table of a variant."""
    options = dict(variant.options)
    sides = options.pop("exchanges", "choose" if variant.game == "board" else "")
    return row(variant.game, SEATS, name, exchanges=sides, **options)


async def over(made, name: str, variant: Variant = CARD):
    """A table at which a whole match was played."""
    table = await open_table(made, row_of(variant, name), ["guest"] * SEATS)
    words = play_random(table.match.at(0), 1, busy=True).words
    await made.state.services.store.append(name, 0, words, finishes=True)
    return await made.state.services.tables.get(name)


@pytest.fixture
def alone(made, monkeypatch):
    """A server on which no bot thinks by itself."""
    monkeypatch.setattr(made.state.services.bots, "look_after", lambda _table: None)
    monkeypatch.setattr(bot_queue, "ADVISER", "medium")
    return made


# ---------------------------------------------------------------- who may look


@GAMES
async def test_whoever_has_the_address_may_look_back(alone, variant):
    name = f"open-{variant}"
    table = await over(alone, name, variant)
    stranger = Browser(alone)
    for path in ("", "/replay", "/replay?ply=7&eyes=2", "/replay?ply=7&eyes=open", "/record"):
        assert (await stranger.get(f"/t/{name}{path}")).status_code == 200, path
    # They have nothing to do there, and only look.
    page = await stranger.page(name)
    assert "rematch" not in page.text
    assert 'id="leave"' not in page.text
    assert (await stranger.post(f"/t/{name}/look")).status_code == 200
    for deed in ("rematch", "speed", "return", "seat"):
        assert (await stranger.post(f"/t/{name}/{deed}")).status_code in (403, 404), deed
    assert stranger.http.cookies == {}
    assert table.row.rematch is None


@GAMES
async def test_a_match_that_goes_on_is_never_replayed(alone, variant):
    name = f"running-{variant}"
    await over(alone, name, variant)
    store = alone.state.services.store
    words = [entry.word for entry in (await store.news(name, 0)).entries]
    begun = row_of(variant, f"{name}-2")
    table = await open_table(alone, begun, ["guest"] * SEATS, words[:3])
    for browser in (Browser(alone), Browser(alone).become("guest0")):
        for path in ("replay", "replay?ply=1&eyes=open", "record", "review"):
            answer = await browser.get(f"/t/{table.id}/{path}")
            assert answer.status_code == 404
        for deed in ("replay/look", "take-over", "verify"):
            answer = await browser.post(f"/t/{table.id}/{deed}", ply=1, seat=0, eyes="open")
            assert answer.status_code == 404
        assert not any(b"5eed5eed" in answer.content for answer in browser.answers)
    assert (await Browser(alone).get(f"/t/{table.id}")).status_code == 403


async def test_what_is_sealed_only_those_see_who_may(alone, monkeypatch):
    await over(alone, "sealed")

    def sealed(table, guest):
        return table.id == "sealed" and guest != "guest0"

    for module in (looking_back, replay_routes):
        monkeypatch.setattr(module, "is_sealed", sealed)
    player, other = Browser(alone).become("guest0"), Browser(alone)
    for path in ("", "/replay", "/record"):
        assert (await player.get(f"/t/sealed{path}")).status_code == 200
        refused = await other.get(f"/t/sealed{path}")
        assert refused.status_code == 403
        assert "5eed5eed" not in refused.text
    # What they take over would tell its seed to others.
    assert (await player.post("/t/sealed/take-over", ply=3, seat=0)).status_code == 403


# ---------------------------------------------------------------- every moment


@variants
async def test_every_moment_has_an_address_and_links_lead_on(alone, variant):
    name = f"moments-{variant}"
    table = await over(alone, name, variant)
    browser = Browser(alone)
    ply = table.match.ply // 2
    page = Page((await browser.get(f"/t/{name}/replay?ply={ply}&eyes=2")).text)
    assert page.main["data-ply"] == str(ply)
    assert page.main["data-eyes"] == "2"
    back, on = page.find("step-back"), page.find("step-on")
    assert back
    assert on
    for link, there in ((back, ply - 1), (on, ply + 1)):
        again = Page((await browser.get(link["href"])).text)
        assert (again.main["data-ply"], again.main["data-eyes"]) == (str(there), "2")
    slider = page.find("slider")
    assert slider
    assert page.title in html.unescape(slider["aria-valuetext"])
    # Nothing on the table can be clicked.
    assert not page.clicks("word", "plan", "draft", "post", "lift")


@GAMES
@pytest.mark.parametrize("narrow", ["true", "false"])
async def test_a_step_is_the_page_of_that_moment(alone, variant, narrow):
    name = f"step-{variant}-{narrow}"
    table = await over(alone, name, variant)
    browser = Browser(alone)
    ply = table.match.ply // 3
    for eyes in ("1", "2", "open"):
        answer = await browser.post(f"/t/{name}/replay/look", ply=ply, eyes=eyes, narrow=narrow)
        page = Page(answer.text)
        assert (page.main["data-ply"], page.main["data-eyes"]) == (str(ply), eyes)
        known = page.main["data-parts"]
        again = await browser.post(
            f"/t/{name}/replay/look", ply=ply + 1, eyes=eyes, narrow=narrow, parts=known
        )
        assert again.status_code == 200
        assert len(again.text) < len(answer.text) / 2


async def test_a_step_that_makes_no_sense_is_refused_plainly(alone):
    await over(alone, "senseless")
    answer = await Browser(alone).post("/t/senseless/replay/look", ply="x" * 30)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


# ---------------------------------------------------------------- records


@variants
async def test_a_record_is_kept_and_looked_back_on(alone, variant):
    record = finished_match(variant).record()
    browser = Browser(alone)
    answer = await browser.post("/records", text=record.replace("\n", "\r\n"))
    assert answer.status_code == 200
    address = answer.url.path
    assert re.fullmatch(r"/r/[0-9a-f]{20}", address)
    assert (await browser.get(f"{address}/record")).text == record
    assert (await browser.get(f"{address}/replay?ply=20&eyes=1")).status_code == 200
    assert (await browser.post(f"{address}/verify")).text == "true"
    # What is the same lies at the same address, and nobody has become a guest by it.
    again = await Browser(alone).post("/records", text=record)
    assert again.url.path == address
    assert browser.http.cookies == {}


@pytest.mark.parametrize(
    ("pattern", "new", "said", "line"),
    [
        (r"^rules 2", "rules 7", "played by other rules", "rules 7"),
        (r"^components sha256:.", "components sha256:x", "another box", "components"),
        (r"^siberia-record 1", "siberia-record 9", "another version", "siberia-record 9"),
        (r"^siberia-record 1", "chess 1", "no record of a match", "chess 1"),
        (r"^seed .*\n", "", "before the match was over", "commitment"),
        (r"^result .*$", "result 1 2", "is not right", "result 1 2"),
        (r", pay [^,\n]*", ", pay nonsense", "is not right", "pay nonsense"),
        (r"(?s)^.*$", "", "nothing to read", ""),
        (r"^game card", "game <script>", "is not right", "game &lt;script&gt;"),
    ],
)
async def test_a_record_that_cannot_be_read_is_refused_with_the_reason(
    alone, pattern, new, said, line
):
    record = finished_match(CARD).record()
    text, count = re.subn(pattern, new, record, count=1, flags=re.MULTILINE)
    assert count
    answer = await Browser(alone).post("/records", text=text)
    assert answer.status_code == 400
    assert said in answer.text
    assert line in answer.text
    assert "<script>" not in answer.text.replace('<script type="module"', "")
    assert "Traceback" not in answer.text


async def test_a_record_is_not_kept_without_end(alone):
    answer = await Browser(alone).post("/records", text="x" * 200_000)
    assert answer.status_code == 413
    assert (await Browser(alone).get("/r/" + "0" * 20)).status_code == 404
    assert (await Browser(alone).get("/r/" + "0" * 20 + "/replay")).status_code == 404


# ---------------------------------------------------------------- taking over


@pytest.mark.rule("C20", "B11")
@variants
async def test_who_takes_over_goes_on_from_there_with_what_they_knew(alone, variant):
    name = f"taken-{variant}"
    source = await over(alone, name, variant)
    services = alone.state.services
    for seat in range(SEATS):
        browser = Browser(alone)
        ply = source.match.ply // 2
        # Also when one comes from the open view.
        await browser.get(f"/t/{name}/replay?ply={ply}&eyes=open")
        answer = await browser.post(f"/t/{name}/take-over", ply=ply, seat=seat, level="easy")
        assert answer.status_code == 200
        table = await services.tables.get(answer.url.path.removeprefix("/t/"))
        then = source.match.at(source.match.at(ply).open_to(seat))
        assert table.match.view(seat) == then.view(seat)
        assert table.match.words == then.words
        assert table.match.state != then.state
        assert [table.seats.is_bot(other) for other in range(SEATS)] == [
            other != seat for other in range(SEATS)
        ]
        # Nothing that was played before can be taken back, and all is stored.
        guest = table.seats[seat].guest
        assert table.undoable(seat, guest) == 0
        services.tables._let_go(table.id)
        again = await services.tables.get(table.id)
        assert (again.match.state == table.match.state).all()
        assert again.row.seed != source.row.seed


@GAMES
async def test_a_match_that_was_taken_over_is_played_to_its_end_and_its_record_is_true(
    alone, variant
):
    name = f"ended-{variant}"
    source = await over(alone, name, variant)
    browser = Browser(alone)
    answer = await browser.post(f"/t/{name}/take-over", ply=source.match.ply - 30, seat=0)
    table_id = answer.url.path.removeprefix("/t/")
    table = await alone.state.services.tables.get(table_id)
    assert source.row.seed not in (await browser.get(f"/t/{table_id}")).text
    words = play_random(table.match.at(table.match.ply), 9).words[table.match.ply :]
    await alone.state.services.store.append(table_id, table.seq, words, finishes=True)
    record = (await browser.get(f"/t/{table_id}/record")).text
    assert f"\nfrom {source.row.seed} " in record
    assert Match.read(record).record() == record
    assert "taken over from another one" in (await browser.get(f"/t/{table_id}")).text
    assert (await browser.post(f"/t/{table_id}/verify")).text == "true"
    # It can be looked back on, kept as a record, taken over again; the next match is a new one.
    page = await browser.get(f"/t/{table_id}/replay?ply=10&eyes=open")
    assert page.status_code == 200
    kept = await browser.post("/records", text=record)
    assert kept.url.path.startswith("/r/")
    assert (await browser.get(f"{kept.url.path}/replay?ply=9999")).status_code == 200
    for address in (f"/t/{table_id}", kept.url.path):
        again = await browser.post(f"{address}/take-over", ply=len(words), seat=1, level="medium")
        assert again.url.path.startswith("/t/")
    rematch = await browser.post(f"/t/{table_id}/rematch")
    following = await alone.state.services.tables.get(rematch.url.path.removeprefix("/t/"))
    assert following.match.ply == 0
    assert following.row.origin is None


@pytest.mark.parametrize(
    "fields",
    [{"ply": 99999, "seat": 0}, {"ply": 3, "seat": 7}, {"ply": 3, "seat": 0, "level": "no"}, {}],
)
async def test_what_cannot_be_taken_over_leads_back(alone, fields):
    await over(alone, f"back-{len(str(fields))}")
    browser = Browser(alone)
    answer = await browser.post(f"/t/back-{len(str(fields))}/take-over", **fields)
    assert answer.url.path == f"/t/back-{len(str(fields))}"
    assert browser.http.cookies == {}


# ---------------------------------------------------------------- checking a deal


async def test_a_page_names_the_fingerprint_from_the_start(alone):
    table = await open_table(alone, row("card", SEATS, "noted"), ["guest"] * SEATS)
    page = await Browser(alone).become("guest0").page("noted")
    assert page.main["data-commitment"] == table.match.commitment
    await over(alone, "noted-over")
    answer = await Browser(alone).post("/t/noted-over/verify")
    assert (answer.status_code, answer.text) == (200, "true")
