"""The state of a Grave Robbers table: frozen values, what is impossible, one line of text."""

from companion.engine.value import Value, replace
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import (
    CARDS_TO_PILE,
    DUNGEON_CARDS,
    ITEM_CARDS,
    OPEN_CARDS,
    SIDES,
    Colour,
    Kind,
)
from companion.games.grave_robbers.commands import MOST_POINTS
from companion.games.grave_robbers.values import (
    ENTRANCE,
    Against,
    Cell,
    Condition,
    ItemCard,
    Rulings,
    Source,
)
from companion.games.shared import by_colour, has_colour, with_player

DieCounts = tuple[int, ...]  # how many cards of each die value, 1 to 6
NO_DIE_COUNTS: DieCounts = (0,) * SIDES
HIDDEN = -1  # the die value of a card that this seat may not see


class Player(Value, frozen=True):
    """One player: the pawn and the items; a hand is a count, since it is secret."""

    colour: Colour
    name: str
    cell: Cell = ENTRANCE
    condition: Condition = Condition.STANDING
    hand: int = 0
    open_cards: tuple[str, ...] = ()  # names, "" for one without

    @property
    def is_standing(self) -> bool:
        """Does the pawn stand?"""
        return self.condition is Condition.STANDING

    @property
    def items(self) -> int:
        """Count the hand and the open cards."""
        return self.hand + len(self.open_cards)


class DungeonCard(Value, frozen=True):
    """A laid dungeon card; kind None lies face down, 0 as `drawn_as` is the entrance."""

    cell: Cell
    drawn_as: int  # 1 for the first card out of the dungeon pile, and so on
    kind: Kind | None = None
    strength: int = 0  # an enemy's attack, a chest's difficulty
    number: int = 0  # the placement number
    rewards: int = 0  # items that lie on it

    @property
    def is_face_up(self) -> bool:
        """Does the card show what it is?"""
        return self.kind is not None


class Laying(Value, frozen=True):
    """Cards that the explorer must still lay beside a flipped one."""

    cell: Cell
    cards: int


class Laid(Value, frozen=True):
    """One side's die: a card, its value (0: not turned up yet) and what items add.

    from_open: how much of the bonus open cards gave when the card was laid.
    """

    die: int
    source: Source = Source.PILE
    card: str = ""
    bonus: int = 0
    from_open: int = 0


class Chosen(Value, frozen=True):
    """A card laid against another player that both have seen: undo does not make it unseen."""

    turn_number: int
    colour: Colour
    rival: Colour
    laid: Laid


class Contest(Value, frozen=True):
    """A fight or a chest that is not settled; `strength` is the enemy's or the chest's number."""

    colour: Colour
    against: Against
    target: Colour | None = None
    strength: int = 0
    first: Laid | None = None
    second: Laid | None = None

    @property
    def is_secret(self) -> bool:
        """Must what was laid stay hidden? Between players, until both are in (GR 177-188)."""
        return self.against is Against.PLAYER and None in (self.first, self.second)

    @property
    def waits_for(self) -> Colour | None:
        """Return who chooses a card now: first the attacker, then the other (GR 173-186)."""
        if self.first is None:
            return self.colour
        return self.target if self.second is None else None

    @property
    def is_shown(self) -> bool:
        """Are both die values known?"""
        return bool(self.first and self.second and self.first.die and self.second.die)

    def laid(self, colour: Colour | None) -> Laid | None:
        """Return what this player has laid, None being the enemy or the chest."""
        return self.first if colour == self.colour else self.second


