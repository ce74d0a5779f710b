"""The Chromium that shows the pages to tests, and to tools."""

import shutil
from pathlib import Path

CHROMIUM = Path(shutil.which("chromium") or "/usr/bin/chromium")
# Nothing that asks other machines for anything.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
