"""A match in the terminal: one person against bots."""

from collections.abc import Callable
from itertools import groupby, takewhile

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from siberia.bots import Bot, Seat
from siberia.engine.errors import SiberiaError, UndoError
from siberia.match import Match

# The colours of the pieces, by the names of `Pieces`.
THEME = Theme(
    {
        "siberia.gas": "cyan",
        "siberia.coal": "bright_black",
        "siberia.oil": "magenta",
        "siberia.gold": "yellow",
        "siberia.diamond": "bright_blue",
        "siberia.turn": "bold green",
    }
)

# What a person can type.
HELP = "Type a number or a word to play it. Also: undo, table, help, quit."


class Pieces(RegexHighlighter):
    """Colours the resources; their names are always written out."""

    base_style = "siberia."
    highlights = (
        r"(?P<gas>\bgas\b( \d+)?)",
        r"(?P<coal>\bcoal\b( \d+)?)",
        r"(?P<oil>\boil\b( \d+)?)",
        r"(?P<gold>\bgold\b( \d+)?)",
        r"(?P<diamond>\bdiamond\b( \d+)?)",
        r"(?P<turn>▸ .*? {2,})",
    )


def console(stderr: bool = False) -> Console:
    """Return the console on which matches are shown."""
    return Console(theme=THEME, highlighter=Pieces(), stderr=stderr)


class TerminalMatch:
    """One sitting: a person in one seat, bots in the others.

    `ask` shows a prompt and returns what the person typed; all else is shown on `out`.
    """

    def __init__(
        self, match: Match, seat: int, bots: list[Bot], ask: Callable[[str], str], out: Console
    ) -> None:
        self.match = match
        self.seat = seat
        others = [other for other in range(match.seats) if other != seat]
        self.bots = dict(zip(others, bots, strict=True))
        self.ask = ask
        self.out = out
        # How many words of the log the person was told, or played.
        self.log_shown = 0

    def run(self) -> bool:
        """Play to the end; return whether it was reached."""
        self.say(HELP + "\n")
        shown = -1
        while not self.match.is_over:
            if self.match.to_move != self.seat:
                self.opponents_word()
                continue
            self.tell()
            if shown != self.match.ply:
                self.show()
                shown = self.match.ply
            try:
                word = self.ask("> ").strip()
            except (EOFError, KeyboardInterrupt, RuntimeError):
                # RuntimeError: there is no keyboard at all.
                word = "quit"
            if word == "quit":
                self.say("\nLeft before the end.")
                return False
            self.answer(word)
        self.tell()
        self.say("\n" + self.match.table(self.seat))
        return True

    def opponents_word(self) -> None:
        """Play one word for an opponent."""
        self.match.play(self.bots[self.match.to_move or 0].choose(Seat(self.match)).word)

    def tell(self) -> None:
        """Say in words what the opponents did since last time, as far as the person may know.

        What is placed in secret is told when it shows.
        """
        fresh = self.match.log(self.seat)[self.log_shown :]
        known = list(takewhile(lambda spoken: spoken[1] is not None, fresh))
        self.log_shown += len(known)
        for seat, group in groupby(known, key=lambda spoken: spoken[0]):
            if seat != self.seat:
                words = ", ".join(str(word) for _, word in group)
                self.say(f"{self.match.players[seat]}: {words}")

    def show(self) -> None:
        """Show the table and what can be done."""
        self.say("\n" + self.match.table(self.seat) + "\n")
        for number, word in enumerate(self.match.legal(), 1):
            reason = self.match.caution(word)
            caution = f"   – {reason.english} ({reason.rule})" if reason else ""
            self.say(f"  {number:>3}  {word}{caution}")

    def say(self, text: str, style: str | None = None) -> None:
        """Print as it stands: a bracket in a name is a bracket."""
        self.out.print(text, style=style, markup=False, soft_wrap=True)

    def answer(self, word: str) -> None:
        """Do what the person typed."""
        legal = self.match.legal()
        numbers = [str(number) for number in range(1, len(legal) + 1)]
        if word in numbers:
            word = legal[numbers.index(word)]
        if word == "help":
            self.say(HELP)
            return
        if word == "table":
            self.show()
            return
        try:
            if word == "undo":
                self.undo()
            else:
                self.match.play(word)
        except SiberiaError as error:
            self.say(str(error), style="red")

    def undo(self) -> None:
        """Take back the person's last word, if nobody else has spoken since."""
        log = self.match.log(self.seat)
        if log and log[-1][0] != self.seat:
            raise UndoError("Only your own last word can be taken back, before others have moved.")
        self.say(f"Taken back: {self.match.undo()}")
        self.log_shown = min(self.log_shown, self.match.ply)
