"""Bring the catalogues up to date with the source: ``make messages``.

Every message of src/siberia gets an entry, a new one an empty one, and entries that nothing says
any more go. Nothing is guessed from similar messages. The files hold no dates and no line
numbers, so that they change only where messages do.
"""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import write_po

from siberia.web.i18n.languages import TRANSLATED, catalogue, po_file

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = ROOT / "src" / "siberia"
MAPPING: Final = ROOT / "tools" / "babel.cfg"

# How messages are marked, and which arguments they are ("1c": the context).
KEYWORDS: Final = parse_keywords(
    ["_", "gettext", "ngettext:1,2", "pgettext:1c,2", "N_", "Reason:2", "say"]
)

HEADER: Final = r"""msgid ""
msgstr ""
"Language: {code}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plurals}\n"

"""


def extracted(sources: Path = SOURCES) -> Catalog:
    """Return all messages in the sources, without translations."""
    with MAPPING.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    template = Catalog()
    for _, _, message, _, context in extract_from_dir(sources, methods, options, KEYWORDS):
        template.add(message, context=context)
    return template


def updated(old: Catalog, template: Catalog) -> Catalog:
    """Bring a catalogue up to date; it keeps the translations that are still needed."""
    old.update(template, no_fuzzy_matching=True)
    old.obsolete.clear()
    return old


def written(catalog: Catalog) -> bytes:
    """Write a catalogue as the text of a .po file."""
    body = BytesIO()
    write_po(body, catalog, width=100, no_location=True, omit_header=True, sort_output=True)
    header = HEADER.format(code=catalog.locale_identifier, plurals=catalog.plural_forms)
    return header.encode() + body.getvalue()


def untranslated(catalog: Catalog) -> int:
    """Count the messages that have no translation yet, or lack a plural form."""
    return sum(not all(forms(entry.string)) for entry in catalog if entry.id)


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a message: one, or as many as its language has plurals."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def main() -> None:
    """Update every catalogue and say what is left to translate."""
    template = extracted()
    for code in TRANSLATED:
        path = po_file(code)
        old = catalogue(code) if path.exists() else Catalog(locale=code)
        new = updated(old, template)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(new))
        print(f"{code}: {len(new)} messages, {untranslated(new)} to be translated")


if __name__ == "__main__":
    main()
