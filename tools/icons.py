"""Make the app's icons anew, of the page's own: ``python -m tools.icons``.

Systems that install an app want bitmaps: with the corners of our icon, or filled to the edge, where
they cut them into a shape of their own.
"""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright
from tests.browser.chromium import CHROMIUM, QUIET

STATIC: Final = Path(__file__).parent.parent / "src" / "siberia" / "web" / "http" / "static"
FOLDER: Final = STATIC / "icons"
# The whole ground, and how much of it a system leaves in any case: a circle of this share.
SAFE: Final = 0.62
SIZES: Final = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-touch-icon": 180}


def filled(icon: str) -> str:
    """Return an icon without corners, its drawing within what no system cuts away."""
    ground = icon.replace(' rx="7"', "")
    inside = f'<g transform="translate(16 16) scale({SAFE / 0.72:.3f}) translate(-16 -16)">'
    return re.sub(r"(<g .*</g>)", rf"{inside}\1</g>", ground)


def shoot(page: Page, svg: str, size: int, file: Path) -> None:
    """Keep a picture of a drawing."""
    page.set_viewport_size({"width": size, "height": size})
    style = "<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>"
    page.set_content(f"<!doctype html>{style}{svg}")
    page.screenshot(path=file, omit_background=True)


def main() -> None:
    """Draw all of them."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = browser.new_page()
        for name, size in SIZES.items():
            svg = icon if name.startswith("icon") else filled(icon)
            shoot(page, svg, size, FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
