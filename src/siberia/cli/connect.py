"""``siberia connect``: a bot sits down at a table of a server elsewhere."""

from typing import Annotated, Any

import typer

Url = Annotated[str, typer.Argument(help="The server, or the link to a seat there.", metavar="URL")]
BotName = Annotated[
    str,
    typer.Argument(help="Which bot: a level, or yours by its entry point.", metavar="BOT"),
]
Token = Annotated[
    str,
    typer.Option(
        envvar="SIBERIA_TOKEN",
        help="The token of a guest, of a seat or of an offered bot.",
        show_default=False,
    ),
]
TableId = Annotated[
    str, typer.Option(help="Play on at this table, where the token has a seat.", metavar="ID")
]
Game = Annotated[
    str, typer.Option("--open", help="Open a table of this game: card or board.", metavar="GAME")
]
Against = Annotated[
    list[str] | None,
    typer.Option(help="Who else sits there: link, anyone or a level; may be repeated."),
]
Name = Annotated[
    str, typer.Option(help="How it wants to be called.", show_default="the bot's name")
]
IsOffered = Annotated[
    bool, typer.Option("--offered", help="Serve as an opponent that the server offers to people.")
]
Seed = Annotated[int, typer.Option(help="The bot's own chance.")]


def connect(
    url: Url,
    bot_name: BotName,
    token: Token = "",
    table: TableId = "",
    game: Game = "",
    against: Against = None,
    name: Name = "",
    offered: IsOffered = False,
    seed: Seed = 0,
) -> None:
    """Seat a bot at a table of a server elsewhere, until the match is over.

    It knows what its seat knows and nothing else. Both sides need the same version of the program.
    """
    from siberia.bots import bot
    from siberia.cli.remote import Remote, play_for_ever, play_to_the_end
    from siberia.engine.errors import SetupError

    thinker = bot(bot_name, seed)
    base, _, link = url.partition("#")
    remote = Remote(base.removesuffix("/join") if link else base, token)
    if offered:
        print(f"{bot_name} waits for people at {remote.url}    (Ctrl-C stops it)", flush=True)
        play_for_ever(remote, thinker)
    if not remote.token:
        guest = remote.post("/guests", name=name or bot_name.capitalize())
        remote.token = guest["token"]
    if link:
        table = remote.post("/seats", link=link, name=name or None)["table"]
    elif game:
        table = opened(remote, game, against or ["medium"])
    elif not table:
        raise SetupError("give a seat link, or --table, --open or --offered", about="table")
    print(f"{bot_name} plays at {remote.url}/t/{table}", flush=True)
    last = play_to_the_end(remote, table, thinker)
    print(f"The match is over: {' '.join(map(str, last['view']['scores']))}")


def opened(remote: Any, game: str, against: list[str]) -> str:
    """Open a table for the bot and others, say where they sit down, and return its id."""
    seats = [{"sitter": "me"}, *({"sitter": sitter} for sitter in against)]
    # The computer takes its time where people look on.
    speed = "normal" if {"link", "anyone"} & set(against) else "instant"
    table = remote.post("/tables", game=game, seats=seats, speed=speed)
    for open_seat in table["links"]:
        print(f"Seat {open_seat['seat'] + 1}: {open_seat['link']}", flush=True)
    return str(table["table"])
