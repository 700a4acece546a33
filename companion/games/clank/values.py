"""The values that commands, events and states of a Clank! table share."""

from enum import StrEnum

from companion.engine.value import Value
from companion.games import shared

Seat = shared.Seat


class Rulings(Value, frozen=True):
    """What the table agreed on where no rulebook decides; the defaults are this project's.

    arrive_on_first_row: Arrive texts count for the first Dungeon Row too (JA 492 says refilling).
    treasure_hunter_arrive: a card that Treasure Hunter puts into the row Arrives.
    credit_absorbs_arrive: leftover negative Clank! cancels that of Arrive texts at the turn's end.
    credit_kept_when_supply_empty: Clank! that cannot be placed does not use up credit.
    backpacks_add_up: each Backpack carries one more Artifact (EN 552; JA 601 may be read as no).
    show_odds: phones may show the chances of the next attack.
    artifact_later: an Artifact may be taken at any time of a turn in its room (the publisher's
    questions and answers); otherwise when its room is entered (EN 308). Dragonbag sees no rooms.
    off_turn: potions, the Market and tunnels may be logged on another player's turn; None is not
    asked yet: the first one is logged, and the table is asked once.
    """

    arrive_on_first_row: bool = False
    treasure_hunter_arrive: bool = True
    credit_absorbs_arrive: bool = True
    credit_kept_when_supply_empty: bool = False
    backpacks_add_up: bool = True
    show_odds: bool = True
    artifact_later: bool = False
    off_turn: bool | None = None


class Status(StrEnum):
    """Where a player stands with the dungeon; KNOCKED_OUT waits for "in the Depths?".

    WITHDRAWN is in no rulebook: the person went home.
    """

    INSIDE = "inside"
    ESCAPED = "escaped"
    KNOCKED_OUT = "knocked_out"
    RESCUED = "rescued"
    LOST = "lost"
    WITHDRAWN = "withdrawn"


class Place(StrEnum):
    """The places of a cube; per colour their sum is 30, black 24."""

    SUPPLY = "supply"
    AREA = "area"
    BAG = "bag"
    METER = "meter"
    SET_ASIDE = "set_aside"


class Cause(StrEnum):
    """Why the dragon attacks."""

    ROW = "row"  # a Dragon Attack symbol was revealed
    CARD = "card"  # a card says that the dragon attacks (Mister Whiskers)
    COUNTDOWN = "countdown"


class Ending(StrEnum):
    """How the game ended."""

    ALL_OUT = "all_out"  # EN 404
    COUNTDOWN = "countdown"  # the fifth space; EN 402


class Number(StrEnum):
    """A tracked number of the whole table that a correction may set."""

    RAGE_SPACE = "rage_space"
    DANGER = "danger"
    COUNTDOWN_SPACE = "countdown_space"


class DrawnBy(StrEnum):
    """Who put a hand into the bag."""

    DRAGONBAG = "dragonbag"
    HAND = "hand"
    CAMERA = "camera"  # by hand; the camera read the cubes and a person confirmed them


class Because(Value, frozen=True):
    """The three parts of an attack's size (EN 356, 425, 401)."""

    rage: int
    danger: int
    countdown: int = 0


class CardCopies(Value, frozen=True):
    """Copies of one card in a player's deck, by printed English name."""

    card: str
    copies: int = 1

    def __post_init__(self) -> None:
        """Refuse fewer than one copy with ValueError."""
        if self.copies < 1:
            raise ValueError(f"{self.card}: copies is {self.copies}")
