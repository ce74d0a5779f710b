"""Pages as a browser reads them: what can be clicked, and what they say."""

from dataclasses import dataclass
from html.parser import HTMLParser

# What a click may do, in the order in which the page's script looks.
DEEDS = ("word", "plan", "draft", "post", "lift")
VOID = frozenset({"input", "link", "meta", "br", "img", "hr"})


@dataclass(frozen=True)
class Element:
    """A start tag of a page."""

    tag: str
    attributes: dict[str, str]

    @property
    def is_clickable(self) -> bool:
        """Whether the script would do something with a click, and the page offers it."""
        offered = "disabled" not in self.attributes and "aria-disabled" not in self.attributes
        return offered and any(f"data-{deed}" in self.attributes for deed in DEEDS)

    @property
    def deed(self) -> tuple[str, str]:
        """What a click does: the kind, and its value."""
        return next(
            (deed, self.attributes[f"data-{deed}"])
            for deed in DEEDS
            if f"data-{deed}" in self.attributes
        )


class Page(HTMLParser):
    """A page as a browser reads it; what is not well formed is an error."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = text
        self.elements: list[Element] = []
        self.words_of: dict[str, str] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self._open, f"never closed: {self._open}"
        self.main = next((e.attributes for e in self.elements if e.tag == "main"), {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        assert len(element.attributes) == len(attrs), f"an attribute twice: {attrs}"
        self.elements.append(element)
        if tag not in VOID:
            self._open.append((tag, element.attributes.get("id", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element of a drawing that has nothing in it."""
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Check that elements end in the order in which they must."""
        assert self._open, f"</{tag}> ends nothing"
        assert self._open.pop()[0] == tag, f"</{tag}> ends something else"

    def handle_data(self, data: str) -> None:
        """Remember the text of everything that has an id."""
        for _, name in self._open:
            if name:
                self.words_of[name] = self.words_of.get(name, "") + data

    @property
    def seq(self) -> int:
        """How long the log is."""
        return int(self.main["data-seq"])

    @property
    def is_over(self) -> bool:
        """Whether this is the end screen."""
        return "data-over" in self.main

    @property
    def title(self) -> str:
        """The line that says what to do."""
        return self.words_of.get("prompt-title", "").strip()

    @property
    def line(self) -> str:
        """The second line: what it brings, or why something was refused."""
        return self.words_of.get("prompt-brings", "").strip()

    @property
    def log(self) -> str:
        """The text of the log."""
        return self.words_of.get("log", "")

    def clicks(self, *deeds: str) -> list[tuple[str, str]]:
        """What can be clicked, each thing once."""
        found = [e.deed for e in self.elements if e.tag != "main" and e.is_clickable]
        return [click for click in dict.fromkeys(found) if click[0] in deeds]

    def values(self, deed: str) -> list[str]:
        """The values of one deed that can be clicked."""
        return [value for _, value in self.clicks(deed)]

    def find(self, name: str) -> dict[str, str] | None:
        """The attributes of the element with an id."""
        return next((e.attributes for e in self.elements if e.attributes.get("id") == name), None)
