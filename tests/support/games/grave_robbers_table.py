"""A Grave Robbers table without a journal, for tests of the rules."""

from typing import Any

from companion.engine.value import replace
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import DUNGEON_CARDS, ITEM_CARDS, Colour, Kind
from companion.games.grave_robbers.state import (
    DungeonCard,
    GraveRobbers,
    Player,
    all_items,
    items_on_cards,
)
from companion.games.grave_robbers.values import Cell, Condition, Rulings, Seat, Source
from tests.support.games.table import GameTable

RED, GREEN, BLUE, YELLOW = Colour.RED, Colour.GREEN, Colour.BLUE, Colour.YELLOW
HOME, NORTH, FAR_NORTH = Cell(0, 0), Cell(0, -1), Cell(0, -2)
EAST, SOUTH, WEST = Cell(1, 0), Cell(0, 1), Cell(-1, 0)
PILE, HAND, OPEN = Source.PILE, Source.HAND, Source.OPEN


class GraveRobbersTable(GameTable):
    """Applies commands; after every event there are 48 items, 17 dungeon cards, one treasure."""

    state: GraveRobbers

    def __init__(self, *colours: Colour, **set_up: Any) -> None:
        super().__init__(GRAVE_ROBBERS)
        self.treasures_found = 0
        if colours:
            seats = tuple(Seat(colour) for colour in colours)
            self.do(co.StartGame(seats, set_up.pop("first", colours[0]), **set_up))

    def conserved(self) -> None:
        """No item and no dungeon card is ever lost, and the treasure has at most one holder."""
        state = self.state
        assert all_items(state) == ITEM_CARDS
        assert len(state.dungeon) + state.dungeon_pile + state.fallen == DUNGEON_CARDS
        assert (state.treasure is not None) == state.is_falling
        assert state.treasure is None or state.has(state.treasure)

    def player(self, colour: Colour) -> Player:
        return self.state.player(colour)

    def hand(self, colour: Colour) -> int:
        return self.player(colour).hand

    def explore(self, cell: Cell = NORTH, kind: Kind = Kind.PASSAGE, **shown: Any) -> None:
        """Flip a card that shows this."""
        self.do(co.Explore(cell, kind, **shown))

    def lay(self, *cells: Cell) -> None:
        """Lay dungeon cards."""
        for cell in cells:
            self.do(co.LayDungeonCard(cell))

    def enter(self, cell: Cell = NORTH, kind: Kind = Kind.PASSAGE, **shown: Any) -> None:
        """Flip a card and walk onto it."""
        self.explore(cell, kind, **shown)
        self.do(co.Move(cell))

    def roll(self, die: int, other: int, **more: Any) -> None:
        """Roll against an enemy or a chest, both cards off the pile, and settle it."""
        assert self.state.contest is not None
        self.do(co.LayItem(self.state.contest.colour, PILE, die, **more))
        self.do(co.ShowDie(other))
        self.do(co.SettleFight())

    def duel(self, die: int, other: int) -> None:
        """Let both players of a fight use a card of the hand, and settle it."""
        contest = self.state.contest
        assert contest is not None
        assert contest.target is not None
        self.do(co.LayItem(contest.colour, HAND, die))
        self.do(co.LayItem(contest.target, HAND, other))
        self.do(co.SettleFight())

    def end(self, *open_cards: str) -> None:
        """End the turn, with these open cards if any."""
        self.do(co.EndTurn(open_cards or None))

    def end_round(self) -> None:
        """Let everybody end a turn; a rockfall is not on."""
        for _ in self.state.players:
            self.end()

    # States that would take many commands: one count moves, another balances it.

    def put_pawn(self, colour: Colour, cell: Cell) -> None:
        """Let a pawn stand on a card."""
        self.state = self.state.with_player(replace(self.player(colour), cell=cell))

    def injure(self, colour: Colour) -> None:
        """Let a pawn lie."""
        self.do(co.CorrectCondition(colour, Condition.INJURED, "test"))

    def build(self, *cards: DungeonCard) -> None:
        """Let these cards lie beside the entrance and what is laid already; rewards are taken
        off the pile, and the dungeon pile gives the cards.
        """
        state = self.state
        kept = tuple(card for card in state.dungeon if card.cell not in {new.cell for new in cards})
        before = items_on_cards(state)
        laid = replace(state, dungeon=(*kept, *cards))
        self.state = replace(
            laid,
            dungeon_pile=DUNGEON_CARDS - state.fallen - len(laid.dungeon),
            item_pile=state.item_pile - items_on_cards(laid) + before,
        )
        self.conserved()

    def empty_pile(self, discards: int = 0) -> None:
        """Let all items of the pile be in the first player's hand but for some discards."""
        state, first = self.state, self.state.players[0]
        more = state.item_pile + state.discards - discards
        self.state = replace(state, item_pile=0, discards=discards).with_player(
            replace(first, hand=first.hand + more)
        )
        self.conserved()

    def find_treasure(self, colour: Colour, room: Cell = FAR_NORTH) -> None:
        """Let a player have found the treasure in a room beyond the first card."""
        way = DungeonCard(NORTH, 1, Kind.PASSAGE)
        self.build(way, DungeonCard(room, 11, Kind.TREASURE_ROOM))
        self.do(co.CorrectPawn(colour, room, "test"))
        assert self.state.treasure is colour


def three(**set_up: Any) -> GraveRobbersTable:
    """Return a table of three; red begins."""
    return GraveRobbersTable(RED, GREEN, BLUE, **set_up)


TIES_WIN = Rulings(ties_win=True)