class GraveRobbers(Value, frozen=True):
    """The whole table; no players means that no game has been set up."""

    players: tuple[Player, ...] = ()  # clockwise
    turn: Colour | None = None
    turn_number: int = 0
    action_points: int = 0
    must_rest: bool = False
    dungeon: tuple[DungeonCard, ...] = ()
    dungeon_pile: int = 0
    fallen: int = 0
    item_pile: int = 0
    discards: int = 0
    discarded: DieCounts = NO_DIE_COUNTS  # those of the discards whose die value was told
    shuffled: DieCounts | None = (
        None  # told values of the cards that became the pile; None: the box
    )
    shuffled_items: int = ITEM_CARDS
    seen: DieCounts = NO_DIE_COUNTS  # told values of cards that have left that pile since
    used: tuple[tuple[str, int], ...] = ()  # normal effects of this turn: name, which of them
    treasure: Colour | None = None
    is_falling: bool = False  # has a pawn stood on the treasure room? GR 118
    must_fall: bool = False  # the turn waits for its rockfall
    laying: Laying | None = None
    contest: Contest | None = None
    chosen: tuple[Chosen, ...] = ()  # what undo has taken back although both had seen it
    spared: Cell | None = None  # an enemy there has let the player go until the turn ends
    cards: tuple[ItemCard, ...] = ()
    rulings: Rulings = Rulings()
    winner: Colour | None = None

    def player(self, colour: Colour) -> Player:
        """Return the player of a colour; KeyError if nobody plays it."""
        return by_colour(self.players, colour)

    def has(self, colour: Colour) -> bool:
        """Does anybody play this colour?"""
        return has_colour(self.players, colour)

    def with_player(self, player: Player) -> "GraveRobbers":
        """Return the table with one player's entry replaced."""
        return replace(self, players=with_player(self.players, player))

    def card(self, cell: Cell) -> DungeonCard | None:
        """Return the dungeon card at a place, None if there is none."""
        for card in self.dungeon:
            if card.cell == cell:
                return card
        return None

    def with_card(self, card: DungeonCard) -> "GraveRobbers":
        """Return the table with one dungeon card replaced."""
        dungeon = tuple(card if old.cell == card.cell else old for old in self.dungeon)
        return replace(self, dungeon=dungeon)

    def on(self, cell: Cell) -> tuple[Player, ...]:
        """Return the players whose pawns are on a card, clockwise."""
        return tuple(player for player in self.players if player.cell == cell)

    @property
    def cards_out(self) -> int:
        """Count the cards that have left the dungeon pile."""
        return CARDS_TO_PILE - self.dungeon_pile


def is_over(state: GraveRobbers) -> bool:
    """Has the treasure come to the entrance?"""
    return state.winner is not None


def veil(state: GraveRobbers, seat: str) -> GraveRobbers:
    """Return the state as a seat may see it: between players nobody sees the other's card.

    What was laid from the pile or the hand is hidden until both are in; an open card was laid
    face up (GR 177-179). "watch" and any other seat see neither.
    """
    contest = state.contest
    if contest is None or not contest.is_secret:
        return state
    first = _veiled(contest.first, contest.colour == seat)
    second = _veiled(contest.second, contest.target == seat)
    return replace(state, contest=replace(contest, first=first, second=second))


def _veiled(laid: Laid | None, is_own: bool) -> Laid | None:
    if laid is None or is_own or laid.source is Source.OPEN:
        return laid
    return Laid(HIDDEN, laid.source)


def has_secrets(state: GraveRobbers) -> bool:
    """Has one side of a fight between players laid a card that the other may not see yet?"""
    return state.contest is not None and state.contest.is_secret


def recall(left: GraveRobbers, back: GraveRobbers) -> GraveRobbers:
    """Return the state that undo or redo leads back to: the cards that both had seen stay known.

    What was known before counts for more: the first step back left all that was seen.
    """
    if not back.players:
        return back
    found = (*_seen_by_both(left), *left.chosen, *back.chosen)
    known = {(each.turn_number, each.colour, each.rival): each for each in found}
    return replace(back, chosen=tuple(known.values()))


def _seen_by_both(state: GraveRobbers) -> tuple[Chosen, ...]:
    contest = state.contest
    if contest is None or contest.target is None or contest.is_secret:
        return ()
    sides = ((contest.colour, contest.first), (contest.target, contest.second))
    return tuple(
        Chosen(state.turn_number, colour, rival, laid)
        for (colour, laid), (rival, _) in zip(sides, sides[::-1], strict=True)
        if laid is not None
    )


def public(event: ev.Event) -> ev.Event:
    """Return an event as everybody may know it: not what was laid face down (GR 177-186)."""
    if isinstance(event, ev.ItemLaid) and event.is_hidden:
        return ev.ItemLaid(event.colour, event.source, HIDDEN, is_hidden=True)
    return event


def items_on_cards(state: GraveRobbers) -> int:
    """Count the items that lie on dungeon cards."""
    return sum(card.rewards for card in state.dungeon)


def items_laid(state: GraveRobbers) -> int:
    """Count the items that lie before players in a fight; other rolls are discarded at once."""
    if state.contest is None or state.contest.against is not Against.PLAYER:
        return 0
    return sum(laid is not None for laid in (state.contest.first, state.contest.second))


