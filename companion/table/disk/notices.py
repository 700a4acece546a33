"""What the table itself tells everybody about its disk, by the keys of the notices."""

from companion.engine.errors import DamagedJournal, JournalError
from companion.engine.sentence import Sentence

UNWRITTEN = "unwritten"  # nothing can be saved
SLOW = "slow"  # saving takes long
DAMAGED = "damaged"  # the journal was damaged and has been mended
SLOW_S = 1.0  # to save one step; a good card takes some milliseconds
NOTHING_SAVED = Sentence(
    "Dragonbag cannot save: the disk is full or broken. Nothing you do now counts."
)
SAVED_SLOWLY = Sentence("The disk is slow: the last step took {seconds} seconds to save.")


def slowness(took_s: float) -> Sentence | None:
    """Return what is said of the time that saving a step took, None if it was short."""
    return SAVED_SLOWLY.about(seconds=round(took_s, 1)) if took_s > SLOW_S else None


def unsaved(error: JournalError) -> Sentence | None:
    """Return what is said when the journal refused; None if the disk is well, but a game is not."""
    return None if isinstance(error, DamagedJournal) else NOTHING_SAVED
