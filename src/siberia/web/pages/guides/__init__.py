"""What to do now: one line, what can be clicked, and what each thing brings.

A guide asks the engine, through a preview, what is legal and what follows; it knows the shape of
the words, but no rule. What it writes into a draft only it reads again: a page hands it back as it
is.
"""

from siberia.web.pages.guides.board import board_guide
from siberia.web.pages.guides.card import card_guide
from siberia.web.pages.guides.decision import Button, Guide, OpenDecision, Row

__all__ = ["Button", "Guide", "OpenDecision", "Row", "board_guide", "card_guide"]
