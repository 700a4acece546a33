"""What is in the Clank! box: counts, tracks and values, each with its source.

EN/JA/RU n is line n of the English, Japanese or Russian rulebook text. "Board" is what the
rulebooks leave to the printed board or token: four public engines agree on it.
"""

from collections.abc import Mapping
from enum import StrEnum

from companion.engine.errors import Unfit
from companion.engine.typed import out_of_range
from companion.engine.value import Value
from companion.games import shared

Colour = shared.Colour  # the four player colours; EN 52


class Cube(StrEnum):
    """A cube that may come out of the Dragon Bag: a player's, or the dragon's black one."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    BLACK = "black"


class Cubes(Value, frozen=True):
    """How many cubes of each colour lie somewhere; no field is ever negative."""

    red: int = 0
    green: int = 0
    blue: int = 0
    yellow: int = 0
    black: int = 0

    def __post_init__(self) -> None:
        """Refuse a negative count with ValueError."""
        if min(self.red, self.green, self.blue, self.yellow, self.black) < 0:
            raise _negative(self)

    def __add__(self, other: "Cubes") -> "Cubes":
        """Return both heaps put together."""
        return Cubes(
            self.red + other.red,
            self.green + other.green,
            self.blue + other.blue,
            self.yellow + other.yellow,
            self.black + other.black,
        )

    def __sub__(self, other: "Cubes") -> "Cubes":
        """Return what is left when `other` is taken out; ValueError if it is not there."""
        return Cubes(
            self.red - other.red,
            self.green - other.green,
            self.blue - other.blue,
            self.yellow - other.yellow,
            self.black - other.black,
        )

    @property
    def total(self) -> int:
        """Count all cubes."""
        return self.red + self.green + self.blue + self.yellow + self.black

    def of(self, cube: str) -> int:
        """Return the count of one colour, given by its name."""
        return int(getattr(self, cube))

    def counts(self) -> dict[str, int]:
        """Return colour name -> count, in printed order."""
        return {cube.value: self.of(cube) for cube in Cube}

    def recoloured(self, new: Mapping[Colour, Colour]) -> "Cubes":
        """Return the same heap with other colours: each new colour by the old one."""
        names = {old.value: colour.value for old, colour in new.items()}
        heap = dict.fromkeys((cube.value for cube in Cube), 0)
        for name, count in self.counts().items():
            heap[names.get(name, name)] += count
        return Cubes(**heap)

    @classmethod
    def only(cls, cube: str, count: int) -> "Cubes":
        """Return a heap of `count` cubes of one colour."""
        return cls(**{str(cube): count})


def _negative(cubes: Cubes) -> Unfit:
    cube, count = next((cube, n) for cube, n in cubes.counts().items() if n < 0)
    most = BLACK_CUBES if cube == Cube.BLACK else CUBES_PER_COLOUR
    text = f"a count of cubes is negative: {cubes}"
    return Unfit(text, cube, out_of_range(count, 0, most))


CUBES_PER_COLOUR = 30  # EN 53
BLACK_CUBES = 24  # EN 61
HEALTH_SPACES = 10  # Board; EN 370 starts from the left and names no number
RAGE_TRACK = (2, 2, 3, 3, 4, 4, 5)  # cubes drawn on each space; Board, EN 364 fixes the fifth = 4
LAST_RAGE_SPACE = len(RAGE_TRACK)
START_RAGE_SPACE = {4: 1, 3: 2, 2: 3}  # players -> space; EN 142-144
STARTING_CLANK = (3, 2, 1, 0)  # by turn order; EN 160
COUNTDOWN_EXTRA = {2: 1, 3: 2, 4: 3}  # space -> extra cubes; EN 401
LAST_COUNTDOWN_SPACE = 5  # everyone still inside is knocked out; EN 402
DUNGEON_ROW = 6  # EN 150
DANGER_CARDS = 5  # Kobold 3, Dragon Shrine 2; Board
SHRINE_CUBES = 3  # the Shrine's Arrive: black cubes that go back; Board
ARTIFACTS = (5, 7, 10, 15, 20, 25, 30)  # EN 108 and Board, one each
ARTIFACTS_REMOVED = {4: 0, 3: 1, 2: 2}  # players -> returned to the box; EN 112-113
MARKET_PRICE = 7  # Gold; EN 290


class Arrival(StrEnum):
    """The cards with an Arrive text that touches cubes (Board; EN 421 for when)."""

    OVERLORD = "overlord"  # every player still inside: Clank! +1
    WATCHER = "watcher"  # the same
    SHRINE = "shrine"  # three black cubes back into the bag


class Token(StrEnum):
    """What a player may hold in front of them besides Gold and Artifacts."""

    MASTER_KEY = "master_key"
    BACKPACK = "backpack"
    CROWN_10 = "crown_10"
    CROWN_9 = "crown_9"
    CROWN_8 = "crown_8"
    MONKEY_IDOL = "monkey_idol"
    CHALICE = "chalice"
    DRAGON_EGG = "dragon_egg"
    POTION_OF_GREATER_HEALING = "potion_of_greater_healing"
    POTION_OF_HEALING = "potion_of_healing"
    POTION_OF_STRENGTH = "potion_of_strength"
    POTION_OF_SWIFTNESS = "potion_of_swiftness"
    MASTERY = "mastery"


TOKEN_COPIES = {
    Token.MASTER_KEY: 2,  # EN 65
    Token.BACKPACK: 2,  # EN 69
    Token.CROWN_10: 1,  # EN 132
    Token.CROWN_9: 1,
    Token.CROWN_8: 1,
    Token.MONKEY_IDOL: 3,  # EN 77
    Token.CHALICE: 3,  # Board; one source of three counts 2
    Token.DRAGON_EGG: 3,  # Board
    Token.POTION_OF_GREATER_HEALING: 2,  # Board
    Token.POTION_OF_HEALING: 3,  # Board
    Token.POTION_OF_STRENGTH: 2,  # Board
    Token.POTION_OF_SWIFTNESS: 2,  # Board
    Token.MASTERY: 4,  # EN 81
}

TOKEN_POINTS = {
    Token.MASTER_KEY: 5,  # EN 546
    Token.BACKPACK: 5,  # EN 553
    Token.CROWN_10: 10,  # EN 132
    Token.CROWN_9: 9,
    Token.CROWN_8: 8,
    Token.MONKEY_IDOL: 5,  # Board
    Token.CHALICE: 7,  # EN 537
    Token.DRAGON_EGG: 3,  # EN 607
    Token.MASTERY: 20,  # EN 383
}

POTION_HEALS = {
    Token.POTION_OF_GREATER_HEALING: 2,  # EN 512
    Token.POTION_OF_HEALING: 1,  # EN 568
    Token.POTION_OF_STRENGTH: 0,  # two Swords; EN 582
    Token.POTION_OF_SWIFTNESS: 0,  # one Boot; EN 575
}


class Secret(StrEnum):
    """The Major and Minor Secrets (EN 506-607)."""

    CHALICE = "chalice"
    POTION_OF_GREATER_HEALING = "potion_of_greater_healing"
    GREATER_TREASURE = "greater_treasure"
    GREATER_SKILL_BOOST = "greater_skill_boost"
    FLASH_OF_BRILLIANCE = "flash_of_brilliance"
    DRAGON_EGG = "dragon_egg"
    TREASURE = "treasure"
    SKILL_BOOST = "skill_boost"
    POTION_OF_HEALING = "potion_of_healing"
    POTION_OF_STRENGTH = "potion_of_strength"
    POTION_OF_SWIFTNESS = "potion_of_swiftness"
    MAGIC_SPRING = "magic_spring"


class Piece(StrEnum):
    """What the box has so many of, and what does not come back once it was there."""

    OVERLORD = "overlord"
    WATCHER = "watcher"
    SHRINE = "shrine"
    CHALICE = "chalice"
    POTION_OF_GREATER_HEALING = "potion_of_greater_healing"
    GREATER_TREASURE = "greater_treasure"
    GREATER_SKILL_BOOST = "greater_skill_boost"
    FLASH_OF_BRILLIANCE = "flash_of_brilliance"
    DRAGON_EGG = "dragon_egg"
    TREASURE = "treasure"
    SKILL_BOOST = "skill_boost"
    POTION_OF_HEALING = "potion_of_healing"
    POTION_OF_STRENGTH = "potion_of_strength"
    POTION_OF_SWIFTNESS = "potion_of_swiftness"
    MAGIC_SPRING = "magic_spring"


PIECES = {
    Piece.OVERLORD: 2,  # in the Dungeon Deck; Board
    Piece.WATCHER: 3,
    Piece.SHRINE: 3,
    Piece.CHALICE: 3,  # Major Secrets, eleven; Board
    Piece.POTION_OF_GREATER_HEALING: 2,
    Piece.GREATER_TREASURE: 2,
    Piece.GREATER_SKILL_BOOST: 2,
    Piece.FLASH_OF_BRILLIANCE: 2,
    Piece.DRAGON_EGG: 3,  # Minor Secrets, eighteen; Board
    Piece.TREASURE: 3,
    Piece.SKILL_BOOST: 3,
    Piece.POTION_OF_HEALING: 3,
    Piece.POTION_OF_STRENGTH: 2,
    Piece.POTION_OF_SWIFTNESS: 2,
    Piece.MAGIC_SPRING: 2,
}

SECRET_GOLD = {Secret.GREATER_TREASURE: 5, Secret.TREASURE: 2}  # counts as Gold; EN 525, 595
# The others have their effect at once and go back to the box (EN 519, 531, 589, 601).
SECRET_TOKENS = {secret: Token(secret.value) for secret in Secret if secret.value in set(Token)}


class Item(StrEnum):
    """What the Market sells, each for MARKET_PRICE (EN 290)."""

    MASTER_KEY = "master_key"
    BACKPACK = "backpack"
    CROWN = "crown"


ITEM_TOKENS = {
    Item.MASTER_KEY: (Token.MASTER_KEY,),
    Item.BACKPACK: (Token.BACKPACK,),
    Item.CROWN: (Token.CROWN_10, Token.CROWN_9, Token.CROWN_8),  # most valuable first; EN 560
}
