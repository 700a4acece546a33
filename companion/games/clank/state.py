"""The state of a Clank! table: frozen values, what is impossible about them, one line of text."""

from companion.engine.value import Value, replace
from companion.games.clank.box import (
    ARTIFACTS,
    BLACK_CUBES,
    CUBES_PER_COLOUR,
    DUNGEON_ROW,
    HEALTH_SPACES,
    LAST_COUNTDOWN_SPACE,
    LAST_RAGE_SPACE,
    RAGE_TRACK,
    TOKEN_COPIES,
    Colour,
    Cubes,
    Piece,
    Token,
)
from companion.games.clank.values import Because, CardCopies, Cause, Ending, Rulings, Status
from companion.games.shared import by_colour, clockwise, has_colour, with_player


class Player(Value, frozen=True):
    """One player: cubes in supply and on the meter, and what they hold."""

    colour: Colour
    name: str
    status: Status = Status.INSIDE
    supply: int = CUBES_PER_COLOUR
    meter: int = 0
    credit: int = 0
    gold: int = 0
    artifacts: tuple[int, ...] = ()  # 0 is an Artifact whose number was not said
    tokens: tuple[Token, ...] = ()
    in_depths: bool | None = None  # told after a knock-out
    deck: tuple[CardCopies, ...] | None = None
    deck_points: int | None = None  # counted by hand; at most one of deck and deck_points

    @property
    def is_out(self) -> bool:
        """Has the player left the dungeon or been knocked out?"""
        return self.status is not Status.INSIDE

    @property
    def was_knocked_out(self) -> bool:
        """Is the player out by a full meter or the fifth countdown space?"""
        return self.status in (Status.KNOCKED_OUT, Status.RESCUED, Status.LOST)

    @property
    def health(self) -> int:
        """Count the free spaces of the meter."""
        return HEALTH_SPACES - self.meter


class Attack(Value, frozen=True):
    """An attack that waits for its cubes."""

    cubes_to_draw: int
    because: Because
    cause: Cause


class Clank(Value, frozen=True):
    """The whole table; no players means that no game has been set up."""

    players: tuple[Player, ...] = ()  # clockwise
    turn: Colour | None = None
    turn_number: int = 0
    area: Cubes = Cubes()
    bag: Cubes = Cubes()
    set_aside: Cubes = Cubes()
    rage_space: int = 1
    danger: int = 0
    countdown_space: int = 0  # 0: nobody is out yet
    countdown_colour: Colour | None = None
    first_out_asked: tuple[Colour, ...] = ()
    attack: Attack | None = None
    row_refilled: bool = False
    draws: int = 0
    artifacts_out: tuple[int, ...] = ()
    rulings: Rulings = Rulings()
    ending: Ending | None = None
    clank_made: int = 0  # cubes that the player at turn has placed in this turn
    springs: int = 0  # Magic Springs of this turn: so many cards are trashed at its end
    gone: tuple[Piece, ...] = ()  # arrived, used, or had its effect: it does not come again
    off_turn_asked: Colour | None = None  # who acted on another's turn, until the table says

    def player(self, colour: Colour) -> Player:
        """Return the player of a colour; KeyError if nobody plays it."""
        return by_colour(self.players, colour)

    def has(self, colour: Colour) -> bool:
        """Does anybody play this colour?"""
        return has_colour(self.players, colour)

    @property
    def inside(self) -> tuple[Player, ...]:
        """Return the players who are still in the dungeon, clockwise."""
        return tuple(player for player in self.players if not player.is_out)

    @property
    def rage(self) -> int:
        """Return the cubes shown on the Dragon marker's space."""
        return RAGE_TRACK[self.rage_space - 1]

    def with_player(self, player: Player) -> "Clank":
        """Return the table with one player's entry replaced."""
        return replace(self, players=with_player(self.players, player))

    def clockwise_from(self, colour: Colour) -> tuple[Player, ...]:
        """Return all players in turn order, beginning with this colour."""
        return clockwise(self.players, self.player(colour))


def is_over(state: Clank) -> bool:
    """Has the game ended?"""
    return state.ending is not None


def cubes_of(state: Clank, player: Player) -> int:
    """Count a player's cubes over all places; 30 on a sound table."""
    colour = player.colour
    return (
        player.supply
        + player.meter
        + state.area.of(colour)
        + state.bag.of(colour)
        + state.set_aside.of(colour)
    )


def check(state: Clank) -> tuple[str, ...]:
    """Return everything impossible about this state; () if it is sound."""
    if not state.players:
        return ()
    wrong = [*_wrong_counts(state), *_wrong_tracks(state), *_wrong_holdings(state)]
    for player in state.players:
        wrong += _wrong_player(state, player)
    return tuple(wrong)


def _wrong_counts(state: Clank) -> list[str]:
    wrong = [
        f"{player.colour}: {cubes_of(state, player)} cubes, not {CUBES_PER_COLOUR}"
        for player in state.players
        if cubes_of(state, player) != CUBES_PER_COLOUR
    ]
    black = state.bag.black + state.set_aside.black
    if black != BLACK_CUBES or state.area.black:
        wrong.append(f"black: {black} in bag and set aside, {state.area.black} in the area")
    for colour in Colour:
        if not state.has(colour) and (state.area + state.bag + state.set_aside).of(colour):
            wrong.append(f"{colour}: cubes of a colour that nobody plays")
    return wrong


