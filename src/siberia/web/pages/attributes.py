"""Ties things on a page to what they do: the attributes of whatever can be clicked."""

from collections.abc import Mapping

from markupsafe import Markup, escape

from siberia.drawing.marks import Mark


def attributes(pairs: Mapping[str, str | None]) -> Markup:
    """Write attributes; None leaves one out."""
    written = [f'{name}="{escape(value)}"' for name, value in pairs.items() if value is not None]
    # Every value was escaped above, and no name comes from outside.
    return Markup(" ".join(written))  # noqa: S704


def tied(key: str, kind: str, mark: Mark | None, label: str = "") -> Markup:
    """Return the attributes of the button that a thing on the table is.

    What the engine refuses stays within reach, and a click on it says why; what means nothing now
    is out of the way of the keyboard.
    """
    pairs: dict[str, str | None] = {
        "id": "tie-" + key.replace(":", "-").replace(" ", "_"),
        "class": f"{kind} {mark.state}".strip() if mark else kind,
        "aria-label": (mark.label if mark and mark.label else label) or None,
    }
    if mark is None or not mark.data:
        pairs["disabled"] = "disabled"
        return attributes(pairs)
    if "refused" in mark.state:
        pairs["aria-disabled"] = "true"
    if "selected" in mark.state:
        pairs["aria-pressed"] = "true"
    if set(mark.data) == {"drop"}:
        pairs["disabled"] = "disabled"
    for name, value in mark.data.items():
        pairs[f"data-{name}"] = value
    return attributes(pairs)
