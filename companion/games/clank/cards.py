"""The cards of Clank! that are worth points, and the four whose points depend on other things.

Counts and points are what the printed cards say, by the agreement of five independent public lists
(Dwarven Peddler's base points: four of five say 0). Names are the printed English ones.
A message keeps them; a page shows the name that the reader's rulebook prints, if it prints one.
"""

from companion.engine.sentence import N_
from companion.engine.value import Value


class Card(Value, frozen=True):
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
    Card(N_("Secret Tome"), 12, 7),
    Card(N_("Sapphire"), 3, 4),
    Card(N_("Emerald"), 2, 5),
    Card(N_("Ruby"), 2, 6),
    Card(N_("Diamond"), 1, 8),
    Card(N_("Dragon's Eye"), 1, 0),
    Card(N_("Apothecary"), 1, 2),
    Card(N_("Archaeologist"), 2, 1),
    Card(N_("Cleric of the Sun"), 2, 1),
    Card(N_("Dwarven Peddler"), 1, 0),
    Card(N_("Gem Collector"), 1, 2),
    Card(N_("Invoker of the Ancients"), 1, 1),
    Card(N_("Kobold Merchant"), 1, 1),
    Card(N_("Master Burglar"), 2, 2),
    Card(N_("Mister Whiskers"), 1, 1),
    Card(N_("MonkeyBot 3000"), 1, 1),
    Card(N_("Rebel Captain"), 1, 1),
    Card(N_("Rebel Miner"), 1, 1),
    Card(N_("Rebel Scout"), 1, 1),
    Card(N_("Rebel Soldier"), 1, 1),
    Card(N_("The Duke"), 1, 0),
    Card(N_("The Mountain King"), 1, 3),
    Card(N_("The Queen of Hearts"), 1, 3),
    Card(N_("Treasure Hunter"), 2, 1),
    Card(N_("Tunnel Guide"), 2, 1),
    Card(N_("Wizard"), 1, 0),
    Card(N_("Amulet of Vigor"), 1, 3),
    Card(N_("Boots of Swiftness"), 1, 3),
    Card(N_("Bracers of Agility"), 2, 2),
    Card(N_("Elven Boots"), 1, 2),
    Card(N_("Elven Cloak"), 1, 2),
    Card(N_("Elven Dagger"), 1, 2),
    Card(N_("Flying Carpet"), 1, 2),
    Card(N_("Lucky Coin"), 2, 1),
    Card(N_("Pickaxe"), 2, 2),
    Card(N_("Scepter of the Ape Lord"), 1, 3),
    Card(N_("Silver Spear"), 2, 2),
    Card(N_("Singing Sword"), 1, 2),
    Card(N_("Wand of Recall"), 2, 1),
    Card(N_("Wand of Wind"), 1, 3),
)

POINT_CARDS = {card.name: card for card in _CARDS}
