"""The file of a backup: lines of JSON, packed by gzip.

The first line says what it is, the last one how many rows of each table came between, with the
SHA-256 of all lines before it: what was cut off or altered is noticed before anything is restored.
"""

import gzip
import hashlib
import os
import secrets
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from siberia.web.tables.store.errors import BackupError

FORMAT = "siberia-backup"
VERSION = 1


class BackupHeader(msgspec.Struct):
    """The first line: what this is, of which form the database was, when, and how many rows."""

    format: str
    version: int
    schema: int
    made: str
    rows: int


class BackupRow(msgspec.Struct):
    """Any line between: one row of a table, by the names of its columns."""

    table: str
    row: dict[str, str | int | float | bool | None]


class BackupEnding(msgspec.Struct):
    """The last line: the rows of each table, and the SHA-256 of all lines before."""

    rows: dict[str, int]
    sha256: str


Line = TypeVar("Line", BackupHeader, BackupRow, BackupEnding)


class BackupWriter:
    """Writes line after line."""

    def __init__(self, stream: gzip.GzipFile) -> None:
        self.rows: Counter[str] = Counter()
        self._stream = stream
        self._hash = hashlib.sha256()

    def begin(self, schema: int, made: str, rows: int) -> None:
        """Write the first line."""
        self._add(BackupHeader(FORMAT, VERSION, schema, made, rows))

    def add(self, table: str, row: dict[str, Any]) -> None:
        """Write a row of a table."""
        self._add(BackupRow(table, row))
        self.rows[table] += 1

    def end(self) -> None:
        """Write the last line."""
        self._add(BackupEnding(self.rows, self._hash.hexdigest()))

    def _add(self, line: msgspec.Struct) -> None:
        encoded = msgspec.json.encode(line) + b"\n"
        self._hash.update(encoded)
        self._stream.write(encoded)


@contextmanager
def new_backup(file: Path) -> Iterator[BackupWriter]:
    """Write a file whole or not at all; seeds will be in it, so nobody else may read it."""
    try:
        if file.exists():
            raise BackupError(f"{file} is there already, and is not overwritten.")
        draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as stream:
                with gzip.GzipFile("", "wb", fileobj=stream) as packed:
                    yield BackupWriter(packed)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        keep_name(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from None


def keep_name(file: Path) -> None:
    """Let a new name of a file outlive a loss of power, where a folder can be told to."""
    if os.name != "posix":
        return
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def checked_header(file: Path) -> BackupHeader:
    """Read a whole backup and return its first line, or say what is wrong with it."""
    lines = lines_of(file)
    last = next(lines, b"")
    header = known_header(file, last)
    # The hash of the lines before the last one, which is not known as such before it is read.
    digest, count = hashlib.sha256(), 0
    for line in lines:
        digest.update(last)
        last, count = line, count + 1
    ending = decoded(file, last, BackupEnding)
    rows = count - 1
    if ending.sha256 != digest.hexdigest() or not rows == header.rows == sum(ending.rows.values()):
        raise damaged(file)
    return header


def known_header(file: Path, line: bytes) -> BackupHeader:
    """Return the first line of a backup that this program reads."""
    try:
        header = msgspec.json.decode(line, type=BackupHeader)
    except msgspec.MsgspecError:
        header = None
    if header is None or header.format != FORMAT:
        raise BackupError(f"{file} is no backup of tables.")
    if header.version != VERSION:
        raise BackupError(
            f"{file} was written by another version of this program: it has version"
            f" {header.version}, and this program reads {VERSION}."
        )
    return header


def rows_of(file: Path, count: int) -> Iterator[BackupRow]:
    """Return the rows between the first line and the last."""
    for line in islice(lines_of(file), 1, count + 1):
        yield decoded(file, line, BackupRow)


def decoded(file: Path, line: bytes, kind: type[Line]) -> Line:
    """Return what a line says."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError:
        raise damaged(file) from None


def lines_of(file: Path) -> Iterator[bytes]:
    """Return the lines of a file, unpacked."""
    try:
        with gzip.open(file, "rb") as unpacked:
            yield from unpacked
    except gzip.BadGzipFile:
        raise BackupError(f"{file} is no backup of tables, or it is damaged.") from None
    except (EOFError, zlib.error):
        raise damaged(file) from None
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}.") from None


def damaged(file: Path) -> BackupError:
    """Return the error for a backup that is not as it was written."""
    return BackupError(f"{file} is cut off or damaged.")
