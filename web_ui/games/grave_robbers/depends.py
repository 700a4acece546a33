"""What each live part of Grave Robbers' pages depends on: it is drawn again when that changes."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.games.grave_robbers.state import GraveRobbers
from companion.table.snapshot import Snapshot

Part = Callable[[GraveRobbers], object]


def _on(part: Part, snapshot: Snapshot, seat: str) -> object:
    return snapshot.game_id, part(snapshot.state)


def _turn(state: GraveRobbers) -> object:
    names = tuple((player.colour, player.name) for player in state.players)
    waits = (state.must_rest, state.must_fall, state.laying, state.winner, state.spared)
    return names, state.turn, state.action_points, waits, state.is_falling, state.treasure


def _dungeon(state: GraveRobbers) -> object:
    pawns = tuple((player.cell, player.condition) for player in state.players)
    has_items = any(player.items for player in state.players)
    can_roll = (state.item_pile > 0, state.discards > 0, has_items)
    place = (state.dungeon, state.dungeon_pile, pawns, can_roll)
    return _turn(state), place, state.contest is None


def _table(state: GraveRobbers) -> object:
    piles = (state.item_pile, state.discards, state.discarded, state.seen, state.cards)
    seen = (state.contest, state.chosen)
    return _dungeon(state), seen, state.players, piles, state.shuffled, state.used


def _on_dock(snapshot: Snapshot, seat: str) -> object:
    takes = snapshot.undo_takes
    turn = (snapshot.game_id, snapshot.state.turn_number, takes and takes.seq)
    return turn, _table(snapshot.state)


_on_turn, _on_dungeon, _on_table = (partial(_on, part) for part in (_turn, _dungeon, _table))

DEPENDS: Mapping[str, Callable[[Snapshot, str], object]] = {
    "top": _on_turn,
    "map": _on_dungeon,
    "flipping": _on_dungeon,
    "fall": _on_dungeon,
    "next": _on_table,
    "robbers": _on_table,
    "acts": _on_table,
    "fight": _on_table,
    "things": _on_table,
    "doing": _on_table,
    "dock": _on_dock,
    "odds": _on_table,
    "people": _on_table,
    "stage": _on_table,
    "wide": _on_table,
    "said": _on_table,
}
