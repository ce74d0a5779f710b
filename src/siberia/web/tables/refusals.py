"""Why something cannot be done at a table."""

from enum import Enum

from siberia.engine.errors import SiberiaError
from siberia.web.i18n.terms import N_


class Refusal(Enum):
    """The reasons there are; each value is the sentence, for the catalogues."""

    STALE = N_("The table had moved on; this is how it stands now.")
    NOT_YOUR_TURN = N_("It is not your turn.")
    NO_UNDO = N_("That cannot be taken back: something was revealed, or others have moved.")
    PLACING = N_("Now everyone places counters.")
    INCOMPLETE_PLAN = N_("Place all counters first.")
    BAD_PLAN = N_("A counter cannot go there; place it anew.")
    NOT_YOUR_SEAT = N_("That is not your seat.")
    SEAT_IN_USE = N_("Somebody sits there and has the table open.")
    SEAT_STAYS = N_("The match has begun: this seat stays as it is.")
    NAME_TAKEN = N_("Somebody at this table is already called that; choose another name.")
    OVER = N_("The match is over, and nothing about it changes any more.")
    TOO_MANY_UNDONE = N_("At this table so much was taken back that it must go on from here now.")
    NOT_THE_OWNER = N_("Only the host of the table can do that.")
    NO_SEAT_LEFT = N_("Somebody was quicker: no seat is free at that table any more.")
    SEAT_CHANGED = N_("The seat has changed hands meanwhile.")
    BUSY = N_("The computer plays at too many tables here to give hints; try again later.")
    COUNTED = N_("This try counts: hints are for further tries.")
    WITHOUT_HINTS = N_("This table was opened without hints.")
    MANY_REVIEWS = N_("The expert is looking at many matches just now; try again later.")
    MANY_TOKENS = N_("You have as many keys as one can have; revoke one first.")
    NO_TALK = N_("At this table nobody talks.")
    ONLY_PHRASES = N_("At this table people talk in quick phrases only.")
    NOTHING_SAID = N_("Write something first.")
    TOO_LONG = N_("A message has at most 200 characters.")
    TALKING_FAST = N_("That was a lot at once; wait a moment.")
    IMPOSSIBLE = N_("That is not possible here.")


class Refused(SiberiaError):
    """Something cannot be done at this table, and nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.value)
