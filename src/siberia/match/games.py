"""Which games there are."""

from siberia import boardgame, cardgame
from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.engine.contract import Game
from siberia.engine.errors import SetupError
from siberia.engine.vocabulary import listing

GAMES: dict[str, Game] = {game.NAME: game for game in (cardgame, boardgame)}

# What a seat, or a spectator, sees of a match.
View = CardView | BoardView


def rules_of(name: str) -> Game:
    """Return the rules of a game by its name."""
    if not isinstance(name, str) or name not in GAMES:
        raise SetupError(f"no game {name!r}; there is {listing(list(GAMES))}", about="game")
    return GAMES[name]
