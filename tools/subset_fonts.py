"""Make the small typefaces that pages load first, and the rules in page.css that name them all.

``python -m tools.subset_fonts``, after ``pip install fonttools brotli``, which nothing else needs.

The full typefaces lie beside the small ones, as the npm packages @fontsource/alegreya and
@fontsource/alegreya-sans have them: files for Latin and for its extensions. A browser loads them
only for letters that the small ones lack, such as those of a name: each letter stands in the range
of exactly one file of its face.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from siberia.web.http.static_files import STATIC

try:
    from fontTools import subset
    from fontTools.ttLib import TTFont
except ImportError:
    raise SystemExit("this needs two packages more: pip install fonttools brotli") from None

SOURCES: Final = STATIC.parents[1]
FONTS: Final = STATIC / "fonts"
STYLE: Final = STATIC / "page.css"

ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))
# English, German, French and Italian, also in names and in capitals.
LETTERS: Final = "ÀÂÄÆÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜŒŸàâäæçèéêëìíîïòóôöùúûüÿœß"
SIGNS: Final = "\u00a0«»‹›–—‘’‚“”„…·×−"
# What the heaviest weight is for: the name of the game, money and what a card is worth.
FIGURES: Final = "SIBERIA 0123456789$+-,.’–−×\u00a0"

# What the style sheets ask for, and what browsers do unasked.
FEATURES: Final = ("kern", "liga", "lnum", "tnum", "rvrn")
# The names that the licence is about: whose it is, what it is called, the licence.
NAMES: Final = (0, 1, 2, 13, 14)
RULE: Final = re.compile(r"@font-face\{.*\}\n")


@dataclass(frozen=True)
class Face:
    """A weight of a typeface as style sheets name it, and the beginning of its files' names."""

    family: str
    weight: int
    files: str

    def path(self, part: str) -> Path:
        """Return where a part of the face lies."""
        return FONTS / f"{self.files}-{part}-{self.weight}-normal.woff2"

    def rule(self, part: str, characters: Iterable[int], family: str = "") -> str:
        """Write what makes browsers load a part for some characters."""
        name = family or self.family
        return (
            f'@font-face{{font-family:"{name}";font-weight:{self.weight};font-display:swap;'
            f'src:url(fonts/{self.path(part).name}) format("woff2");'
            f"unicode-range:{ranges(characters)}}}\n"
        )


FACES: Final = (
    Face("Alegreya Sans", 400, "alegreya-sans"),
    Face("Alegreya Sans", 700, "alegreya-sans"),
    Face("Alegreya Sans", 800, "alegreya-sans"),
    Face("Alegreya", 700, "alegreya"),
    Face("Alegreya", 800, "alegreya"),
)


def main() -> None:
    """Write the small typefaces and the rules."""
    wanted = {*map(ord, ASCII + LETTERS + SIGNS), *shown()}
    rules = []
    for face in FACES:
        latin, more = characters(face.path("latin")), characters(face.path("latin-ext"))
        small = wanted & latin
        write(face, "small", small)
        rules.append(face.rule("small", small))
        rules.append(face.rule("latin", latin - small))
        rules.append(face.rule("latin-ext", more - latin))
    heaviest, figures = FACES[-1], set(map(ord, FIGURES))
    write(heaviest, "figures", figures)
    rules.append(heaviest.rule("figures", figures, "Alegreya Figures"))
    rest = RULE.sub("", STYLE.read_text(encoding="utf-8"))
    opening, body = rest.split("\n", 1)
    STYLE.write_text(f"{opening}\n{''.join(rules)}{body}", encoding="utf-8")


def shown() -> set[int]:
    """Return the characters of everything that pages say by themselves."""
    files = (*SOURCES.glob("i18n/locale/**/*.po"), *SOURCES.glob("pages/templates/*.html"))
    return {ord(character) for file in files for character in file.read_text(encoding="utf-8")}


def characters(file: Path) -> set[int]:
    """Return the characters that a typeface has; a browser never asks for control characters."""
    return {code for code in TTFont(file).getBestCmap() if code >= ord(" ")}


def ranges(characters: Iterable[int]) -> str:
    """Write characters as ranges of a style sheet."""
    runs: list[list[int]] = []
    for code in sorted(characters):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def write(face: Face, part: str, characters: Iterable[int]) -> None:
    """Write a part of a face's Latin that has only some characters."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = list(FEATURES)
    options.name_IDs = list(NAMES)
    # Screens smooth what is not hinted; the serifs never were, and hints are a third of the sans.
    options.hinting = False
    options.drop_tables += ["STAT"]
    font = subset.load_font(face.path("latin"), options)
    prune(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, face.path(part), options)


def prune(font: Any) -> None:
    """Take out what would bring letters along that no page of ours shows.

    That are Guarani's letters, written as a tilde and a letter; small capitals for centuries, in
    Spanish; and old-style figures of one width, for the style sheets want those to be lining.
    """
    table = font["GSUB"].table
    named: dict[str, set[int]] = {}
    for record in table.FeatureList.FeatureRecord:
        named.setdefault(record.FeatureTag, set()).update(record.Feature.LookupListIndex)
    for number in named["liga"]:
        lookup = table.LookupList.Lookup[number]
        lookup.SubTable = [part for part in lookup.SubTable if not looks_back(part)]
        lookup.SubTableCount = len(lookup.SubTable)
        for part in lookup.SubTable:
            for first in [*getattr(part, "ligatures", ())]:
                if len(first) > 1:
                    del part.ligatures[first]
    for number in named["tnum"]:
        for part in table.LookupList.Lookup[number].SubTable:
            part.mapping = {a: b for a, b in part.mapping.items() if a.endswith(".lf")}


def looks_back(part: Any) -> bool:
    """Say whether something depends on the letters before it: only "siglo XX" does."""
    return bool(getattr(part, "BacktrackCoverage", ()))


if __name__ == "__main__":
    main()
