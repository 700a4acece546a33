"""What has just happened at a table of Clank!, and who is who in it."""

from companion.games.clank.box import Colour
from companion.games.clank.events import (
    AttackBegan,
    CountdownAdvanced,
    CubesDrawn,
    DamageTaken,
    KnockedOut,
    TurnEnded,
)
from companion.games.clank.rules.dragon import cubes_to_draw
from companion.games.clank.state import Clank, Player
from companion.table.history import Entry
from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from web_ui.render.view import once

# What is worth a sound, the loudest first.
MOMENTS: tuple[tuple[str, type], ...] = (
    ("knocked_out", KnockedOut),
    ("attack", AttackBegan),
    ("countdown", CountdownAdvanced),
    ("drawn", CubesDrawn),
)


@once
def moment_of(snapshot: Snapshot) -> str:
    """Return what has just happened, "" if nothing loud has; taking back is silent."""
    if snapshot.kind is not Kind.COMMAND:
        return ""
    kinds = set(map(type, snapshot.events))
    return next((name for name, kind in MOMENTS if kind in kinds), "")


def is_hurt(snapshot: Snapshot, colour: Colour) -> bool:
    """Was this player hurt just now?"""
    return snapshot.kind is Kind.COMMAND and any(
        isinstance(event, (DamageTaken, KnockedOut)) and event.colour is colour
        for event in snapshot.events
    )


def player_of(state: Clank, seat: str) -> Player | None:
    """Return the player of a seat; None for "watch"."""
    for player in state.players:  # a generator would cost more than the players
        if player.colour == seat:
            return player
    return None


def cubes_now(state: Clank) -> int:
    """Return how many cubes the attack draws that waits, or else one that began now."""
    if not state.players:
        return 0
    return state.attack.cubes_to_draw if state.attack else cubes_to_draw(state)


@once
def last_draw(story: tuple[Entry, ...]) -> Entry | None:
    """Return the newest draw that counts, until the turn in which it came is over."""
    for entry in reversed(story):
        if entry.kind is not Kind.COMMAND or entry.is_undone:
            continue
        kinds = set(map(type, entry.events))
        if CubesDrawn in kinds:
            return entry
        if TurnEnded in kinds:
            return None
    return None


def struck(story: tuple[Entry, ...]) -> tuple[object, ...]:
    """Return what the last draw did to players; the log tells the rest."""
    last = last_draw(story)
    events = last.events if last else ()
    return tuple(event for event in events if isinstance(event, (DamageTaken, KnockedOut)))


def hits(story: tuple[Entry, ...]) -> dict[Colour, int]:
    """Return whom the last draw hurt, and how much."""
    return {event.colour: event.cubes for event in struck(story) if isinstance(event, DamageTaken)}