def all_items(state: GraveRobbers) -> int:
    """Count the items over all places; 48 on a sound table."""
    held = sum(player.items for player in state.players)
    return state.item_pile + state.discards + held + items_on_cards(state) + items_laid(state)


def check(state: GraveRobbers) -> tuple[str, ...]:
    """Return everything impossible about this state; () if it is sound."""
    if not state.players:
        return ()
    return (*_wrong_counts(state), *_wrong_dungeon(state), *_wrong_players(state))


def _wrong_counts(state: GraveRobbers) -> list[str]:
    laid = len(state.dungeon) + state.dungeon_pile + state.fallen
    counts = (state.item_pile, state.discards, state.dungeon_pile, state.fallen)
    faults = (
        (all_items(state) != ITEM_CARDS, f"{all_items(state)} items, not {ITEM_CARDS}"),
        (laid != DUNGEON_CARDS, f"{laid} dungeon cards, not {DUNGEON_CARDS}"),
        (min(counts) < 0, f"a count is negative: {counts}"),
        (sum(state.discarded) > state.discards, "more values told than items discarded"),
        (not 0 <= state.action_points <= MOST_POINTS, f"{state.action_points} action points"),
        (bool(state.is_falling) != (state.treasure is not None), "the treasure and the rockfall"),
        (state.must_fall and not state.is_falling, "a rockfall before the treasure was found"),
    )
    return [words for is_wrong, words in faults if is_wrong]


def _wrong_dungeon(state: GraveRobbers) -> list[str]:
    cells = [card.cell for card in state.dungeon]
    entrances = [card.cell for card in state.dungeon if card.kind is Kind.ENTRANCE]
    rooms = [card for card in state.dungeon if card.kind is Kind.TREASURE_ROOM]
    faults = (
        (len(set(cells)) != len(cells), "two dungeon cards in one place"),
        (entrances != [ENTRANCE], f"entrances at {entrances}"),
        (len(rooms) > 1, "two treasure rooms"),
        (min(card.rewards for card in state.dungeon) < 0, "rewards are negative"),
        (
            any(card.rewards and not card.is_face_up for card in state.dungeon),
            "rewards on a card that lies face down",
        ),
    )
    return [words for is_wrong, words in faults if is_wrong]


def _wrong_players(state: GraveRobbers) -> list[str]:
    wrong = []
    for player in state.players:
        card = state.card(player.cell)
        faults = (
            (card is None or not card.is_face_up, f"stands on no face-up card: {player.cell}"),
            (player.hand < 0, f"hand {player.hand}"),
            (len(player.open_cards) > OPEN_CARDS, f"{len(player.open_cards)} open cards"),
        )
        wrong += [f"{player.colour}: {words}" for is_wrong, words in faults if is_wrong]
    holder = state.treasure
    is_home = holder is not None and state.player(holder).cell == ENTRANCE
    if is_home != (state.winner is not None):
        wrong.append(f"the treasure is with {holder}, the winner is {state.winner}")
    return wrong


def notation(state: GraveRobbers) -> str:
    """Return the state in one line, for logs and records.

    `t` turn number, colour and action points; per player place, "!" injured, "$" the treasure,
    hand+open; pile/discards/on cards; dungeon face up/face down/pile/fallen; what is waited for.
    """
    if not state.players:
        return "empty"
    parts = [f"t{state.turn_number}{state.turn}*{state.action_points}"]
    parts += [_player_notation(state, player) for player in state.players]
    parts.append(f"items={state.item_pile}/{state.discards}/{items_on_cards(state)}")
    face_up = sum(card.is_face_up for card in state.dungeon)
    down = len(state.dungeon) - face_up
    parts.append(f"dungeon={face_up}/{down}/{state.dungeon_pile}/{state.fallen}")
    parts += _waiting_notation(state)
    return " ".join(parts)


def _player_notation(state: GraveRobbers, player: Player) -> str:
    marks = ("" if player.is_standing else "!") + ("$" if state.treasure == player.colour else "")
    place = f"{player.cell.column},{player.cell.row}"
    return f"{player.colour}{marks}@{place}={player.hand}+{len(player.open_cards)}"


def _waiting_notation(state: GraveRobbers) -> list[str]:
    waits = (
        (state.must_rest, "rest"),
        (state.laying is not None, f"lay={state.laying.cards if state.laying else 0}"),
        (state.contest is not None, f"roll={state.contest.against if state.contest else ''}"),
        (state.must_fall, "fall"),
        (state.winner is not None, f"won={state.winner}"),
    )
    return [words for is_so, words in waits if is_so]
