"""The board game's guide: placing counters, rearranged freely until they are handed in (B11)."""

from dataclasses import dataclass

from siberia.drawing.marks import Mark
from siberia.engine.vocabulary import ACTIONS
from siberia.match.preview import ANY_PLACING, Preview
from siberia.web.pages.guides.asking import Asking, Button, Guide, pick

RESEARCH = "research"
NOBODY = -1


@dataclass(frozen=True)
class Draft:
    """Where each counter lies so far ("" for in hand), and which one is picked up."""

    held: int
    targets: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.held};{','.join(self.targets)}"

    def put(self, counter: int, target: str) -> "Draft":
        """Return the draft with a counter somewhere else, and the next one picked up."""
        targets = list(self.targets)
        targets[counter] = target
        held = counter if not target else next((n for n, t in enumerate(targets) if not t), NOBODY)
        return Draft(held, tuple(targets))


def read_draft(text: str, allowed: list[tuple[str, ...]], free: dict[str, int]) -> Draft:
    """Read a draft; what does not fit goes back into the hand."""
    held, _, rest = text.partition(";")
    told = rest.split(",") if rest else []
    targets: list[str] = []
    for counter, targets_of in enumerate(allowed):
        target = told[counter] if counter < len(told) else ""
        fits = target in targets_of and (target == RESEARCH or targets.count(target) < free[target])
        targets.append(target if fits else "")
    in_hand = [number for number, target in enumerate(targets) if not target]
    wanted = int(held) if held.isdecimal() else NOBODY
    return Draft(wanted if wanted in in_hand else next(iter(in_hand), NOBODY), tuple(targets))


def targets_of_each(preview: Preview, count: int) -> list[tuple[str, ...]]:
    """Ask the engine where each counter could go if it came first.

    Whatever comes before goes under Research, which leaves every space as it is.
    """
    found = []
    for _counter in range(count):
        found.append(tuple(word.removeprefix("place ") for word in preview.legal()))
        preview = preview.after(ANY_PLACING)
    return found


def place(asking: Asking) -> Guide:
    """Plan where the counters go: pick one up, put it down, hand all in."""
    _ = asking.language.gettext
    drawn = asking.player.drawn
    allowed = targets_of_each(asking.preview, len(drawn))
    free = {a.name: 2 - len(a.counters) - a.tile for a in asking.player.panel}
    draft = read_draft(asking.draft, allowed, free)
    guide = Guide(_("Place your counters."), icon="bag", planned=list(draft.targets))
    for counter, kind in enumerate(drawn):
        name = asking.name(kind)
        lies = draft.targets[counter]
        if lies:
            label = _("{counter} on {action}: take it back").format(
                counter=name, action=asking.name(lies)
            )
            mark = pick(str(draft.put(counter, "")), label)
        else:
            state = "selected" if counter == draft.held else "legal"
            mark = pick(str(Draft(counter, draft.targets)), name, state=state)
        drag = {"drag": str(counter), "allows": ",".join(allowed[counter])}
        guide.marks[f"counter:{counter}"] = Mark(mark.state, mark.label, {**mark.data, **drag})
    mark_targets(asking, guide, draft, allowed, free)
    left = draft.targets.count("")
    if left:
        told = asking.language.ngettext("{count} counter left.", "{count} counters left.", left)
        guide.brings = told.format(count=left) + " " + _("Everyone places at the same time.")
    else:
        guide.title = _("All placed. Hand them in?")
        guide.brings = _("Nobody sees where before all have placed.")
        words = ", ".join(f"place {target}" for target in draft.targets)
        guide.buttons.append(Button(_("Done"), plan=words, kind="go"))
    if left < len(drawn):
        guide.buttons.append(Button(_("Start over"), draft=f"{NOBODY};"))
    return guide


def mark_targets(
    asking: Asking,
    guide: Guide,
    draft: Draft,
    allowed: list[tuple[str, ...]],
    free: dict[str, int],
) -> None:
    """Mark where the counter that is picked up can be put."""
    _ = asking.language.gettext
    for action in (*ACTIONS, RESEARCH):
        key = RESEARCH if action == RESEARCH else f"action:{action}"
        room = action == RESEARCH or draft.targets.count(action) < free[action]
        data = {"drop": action} if room else {}
        if draft.held == NOBODY or action not in allowed[draft.held] or not room:
            guide.marks[key] = Mark("", "", data)
            continue
        lies = 2 - free.get(action, 0) + draft.targets.count(action)
        says = _("Then {action} needs one more.")
        if action == RESEARCH:
            says = _("Under Research it lays a cube in your first action.")
        elif lies == 1:
            says = _("Then {action} can be performed.")
        label = _("Put it on {action}").format(action=asking.name(action))
        mark = pick(
            str(draft.put(draft.held, action)),
            label,
            says.format(action=asking.name(action)),
            means=f"{draft.held} place {action}",
        )
        guide.marks[key] = Mark(mark.state, mark.label, {**mark.data, **data})
