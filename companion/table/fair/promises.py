"""What the lines of a game promise, one after the other: whose game it is, and which seed."""

from dataclasses import dataclass

from companion.draws import fair_draw
from companion.engine.codec import JsonObject
from companion.table.game_file import is_seed
from companion.table.line import CAUSES, EpochCause, Kind

# Epochs that begin with a new seed, and do not know the old one.
SILENT = (EpochCause.RECOVERY, EpochCause.IMPORT)


@dataclass(slots=True)
class Promises:
    """Follows the lines of the kinds `open` and `epoch` of one game."""

    told: tuple[object, object] | None = None  # its id, and which game it is
    commitment: str = ""  # that the lines until now have promised
    is_import: bool = False  # its first line says that the game came from a file

    def wrong(self, kind: Kind, facts: JsonObject, *, is_new_seed_due: bool) -> str:
        """Return what is wrong with a line's facts, "" if nothing is.

        `is_new_seed_due`: the seed was shown, and the game goes on.
        """
        why, before = facts.get("why", ""), self.commitment
        if kind is Kind.EPOCH and why not in CAUSES:
            return "it does not say what happened to the journal"
        if "commitment" not in facts:
            return ""
        self.is_import |= not before and why == EpochCause.IMPORT
        self.commitment = facts["commitment"]
        told = facts.get("id"), facts.get("game")
        self.told = self.told or told
        if told != self.told:
            return "it promises another game than the line before that promised one"
        if facts.get("is_new_seed") is True:
            return self._new_seed_wrong(why, facts.get("seed", ""), before, is_new_seed_due)
        if before not in ("", self.commitment):
            return "it promises another seed than the line before that promised one"
        return ""

    def _new_seed_wrong(self, why: str, told: str, before: str, is_due: bool) -> str:
        if why == EpochCause.NEW_SEED and not (is_due and is_seed(told)):
            return "a new seed needs an end that was taken back, and has to tell the seed before"
        is_silent = why in SILENT and not told and (self.is_import or why != EpochCause.IMPORT)
        if why != EpochCause.NEW_SEED and not is_silent:
            return "nothing that happened to the journal is a reason for a new seed"
        if told and fair_draw.commitment(bytes.fromhex(told)) != before:
            return "the seed that it tells is not the one that was committed to"
        return ""
