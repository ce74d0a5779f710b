"""Opponents: random, greedy, search and the trained net, the levels by name, and one's own.

    >>> from siberia import Match
    >>> from siberia.bots import Seat, bot
    >>> match = Match.new("card", seed=7, start=0)
    >>> choice = bot("medium").choose(Seat(match))
    >>> choice.word in match.legal()
    True

Bots see a match only through `Seat`: the view, the legal words, the log, and states in which all
that the seat cannot know is imagined.
"""

from siberia.bots.agents import Greedy, Hasty, Random, Search
from siberia.bots.levels import CHARACTERS, bot, names
from siberia.bots.master import Master
from siberia.bots.net_search import Grandmaster
from siberia.bots.seat import Bot, Choice, Seat

__all__ = [
    "CHARACTERS",
    "Bot",
    "Choice",
    "Grandmaster",
    "Greedy",
    "Hasty",
    "Master",
    "Random",
    "Search",
    "Seat",
    "bot",
    "names",
]
