"""Parts of a page: drawn once for what they show, and sent only to pages that do not have them."""

import re
from dataclasses import dataclass

import pytest
from markupsafe import Markup

from siberia.web.i18n.languages import language
from siberia.web.pages import parts
from siberia.web.pages.parts import Parts, part, sign_of
from tests.support import play_random, variants
from tests.web.server import Browser, open_table, row

STUB = re.compile(r'<(\w+) id="([^"]+)" data-same></\1>')
KNOWN = re.compile(r' data-parts="([^"]*)"')


@dataclass(frozen=True)
class Shown:
    """Something that a part may show."""

    name: str
    counts: dict[str, int]


class Template:
    """A template that counts how often it is drawn."""

    def __init__(self) -> None:
        self.times = 0

    def render(self, shows):
        self.times += 1
        return f'\n<p id="p">{shows}</p>\n'


@pytest.fixture
def template(monkeypatch):
    """The one template there is; nothing is kept from before."""
    found = Template()
    monkeypatch.setattr(parts, "compiled", lambda _code, _name: found)
    parts.drawn.clear()
    yield found
    parts.drawn.clear()


def test_what_shows_the_same_is_drawn_once(template):
    english, german = language("en"), language("de")
    first = part("p.html", english, shown=Shown("a", {"b": 1}), names=("x", "y"))
    assert first == part("p.html", english, shown=Shown("a", {"b": 1}), names=("x", "y"))
    assert template.times == 1
    assert first.startswith("<p")
    part("p.html", german, shown=Shown("a", {"b": 1}), names=("x", "y"))
    part("p.html", english, shown=Shown("a", {"b": 2}), names=("x", "y"))
    part("q.html", english, shown=Shown("a", {"b": 1}), names=("x", "y"))
    assert template.times == 4


def test_markup_is_not_the_text_that_looks_like_it(template):
    part("p.html", language("en"), text="<b>")
    part("p.html", language("en"), text=Markup("<b>"))
    assert template.times == 2


def test_a_part_shows_nothing_but_plain_data(template):
    with pytest.raises(TypeError, match="no part shows a Template"):
        part("p.html", language("en"), thing=template)


def test_of_what_a_page_has_only_a_sign_is_sent():
    old, new = Markup('<p class="x" id="a">1</p>'), Markup('<p class="x" id="a">2</p>')
    known = sign_of(old).mark
    assert Parts(known).add(old) == '<p id="a" data-same></p>'
    sent = Parts(f"b.c {known} d.e")
    assert sent.add(new) == new
    assert not sent.add(Markup())
    assert str(sent) == sign_of(new).mark


def test_what_no_server_wrote_is_known_to_nobody():
    thing = Markup('<p id="a">1</p>')
    for known in ("", "a", "a.", "a.zz", 'a."><script>', sign_of(thing).mark.replace("a.", "b.")):
        assert Parts(known).add(thing) == thing


def whole(text: str, had: str) -> str:
    """What a page shows after an answer: what is the same is taken from what it had."""
    return STUB.sub(lambda stub: element(had, *stub.groups()), text)


def element(text: str, kind: str, name: str) -> str:
    """Cut an element out of a page."""
    opening = re.search(rf'<{kind}\b[^>]* id="{name}"[^>]*>', text)
    assert opening, f"the page has no {name}"
    if opening[0].endswith("/>"):
        return opening[0]
    depth = 0
    for tag in re.finditer(rf"<(/?){kind}\b[^>]*?(/?)>", text[opening.start() :]):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if not depth:
            return text[opening.start() : opening.start() + tag.end()]
    raise AssertionError(f"{name} does not end")


@pytest.mark.anyio
@variants
async def test_what_is_sent_and_what_the_page_has_make_the_whole_page(variant, made):
    """Word after word, for who plays and for who looks on."""
    options = dict(variant.options)
    exchanges = options.pop("exchanges", "choose" if variant.game == "board" else "")
    opened = row(variant.game, 3, f"{variant}", exchanges=exchanges, **options)
    table = await open_table(made, opened, ["guest"] * 3)
    match = variant.new(seats=3, seed=int(opened.seed, 16), start=opened.start)
    words = [*play_random(match, 3, 140, busy=True).words]
    store, seq = made.state.services.store, 0
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    had = ["", ""]
    saved = total = 0
    for ply in range(0, len(words), 3):
        if ply and words[ply - 1].startswith("place ") and words[ply].startswith("place "):
            continue
        await store.append(table.id, seq, words[seq:ply])
        seq = ply
        for number, browser in enumerate(browsers):
            asked = f"/t/{table.id}/look"
            full = (await browser.post(asked, seq=seq)).text
            known = KNOWN.search(had[number])
            answer = (await browser.post(asked, seq=seq, parts=known[1] if known else "")).text
            assert whole(answer, had[number]) == full
            had[number] = full
            saved, total = saved + len(full) - len(answer), total + len(full)
    assert saved > 0.2 * total