def _wrong_tracks(state: Clank) -> list[str]:
    wrong = []
    if not 1 <= state.rage_space <= LAST_RAGE_SPACE:
        wrong.append(f"rage space {state.rage_space}")
    if not 0 <= state.danger <= DUNGEON_ROW:
        wrong.append(f"danger {state.danger}")
    if not 0 <= state.countdown_space <= LAST_COUNTDOWN_SPACE:
        wrong.append(f"countdown space {state.countdown_space}")
    if (state.countdown_colour is None) != (state.countdown_space == 0):
        wrong.append("the Countdown Track and its pawn disagree")
    wrong += [
        f"{colour}: inside and among the first out"
        for colour in (state.countdown_colour, *state.first_out_asked)
        if colour is not None and not state.player(colour).is_out
    ]
    if not state.inside and state.ending is None:
        wrong.append("everyone is out and the game goes on")
    return wrong


def _wrong_holdings(state: Clank) -> list[str]:
    held = [token for player in state.players for token in player.tokens]
    wrong = [
        f"{token}: {held.count(token)} held, {TOKEN_COPIES[token]} in the box"
        for token in set(held)
        if held.count(token) > TOKEN_COPIES[token]
    ]
    values = [value for player in state.players for value in player.artifacts if value]
    if len(values) != len(set(values)) or set(values) & set(state.artifacts_out):
        wrong.append(f"Artifacts {sorted(values)}, removed {state.artifacts_out}")
    if set(values) - set(ARTIFACTS):
        wrong.append(f"Artifacts {sorted(values)} are not in the box")
    return wrong


def _wrong_player(state: Clank, player: Player) -> list[str]:
    is_full = player.meter == HEALTH_SPACES
    faults = (
        (min(player.supply, player.meter, player.gold, player.credit) < 0, "a count is negative"),
        (player.meter > HEALTH_SPACES, f"meter {player.meter}"),
        (is_full and not player.was_knocked_out, f"the meter is full, {player.status}"),
        (player.credit and player.colour != state.turn, "credit outside the own turn"),
        (
            not player.is_out and state.set_aside.of(player.colour),
            "cubes set aside of a player who is inside",
        ),
    )
    wrong = [words for is_wrong, words in faults if is_wrong] + _wrong_fate(player)
    return [f"{player.colour}: {words}" for words in wrong]


def _wrong_fate(player: Player) -> list[str]:
    status = player.status
    faults = (
        (
            (status is Status.ESCAPED) != (Token.MASTERY in player.tokens),
            f"{status}, and the Mastery token does not agree",
        ),
        (
            status in (Status.ESCAPED, Status.RESCUED) and not player.artifacts,
            f"{status} without an Artifact",
        ),
        (
            player.in_depths is not None and not player.was_knocked_out,
            f"the Depths were told, {status}",
        ),
        (player.in_depths and status is not Status.LOST, f"in the Depths, {status}"),
        (player.deck is not None and player.deck_points is not None, "the deck is counted twice"),
    )
    return [words for is_wrong, words in faults if is_wrong]


def notation(state: Clank) -> str:
    """Return the state in one line, for logs and records.

    `t` turn number and colour, then per player supply+area+bag+meter+set aside with credit as ~n,
    gold as $n, Artifacts as A, tokens as +n and a mark for who is out (^ escaped, ? knocked out,
    r rescued, x lost, w withdrawn); then black bag/set aside, rage space, danger, countdown, a
    waiting attack.
    """
    if not state.players:
        return "empty"
    parts = [f"t{state.turn_number}{state.turn}"]
    parts += [_player_notation(state, player) for player in state.players]
    parts.append(f"black={state.bag.black}/{state.set_aside.black}")
    parts.append(f"rage={state.rage_space} danger={state.danger} out={state.countdown_space}")
    if state.attack:
        parts.append(f"draw={state.attack.cubes_to_draw}")
    if state.ending:
        parts.append(f"end={state.ending}")
    return " ".join(parts)


_MARKS = {
    Status.INSIDE: "",
    Status.ESCAPED: "^",
    Status.KNOCKED_OUT: "?",
    Status.RESCUED: "r",
    Status.LOST: "x",
    Status.WITHDRAWN: "w",
}


def _player_notation(state: Clank, player: Player) -> str:
    colour = player.colour
    places = (player.supply, state.area.of(colour), state.bag.of(colour), player.meter)
    text = f"{colour}{_MARKS[player.status]}={'+'.join(map(str, places))}"
    text += f"+{state.set_aside.of(colour)}"
    text += f"~{player.credit}" if player.credit else ""
    text += f"${player.gold}" if player.gold else ""
    text += "".join(f"A{value}" for value in player.artifacts)
    return text + (f"+{len(player.tokens)}t" if player.tokens else "")
