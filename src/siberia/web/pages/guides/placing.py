"""The board game's guide: placing counters, rearranged freely until they are handed in (B11)."""

from dataclasses import dataclass

from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import ACTIONS
from siberia.match.preview import ANY_PLACING
from siberia.web.pages.guides.decision import (
    BoardDecision,
    Button,
    Guide,
    once_for_a_position,
    pick,
)

RESEARCH = "research"
NOBODY = -1


@dataclass(frozen=True)
class PlacingDraft:
    """Where each counter lies so far ("" for in hand), and which one is picked up."""

    held: int
    targets: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.held};{','.join(self.targets)}"

    def put(self, counter: int, target: str) -> "PlacingDraft":
        """Return the draft with a counter somewhere else, and the next one picked up."""
        targets = list(self.targets)
        targets[counter] = target
        held = counter if not target else next((n for n, t in enumerate(targets) if not t), NOBODY)
        return PlacingDraft(held, tuple(targets))


@dataclass(frozen=True)
class Room:
    """Where the counters of a placing can go: each by itself, and how many to an action."""

    # For each counter the actions it may lie on, if it came first.
    allowed: tuple[tuple[str, ...], ...]
    # For each action its free spaces.
    free: dict[str, int]

    def has_space(self, target: str, taken: int) -> bool:
        """Whether one more counter fits where so many of this placing lie."""
        return target == RESEARCH or taken < self.free[target]


@once_for_a_position
def room_for(decision: BoardDecision) -> Room:
    """Ask the engine where each counter could go if it came first.

    Whatever comes before goes under Research, which leaves every space as it is.
    """
    player, preview = decision.view.players[decision.seat], decision.preview
    allowed = []
    for _counter in player.drawn or ():
        allowed.append(tuple(word.removeprefix("place ") for word in preview.legal()))
        preview = preview.after(ANY_PLACING)
    return Room(tuple(allowed), {action.name: action.free_spaces for action in player.panel})


def read_draft(text: str, room: Room) -> PlacingDraft:
    """Read a draft; what does not fit goes back into the hand."""
    held, _, rest = text.partition(";")
    wanted = rest.split(",") if rest else []
    targets: list[str] = []
    for counter, allowed in enumerate(room.allowed):
        target = wanted[counter] if counter < len(wanted) else ""
        fits = target in allowed and room.has_space(target, targets.count(target))
        targets.append(target if fits else "")
    in_hand = [number for number, target in enumerate(targets) if not target]
    picked = int(held) if held.isdecimal() else NOBODY
    return PlacingDraft(
        picked if picked in in_hand else next(iter(in_hand), NOBODY), tuple(targets)
    )


def dropped(decision: BoardDecision, counter: int, target: str) -> str:
    """Return the draft after a counter was dragged somewhere; what does not fit changes nothing."""
    draft = read_draft(decision.draft, room_for(decision))
    return str(draft.put(counter, target)) if counter in range(len(draft.targets)) else str(draft)


def place(decision: BoardDecision) -> Guide:
    """Plan where the counters go: pick one up, put it down, hand all in."""
    _ = decision.language.gettext
    drawn, room = decision.view.players[decision.seat].drawn or (), room_for(decision)
    draft = read_draft(decision.draft, room)
    guide = Guide(_("Place your counters."), icon="bag", planned=list(draft.targets))
    for counter, kind in enumerate(drawn):
        mark = counter_mark(decision, draft, counter, kind)
        drag = {"drag": str(counter), "allows": ",".join(room.allowed[counter])}
        guide.marks[f"counter:{counter}"] = Mark(mark.state, mark.label, {**mark.data, **drag})
    mark_targets(decision, guide, draft, room)
    left = draft.targets.count("")
    if left:
        message = decision.language.ngettext(
            "{count} counter left.", "{count} counters left.", left
        )
        guide.brings = message.format(count=left) + " " + _("Everyone places at the same time.")
    else:
        guide.title = _("All placed. Hand them in?")
        guide.brings = _("Nobody sees where before all have placed.")
        words = ", ".join(f"place {target}" for target in draft.targets)
        guide.buttons.append(Button(_("Done"), plan=words, kind="go"))
    if left < len(drawn):
        guide.buttons.append(Button(_("Start over"), draft=f"{NOBODY};"))
    return guide


def counter_mark(decision: BoardDecision, draft: PlacingDraft, counter: int, kind: str) -> Mark:
    """Mark a counter: in hand it can be picked up, on the panel it can be taken back."""
    name, lies = decision.name(kind), draft.targets[counter]
    if lies:
        label = decision.language.gettext("{counter} on {action}: take it back")
        label = label.format(counter=name, action=decision.name(lies))
        return pick(str(draft.put(counter, "")), label)
    state = "selected" if counter == draft.held else "legal"
    return pick(str(PlacingDraft(counter, draft.targets)), name, state=state)


def mark_targets(decision: BoardDecision, guide: Guide, draft: PlacingDraft, room: Room) -> None:
    """Mark where the counter that is picked up can be put."""
    _ = decision.language.gettext
    for action in (*ACTIONS, RESEARCH):
        key = RESEARCH if action == RESEARCH else f"action:{action}"
        has_space = room.has_space(action, draft.targets.count(action))
        data = {"drop": action} if has_space else {}
        if draft.held == NOBODY or action not in room.allowed[draft.held] or not has_space:
            guide.marks[key] = Mark("", "", data)
            continue
        label = _("Put it on {action}").format(action=decision.name(action))
        if action == RESEARCH:
            label = _("Put it under Research")
        mark = pick(
            str(draft.put(draft.held, action)),
            label,
            outcome(decision, draft, room, action),
            means=f"{draft.held} place {action}",
        )
        guide.marks[key] = Mark(mark.state, mark.label, {**mark.data, **data})


def outcome(decision: BoardDecision, draft: PlacingDraft, room: Room, action: str) -> str:
    """Say what one more counter on an action leads to."""
    _ = decision.language.gettext
    if action == RESEARCH:
        return _("Under Research it lays a cube in your first action.")
    left = room.free[action] - draft.targets.count(action) - 1
    says = _("Then {action} needs one more.") if left else _("Then {action} can be performed.")
    return says.format(action=decision.name(action))
