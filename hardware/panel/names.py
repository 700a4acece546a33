"""What lamps and buttons are called to people, where the code says `rage_1` or `attack`."""

from companion.engine.sentence import N_, Word

# As the labels of the panel have them. A lamp of the Rage Track keeps its name of the pin table.
NAMES = {
    # TRANSLATORS: a button or a lamp of the panel; in the sentences it stands in quotes
    "red": N_("red"),
    # TRANSLATORS: a button or a lamp of the panel; in the sentences it stands in quotes
    "green": N_("green"),
    # TRANSLATORS: a button or a lamp of the panel; in the sentences it stands in quotes
    "blue": N_("blue"),
    # TRANSLATORS: a button or a lamp of the panel; in the sentences it stands in quotes
    "yellow": N_("yellow"),
    "attack": N_("Attack"),
    "next": N_("Next"),
    "undo": N_("Undo"),
}


def said(name: str) -> Word:
    """Return the name of a lamp or button as a fact of a sentence."""
    return Word(NAMES.get(name, name))
