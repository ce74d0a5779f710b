"""The store that a command looks after, where its options say that it is."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from siberia.web.tables.store import Store

Answer = TypeVar("Answer")


def data_folder(data: Path | None) -> Path:
    """Return the data folder that was asked for, or else the user's own."""
    import platformdirs

    return data or Path(platformdirs.user_data_dir("siberia"))


def is_there(file: Path) -> bool:
    """Say whether there is a file, or why nobody can tell."""
    from siberia.web.http.settings import SettingsError

    try:
        return file.exists()
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}") from None


def with_store(
    data: Path | None,
    database_url: str | None,
    work: "Callable[[Store], Awaitable[Answer]]",
    *,
    may_be_new: bool = False,
) -> Answer:
    """Open the store, do some work in it, close it, and return what the work returns."""
    from siberia.web.http.settings import Settings, SettingsError
    from siberia.web.tables.store import open_store

    settings = Settings(data=data_folder(data), database_url=database_url)
    # Opening makes a new file: whoever mistypes a folder would look after nothing at all.
    if not (may_be_new or database_url or is_there(Path(settings.database))):
        raise SettingsError(
            f"there is no {settings.database}; say with --data or --database-url where tables are"
        )

    async def opened() -> Answer:
        store = await open_store(settings.database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(opened())
