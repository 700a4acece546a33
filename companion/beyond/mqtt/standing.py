"""What a board of many tables shows of one of them."""

from companion.engine.codec import JsonObject, plain
from companion.table.snapshot import Snapshot, seen_from


def standing(snapshot: Snapshot) -> JsonObject:
    """Return who plays what, and whose turn it is."""
    shown = seen_from(snapshot, "watch")
    game, state = shown.game, shown.state
    return {
        "title": game.plays.title,
        "is_going_on": shown.is_going_on,
        "players": plain(game.plays.players(state)) if state.players else [],
        "turn": game.whose_turn(state) if shown.is_going_on else None,
    }
