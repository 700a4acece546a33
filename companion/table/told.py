"""What everybody may be told of a table, as JSON objects: by pages for programs and by brokers."""

from companion.engine.codec import JsonObject, plain
from companion.table.snapshot import Snapshot, seen_from


def snapshot_body(snapshot: Snapshot, seat: str = "watch") -> JsonObject:
    """Return a snapshot as programs at this seat are shown it, events by class name."""
    snapshot = seen_from(snapshot, seat)
    head = snapshot.head
    return {
        "version": snapshot.version,
        "game": snapshot.game.name,
        "game_id": snapshot.game_id,
        "kind": snapshot.kind.value,
        "source": snapshot.source,
        "notation": snapshot.game.notation(snapshot.state),
        "moments": snapshot.moments,
        "undo_step": snapshot.undo_takes.seq if snapshot.undo_takes else None,
        "redo_step": snapshot.redo_does.seq if snapshot.redo_does else None,
        "commitment": snapshot.part.commitment,
        "draws": snapshot.game.draws(snapshot.state),
        "head": None if head is None else {"number": head.number, "hash": head.hash},
        "is_over": snapshot.game.is_over(snapshot.state),
        "events": [{"type": type(event).__name__, **plain(event)} for event in snapshot.events],
        "state": plain(snapshot.state),
    }
