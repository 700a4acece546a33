"""What may be asked of a table of The Game: imperative, as the players would say it."""

from companion.engine.game import check_name
from companion.engine.typed import check_range
from companion.engine.value import Value
from companion.games.the_game.box import CARDS, HIGHEST, LOWEST, MOST_PLAYERS, Pile, Who
from companion.games.the_game.values import Level, Rulings, Wish

BY_DRAGONBAG = "dragonbag"


class StartGame(Value, frozen=True):
    """Set up a table of one to five players; names go clockwise and may be "".

    In practice Dragonbag shuffles and deals cards that only the phones show.
    """

    names: tuple[str, ...]
    first: Who | None = None  # None: not agreed yet
    level: Level = Level.NORMAL
    on_fire: bool = False
    practice: bool = False
    rulings: Rulings = Rulings()

    def __post_init__(self) -> None:
        """Refuse with ValueError a name that a screen cannot show, or too many of them."""
        _check_names(self.names)


class ChooseFirst(Value, frozen=True):
    """Say who begins, as long as no card lies; anybody may say it of anybody."""

    first: Who


class PlayCard(Value, frozen=True):
    """The player whose turn it is lays a card; in practice `player` must say who lays it."""

    pile: Pile
    card: int
    player: Who | None = None

    def __post_init__(self) -> None:
        """Refuse with ValueError a number that no card has."""
        _check_card("card", self.card)


class EndTurn(Value, frozen=True):
    """The turn is over: draw up to the hand size, the next player's turn begins."""


class GiveUp(Value, frozen=True):
    """The player whose turn it is cannot play what must be played; practice asks who says so."""

    player: Who | None = None


class RaiseFlag(Value, frozen=True):
    """A player, or somebody at the panel (None), makes a wish about a pile."""

    pile: Pile
    wish: Wish
    player: Who | None = None


class LowerFlag(Value, frozen=True):
    """The wish about a pile is no more."""

    pile: Pile
    player: Who | None = None


class Shuffle(Value, frozen=True):
    """In practice: the order of all cards, the first dealt first; Dragonbag's hand alone."""

    order: tuple[int, ...]
    drawn_by: str = ""


class CorrectNames(Value, frozen=True):
    """Set the names, clockwise from the first seat."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse with ValueError a name that a screen cannot show, or too many of them."""
        _check_names(self.names)


class CorrectCard(Value, frozen=True):
    """A card on a pile is really another one; if that lies on a pile too, the two change places."""

    card: int
    real: int
    reason: str

    def __post_init__(self) -> None:
        """Refuse with ValueError a number that no card has."""
        _check_card("card", self.card)
        _check_card("real", self.real)


class CorrectPile(Value, frozen=True):
    """Set what lies on a pile, the first laid first.

    What is more or less goes from or to the hand of `balance`, None: the draw pile.
    """

    pile: Pile
    cards: tuple[int, ...]
    reason: str
    balance: Who | None = None

    def __post_init__(self) -> None:
        """Refuse with ValueError a number that no card has, or one twice."""
        for card in self.cards:
            _check_card("cards", card)
        if len(set(self.cards)) < len(self.cards):
            raise ValueError("a card is in the pile twice")


class CorrectCount(Value, frozen=True):
    """Set how many cards a player holds, None: the draw pile has; `balance` has the difference."""

    cards: int
    reason: str
    player: Who | None = None
    balance: Who | None = None

    def __post_init__(self) -> None:
        """Refuse with ValueError a count that the box does not allow."""
        check_range("cards", self.cards, 0, CARDS)


class CorrectTurn(Value, frozen=True):
    """Say whose turn it is, and how many cards that player has laid in it."""

    player: Who
    reason: str
    laid: int = 0

    def __post_init__(self) -> None:
        """Refuse with ValueError a count that the box does not allow."""
        check_range("laid", self.laid, 0, CARDS)


class CorrectLevel(Value, frozen=True):
    """Set the level, and whether the blue cards are in the game."""

    level: Level
    reason: str
    on_fire: bool = False


class CorrectRulings(Value, frozen=True):
    """Set what the table has agreed on."""

    reason: str
    rulings: Rulings = Rulings()


class CorrectEnd(Value, frozen=True):
    """The game is not over: what ended it was a mistake."""

    reason: str


class AddPlayers(Value, frozen=True):
    """Players who were forgotten when the game was set up, clockwise; they sit after `after`."""

    names: tuple[str, ...]
    after: Who
    reason: str

    def __post_init__(self) -> None:
        """Refuse with ValueError a name that a screen cannot show, or too many of them."""
        _check_names(self.names)


class Withdraw(Value, frozen=True):
    """A person goes home, or never played: the others go on without them."""

    player: Who
    reason: str


# What puts right what the table typed; in practice Dragonbag knows every card itself.
CardCorrection = CorrectCard | CorrectPile | CorrectCount | CorrectTurn | CorrectLevel
SeatCorrection = AddPlayers | Withdraw
Correction = CardCorrection | CorrectRulings | CorrectEnd | SeatCorrection
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
    | CorrectCard
    | CorrectPile
    | CorrectCount
    | CorrectTurn
    | CorrectLevel
    | CorrectRulings
    | CorrectEnd
    | AddPlayers
    | Withdraw
)


def _check_card(field: str, card: int) -> None:
    check_range(field, card, LOWEST, HIGHEST, "there is no card {number}, only {least} to {most}")


def _check_names(names: tuple[str, ...]) -> None:
    if len(names) > 2 * MOST_PLAYERS:
        raise ValueError(f"{len(names)} names")
    for name in names:
        check_name(name)
