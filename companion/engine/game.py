"""What a game is: plain values and pure functions (the Decider pattern, Jérémie Chassaing)."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from functools import reduce
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.engine.house import House
from companion.engine.moments import Moment
from companion.engine.plays import Plays
from companion.engine.sentence import Sentence
from companion.engine.texts import check_text, shown
from companion.engine.value import Value, field

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

NAME_LENGTH = 20  # characters of a player's name, as seen_length() counts, in a phone's line


def check_name(name: str) -> None:
    """Raise Unfit for a player's name that a phone's line cannot show; "" means no name."""
    told = f"a name has up to {NAME_LENGTH} printable characters"
    check_text("name", name, NAME_LENGTH, f"{told}: {shown(name)!r}")


class FairDraw(Protocol):
    """Draws without replacement; the same bag, number and seed give the same cubes again."""

    def __call__(self, number: int, bag: Mapping[str, int], cubes: int) -> tuple[str, ...]:
        """Return `cubes` names out of `bag` (name -> count) in the order of draw `number`."""


class Placeholder(Enum):
    """What stands for a command that is made only when it is done."""

    FAIR_DRAW = auto()  # Dragonbag draws itself; Game.hand makes the command that reports it


FAIR_DRAW: Final = Placeholder.FAIR_DRAW


def known_to_all(event: E) -> E:
    """Return an event of a game in which everybody may know every event."""
    return event


class Game(Value, Generic[S, C, E], frozen=True, kw_only=True):
    """A game as the table sees it: S is its state, C its commands, E its events.

    The registry in companion/games/__init__.py lists every game; each has its own folder.
    """

    name: str
    commands: tuple[type[C], ...]
    events: tuple[type[E], ...]
    empty: S
    decide: Callable[[S, C], tuple[E, ...]]  # one event or more, or raises Rejected
    evolve: Callable[[S, E], S]  # never refuses, never computes a rule
    check: Callable[[S], tuple[str, ...]]  # everything impossible about a state; () is sound
    notation: Callable[[S], str]  # the state in one line of text
    tell: Callable[[E], Sentence]  # what happened, for the log
    refusals: Mapping[str, Sentence]  # code of Rejected -> why, to be filled with its facts
    words: Mapping[str, str]  # value of a StrEnum -> the printed English word
    name_of: Callable[[S, object], str]  # the chosen name of a player's colour, or ""
    is_over: Callable[[S], bool]
    # The seats that a command acts for: their own phones may always do it. () concerns all alike.
    acts_for: Callable[[S, C], tuple[str, ...]]
    hand: Callable[[S, FairDraw], C]  # the command that reports a fair draw; raises Rejected
    whose_turn: Callable[[S], str | None] = lambda state: None  # the seat; None if it is nobody's
    meant_for: Mapping[type[C], Moment] = field(default_factory=dict)  # no other is bound to one
    begins: Callable[[E], Moment | None] = lambda event: None  # the moment that an event begins
    hand_meant_for: Moment | None = None  # the same of a fair draw
    awaits_hand: Callable[[S], bool] = lambda state: False  # does a draw wait, by any hand?
    seats: tuple[str, ...] = ()  # whose phones may take part in draws of cubes
    draws_cubes: bool = False  # is it cubes that a draw brings, which a camera can see?
    draws: Callable[[S], int] = lambda state: 0  # how many draws of cubes there were, by any hand
    edition: str = ""  # whose rules these are, for the first line of every game
    has_secrets: Callable[[S], bool] = lambda state: False  # may only some seats know a part of it?
    recolours: Callable[[E], Mapping[str, str]] = lambda event: {}  # new seat by old, if it moves
    veil: Callable[[S, str], S] = lambda state, seat: state  # what may be known at this seat
    public: Callable[[E], E] = known_to_all  # an event as everybody may know it
    # The state that undo or redo leads back to, from the state left: what was seen stays known.
    recall: Callable[[S, S], S] = lambda left, back: back
    house: House = field(default_factory=House)  # what a smart home shows and may press
    plays: Plays = field(default_factory=Plays)  # what logs of plays are told

    def moment_of(self, command: C | type[C] | Placeholder) -> Moment | None:
        """Return which kind of moment a command, its class or FAIR_DRAW is meant for."""
        if command is FAIR_DRAW:
            return self.hand_meant_for
        return self.meant_for.get(command if isinstance(command, type) else type(command))


# Any game of the registry: which state, commands and events belong together is known only when it
# runs. Code of one game names its own types instead: Game[Clank, Command, Event].
AnyGame: TypeAlias = Game[Any, Any, Any]
AnyState: TypeAlias = Any  # the state of an AnyGame
AnyCommand: TypeAlias = Any  # a command of an AnyGame, or its class


def fold(game: Game[S, C, E], events: Iterable[E], state: S | None = None) -> S:
    """Return the state after the events, from `state` or from the game's empty state."""
    return reduce(game.evolve, events, game.empty if state is None else state)
