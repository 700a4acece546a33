"""What may be asked of a Clank! table: imperative, as the players would say it.

Counts are cubes, Gold, damage or points; a count below one is a ValueError.
"""

from companion.engine.typed import check_range
from companion.engine.value import Value
from companion.games.clank.box import Arrival, Colour, Cube, Cubes, Item, Secret, Token
from companion.games.clank.commands.corrections import CorrectCountdown as CorrectCountdown
from companion.games.clank.commands.corrections import CorrectCredit as CorrectCredit
from companion.games.clank.commands.corrections import CorrectCubes as CorrectCubes
from companion.games.clank.commands.corrections import CorrectGone as CorrectGone
from companion.games.clank.commands.corrections import CorrectNumber as CorrectNumber
from companion.games.clank.commands.corrections import (
    CorrectRemovedArtifacts as CorrectRemovedArtifacts,
)
from companion.games.clank.commands.corrections import CorrectRulings as CorrectRulings
from companion.games.clank.commands.corrections import CorrectStatus as CorrectStatus
from companion.games.clank.commands.corrections import CorrectTurn as CorrectTurn
from companion.games.clank.commands.corrections import Withdraw as Withdraw
from companion.games.clank.values import CardCopies, DrawnBy, Rulings, Seat
from companion.games.shared import AddPlayers as AddPlayers
from companion.games.shared import CorrectSeats as CorrectSeats

MOST = 999  # more than any box holds; a count above it is a typing error


class _OneOrMore(Value, frozen=True):
    """Refuses a count outside 1 to MOST with ValueError."""

    def __post_init__(self) -> None:
        for name in ("cubes", "gold", "damage"):
            check_range(name, getattr(self, name, 1), 1, MOST)


class StartGame(Value, frozen=True):
    """Set up a table; seats go clockwise, `artifacts_out` may be left out."""

    seats: tuple[Seat, ...]
    first: Colour
    danger: int = 0
    arrivals: tuple[Arrival, ...] = ()
    artifacts_out: tuple[int, ...] = ()
    rulings: Rulings = Rulings()


class MakeClank(_OneOrMore, frozen=True):
    """A player makes Clank!."""

    colour: Colour
    cubes: int = 1


class EveryoneMakesClank(_OneOrMore, frozen=True):
    """All players still inside make Clank!, except one (Tattle, Watcher: "other players")."""

    cubes: int = 1
    spared: Colour | None = None


class RemoveClank(_OneOrMore, frozen=True):
    """Negative Clank!: cubes go back to the supply; on one's own turn the rest becomes credit."""

    colour: Colour
    cubes: int = 1


class MoveClank(_OneOrMore, frozen=True):
    """Clank! that was logged for the wrong player goes to the right one."""

    giver: Colour
    taker: Colour
    cubes: int = 1


class SetDanger(Value, frozen=True):
    """Say how many Danger cards lie in the Dungeon Row now."""

    danger: int


class RefillRow(Value, frozen=True):
    """The row was refilled: was a symbol revealed, what Arrived in this order, and Danger now."""

    symbol_revealed: bool
    arrivals: tuple[Arrival, ...] = ()
    danger: int | None = None


class ReplaceRowCard(Value, frozen=True):
    """Treasure Hunter replaced a card of the row: a symbol is ignored, an Arrive may count."""

    arrivals: tuple[Arrival, ...] = ()
    danger: int | None = None


class AddArrivals(Value, frozen=True):
    """Cards with Arrive that came into the row and were forgotten, and Danger now."""

    arrivals: tuple[Arrival, ...] = ()
    danger: int | None = None


class ProvokeDragon(Value, frozen=True):
    """A card says that the dragon attacks now (Mister Whiskers)."""


class ReportDraw(Value, frozen=True):
    """The cubes that came out of the bag, with their order where it was seen.

    `seen` is what the camera had read, if a person corrected it.
    """

    cubes: Cubes
    order: tuple[Cube, ...] = ()
    drawn_by: DrawnBy = DrawnBy.HAND
    seen: Cubes | None = None


class TellFirstOut(Value, frozen=True):
    """Answer who was knocked out first when one attack knocked out several players."""

    colour: Colour


