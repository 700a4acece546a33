"""What several games need: colours, seats, the reason of a correction, and bots."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from typing import Protocol, TypeVar

from companion.engine.errors import Rejected
from companion.engine.game import check_name
from companion.engine.sentence import N_, Sentence
from companion.engine.texts import fits, is_seen, is_showable
from companion.engine.value import Value

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
T = TypeVar("T")

REASON_LENGTH = 120  # characters of a correction's reason


class Colour(StrEnum):
    """The colours of the panel's buttons, and of the players of a game that has colours."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"


class Seat(Value, frozen=True):
    """A player at the table: the colour and the name they chose."""

    colour: Colour
    name: str = ""

    def __post_init__(self) -> None:
        """Refuse a name that a screen cannot show with ValueError."""
        check_name(self.name)


class Coloured(Protocol):
    """A player who has a colour and a name."""

    @property
    def colour(self) -> Colour:
        """Return the player's colour."""

    @property
    def name(self) -> str:
        """Return the name that the player chose, or ""."""


P = TypeVar("P", bound=Coloured)


def has_colour(players: Iterable[Coloured], colour: Colour) -> bool:
    """Does anybody play this colour?"""
    return any(player.colour == colour for player in players)


def by_colour(players: Iterable[P], colour: Colour) -> P:
    """Return the player of a colour; KeyError if nobody plays it."""
    for player in players:
        if player.colour == colour:
            return player
    raise KeyError(colour)


def with_player(players: Iterable[P], player: P) -> tuple[P, ...]:
    """Return the players with the entry of this player's colour replaced."""
    return tuple(player if old.colour == player.colour else old for old in players)


def name_in(players: Iterable[Coloured], word: object) -> str:
    """Return the name that the player of a colour chose, "" for no name or any other word."""
    return next((player.name for player in players if player.colour is word), "")


def clockwise(places: Sequence[T], first: T) -> tuple[T, ...]:
    """Return what lies round the table in its order, beginning with `first`."""
    start = places.index(first)
    return (*places[start:], *places[:start])


def apply_all(evolve: Callable[[S, E], S], state: S, events: Iterable[E]) -> S:
    """Return the state after some events, for the rules that follow in the same command."""
    return reduce(evolve, events, state)


def playing(players: Iterable[P], colour: Colour) -> P:
    """Return the player of this colour, or refuse: nobody plays it."""
    try:
        return by_colour(players, colour)
    except KeyError:
        raise Rejected("colour_not_playing", player=colour) from None


def check_seats(seats: Sequence[Seat], first: Colour) -> None:
    """Refuse two seats of one colour, and a first player who has no seat."""
    colours = [seat.colour for seat in seats]
    for colour in colours:
        if colours.count(colour) > 1:
            raise Rejected("colour_twice", player=colour)
    if first not in colours:
        raise Rejected("colour_not_playing", player=first)


def must_seat_all(
    seats: Sequence[Seat], players: Sequence[Coloured], was: Sequence[Colour] = ()
) -> None:
    """Refuse seats that are not those of the players, or that are as they were.

    was: the colour that each seat has had until now; () if no colour changes.
    """
    before = was or [seat.colour for seat in seats]
    if not len(seats) == len(before) == len(players):
        raise Rejected("everyone_needs_a_seat", n=len(players))
    check_seats(seats, seats[0].colour)
    check_seats([Seat(colour) for colour in before], before[0])
    for colour in before:
        playing(players, colour)
    is_as_before = tuple(seats) == tuple(Seat(each.colour, each.name) for each in players)
    if is_as_before and not new_colours(seats, was):
        raise Rejected("nothing_changes")


def new_colours(seats: Sequence[Seat], was: Sequence[Colour]) -> Mapping[Colour, Colour]:
    """Return the new colour of each player whose colour changes, by the old one."""
    pairs = zip(was, (seat.colour for seat in seats), strict=False)  # () if no colour changes
    return {old: new for old, new in pairs if old is not new}


class CorrectSeats(Value, frozen=True):
    """Set names and colours, and who sits where clockwise.

    was: the colour that each of these seats has had until now; () if no colour changes.
    """

    seats: tuple[Seat, ...]
    was: tuple[Colour, ...] = ()


class SeatsCorrected(Value, frozen=True):
    """So the players sit, clockwise; `was` are their colours until now, () if none changes."""

    seats: tuple[Seat, ...]
    was: tuple[Colour, ...] = ()


def correct_seats(command: CorrectSeats, players: Sequence[Coloured]) -> tuple[SeatsCorrected, ...]:
    """Set who plays which colour, and the order round the table.

    RULING: what was counted stays with the colour, for so it lies on the board: cubes, Gold, items,
    the pawn, and whose turn it is. Only where the colour itself was wrong (`was`), all of it takes
    the new colour. It needs no reason, because it changes no count.
    """
    must_seat_all(command.seats, players, command.was)
    was = command.was if new_colours(command.seats, command.was) else ()
    return (SeatsCorrected(command.seats, was),)


class AddPlayers(Value, frozen=True):
    """Players who were forgotten when the game was set up, clockwise; they sit after `after`."""

    seats: tuple[Seat, ...]
    after: Colour
    reason: str


