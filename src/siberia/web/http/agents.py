"""What a browser calls itself, as people would say it."""

from typing import Final

# The first that is found counts: most of them call themselves by others' names, too.
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_name(agent: str) -> str:
    """Return the names of a browser and its system: "Firefox, Linux"; "" if neither is known."""
    found = (
        next((name for sign, name in names.items() if sign in agent), "")
        for names in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, found))
