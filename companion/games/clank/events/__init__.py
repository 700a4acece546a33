"""What happened at a Clank! table: past tense, outcomes only, so that a replay needs no dice.

An event's meaning never changes; a new optional field has a default, or it is a new event.
"""

import dataclasses

from companion.engine.value import Value
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
from companion.games.shared import PlayersAdded as PlayersAdded
from companion.games.shared import SeatsCorrected as SeatsCorrected


class GameStarted(Value, frozen=True):
    """The table is set up; starting Clank! follows as ClankMade."""

    seats: tuple[Seat, ...]
    first: Colour
    rage_space: int
    danger: int
    artifacts_out: tuple[int, ...] = ()
    rulings: Rulings = Rulings()


class ClankMade(Value, frozen=True):
    """Cubes went from supply to area; credit spared some, the supply had none for `unplaced`."""

    colour: Colour
    cubes: int
    credit_used: int = 0
    unplaced: int = 0


# A Value compares all its fields.
@dataclasses.dataclass(frozen=True, slots=True)
class ClankRemoved:
    """Cubes went from area to supply; `was_wrong` if they had been another player's."""

    colour: Colour
    cubes: int
    # A journal of before says nothing of it, and is verified all the same.
    was_wrong: bool = dataclasses.field(default=False, compare=False)


class CreditLeft(Value, frozen=True):
    """Negative Clank! is left over and counts later in this turn; `credit` is the new sum."""

    colour: Colour
    credit: int


class RageRose(Value, frozen=True):
    """The Dragon marker moved to this space."""

    space: int


class DangerSet(Value, frozen=True):
    """So many Danger cards lie in the Dungeon Row."""

    danger: int


class CardArrived(Value, frozen=True):
    """A card with an Arrive text came into the row; its effect follows."""

    arrival: Arrival


class RowRefilled(Value, frozen=True):
    """The Dungeon Row was refilled at the end of a turn."""

    symbol_revealed: bool


class AttackBegan(Value, frozen=True):
    """The area went into the bag; so many cubes must be drawn now."""

    cubes_to_draw: int
    because: Because
    cause: Cause


class CubesDrawn(Value, frozen=True):
    """These cubes left the bag and lie set aside; DamageTaken follows for those that do damage.

    `seen` is what the camera had read, if a person corrected it.
    """

    cubes: Cubes
    order: tuple[Cube, ...] = ()
    drawn_by: DrawnBy = DrawnBy.HAND
    seen: Cubes | None = None


class DamageTaken(Value, frozen=True):
    """Drawn cubes went to their owner's meter."""

    colour: Colour
    cubes: int


class TunnelDamageTaken(Value, frozen=True):
    """Cubes went from the supply to the meter."""

    colour: Colour
    cubes: int


class Healed(Value, frozen=True):
    """Cubes went from the meter to the supply."""

    colour: Colour
    cubes: int


class DragonCubesReturned(Value, frozen=True):
    """Black cubes went from set aside to the bag."""

    cubes: int


class KnockedOut(Value, frozen=True):
    """A player is out: LOST without an Artifact, else KNOCKED_OUT until the Depths are told."""

    colour: Colour
    status: Status


class DepthsTold(Value, frozen=True):
    """Where the pawn of a knocked out player was, and what that means."""

    colour: Colour
    in_depths: bool
    status: Status


class FirstOutAsked(Value, frozen=True):
    """One attack knocked out several players, and nobody saw whose cube came first."""

    colours: tuple[Colour, ...]


class CountdownAdvanced(Value, frozen=True):
    """The first player out stands on this space of the Countdown Track."""

    colour: Colour
    space: int


class ArtifactTaken(Value, frozen=True):
    """A player holds one more Artifact; 0 is one whose number was not said."""

    colour: Colour
    value: int


class ArtifactNamed(Value, frozen=True):
    """The number of an Artifact taken without it."""

    colour: Colour
    value: int


class SecretDiscovered(Value, frozen=True):
    """A Secret was revealed; what it gives follows."""

    colour: Colour
    secret: Secret


class TokenTaken(Value, frozen=True):
    """A player holds one more token; `gold` was paid for it."""

    colour: Colour
    token: Token
    gold: int = 0


class PotionUsed(Value, frozen=True):
    """A potion went back to the box; what it heals follows."""

    colour: Colour
    potion: Token


class GoldGained(Value, frozen=True):
    """A player has so much more Gold."""

    colour: Colour
    gold: int


class GoldSpent(Value, frozen=True):
    """A player has so much less Gold."""

    colour: Colour
    gold: int


class DungeonLeft(Value, frozen=True):
    """A player escaped; the Mastery token follows as TokenTaken."""

    colour: Colour


class TurnEnded(Value, frozen=True):
    """A turn is over, its credit lost; `following` is next."""

    colour: Colour
    following: Colour


class OffTurnAsked(Value, frozen=True):
    """A player did on another's turn what belongs to the own; the table is asked once."""

    colour: Colour


class OffTurnSettled(Value, frozen=True):
    """The table has answered: such things may, or may not, be logged on another's turn."""

    is_allowed: bool


class GameEnded(Value, frozen=True):
    """Everyone is out."""

    ending: Ending


class DeckRecorded(Value, frozen=True):
    """The cards with points in a player's deck."""

    colour: Colour
    cards: tuple[CardCopies, ...]


class DeckPointsRecorded(Value, frozen=True):
    """The points of a player's deck, counted by hand."""

    colour: Colour
    points: int


class HoldingsCounted(Value, frozen=True):
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
    | PlayersAdded
)
Event = CubeEvent | TurnEvent | DragonEvent | LootEvent | OutEvent | CountEvent | CorrectionEvent