class TellDepths(Value, frozen=True):
    """Answer whether a knocked out player's pawn was in the Depths."""

    colour: Colour
    in_depths: bool


class TakeTunnelDamage(_OneOrMore, frozen=True):
    """A player moves through a Monster tunnel and takes damage from the supply."""

    colour: Colour
    damage: int = 1


class Heal(_OneOrMore, frozen=True):
    """A player heals; cubes go from the meter to the supply."""

    colour: Colour
    cubes: int = 1


class ReturnDragonCubes(_OneOrMore, frozen=True):
    """Black cubes go back into the bag, at most those set aside (the Shrine's Arrive)."""

    cubes: int = 3


class TakeArtifact(Value, frozen=True):
    """A player takes an Artifact; value 0 if its number is said later (panel)."""

    colour: Colour
    value: int = 0


class NameArtifact(Value, frozen=True):
    """Say the number of an Artifact that was taken without it."""

    colour: Colour
    value: int


class DiscoverSecret(Value, frozen=True):
    """A player reveals a Major or Minor Secret."""

    colour: Colour
    secret: Secret


class UsePotion(Value, frozen=True):
    """A player uses a kept potion and returns it to the box."""

    colour: Colour
    potion: Token


class TakeMonkeyIdol(Value, frozen=True):
    """A player takes a Monkey Idol."""

    colour: Colour


class BuyItem(Value, frozen=True):
    """A player buys at the Market."""

    colour: Colour
    item: Item


class GainGold(_OneOrMore, frozen=True):
    """A player gains Gold."""

    colour: Colour
    gold: int = 1


class SpendGold(_OneOrMore, frozen=True):
    """A player pays Gold outside the Market."""

    colour: Colour
    gold: int = 1


class LeaveDungeon(Value, frozen=True):
    """The player whose turn it is leaves with an Artifact."""

    colour: Colour


class SettleOffTurn(Value, frozen=True):
    """Answer if potions, the Market and tunnels may be logged on another player's turn."""

    is_allowed: bool


class EndTurn(Value, frozen=True):
    """The turn is over; the next player, or the countdown, follows."""


class RecordDeck(Value, frozen=True):
    """The cards with points in the deck of a player who is out."""

    colour: Colour
    cards: tuple[CardCopies, ...] = ()


class RecordDeckPoints(Value, frozen=True):
    """The deck's points counted by hand."""

    colour: Colour
    points: int


class CountHoldings(Value, frozen=True):
    """Set what a player holds, at the final count or, with a reason, at any time.

    None leaves a part as it is. An Artifact without a number is 0.
    """

    colour: Colour
    gold: int | None = None
    artifacts: tuple[int, ...] | None = None
    tokens: tuple[Token, ...] | None = None
    reason: str = ""


# The commands in groups. decide() has a function for each group, in which mypy finds a missing one.
TurnCommand = EndTurn | LeaveDungeon | StartGame | SettleOffTurn
ClankCommand = MakeClank | EveryoneMakesClank | RemoveClank | MoveClank
DragonCommand = (
    RefillRow
    | ReportDraw
    | SetDanger
    | ReplaceRowCard
    | AddArrivals
    | ProvokeDragon
    | ReturnDragonCubes
)
HealthCommand = Heal | TakeTunnelDamage | TellDepths | TellFirstOut
LootCommand = (
    GainGold
    | DiscoverSecret
    | TakeArtifact
    | TakeMonkeyIdol
    | BuyItem
    | UsePotion
    | SpendGold
    | NameArtifact
)
CountCommand = RecordDeck | RecordDeckPoints | CountHoldings
Correction = (
    CorrectCubes
    | CorrectNumber
    | CorrectCredit
    | CorrectTurn
    | CorrectStatus
    | CorrectSeats
    | CorrectCountdown
    | CorrectRemovedArtifacts
    | CorrectRulings
    | CorrectGone
    | Withdraw
    | AddPlayers
)
Command = (
    TurnCommand
    | ClankCommand
    | DragonCommand
    | HealthCommand
    | LootCommand
    | CountCommand
    | Correction
)
