"""The printed words of Grave Robbers behind the values of messages, translated at the door."""

from companion.engine.sentence import N_
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.shared import COLOUR_WORDS, name_in

WORDS = {
    **COLOUR_WORDS,
    "entrance": N_("the entrance"),
    "treasure_room": N_("the treasure room"),
    "enemy": N_("an enemy"),
    "chest": N_("a chest"),
    "passage": N_("a plain card"),
    "standing": N_("standing"),
    "injured": N_("injured"),
    "pile": N_("the pile"),
    "discards": N_("the discards"),
    "hand": N_("the hand"),
    "open": N_("the open cards"),
    "reward": N_("rewards on a dungeon card"),
    "normal": N_("normal effect"),
    "special": N_("special effect"),
    "open_effect": N_("open effect"),
    "player": N_("a player"),
}


def name_of(state: GraveRobbers, word: object) -> str:
    """Return the name that the player of a colour chose, "" for no name or any other word."""
    return name_in(state.players, word)
