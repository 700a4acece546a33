"""The printed words of Clank! behind the values of messages, to be translated at the door."""

from companion.engine.sentence import N_
from companion.games.clank.state import Clank
from companion.games.shared import COLOUR_WORDS, name_in

WORDS = {
    **COLOUR_WORDS,
    "black": N_("Black"),
    "overlord": N_("Overlord"),
    "watcher": N_("Watcher"),
    "shrine": N_("Shrine"),
    "master_key": N_("Master Key"),
    "backpack": N_("Backpack"),
    "crown": N_("Crown"),
    "crown_10": N_("Crown (10)"),
    "crown_9": N_("Crown (9)"),
    "crown_8": N_("Crown (8)"),
    "monkey_idol": N_("Monkey Idol"),
    "chalice": N_("Chalice"),
    "dragon_egg": N_("Dragon Egg"),
    "potion_of_greater_healing": N_("Potion of Greater Healing"),
    "potion_of_healing": N_("Potion of Healing"),
    "potion_of_strength": N_("Potion of Strength"),
    "potion_of_swiftness": N_("Potion of Swiftness"),
    "mastery": N_("Mastery token"),
    "greater_treasure": N_("Greater Treasure"),
    "greater_skill_boost": N_("Greater Skill Boost"),
    "flash_of_brilliance": N_("Flash of Brilliance"),
    "treasure": N_("Treasure"),
    "skill_boost": N_("Skill Boost"),
    "magic_spring": N_("Magic Spring"),
    "inside": N_("inside the dungeon"),
    "escaped": N_("escaped"),
    "knocked_out": N_("knocked out"),
    "rescued": N_("rescued"),
    "lost": N_("lost"),
    "withdrawn": N_("went home"),
    "supply": N_("personal supply"),
    "area": N_("Clank! Area"),
    "bag": N_("Dragon Bag"),
    "meter": N_("Health Meter"),
    "set_aside": N_("set aside"),
    "all_out": N_("everyone is out"),
    "countdown": N_("the countdown has run out"),
    "rage_space": N_("the Dragon marker's space"),
    "danger": N_("Danger"),
    "countdown_space": N_("the countdown's space"),
    "dragonbag": N_("Dragonbag"),
    "hand": N_("hand"),
    "camera": N_("camera"),
}


def name_of(state: Clank, word: object) -> str:
    """Return the name that the player of a colour chose, "" for no name or any other word."""
    return name_in(state.players, word)
