"""The printed words of The Game behind the values of messages, to be translated at the door."""

from companion.engine.sentence import N_
from companion.games.the_game.box import Who
from companion.games.the_game.state import TheGame

WORDS = {
    "1": N_("Player 1"),
    "2": N_("Player 2"),
    "3": N_("Player 3"),
    "4": N_("Player 4"),
    "5": N_("Player 5"),
    "up_1": N_("first pile 1 → 99"),
    "up_2": N_("second pile 1 → 99"),
    "down_1": N_("first pile 100 → 2"),
    "down_2": N_("second pile 100 → 2"),
    "normal": N_("normal"),
    "expert_1": N_("expert: three cards a turn"),
    "expert_2": N_("expert: three cards a turn, one fewer in hand"),
    "not_here": N_("please not here"),
    "small_steps": N_("small steps only"),
    "all_laid": N_("all cards are laid"),
    "stuck": N_("nobody could go on"),
    "burned": N_("a blue card was not covered"),
    "perfect": N_("perfect victory"),
    "won": N_("victory"),
    "lost": N_("defeat"),
    "dragonbag": N_("Dragonbag"),
}


def name_of(state: TheGame, word: object) -> str:
    """Return the name that a player chose, "" for no name or any other word."""
    if isinstance(word, Who) and word in state.players:
        return state.names[state.players.index(word)]
    return ""
