"""The catalogues are complete, and the command that keeps them so does what it says."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from jinja2 import TemplateSyntaxError
from tools import messages
from tools.messages import extracted, forms, untranslated, updated, written

from siberia.web.i18n import languages
from siberia.web.i18n.languages import TRANSLATED, catalogue, po_file

translated = pytest.mark.parametrize("code", TRANSLATED)


@cache
def template() -> Catalog:
    return extracted()


def said(catalog: Catalog, message: str | tuple[str, str]) -> tuple[str, ...]:
    """What a catalogue has for a message."""
    entry = catalog.get(message)
    assert entry is not None
    return forms(entry.string)


def fields(text: str) -> set[str]:
    """The named fields of a message, as Python and as templates write them."""
    braces = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return braces | set(re.findall(r"%\((\w+)\)[sd]", text))


# ---------------------------------------------------------------- catalogues


@translated
def test_a_catalogue_has_every_message_and_no_other(code: str):
    sought = {(message.context, message.id) for message in template() if message.id}
    found = {(message.context, message.id) for message in catalogue(code) if message.id}
    assert sought - found == set(), "run: make messages, and translate"
    assert found - sought == set(), "run: make messages"


@translated
def test_every_message_is_translated(code: str):
    missing = [m.id for m in catalogue(code) if m.id and (m.fuzzy or not all(forms(m.string)))]
    assert missing == []


@translated
def test_every_message_has_the_plural_forms_of_its_language(code: str):
    catalog = catalogue(code)
    assert catalog.num_plurals == 2
    for message in catalog:
        expected = catalog.num_plurals if message.pluralizable else 1
        assert len(forms(message.string)) == expected, message.id


@translated
def test_a_translation_has_the_fields_of_its_message(code: str):
    for message in catalogue(code):
        needed = fields(forms(message.id)[-1])
        for form in forms(message.string):
            if message.id and form:
                assert fields(form) == needed, message.id


@translated
def test_a_catalogue_is_written_as_the_command_writes_it(code: str):
    assert po_file(code).read_bytes() == written(catalogue(code))


def test_french_has_its_spaces():
    for message in catalogue("fr"):
        for form in forms(message.string) if message.id else ():
            assert not re.search(r"(?<![\u00a0\u202f])[;!?»]|\S: |(?<!\u00a0):$|«(?!\u00a0)", form)


def test_every_reason_is_found_by_the_extractor():
    """A reason whose sentence is no literal could not be translated."""
    sentences = {message.id for message in template()}
    found = 0
    for path in Path(messages.SOURCES).glob("*game/refusals.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reason":
                assert isinstance(node.args[1], ast.Constant), ast.unparse(node)
                assert node.args[1].value in sentences
                found += 1
    assert found > 50


# ---------------------------------------------------------------- the command


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "web" / "pages" / "templates" / "parts").mkdir(parents=True)
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "terminal.py").write_text('self.say("only in the terminal")\n')
    (tmp_path / "page.py").write_text(
        'gettext("kept")\nngettext("{n} card", "{n} cards", n)\npgettext("person", "worker")\n'
        'N_("new one")\ncanvas.say("a sea")\nReason("B12" if a else "B13", "why {it}", {"it": b})\n'
    )
    (tmp_path / "web" / "pages" / "templates" / "parts" / "page.html").write_text(
        '<p title="{{ _("hello %(name)s", name=name) }}">{% trans count=n %}\n'
        "  {{ count }} move{% pluralize %}\n  {{ count }} moves\n{% endtrans %}</p>"
    )
    return tmp_path


def test_messages_are_found_in_python_and_in_templates(sources: Path):
    found = {(message.context, message.id) for message in extracted(sources) if message.id}
    assert found == {
        (None, "kept"),
        (None, ("{n} card", "{n} cards")),
        ("person", "worker"),
        (None, "new one"),
        (None, "a sea"),
        (None, "why {it}"),
        (None, "hello %(name)s"),
        (None, ("%(count)s move", "%(count)s moves")),
    }


def test_a_template_that_cannot_be_parsed_is_an_error(sources: Path):
    (sources / "web" / "pages" / "templates" / "broken.html").write_text("{% trans %}never ends")
    with pytest.raises(TemplateSyntaxError, match="unclosed translation block"):
        extracted(sources)


def test_an_update_keeps_adds_and_removes_but_never_guesses(sources: Path):
    old = Catalog(locale="de")
    old.add("kept", "behalten")
    old.add("new ones", "neue")
    new = updated(old, extracted(sources))
    assert said(new, "kept") == ("behalten",)
    assert said(new, "new one") == ("",)
    assert new.get("new ones") is None
    assert not new.obsolete
    assert untranslated(new) == len(new) - 1
    text = written(new).decode()
    assert "#~" not in text
    assert "fuzzy" not in text
    assert "page.py" not in text
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in text


def test_the_command_writes_every_catalogue_and_says_what_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(languages, "HERE", tmp_path)
    messages.main()
    count = len(template())
    assert capsys.readouterr().out == "".join(
        f"{code}: {count} messages, {count} to be translated\n" for code in TRANSLATED
    )
    before = [po_file(code).read_bytes() for code in TRANSLATED]
    messages.main()
    assert [po_file(code).read_bytes() for code in TRANSLATED] == before
