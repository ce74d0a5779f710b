"""Why a record cannot be read: in the words of the app, around the reason that was found."""

from dataclasses import dataclass

from siberia.engine.errors import RecordError
from siberia.web.i18n.languages import Language

LONGEST_SHOWN = 120


@dataclass(frozen=True)
class RefusedRecord:
    """What was wrong with a record: what kind of thing, the line with its number, the reason."""

    title: str
    reason: str
    number: int | None
    line: str


def refusal(text: str, error: RecordError, language: Language) -> RefusedRecord:
    """Say why a record cannot be read."""
    lines = text.splitlines()
    number = error.line if error.line is not None and 0 < error.line <= len(lines) else None
    line = lines[number - 1] if number else ""
    shown = line[:LONGEST_SHOWN] + "…" * (len(line) > LONGEST_SHOWN)
    return RefusedRecord(kind(text, line, language), error.problem, number, shown)


def kind(text: str, line: str, language: Language) -> str:
    """Say in a sentence what kind of record it is that cannot be read."""
    _ = language.gettext
    if not text:
        return _("There was nothing to read.")
    if not text.startswith("siberia-record "):
        return _("This is no record of a match.")
    if "\nseed " not in text:
        return _("This record was written before the match was over.")
    return {
        "siberia-record": _("This record was written by another version of the program."),
        "components": _("This match was played with another box than the one here."),
        "rules": _("This match was played by other rules than those here."),
    }.get(line.partition(" ")[0], _("Something in this record is not right."))
