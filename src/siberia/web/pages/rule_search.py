"""Finding rules by words: in the language that is shown, whatever accents and capitals."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape
from msgspec.structs import replace

from siberia.web.pages.rulebook import Rule, Rulebook, Section

# More than that nobody searches for, and it would take time.
MOST_WORDS = 8
MOST_LETTERS = 80


def plain(text: str) -> str:
    """Return a text in small letters without accents, letter for letter."""
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[0] for letter in text)


@dataclass(frozen=True)
class RuleSearch:
    """What is looked for: every word must be found; without words all is."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, query: str) -> "RuleSearch":
        """Read what was typed."""
        return cls(tuple(plain(query[:MOST_LETTERS]).split()[:MOST_WORDS]))

    def finds(self, *texts: str) -> bool:
        """Say whether all words stand in some texts; an id is only found whole."""
        text = plain(" ".join(texts))
        tokens = text.replace(",", " ").replace(".", " ").split()
        return all(word in tokens if is_id(word) else word in text for word in self.words)

    def narrow(self, book: Rulebook) -> list[Section]:
        """Return the sections with the rules that are found; a title finds its whole section."""
        if not self.words:
            return list(book.section)
        found = []
        for section in book.section:
            if self.finds(section.title):
                found.append(section)
                continue
            rules = tuple(rule for rule in section.rule if self.finds(*words_of(section, rule)))
            says = self.finds(section.title, *section.text)
            if rules or says:
                found.append(replace(section, rule=rules, text=section.text if says else ()))
        return found

    def marked(self, text: str) -> Markup:
        """Return a text with what is looked for marked."""
        at, marked = 0, Markup()
        for start, end in spans(plain(text), self.words):
            marked += escape(text[at:start]) + Markup("<mark>{}</mark>").format(text[start:end])
            at = end
        return marked + escape(text[at:])


def words_of(section: Section, rule: Rule) -> tuple[str, ...]:
    """Return all by which a rule is found."""
    return rule.id, section.title, rule.text, rule.ruling


def is_id(word: str) -> bool:
    """Say whether a word is the id of a rule: B2 does not mean B21."""
    return word[:1] in tuple("cbx") and word[1:].isdecimal()


def spans(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where words stand in a text, from left to right, each place once."""
    found = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append((at, at + len(word)))
            at = text.find(word, at + len(word))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
