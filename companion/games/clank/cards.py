"""The cards of Clank! that are worth points, and the four whose points depend on other things.

Counts and points are what the printed cards say, by the agreement of five independent public lists
(Dwarven Peddler's base points: four of five say 0). Names are the printed English ones.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A card with points: its printed name, the copies in the box, the printed points."""

    name: str
    copies: int
    points: int


SECRET_TOME = "Secret Tome"
WIZARD = "Wizard"  # 2 points for each Secret Tome in the deck
THE_DUKE = "The Duke"  # 1 point for each full 5 Gold
DWARVEN_PEDDLER = "Dwarven Peddler"  # 4 points with two kinds of Chalice, Dragon Egg, Monkey Idol
DRAGONS_EYE = "Dragon's Eye"  # 10 points with a Mastery token

WIZARD_POINTS_PER_TOME = 2
DUKE_GOLD_PER_POINT = 5
PEDDLER_POINTS = 4
PEDDLER_KINDS = 2
DRAGONS_EYE_POINTS = 10

_CARDS = (
    Card("Secret Tome", 12, 7),
    Card("Sapphire", 3, 4),
    Card("Emerald", 2, 5),
    Card("Ruby", 2, 6),
    Card("Diamond", 1, 8),
    Card("Dragon's Eye", 1, 0),
    Card("Apothecary", 1, 2),
    Card("Archaeologist", 2, 1),
    Card("Cleric of the Sun", 2, 1),
    Card("Dwarven Peddler", 1, 0),
    Card("Gem Collector", 1, 2),
    Card("Invoker of the Ancients", 1, 1),
    Card("Kobold Merchant", 1, 1),
    Card("Master Burglar", 2, 2),
    Card("Mister Whiskers", 1, 1),
    Card("MonkeyBot 3000", 1, 1),
    Card("Rebel Captain", 1, 1),
    Card("Rebel Miner", 1, 1),
    Card("Rebel Scout", 1, 1),
    Card("Rebel Soldier", 1, 1),
    Card("The Duke", 1, 0),
    Card("The Mountain King", 1, 3),
    Card("The Queen of Hearts", 1, 3),
    Card("Treasure Hunter", 2, 1),
    Card("Tunnel Guide", 2, 1),
    Card("Wizard", 1, 0),
    Card("Amulet of Vigor", 1, 3),
    Card("Boots of Swiftness", 1, 3),
    Card("Bracers of Agility", 2, 2),
    Card("Elven Boots", 1, 2),
    Card("Elven Cloak", 1, 2),
    Card("Elven Dagger", 1, 2),
    Card("Flying Carpet", 1, 2),
    Card("Lucky Coin", 2, 1),
    Card("Pickaxe", 2, 2),
    Card("Scepter of the Ape Lord", 1, 3),
    Card("Silver Spear", 2, 2),
    Card("Singing Sword", 1, 2),
    Card("Wand of Recall", 2, 1),
    Card("Wand of Wind", 1, 3),
)

POINT_CARDS = {card.name: card for card in _CARDS}
