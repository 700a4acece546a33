"""What happened to a game's journal or to its seed, in words."""

from companion.engine.codec import JsonObject
from companion.engine.sentence import Sentence

EPOCHS = {
    "migration": Sentence(
        "An earlier Dragonbag began this game. From here on, nobody can change a line unnoticed."
    ),
    "import": Sentence("This game came from a file."),
    "moved": Sentence("The journal of this table was copied from another place."),
    "restore": Sentence("A backup was restored. What came after it is gone."),
    "copied": Sentence(
        "A host downloaded a backup before this game was over. It holds all secrets of the game."
    ),
    "recovery": Sentence("The memory card was damaged. What was sound of the game goes on."),
    "new_seed": Sentence(
        "The end was taken back. Dragonbag draws from a new seed, and the phones seal new numbers."
    ),
}
UNKNOWN = Sentence("Something happened to the journal of this game: {why}")
UNCHECKED = Sentence("The seed is a new one. Nobody can check the draws before.")


def epoch(facts: JsonObject) -> tuple[Sentence, ...]:
    """Return what a line of the kind "epoch" tells, by its fields (CHAIN.md)."""
    why = str(facts.get("why", ""))
    told = EPOCHS.get(why) or UNKNOWN.about(why=why)
    is_lost = facts.get("is_new_seed") is True and "seed" not in facts
    return (told, UNCHECKED) if is_lost else (told,)
