"""What is in the Grave Robbers box: counts and kinds, each with its source.

GR n is line n of the Japanese manual's text. What is printed on the cards (names, die values,
attacks, difficulties, placement numbers) is nowhere public: the table enters what it sees.
"""

from enum import StrEnum

from companion.games import shared

# The four pawns (GR 24, 38). The manual names no colours, so these are the panel's.
Colour = shared.Colour


class Kind(StrEnum):
    """What a dungeon card shows when it is face up."""

    ENTRANCE = "entrance"  # GR 67
    TREASURE_ROOM = "treasure_room"  # GR 68
    ENEMY = "enemy"  # GR 113
    CHEST = "chest"  # GR 115
    PASSAGE = "passage"  # a card without an enemy or a chest


LEAST_PLAYERS, MOST_PLAYERS = 3, 4  # GR 5
ITEM_CARDS = 48  # GR 27
DUNGEON_CARDS = 17  # GR 28
FIRST_HAND = 5  # GR 97
ACTION_POINTS = 3  # GR 103
REST_POINTS = 3  # GR 110
ACTION_POINT = 1  # explore, move, fight, open a chest; GR 111-115
OPEN_CARDS = 3  # at most; GR 225
SIDES = 6  # a die value is 1 to 6: the exception of the 1 that beats a 6 names both ends; GR 163
LAST_CARDS = 6  # the treasure room is one of the last so many of the dungeon pile; GR 84-86
CARDS_TO_PILE = DUNGEON_CARDS - 1  # all but the entrance begin in the dungeon pile; GR 83
FIRST_DEEP_CARD = CARDS_TO_PILE - LAST_CARDS + 1  # the 11th out of the pile
SIDES_OF_A_CARD = 4  # neighbours on a grid; no card can ask for more
