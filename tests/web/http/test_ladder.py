"""The ladder over HTTP: who is on it, who wants to be, and what else it tells."""

import re
from datetime import timedelta

import pytest

from siberia.web.http.new_table import NewTableForm
from siberia.web.http.routes.home import NEW_LINE
from tests.web.climbing import BEGIN, finished, guests
from tests.web.server import Browser, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def made(tmp_path):
    async with running(tmp_path) as made:
        await guests(made.state.services.store, "Anna", "Boris")
        await guests(made.state.services.store, "Chen", shown=False)
        yield made


async def page(made, path="/ladder?game=card&players=2", guest="", **headers) -> str:
    browser = Browser(made, **headers)
    answer = await (browser.become(guest) if guest else browser).get(path)
    assert answer.status_code == 200
    return answer.text


def said(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def names(text: str) -> list[str]:
    """Who stands there, the best first, those last whose rating is provisional."""
    return [
        said(cell).removesuffix(" you") for cell in re.findall(r'<th scope="row".*?</th>', text)
    ]


async def played(made, count=1, who=("anna", "boris"), **fields):
    for number in range(count):
        at = BEGIN + timedelta(minutes=number)
        await finished(
            made.state.services.store, f"t{number}", who, seed=1 + number % 9, at=at, **fields
        )
    made.state.services.ladder.expire()


async def test_without_people_the_computer_has_it_and_one_is_asked_to_come(made):
    text = await page(made)
    assert names(text) == [f"Computer, {n}" for n in ("master", "expert", "hard", "medium", "easy")]
    assert "Nobody is on this ladder yet" in text
    (way,) = re.findall(r'href="(/tables/new[^"]*)"', text)
    form = await page(made, way.replace("&amp;", "&"), "anna")
    assert "Counts for the ladder" in form
    assert "Card game for 2" in form


async def test_people_stand_there_with_how_sure_that_is(made):
    await played(made)
    text = await page(made)
    assert "Nobody is on this ladder yet" not in text
    told = said(text[text.index("Still provisional") :])
    assert re.search(r"Anna [\d,]+ between [\d,]+ and [\d,]+ 1 match Won", told)
    assert {"Anna", "Boris"} < set(names(text))
    assert "of 2 players" not in text
    # No place as long as it is provisional.
    assert said(text).count("Place") == 1


async def test_places_are_counted_among_people(made):
    await played(made, 50)
    text = await page(made, guest="anna")
    assert "Still provisional" not in text
    ranks = re.findall(r'<td class="rank">(\d*)</td>\s*<th scope="row"[^>]*>(.*?)</th>', text, re.S)
    found = {said(name).removesuffix(" you"): rank for rank, name in ranks}
    assert {found["Anna"], found["Boris"]} == {"1", "2"}
    assert found["Computer, hard"] == ""
    assert f"Place {found['Anna']} on this ladder." in text
    assert text.count('class="own"') == 1


@pytest.mark.parametrize("game", ["card", "board"])
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_each_game_and_number_of_players_has_its_own(made, game, players):
    who = ["anna", "boris", "=hard", "=easy"][:players]
    await finished(made.state.services.store, "t", who, game=game)
    made.state.services.ladder.expire()
    for other in ("card", "board"):
        for count in (2, 3, 4):
            text = await page(made, f"/ladder?game={other}&players={count}")
            assert ("Anna" in names(text)) is ((other, count) == (game, players))
    # Without a wish one sees where people are; what there is not, nobody can wish for.
    for path in ("/ladder", "/ladder?game=chess&players=2", "/ladder?game=chess&players=x"):
        assert "Anna" in names(await page(made, path))


async def test_one_is_shown_only_if_one_wants_to_be(made):
    await played(made, who=("anna", "chen"))
    assert "Chen" not in await page(made)
    browser = Browser(made).become("chen")
    assert 'aria-checked="false" aria-labelledby="ladder-me"' in (await browser.get("/me")).text
    assert "Show me on the ladder" in (await browser.get("/ladder")).text
    answer = await browser.post("/me/ladder", shown="true", game="card", players=2)
    assert str(answer.url).endswith("/ladder?game=card&players=2")
    assert "Chen" in names(answer.text)
    answer = await browser.post("/me/ladder", shown="false")
    assert str(answer.url).endswith("/me#ladder")
    assert 'aria-checked="false" aria-labelledby="ladder-me"' in answer.text
    assert "Chen" not in await page(made)


async def test_who_is_nobody_yet_is_not_shown_and_no_guest_is_made_of_them(made):
    assert "Give yourself a name, and you can be shown here, too." in await page(made)
    answer = await Browser(made).post("/me/ladder", shown="true")
    assert answer.status_code == 200
    assert "siberia" not in answer.cookies
    for fields in ({}, {"shown": "perhaps"}, {"shown": "true", "players": "many"}):
        browser = Browser(made).become("chen")
        assert (await browser.post("/me/ladder", **fields)).status_code == 200
        assert not (await made.state.services.store.guests.get("chen")).on_ladder


async def test_another_name_is_that_of_the_ladder_too(made):
    await played(made)
    browser = Browser(made).become("anna")
    await browser.post("/me", name="<Olga>")
    made.state.services.ladder.expire()
    text = await page(made)
    assert "&lt;Olga&gt;" in text
    assert "<Olga>" not in text
    assert "Anna" not in names(text)


async def test_who_deletes_their_data_is_gone_at_once(made):
    await played(made)
    assert "Anna" in await page(made)
    await Browser(made).become("anna").post("/me/delete")
    text = await page(made)
    assert "Anna" not in text
    assert "Boris" in names(text)


async def test_it_says_nothing_that_is_not_for_all(made):
    await played(made)
    for text in (await page(made), await page(made, guest="boris")):
        for secret in ("anna", "boris", "/t/t0", "1" * 32):
            assert secret not in re.sub(r'href="/settings"', "", text)


async def test_it_speaks_every_language(made):
    await played(made)
    for code, word in (("de", "Rangliste"), ("fr", "Classement"), ("it", "Classifica")):
        text = await page(made, **{"Accept-Language": code})
        assert f"<title>{word} · SIBERIA</title>" in text
    assert "zwischen" in await page(made, **{"Accept-Language": "de"})


async def test_home_privacy_and_ones_own_page_lead_there(made):
    assert 'href="/ladder"' in await page(made, "/")
    assert 'href="/ladder"' in await page(made, "/me", "anna")
    privacy = said(await page(made, "/privacy"))
    assert "Whether you want to be shown on the ladder" in privacy
    assert "The ladder shows you only if you want it" in privacy


async def test_while_the_rules_are_loaded_it_asks_for_a_moment(made):
    made.state.services.is_ready.clear()
    text = await page(made)
    assert "reckoning who stands where" in text
    assert "warming.js" in text


async def test_a_form_says_whether_a_table_counts(made):
    async def told(**fields):
        asked = {"seat0": "me", "seat1": "anyone", **fields}
        return said((await Browser(made).become("anna").post("/tables/new/look", **asked)).text)

    assert "Counts for the ladder" in await told(hints="no")
    assert "Not for the ladder because hints are allowed" in await told(hints="yes")
    assert "Counts for the ladder" in await told(hints="no", seat0="anyone", seat2="hard")
    for fields in ({"seat2": "link"}, {"seat2": "device"}, {"seat1": "hard"}, {"seat0": "easy"}):
        assert "ladder" not in await told(hints="no", **fields), fields


async def test_the_line_for_a_new_table_opens_one_that_counts(made):
    browser = Browser(made).become("anna")
    home = (await browser.get("/")).text
    assert '<input type="hidden" name="hints" value="no">' in home
    assert NEW_LINE.hints == "no"
    assert NewTableForm().hints == "yes", "whoever plays among friends may ask"


async def test_leaving_and_coming_by_a_link_over_http(made):
    """From the form to the ladder: only the one who found the table counts."""
    services = made.state.services
    host = Browser(made).become("anna")
    fields = {"game": "card", "seat0": "me", "seat1": "anyone", "hints": "no", "start": "1"}
    answer = await host.post("/tables", **fields)
    table = str(answer.url).rsplit("/", 1)[1]
    answer = await Browser(made).become("boris").post(f"/t/{table}/sit")
    assert answer.status_code == 200
    services.lobby.expire()
    assert table not in str((await host.get("/api/v1/lobby")).json()), "nobody is waited for"
    seats = await services.store.seats.of(table)
    assert [(seat.guest, seat.anyone, seat.invited) for seat in seats] == [
        ("anna", False, False),
        ("boris", True, False),
    ]


@pytest.mark.parametrize(
    ("fields", "does_count"),
    [
        ({"hints": "no"}, True),
        ({"hints": "no", "seat2": "hard"}, True),
        ({"hints": "no", "seat2": "anyone"}, True),
        ({"hints": "yes"}, False),
        ({"hints": "no", "seat2": "link"}, False),
        ({"hints": "no", "seat2": "device"}, False),
    ],
)
async def test_who_looks_for_a_table_is_told_whether_it_counts(made, fields, does_count):
    host = Browser(made).become("anna")
    await host.post("/tables", game="card", seat0="me", seat1="anyone", **fields)
    (found,) = (await host.get("/api/v1/lobby")).json()["waiting"]
    assert found["ladder"] is does_count
    assert ("for the ladder" in (await host.get("/tables")).text) is does_count
