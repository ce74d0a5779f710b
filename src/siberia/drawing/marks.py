"""What is special about a thing on the table: whether it may be clicked, whether it is chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mark:
    """How a thing is shown, and what it carries for whoever clicks it.

    `state` holds words for the style sheet ("legal", "selected", "hinted"); `label` is the name a
    screen reader says; `data` becomes data-* attributes, and what has any can be clicked.
    """

    state: str = ""
    label: str = ""
    data: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        # So that what is drawn with a mark can be remembered.
        return hash((self.state, self.label, *self.data.items()))
