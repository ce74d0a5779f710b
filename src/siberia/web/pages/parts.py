"""The parts that a table's page is put together from, each drawn from what it shows and kept.

A part is given everything it shows and can reach nothing else: the same things shown are the same
text, for whoever looks. So it is drawn once; and a page that has a part already is sent only a
sign that it is the same.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from siberia.drawing.svg import join
from siberia.web.i18n.languages import Language
from siberia.web.pages.templating import compiled

# How many bytes of drawn parts are kept, with what they were drawn from.
KEPT_BYTES = 32 << 20
# How a part begins: what kind of element it is, and its name in the page.
ROOT = re.compile(r'<(\w+)[^>]*? id="([^"]+)"')


class Drawn:
    """What was drawn lately, by what it was drawn from.

    Half of what there is room for is new: when that is full, it becomes the old half, and what
    nobody has asked for since the last time is forgotten. To keep an order of use for each single
    thing takes longer than to draw some of them again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._new: dict[bytes, Markup] = {}
        self._old: dict[bytes, Markup] = {}
        self.weight = 0

    def get(self, key: bytes) -> Markup | None:
        """Return what was drawn from this, if it is still there."""
        found = self._new.get(key)
        if found is None and key in self._old:
            found = self._old[key]
            self.keep(key, found)
        return found

    def keep(self, key: bytes, markup: Markup) -> None:
        """Keep what was drawn."""
        self._new[key] = markup
        self.weight += len(key) + 2 * len(markup) + 500
        if self.weight > self._most // 2:
            self._old, self._new, self.weight = self._new, {}, 0


drawn = Drawn(KEPT_BYTES)


def bare(thing: object) -> list[str]:
    """Return markup as bytes are made of it: not as the text that looks like it."""
    if isinstance(thing, Markup):
        return [str(thing)]
    raise TypeError(f"no part shows a {type(thing).__name__}")


# Views and marks as bytes: what is equal has the same ones.
as_bytes = msgspec.msgpack.Encoder(enc_hook=bare).encode


def part(template: str, language: Language, **shows: object) -> Markup:
    """Return a part in a language: drawn now, or as it was drawn when it last showed the same."""
    key = as_bytes((template, language.code, shows))
    found = drawn.get(key)
    if found is None:
        text = compiled(language.code, template).render(shows).strip()
        # A template escapes what it is given.
        found = Markup(text)  # noqa: S704
        drawn.keep(key, found)
    return found


# What stands around the name of a part where it comes into its frame: no text on a page has it.
GAP = "\0"


@lru_cache(maxsize=512)
def gap(name: str) -> Markup:
    """Return what a frame has in the place of a part."""
    return Markup(f"{GAP}{name}{GAP}")  # noqa: S704


def frame(
    template: str, language: Language, parts: Mapping[str, Markup], **shows: object
) -> Markup:
    """Return parts in the frame that holds them, which is drawn without them, once.

    To draw it anew takes longer than to put them in, and to keep it with them would be to keep each
    of them twice.
    """
    drawn_once = part(template, language, parts={name: gap(name) for name in parts}, **shows)
    pieces = str.split(drawn_once, GAP)
    pieces[1::2] = [parts[name] for name in pieces[1::2]]
    # Frame and parts are markup.
    return Markup("".join(pieces))  # noqa: S704


def each_on_a_line(drawn: Iterable[Markup]) -> Markup:
    """Put parts below each other, for a part that they are in: most of them were drawn before."""
    return join((*drawn, Markup()), between="\n")


def fingerprint(text: str) -> str:
    """Return what tells a text from others, in a few letters."""
    return urlsafe_b64encode(blake2b(text.encode(), digest_size=6).digest()).decode()


class Sign(NamedTuple):
    """What stands for a part: its name with what tells it from what it was before, and a stub."""

    mark: str
    stub: Markup


# What is drawn is mostly the very thing that was sent before, at this table or at others.
@lru_cache(maxsize=4096)
def sign_of(markup: Markup) -> Sign:
    """Return the sign of a part, which is one element with an id."""
    root = ROOT.match(markup)
    assert root, f"no element with an id: {markup[:60]}"
    kind, name = root.groups()
    # Both come from a template or a drawing of our own.
    stub = Markup(f'<{kind} id="{name}" data-same></{kind}>')  # noqa: S704
    # No sign in it is written otherwise in a form.
    return Sign(f"{name}.{fingerprint(markup)}", stub)


class Parts:
    """The parts of one answer; those that the page has already are only named.

    What a page says it has is only compared.
    """

    def __init__(self, known: str = "") -> None:
        self._known = frozenset(known.split())
        self._sent: list[str] = []

    def add(self, markup: Markup) -> Markup:
        """Return a part as it is to be sent."""
        if not markup:
            return markup
        mark, stub = sign_of(markup)
        self._sent.append(mark)
        return stub if mark in self._known else markup

    def all(self, named: Mapping[str, Markup]) -> dict[str, Markup]:
        """Return several of them."""
        return {name: self.add(markup) for name, markup in named.items()}

    def __str__(self) -> str:
        return " ".join(self._sent)
