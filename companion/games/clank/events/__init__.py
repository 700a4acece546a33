"""What happened at a Clank! table: past tense, outcomes only, so that a replay needs no dice.

An event's meaning never changes; a new optional field has a default, or it is a new event.
"""

from dataclasses import dataclass, field

from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Secret, Token
from companion.games.clank.events.corrections import AttackCorrected as AttackCorrected
from companion.games.clank.events.corrections import CountdownCorrected as CountdownCorrected
from companion.games.clank.events.corrections import CreditCorrected as CreditCorrected
from companion.games.clank.events.corrections import CubesCorrected as CubesCorrected
from companion.games.clank.events.corrections import GoneCorrected as GoneCorrected
from companion.games.clank.events.corrections import NumberCorrected as NumberCorrected
from companion.games.clank.events.corrections import PlayerWithdrew as PlayerWithdrew
from companion.games.clank.events.corrections import (
    RemovedArtifactsCorrected as RemovedArtifactsCorrected,
)
from companion.games.clank.events.corrections import RulingsCorrected as RulingsCorrected
from companion.games.clank.events.corrections import StatusCorrected as StatusCorrected
from companion.games.clank.events.corrections import TurnCorrected as TurnCorrected
from companion.games.clank.values import (
    Because,
    CardCopies,
    Cause,
    DrawnBy,
    Ending,
    Rulings,
    Seat,
    Status,
)
from companion.games.shared import GameWentOn as GameWentOn
from companion.games.shared import SeatsCorrected as SeatsCorrected


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The table is set up; starting Clank! follows as ClankMade."""

    seats: tuple[Seat, ...]
    first: Colour
    rage_space: int
    danger: int
    artifacts_out: tuple[int, ...] = ()
    rulings: Rulings = field(default_factory=Rulings)


@dataclass(frozen=True, slots=True)
class ClankMade:
    """Cubes went from supply to area; credit spared some, the supply had none for `unplaced`."""

    colour: Colour
    cubes: int
    credit_used: int = 0
    unplaced: int = 0


@dataclass(frozen=True, slots=True)
class ClankRemoved:
    """Cubes went from area to supply; `was_wrong` if they had been another player's."""

    colour: Colour
    cubes: int
    # A journal of before says nothing of it, and is verified all the same.
    was_wrong: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class CreditLeft:
    """Negative Clank! is left over and counts later in this turn; `credit` is the new sum."""

    colour: Colour
    credit: int


@dataclass(frozen=True, slots=True)
class RageRose:
    """The Dragon marker moved to this space."""

    space: int


@dataclass(frozen=True, slots=True)
class DangerSet:
    """So many Danger cards lie in the Dungeon Row."""

    danger: int


@dataclass(frozen=True, slots=True)
class CardArrived:
    """A card with an Arrive text came into the row; its effect follows."""

    arrival: Arrival


@dataclass(frozen=True, slots=True)
class RowRefilled:
    """The Dungeon Row was refilled at the end of a turn."""

    symbol_revealed: bool


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """The area went into the bag; so many cubes must be drawn now."""

    cubes_to_draw: int
    because: Because
    cause: Cause


@dataclass(frozen=True, slots=True)
class CubesDrawn:
    """These cubes left the bag and lie set aside; DamageTaken follows for those that do damage.

    `seen` is what the camera had read, if a person corrected it.
    """

    cubes: Cubes
    order: tuple[Cube, ...] = ()
    drawn_by: DrawnBy = DrawnBy.HAND
    seen: Cubes | None = None


@dataclass(frozen=True, slots=True)
class DamageTaken:
    """Drawn cubes went to their owner's meter."""

    colour: Colour
    cubes: int


@dataclass(frozen=True, slots=True)
class TunnelDamageTaken:
    """Cubes went from the supply to the meter."""

    colour: Colour
    cubes: int


@dataclass(frozen=True, slots=True)
class Healed:
    """Cubes went from the meter to the supply."""

    colour: Colour
    cubes: int