class PlayersAdded(Value, frozen=True):
    """They play too, and sit clockwise after `after`."""

    seats: tuple[Seat, ...]
    after: Colour
    reason: str


def must_join(command: AddPlayers, players: Sequence[Coloured], most: int) -> None:
    """Refuse nobody, more players than the box has room for, and a colour that is taken."""
    needs_reason(command.reason)
    if not command.seats:
        raise Rejected("nothing_changes")
    if len(players) + len(command.seats) > most:
        raise Rejected("no_more_seats", n=most)
    playing(players, command.after)
    colours = [seat.colour for seat in (*players, *command.seats)]
    for seat in command.seats:
        if colours.count(seat.colour) > 1:
            raise Rejected("colour_twice", player=seat.colour)


def joined(players: Sequence[P], after: Colour, new: Iterable[P]) -> tuple[P, ...]:
    """Return the players clockwise, the new ones behind the one of this colour."""
    place = [player.colour for player in players].index(after) + 1
    return (*players[:place], *new, *players[place:])


def players_added(event: PlayersAdded) -> Sentence:
    """Return the log's sentence for players who had been forgotten."""
    return new_at_the_table([seat.colour for seat in event.seats], event.reason)


def new_at_the_table(players: Iterable[object], reason: str) -> Sentence:
    """Return the log's sentence for players, given as words of the box, who play too."""
    facts = {"who": tuple(players), "reason": reason}
    return Sentence("Correction: new at the table: {who} ({reason}).", "", facts)


def goes_home(player: object, reason: str) -> Sentence:
    """Return the log's sentence for a player, given as a word of the box, who plays no more."""
    return Sentence("{who} goes home ({reason}).", "", {"who": player, "reason": reason})


def turn_corrected(player: object, reason: str) -> Sentence:
    """Return the log's sentence for whose turn it really is, given as a word of the box."""
    facts = {"who": player, "reason": reason}
    return Sentence("Correction: it is {who}'s turn ({reason}).", "", facts)


def rulings_corrected(reason: str) -> Sentence:
    """Return the log's sentence for house rules that the table has changed."""
    return Sentence("Correction: the house rules have changed ({reason}).", "", {"reason": reason})


def seats_corrected(event: SeatsCorrected) -> Sentence:
    """Return the log's sentence for seats that were put right."""
    who = tuple(seat.colour for seat in event.seats)
    if new_colours(event.seats, event.was):
        return Sentence("Correction: colours. Clockwise sit {who}.", "", {"who": who})
    return Sentence("Correction: names and seats. Clockwise sit {who}.", "", {"who": who})


class GameWentOn(Value, frozen=True):
    """What had ended the game was a mistake; it goes on from there."""

    reason: str


def game_went_on(event: GameWentOn) -> Sentence:
    """Return the log's sentence for a game that was not over."""
    return Sentence("Correction: the game is not over ({reason}).", "", {"reason": event.reason})


def needs_reason(reason: str) -> None:
    """Refuse a correction without a reason that the log can show."""
    if not (is_seen(reason) and is_showable(reason) and fits(reason, REASON_LENGTH)):
        raise Rejected("reason_missing", n=REASON_LENGTH)


REFUSALS: Mapping[str, Sentence] = {
    "no_game": Sentence("No game has been set up yet. Start one first."),
    "game_is_on": Sentence("A game is going on. Start a new one to set up again."),
    "game_is_over": Sentence(
        "The game is over. If it ended by mistake, undo the last step or press “The game is not "
        "over”."
    ),
    "colour_twice": Sentence("You chose {player} twice. Each player needs a colour of their own."),
    "colour_not_playing": Sentence("Nobody plays {player} at this table."),
    "everyone_needs_a_seat": Sentence("All {n} players of this game need a seat."),
    "no_more_seats": Sentence("At most {n} can play."),
    "nothing_changes": Sentence("That would change nothing."),
}
COLOUR_WORDS: Mapping[str, str] = {
    "red": N_("Red"),
    "green": N_("Green"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
}


class Dice(Protocol):
    """What bots need of random.Random."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from a to b."""


BOT_NAMES = ("Ada", "Boris", "Chie", "Dan", "Eva")


def bot_seats(players: int) -> tuple[Seat, ...]:
    """Return seats for so many bots, two to four."""
    pairs = zip(list(Colour)[:players], BOT_NAMES, strict=False)
    return tuple(Seat(colour, name) for colour, name in pairs)


class Bot(Value, frozen=True):
    """How a game plays itself.

    players: how many may play.
    set_up: the command that sets up a game for so many.
    step: the next command in a state of this game; None when the game is over.
    """

    players: range
    set_up: Callable[[int, Dice], object]
    step: Callable[[object, Dice], object | None]

    @classmethod
    def of(
        cls,
        state_class: type[S],
        players: range,
        set_up: Callable[[int, Dice], C],
        next_command: Callable[[S, Dice], C | None],
    ) -> "Bot":
        """Return the bot of the game whose states are of this class."""

        def step(state: object, dice: Dice) -> C | None:
            if not isinstance(state, state_class):
                raise TypeError(f"{state!r} is no {state_class.__name__}")
            return next_command(state, dice)

        return cls(players, set_up, step)
