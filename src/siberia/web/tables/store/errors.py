"""What the store refuses, in sentences for the person who runs the server.

::

    StoreError        the database cannot do this; says what to look at
    ├── Conflict      somebody else has written there first
    ├── Unreachable   no database answers there now; later one may
    └── BackupError   a backup that cannot be written, read or restored

Both databases fail in the same few ways; their sentences are here, so that they sound alike.
"""

from siberia.engine.errors import SiberiaError


class StoreError(SiberiaError):
    """Something that the database could not do, with one clear sentence."""


class Conflict(StoreError):
    """Another writer was first; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("Somebody else was faster: what was to be written is already there.")


class Unreachable(StoreError):
    """No database answers there now; later one may."""


class BackupError(StoreError):
    """A backup that cannot be written, read or restored; nothing was changed."""


def disk_full(place: str) -> StoreError:
    """Return the error for a disk with no room left."""
    return StoreError(f"The disk is full: nothing more can be kept in {place}.")


def nothing_to_refer_to() -> StoreError:
    """Return the error for a row that names a guest, a table or a seat that is not kept."""
    return StoreError("This names a guest, a table or a seat that does not exist.")


def unfit_value() -> StoreError:
    """Return the error for a number or a text that a database cannot hold."""
    return StoreError("A number is too large or a text has characters that cannot be kept.")


def is_closed(place: str) -> StoreError:
    """Return the error for a store that is used after it was closed."""
    return StoreError(f"The store in {place} is closed.")


def too_new(place: str, found: int, known: int) -> StoreError:
    """Return the error for a database that a later version of this program has changed."""
    return StoreError(
        f"{place} was written by a newer version of this program: it has form {found},"
        f" and this version knows forms up to {known}. Please update the program."
    )


def other_version(place: str, found: int, known: int) -> StoreError:
    """Return the error for a database that has not, or no longer, the form we know."""
    return StoreError(f"{place} has form {found}, and this version of the program knows {known}.")
