"""What to do now: one line, what can be clicked, and what each thing brings.

A guide asks the engine, through a preview, what is legal and what follows; it knows the shape of
the words, but no rule.
"""

from siberia.web.pages.guides.asking import Asking, Button, Guide, Row
from siberia.web.pages.guides.board import board_guide
from siberia.web.pages.guides.card import card_guide

GUIDES = {"card": card_guide, "board": board_guide}

__all__ = ["GUIDES", "Asking", "Button", "Guide", "Row"]
