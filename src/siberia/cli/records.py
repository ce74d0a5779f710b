"""Records as files: where one is read, and where one can be written."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from siberia.engine.errors import RecordError

if TYPE_CHECKING:
    from siberia.match import Match


def recorded_match(file: Path, components: Path | None) -> "Match":
    """Return the match recorded in a file, played with the box in another file or the shipped one.

    What is wrong with the record is told with the file's name.
    """
    from siberia.match import Match
    from siberia.match.record import read_file

    try:
        return Match.read(read_file(file), components)
    except RecordError as error:
        raise RecordError(error.problem, file=str(file), line=error.line) from None


def check_writable(file: Path) -> None:
    """Refuse a file for a record before the match, not after it."""
    if file.exists():
        raise RecordError("is there already, and is not overwritten", file=str(file))
    if not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise RecordError("its folder cannot be written to", file=str(file))


def write_record(match: "Match", file: Path) -> None:
    """Write the record of a match into a file; what cannot be saved is shown, and not lost."""
    try:
        file.write_text(match.record(), encoding="utf-8")
    except OSError as error:
        print(match.record())
        raise RecordError(f"cannot be written: {error.strerror}", file=str(file)) from None
