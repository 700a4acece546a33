"""How a game stands or has ended, as programs read it: the same for every game."""

from collections.abc import Mapping
from enum import StrEnum

from companion.engine.value import Value, field


class Outcome(StrEnum):
    """How a game ended."""

    WON = "won"  # by `winners`, or by all together
    LOST = "lost"  # by everybody
    PERFECT = "perfect"  # The Game: all cards are laid
    LEFT = "left"  # it goes on in the journal, but not on the table


class Score(Value, frozen=True):
    """The points of a seat and their parts; they count only if `counts`.

    `missing` is what must still be told before the points are final.
    """

    seat: str
    name: str
    total: int
    counts: bool
    parts: Mapping[str, int]
    missing: tuple[str, ...] = ()


class Standing(Value, frozen=True):
    """A game's outcome, None as long as it goes on or its points are not all counted.

    `scores` are best first; () in a game without points. `cards_left` is The Game's.
    """

    outcome: Outcome | None = None
    winners: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    cards_left: int | None = None


class SeatLuck(Value, frozen=True):
    """The cubes of a seat in all attacks of a game, and what was to be expected.

    `kinder` and `harsher` are the shares of all possible draws with fewer and with more cubes.
    """

    seat: str
    cubes: int
    expected: float
    kinder: float
    harsher: float


class Results(Value, frozen=True):
    """What the API tells of a game, on the table or past.

    `sentence` is in the reader's language.
    """

    game: str
    game_id: str
    is_over: bool
    outcome: Outcome | None
    sentence: str
    winners: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    cards_left: int | None = None
    luck: tuple[SeatLuck, ...] = ()
    minutes: int = 0  # 0 if unknown
    notation: str = ""


class SeatOdds(Value, frozen=True):
    """A seat's chances: `damage[n]` of exactly n damage, of a knock-out, and the mean damage."""

    seat: str
    damage: tuple[float, ...]
    knocked_out: float
    expected: float


class FightOdds(Value, frozen=True):
    """The chances to win against a printed number.

    `with_die` is for a card with a die value of 1 to 6, `from_pile` for one off the pile.
    `is_exact` tells if every card's value is known.
    """

    against: int
    with_die: tuple[float, ...]
    from_pile: float
    is_exact: bool


class Odds(Value, frozen=True):
    """The chances that a game knows of; what it does not know is empty."""

    next_attack: tuple[SeatOdds, ...] = ()
    countdown: tuple[SeatOdds, ...] = ()  # over all attacks that the countdown still brings
    fights: tuple[FightOdds, ...] = ()


class Play(Value, frozen=True):
    """A card to lay, and onto which pile."""

    card: int
    pile: str


class Advice(Value, frozen=True):
    """What the table waits for, and the best plays for the cards that were named, if any were."""

    next: str
    plays: tuple[Play, ...] | None = field(default=None)
