"""The card game's table as text, drawn from a view."""

from textwrap import fill

from siberia.cardgame.view import CardPlayer, CardView, ResourceCard, RowPlace
from siberia.engine.text import WIDTH, cards, entry, winners

TASKS = {
    "discover": "turn up a face-down card{keep}",
    "act": "play for an action, or draw",
    "pay": "pay for {action}",
    "choose": "choose the {action} to take",
}


def table(view: CardView, names: tuple[str, ...]) -> str:
    """Draw a view as text, the row, the players, the supply, what to do."""
    lines = [
        f"SIBERIA, the card game · {view.edition} · {view.seats} players",
        "",
        *row(view),
        "",
        *(player(view, p, names[p.seat]) for p in view.players),
        "",
        entry("supply", supply(view)),
        entry("draw pile", f"{view.pile}"),
        entry("discards", cards(view.discards)),
    ]
    if view.seat is not None:
        lines += own(view.players[view.seat])
    return "\n".join([*lines, "", task(view, names)])


def row(view: CardView) -> list[str]:
    """Draw the row in the order of extraction, four places a line."""
    cells = [f"{place(p):<16}" for p in view.row]
    stack = f"{view.stack} more in the stack"
    return [
        "headframe ▸ " + "".join(cells[:4]).rstrip(),
        "          ▸ " + "".join(cells[4:]).rstrip(),
        " " * 12 + stack,
    ]


def place(place: RowPlace) -> str:
    """Draw one place of the row."""
    if place.empty:
        return f"{place.number} –"
    return f"{place.number} {'▒▒▒▒' if place.card is None else resource_card(place.card)}"


def resource_card(card: ResourceCard) -> str:
    """Draw a resource card."""
    return f"{card.resource} {card.value}"


def player(view: CardView, player: CardPlayer, name: str) -> str:
    """Draw the line of one player."""
    mark = "▸" if player.seat == view.to_move else " "
    line = (
        f"{mark} {player.seat + 1} {name:<12} hand {player.hand_size} · taken {player.taken_size}"
        f" · workers {player.workers} · investors {', '.join(player.investors) or '–'}"
        f" · salesmen {', '.join(player.salesmen) or '–'}"
    )
    line = line if view.scores is None else f"{line} · {view.scores[player.seat]:,} $"
    return fill(line, WIDTH, subsequent_indent=" " * 17)


def supply(view: CardView) -> str:
    """Draw the person cards that are left."""
    salesmen = ", ".join(f"{which} {view.worth[which]}" for which in view.salesmen_left)
    investors = ", ".join(view.investors_left)
    return (
        f"workers {view.workers_left} · investors {investors or '–'} · salesmen {salesmen or '–'}"
    )


def own(player: CardPlayer) -> list[str]:
    """Draw what only the viewer sees."""
    lines = [] if player.hand is None else [entry("your hand", cards(player.hand))]
    if player.taken:
        lines.append(entry("you took", cards(tuple(resource_card(c) for c in player.taken))))
    return lines


def task(view: CardView, names: tuple[str, ...]) -> str:
    """Say what is to be done, and what threatens."""
    if view.scores is not None:
        return winners(view.scores, names)
    assert view.to_move is not None
    keep = ", or keep them so" if view.may_keep else ""
    line = f"{names[view.to_move]}: {TASKS[view.phase].format(action=view.action, keep=keep)}."
    if view.turns_left is not None:
        turns = "1 turn is" if view.turns_left == 1 else f"{view.turns_left} turns are"
        line += f" The end has begun: {turns} left, this one included (C21)."
    elif view.next_idle_turn_ends:
        line += " If nothing happens in this turn either, the match ends (C22)."
    return line
