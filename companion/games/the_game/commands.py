"""What may be asked of a table of The Game: imperative, as the players would say it."""

from dataclasses import dataclass, field

from companion.engine.game import check_name
from companion.games.the_game.box import HIGHEST, LOWEST, MOST_PLAYERS, Pile, Who
from companion.games.the_game.values import Level, Rulings, Wish

BY_DRAGONBAG = "dragonbag"


@dataclass(frozen=True, slots=True)
class StartGame:
    """Set up a table of one to five players; names go clockwise and may be "".

    In practice Dragonbag shuffles and deals cards that only the phones show.
    """

    names: tuple[str, ...]
    first: Who | None = None  # None: not agreed yet
    level: Level = Level.NORMAL
    on_fire: bool = False
    practice: bool = False
    rulings: Rulings = field(default_factory=Rulings)

    def __post_init__(self) -> None:
        """Refuse with ValueError a name that a screen cannot show, or too many of them."""
        _check_names(self.names)


@dataclass(frozen=True, slots=True)
class ChooseFirst:
    """Say who begins, as long as no card lies; anybody may say it of anybody."""

    first: Who


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The player whose turn it is lays a card; in practice `player` must say who lays it."""

    pile: Pile
    card: int
    player: Who | None = None

    def __post_init__(self) -> None:
        """Refuse with ValueError a number that no card has."""
        if not LOWEST <= self.card <= HIGHEST:
            raise ValueError(f"there is no card {self.card}, only {LOWEST} to {HIGHEST}")


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over: draw up to the hand size, the next player's turn begins."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The player whose turn it is cannot play what must be played; practice asks who says so."""

    player: Who | None = None


@dataclass(frozen=True, slots=True)
class RaiseFlag:
    """A player, or somebody at the panel (None), makes a wish about a pile."""

    pile: Pile
    wish: Wish
    player: Who | None = None


@dataclass(frozen=True, slots=True)
class LowerFlag:
    """The wish about a pile is no more."""

    pile: Pile
    player: Who | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """In practice: the order of all cards, the first dealt first; Dragonbag's hand alone."""

    order: tuple[int, ...]
    drawn_by: str = ""


@dataclass(frozen=True, slots=True)
class CorrectNames:
    """Set the names, clockwise from the first seat."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse with ValueError a name that a screen cannot show, or too many of them."""
        _check_names(self.names)


Command = (
    StartGame
    | ChooseFirst
    | PlayCard
    | EndTurn
    | GiveUp
    | RaiseFlag
    | LowerFlag
    | Shuffle
    | CorrectNames
)


def _check_names(names: tuple[str, ...]) -> None:
    if len(names) > 2 * MOST_PLAYERS:
        raise ValueError(f"{len(names)} names")
    for name in names:
        check_name(name)
