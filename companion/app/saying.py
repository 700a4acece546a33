"""Says sentences of the program to whoever runs a command, in the language of the shell."""

from companion.engine.sentence import Sentence
from companion.language.terminal import speech


def say(sentence: Sentence, said_in: str = "") -> str:
    """Return a sentence in the language of the shell, or in another one."""
    from companion.games.clank import CLANK  # its box has the words for the panel's colours

    return speech(CLANK, CLANK.empty, said_in).say(sentence)