@dataclass(frozen=True, slots=True)
class DragonCubesReturned:
    """Black cubes went from set aside to the bag."""

    cubes: int


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A player is out: LOST without an Artifact, else KNOCKED_OUT until the Depths are told."""

    colour: Colour
    status: Status


@dataclass(frozen=True, slots=True)
class DepthsTold:
    """Where the pawn of a knocked out player was, and what that means."""

    colour: Colour
    in_depths: bool
    status: Status


@dataclass(frozen=True, slots=True)
class FirstOutAsked:
    """One attack knocked out several players, and nobody saw whose cube came first."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class CountdownAdvanced:
    """The first player out stands on this space of the Countdown Track."""

    colour: Colour
    space: int


@dataclass(frozen=True, slots=True)
class ArtifactTaken:
    """A player holds one more Artifact; 0 is one whose number was not said."""

    colour: Colour
    value: int


@dataclass(frozen=True, slots=True)
class ArtifactNamed:
    """The number of an Artifact taken without it."""

    colour: Colour
    value: int


@dataclass(frozen=True, slots=True)
class SecretDiscovered:
    """A Secret was revealed; what it gives follows."""

    colour: Colour
    secret: Secret


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """A player holds one more token; `gold` was paid for it."""

    colour: Colour
    token: Token
    gold: int = 0


@dataclass(frozen=True, slots=True)
class PotionUsed:
    """A potion went back to the box; what it heals follows."""

    colour: Colour
    potion: Token


@dataclass(frozen=True, slots=True)
class GoldGained:
    """A player has so much more Gold."""

    colour: Colour
    gold: int


@dataclass(frozen=True, slots=True)
class GoldSpent:
    """A player has so much less Gold."""

    colour: Colour
    gold: int


@dataclass(frozen=True, slots=True)
class DungeonLeft:
    """A player escaped; the Mastery token follows as TokenTaken."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over, its credit lost; `following` is next."""

    colour: Colour
    following: Colour


@dataclass(frozen=True, slots=True)
class OffTurnAsked:
    """A player did on another's turn what belongs to the own; the table is asked once."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class OffTurnSettled:
    """The table has answered: such things may, or may not, be logged on another's turn."""

    is_allowed: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Everyone is out."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class DeckRecorded:
    """The cards with points in a player's deck."""

    colour: Colour
    cards: tuple[CardCopies, ...]


@dataclass(frozen=True, slots=True)
class DeckPointsRecorded:
    """The points of a player's deck, counted by hand."""

    colour: Colour
    points: int


@dataclass(frozen=True, slots=True)
class HoldingsCounted:
    """A player holds exactly this; the status follows from the Artifacts."""

    colour: Colour
    gold: int
    artifacts: tuple[int, ...]
    tokens: tuple[Token, ...]
    status: Status
    reason: str = ""


# The events in groups. evolve() and tell() have a function for each group, in which mypy finds a
# missing event. The most frequent groups and events come first, because a match tries in order.
CubeEvent = (
    ClankMade
    | DamageTaken
    | Healed
    | TunnelDamageTaken
    | DragonCubesReturned
    | CreditLeft
    | ClankRemoved
)
TurnEvent = (
    TurnEnded
    | RowRefilled
    | CardArrived
    | DangerSet
    | GameStarted
    | GameEnded
    | OffTurnAsked
    | OffTurnSettled
)
DragonEvent = AttackBegan | CubesDrawn | RageRose | AttackCorrected
HoldingEvent = GoldGained | TokenTaken | ArtifactTaken | PotionUsed | ArtifactNamed | GoldSpent
LootEvent = HoldingEvent | SecretDiscovered
OutEvent = (
    CountdownAdvanced | KnockedOut | DepthsTold | DungeonLeft | FirstOutAsked | PlayerWithdrew
)
CountEvent = DeckPointsRecorded | DeckRecorded | HoldingsCounted
CorrectionEvent = (
    CubesCorrected
    | NumberCorrected
    | CreditCorrected
    | TurnCorrected
    | StatusCorrected
    | SeatsCorrected
    | CountdownCorrected
    | RemovedArtifactsCorrected
    | RulingsCorrected
    | GoneCorrected
    | GameWentOn
)
Event = CubeEvent | TurnEvent | DragonEvent | LootEvent | OutEvent | CountEvent | CorrectionEvent
