"""The dungeon of Grave Robbers as a grid: where each card lies and what a tap on it does."""

from fractions import Fraction

from companion.engine.errors import Rejected
from companion.engine.value import Value
from companion.games.grave_robbers import GRAVE_ROBBERS
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.dungeon import (
    may_enter,
    may_explore,
    may_fall,
    may_lay,
    nearest_face_up,
    treasure_chance,
)
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers, Player
from companion.games.grave_robbers.values import Cell

# The grid has room for a small dungeon from the start, around and above the entrance, so that it
# does not jump with every card.
COLUMNS, ROWS = 5, 4


class Pawn(Value, frozen=True):
    """A pawn on its card."""

    player: Player
    has_treasure: bool


class Tile(Value, frozen=True):
    """One place of the grid; no card is a free place where one may be laid.

    action: the command that a tap asks for, "" for none; "Explore" has a sheet of its own, and so
    has "LetFall" where `flights` are several cards that pawns could flee to.
    """

    cell: Cell
    card: DungeonCard | None
    pawns: tuple[Pawn, ...] = ()
    action: str = ""
    may_fall: bool = False
    flights: tuple[Cell, ...] = ()
    chance: Fraction = Fraction(0)

    @property
    def at(self) -> str:
        """Return the place as forms say it."""
        return written(self.cell)

    @property
    def name(self) -> str:
        """Return the place as people may say it: steps from the entrance."""
        return name_of(self.cell)

    @property
    def look(self) -> str:
        """Return what is drawn: a kind of card, one that is face down, or a free place."""
        if self.card is None:
            return "free"
        return self.card.kind.value if self.card.kind else "dark"


class DungeonMap(Value, frozen=True):
    """The whole grid, row by row; None is a place without a card."""

    rows: tuple[tuple[Tile | None, ...], ...]

    @property
    def columns(self) -> int:
        """Return how many cards it is wide."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return the cards and the free places, row by row."""
        return tuple(tile for row in self.rows for tile in row if tile is not None)

    def doing(self, action: str) -> tuple[Tile, ...]:
        """Return the tiles on which a tap does this."""
        return tuple(tile for tile in self.tiles if tile.action == action)


def written(cell: Cell) -> str:
    """Return a place as a form's value."""
    return f"{cell.column},{cell.row}"


def name_of(cell: Cell) -> str:
    """Return a place as steps from the entrance, in no language."""
    up = f"{'↑' if cell.row < 0 else '↓'}{abs(cell.row)}" if cell.row else ""
    along = f"{'←' if cell.column < 0 else '→'}{abs(cell.column)}" if cell.column else ""
    return up + along or "⌂"


def is_allowed(state: GraveRobbers, command: co.Command) -> bool:
    """Return whether the rules would take this command now."""
    try:
        GRAVE_ROBBERS.decide(state, command)
    except Rejected:
        return False
    return True


def drawn(state: GraveRobbers) -> DungeonMap:
    """Return the grid of a dungeon, with the free places where a card may be laid now."""
    if not state.dungeon:
        return DungeonMap(())
    cells = [card.cell for card in state.dungeon]
    cells += [cell for cell in may_lay(state) if is_allowed(state, co.LayDungeonCard(cell))]
    actions = _actions(state)
    tiles = {(cell.column, cell.row): _tile(state, cell, actions) for cell in cells}
    columns = _span([cell.column for cell in cells], COLUMNS, -(COLUMNS // 2))
    rows = _span([cell.row for cell in cells], ROWS, 1 - ROWS)
    return DungeonMap(tuple(tuple(tiles.get((column, row)) for column in columns) for row in rows))


def _span(taken: list[int], least: int, start: int) -> range:
    """Return a range over all that is taken, at least so long, as near to `start` as it may be."""
    first, last = min(taken), max(taken)
    begin = min(first, max(start, last + 1 - least))
    return range(begin, max(begin + least, last + 1))


def _tile(state: GraveRobbers, cell: Cell, actions: dict[Cell, str]) -> Tile:
    card = state.card(cell)
    action = actions.get(cell, "")
    pushes = action == "LetFall" and state.on(cell)
    is_dark = card is not None and not card.is_face_up
    return Tile(
        cell=cell,
        card=card,
        pawns=tuple(Pawn(player, player.colour == state.treasure) for player in state.on(cell)),
        action=action,
        may_fall=state.is_falling and cell in may_fall(state),
        flights=nearest_face_up(state, cell) if pushes else (),
        chance=treasure_chance(state, card.drawn_as) if card and is_dark else Fraction(0),
    )


def _actions(state: GraveRobbers) -> dict[Cell, str]:
    if state.turn is None or state.winner is not None or state.contest is not None:
        return {}
    if state.must_fall:
        return dict.fromkeys(may_fall(state), "LetFall")
    here = state.player(state.turn).cell
    wished: list[co.Command] = [co.LayDungeonCard(cell) for cell in may_lay(state)]
    wished += [co.Move(cell) for cell in may_enter(state, here)]
    wished += [co.Explore(cell, Kind.PASSAGE) for cell in may_explore(state, here)]
    return {
        command.cell: type(command).__name__
        for command in wished
        if isinstance(command, co.LayDungeonCard | co.Move | co.Explore)
        and is_allowed(state, command)
    }
