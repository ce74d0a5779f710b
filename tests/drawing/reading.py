"""How the tests read drawings: as XML, since that is what they must be."""

from collections import Counter
from xml.etree.ElementTree import Element, fromstring

TEXTS = ("text", "tspan", "title", "desc")


def parsed(markup: str) -> Element:
    """The tree of a drawing; raises where it is not well-formed."""
    return fromstring(f"<page>{markup}</page>")[0]


def ids(tree: Element) -> list[str]:
    return [found for node in tree.iter() if (found := node.get("id"))]


def by_id(tree: Element, name: str) -> Element:
    return next(node for node in tree.iter() if node.get("id") == name)


def words(node: Element) -> set[str]:
    """The classes of an element."""
    return set((node.get("class") or "").split())


def texts(tree: Element) -> list[str]:
    """What is written in a drawing, and what is said of it."""
    written = ["".join(node.itertext()) for node in tree.iter() if node.tag in TEXTS]
    said = [node.get("aria-label") for node in tree.iter()]
    return [text for text in (*written, *said) if text]


def references(tree: Element) -> set[str]:
    """The ids that a drawing refers to."""
    found = set()
    for node in tree.iter():
        for name, value in node.items():
            if name == "href":
                found.add(value.removeprefix("#"))
            elif value.startswith("url(#"):
                found.add(value[5:-1])
    return found


def check(markup: str) -> Element:
    """What holds for every drawing: well-formed, ids once, nothing a strict policy forbids."""
    tree = parsed(markup)
    doubled = [name for name, count in Counter(ids(tree)).items() if count > 1]
    assert not doubled
    for node in tree.iter():
        assert node.tag not in ("style", "script", "foreignObject")
        assert not [name for name, _ in node.items() if name == "style" or name.startswith("on")]
    return tree
