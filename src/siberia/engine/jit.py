"""How a rule becomes machine code, by Numba, and where that is kept.

A rule is a plain function over one flat state and small arrays, without Python objects,
allocation or exceptions. With ``NUMBA_DISABLE_JIT=1`` the same functions run interpreted.
"""

import hashlib
import logging
import os
import shutil
import stat
import sys
import types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

log = logging.getLogger("siberia")

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba.config
INTERPRETED = bool(config.DISABLE_JIT)
PACKAGE = Path(__file__).parent.parent

# What compiled code is made from; a test finds every module that compiles rules in here.
SOURCES = (
    "engine",
    "cardgame",
    "boardgame",
    "bots",
    "components",
    "envs/kernels.py",
)


def rule(function: Function) -> Function:
    """Compile a rule on its first call and keep the result on disk.

    Without the GIL, so that bots can think in threads while a server serves.
    """
    return compiled(function, in_line=False)


def short_rule(function: Function) -> Function:
    """Compile a rule that is asked all the time: its code stands wherever it is called."""
    return compiled(function, in_line=True)


def compiled(function: Function, in_line: bool) -> Function:
    """Compile a rule, as code that is called or that stands `in_line` where it would be called."""
    previous, folder = config.CACHE_DIR, cache_folder()
    compile_it = numba.njit(
        cache=folder is not None, nogil=True, error_model="numpy", forceinline=in_line
    )
    # Numba reads the folder while decorating; other users of Numba keep theirs.
    config.CACHE_DIR = str(folder) if folder else previous
    try:
        return cast(Function, compile_it(function))
    finally:
        config.CACHE_DIR = previous


def specialise(function: Function, name: str, **bound: Callable[..., Any]) -> Function:
    """Compile a copy of a generic function in which the names in `bound` mean these rules.

    So a loop is written once and compiled for each game, its calls as direct as if written there.
    """
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **bound}, function.__name__
    )
    copy.__module__ = function.__module__
    # Numba names its cache files by this, and the two games must not share one.
    copy.__qualname__ = f"{name}_{function.__name__}"
    return rule(cast(Function, copy))


def warm_up(what: str, steps: Iterable[Callable[[], object]]) -> None:
    """Compile something by its first calls, once for these sources; tell people why they wait."""
    folder = cache_folder()
    ready = folder / f"{what.replace(' ', '-')}.ready" if folder else None
    if INTERPRETED or (ready and ready.exists()):
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        # Without a log of its own a program says it on the standard error, in just these words.
        log.warning("siberia: compiling the %s, once, some seconds …", what)
    title = f"Compiling the {what} (only this once)"
    silent = not console.is_terminal
    for step in track(list(steps), title, console=console, transient=True, disable=silent):
        step()
    if ready:
        ready.touch()


@cache
def cache_folder() -> Path | None:
    """Return the folder of compiled rules, named by a hash of what they were compiled from.

    Numba's own cache does not notice a change in another module. The folder lies with the package,
    like Python's own cache, or with the user where the package cannot be written to. Code is loaded
    from it: if nobody else is kept out, there is none, and everything is compiled at each start.
    """
    name = f"rules-{source_hash()}"
    for parent in (PACKAGE / "__pycache__", Path(platformdirs.user_cache_dir("siberia"))):
        try:
            (parent / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        if is_ours_alone(parent / name):
            remove_others(parent, name)
            return parent / name
    print("siberia: no folder for compiled rules is ours alone: they are not kept", file=sys.stderr)
    return None


def is_ours_alone(folder: Path) -> bool:
    """Say whether a folder can be written to, belongs to this user, and nobody else may write."""
    found = folder.lstat()
    # Where users have no numbers, folders have no such modes either.
    user = os.geteuid() if hasattr(os, "geteuid") else found.st_uid
    shared = stat.S_IWGRP | stat.S_IWOTH if os.name == "posix" else 0
    is_private = stat.S_ISDIR(found.st_mode) and not found.st_mode & shared
    return is_private and found.st_uid == user and os.access(folder, os.W_OK)


def source_hash(package: Path = PACKAGE) -> str:
    """Hash the rules' sources, the box files and the compiler's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    roots = [package / source for source in SOURCES]
    files = [f for root in roots for f in ([root] if root.is_file() else root.rglob("*.*"))]
    for file in sorted(f for f in files if f.suffix in (".py", ".toml")):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def remove_others(parent: Path, name: str) -> None:
    """Remove the rules compiled from sources that are no longer there."""
    for folder in parent.glob("rules-*"):
        if folder.name != name:
            shutil.rmtree(folder, ignore_errors=True)
