"""From words to moves, and what to say of a word that is none."""

import difflib
from collections.abc import Callable

from siberia.components import Box
from siberia.engine.contract import Game
from siberia.engine.errors import MalformedWord, UnknownWord


class Wording:
    """The words of a game as it is played with one box."""

    def __init__(self, game: Game, box: Box) -> None:
        self.words = game.words(box)
        self._numbers = {word: move for move, word in enumerate(self.words)}
        self._shapes = game.SHAPES

    def move(self, word: object, legal: Callable[[], tuple[str, ...]]) -> int:
        """Return the move a word stands for, or raise what is wrong with it.

        A word whose verb is known but which is written otherwise is malformed; one whose verb is
        not known is unknown.
        """
        if not isinstance(word, str):
            told = f"a word is text, not {type(word).__name__}"
            raise MalformedWord(told, word=word, legal=legal())
        if word in self._numbers:
            return self._numbers[word]
        # A long text is not repeated whole in the message.
        shown = repr(word if len(word) <= 60 else word[:60] + "…")
        verb = word.split(" ")[0]
        if verb in self._shapes:
            told = f"{shown} is not written as a word: {self._shapes[verb]}"
            raise MalformedWord(told + self._now(legal()), word=word, legal=legal())
        if not word.strip() or not word.isprintable() or word != " ".join(word.split()):
            told = f"{shown} is not written as a word: words with single spaces between them"
            raise MalformedWord(told + self._now(legal()), word=word, legal=legal())
        near = difflib.get_close_matches(word[:60].lower(), self.words, n=1)
        told = f"no word {shown}" + (f"; did you mean {near[0]!r}?" if near else "")
        raise UnknownWord(told + self._now(legal()), word=word, legal=legal())

    def _now(self, legal: tuple[str, ...]) -> str:
        return f"; legal now: {', '.join(legal)}" if legal else "; the match is over"
