"""What happened to a game's journal or to its seed, in words."""

from collections.abc import Mapping

from companion.engine.codec import JsonObject
from companion.engine.sentence import Sentence
from companion.table.line import CAUSES, EpochCause

EPOCHS: Mapping[EpochCause, Sentence] = {
    EpochCause.MIGRATION: Sentence(
        "An earlier Dragonbag began this game. From here on, nobody can change a line unnoticed."
    ),
    EpochCause.IMPORT: Sentence("This game came from a file."),
    EpochCause.MOVED: Sentence("The journal of this table was copied from another place."),
    EpochCause.RESTORE: Sentence("A backup was restored. What came after it is gone."),
    EpochCause.COPIED: Sentence(
        "A host downloaded a backup before this game was over. It holds all secrets of the game."
    ),
    EpochCause.RECOVERY: Sentence(
        "The memory card was damaged. What was sound of the game goes on."
    ),
    EpochCause.NEW_SEED: Sentence(
        "The end was taken back. Dragonbag draws from a new seed, and the phones seal new numbers."
    ),
}
UNKNOWN = Sentence("Something happened to the journal of this game: {why}")
UNCHECKED = Sentence("The seed is a new one. Nobody can check the draws before.")


def epoch(facts: JsonObject) -> tuple[Sentence, ...]:
    """Return what a line of the kind "epoch" tells, by its fields (CHAIN.md)."""
    why = str(facts.get("why", ""))
    told = EPOCHS[EpochCause(why)] if why in CAUSES else UNKNOWN.about(why=why)
    is_lost = facts.get("is_new_seed") is True and "seed" not in facts
    return (told, UNCHECKED) if is_lost else (told,)
