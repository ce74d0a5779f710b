"""From words to moves and back, and what to say of a word that is none."""

import difflib
from collections.abc import Callable

from siberia.engine.contract import Game
from siberia.engine.errors import MalformedWord, UnknownWord


class Vocabulary:
    """The words of a game as it is played with one box, in the order of their moves."""

    def __init__(self, game: Game, words: tuple[str, ...]) -> None:
        self.words = words
        self._moves = {word: move for move, word in enumerate(self.words)}
        self._shapes = game.SHAPES

    def move(self, word: object, legal: Callable[[], tuple[str, ...]]) -> int:
        """Return the move a word stands for, or raise what is wrong with it.

        A word whose verb is known but which is written otherwise is malformed; one whose verb is
        not known is unknown. `legal` is asked only then, for the message.
        """
        if isinstance(word, str) and word in self._moves:
            return self._moves[word]
        if not isinstance(word, str):
            message = f"a word is text, not {type(word).__name__}"
            raise MalformedWord(message, word=word, legal=legal())
        # A long text is not repeated whole in the message.
        shown = repr(word if len(word) <= 60 else word[:60] + "…")
        verb = word.split(" ")[0]
        if verb in self._shapes:
            message = f"{shown} is not written as a word: {self._shapes[verb]}"
            raise MalformedWord(message + legal_now(legal()), word=word, legal=legal())
        if not word.strip() or not word.isprintable() or word != " ".join(word.split()):
            message = f"{shown} is not written as a word: words with single spaces between them"
            raise MalformedWord(message + legal_now(legal()), word=word, legal=legal())
        near = difflib.get_close_matches(word[:60].lower(), self.words, n=1)
        message = f"no word {shown}" + (f"; did you mean {near[0]!r}?" if near else "")
        raise UnknownWord(message + legal_now(legal()), word=word, legal=legal())


def legal_now(legal: tuple[str, ...]) -> str:
    """Say which words could be played instead, as the end of a message."""
    return f"; legal now: {', '.join(legal)}" if legal else "; the match is over"
