"""The page's icon with how many tables wait: a disc in the green that means one may."""

from typing import Final

# Nobody counts further in a tab.
BADGES: Final = range(1, 10)
DISC: Final = """<style>@media (max-width:24px){text{display:none}}</style>\
<circle cx="23.4" cy="23.4" r="8.2" fill="#08785A" stroke="#fff" stroke-width="1.6"/>\
<text x="23.4" y="28" font-family="system-ui,sans-serif" font-weight="800" font-size="13" \
text-anchor="middle" fill="#fff">COUNT</text></svg>"""


def badged(icon: bytes, count: int) -> bytes:
    """Return an icon with a number; where it is drawn small, with the disc alone."""
    return icon.decode().replace("</svg>", DISC.replace("COUNT", str(count))).encode()
