"""When the table opens its own Wi-Fi and when it closes it: pure, without a clock."""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.app.pi.wifi.sight import Seen

LONELY_S = 60.0  # after the start, or after the network was lost
AGAIN_S = 60.0  # after an order that failed
# RULING: a router may take longer to start than a Pi, for example after a power cut in the house.
# So a network that opened by itself is closed for a look, as long as no phone has been in it.
LOOK_S = 300.0


class Move(StrEnum):
    """What to do with the own Wi-Fi."""

    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Past:
    """What has to be remembered; times are seconds since the computer was started.

    lonely_s: since when there is no network, None if there is one. moved_s: when the newest move
    was made. is_wished: did somebody ask for the network that is open?
    """

    lonely_s: float | None = None
    moved_s: float | None = None
    is_wished: bool = False


def follow(past: Past, seen: Seen, now_s: float) -> Past:
    """Return the past with this look in it.

    No network in the first minute counts from the start on: nothing was lost.
    """
    if not seen.is_lonely:
        return replace(past, lonely_s=None)
    if past.lonely_s is not None:
        return past
    is_new = past.moved_s is None and now_s < LONELY_S
    return replace(past, lonely_s=0.0 if is_new else now_s)


def next_move(past: Past, seen: Seen, now_s: float, wish: Move | None = None) -> Move | None:
    """Return what to do now; None for nothing. A cable that works is never left."""
    if seen.cable:
        return Move.CLOSE if seen.is_own else None
    if wish is not None:
        return _wished(seen, wish)
    if past.moved_s is not None and now_s < past.moved_s + AGAIN_S:
        return None
    if seen.is_own:
        return Move.CLOSE if _may_look(past, seen, now_s) else None
    is_long = past.lonely_s is not None and now_s >= past.lonely_s + LONELY_S
    return Move.OPEN if is_long and seen.card else None


def _wished(seen: Seen, wish: Move) -> Move | None:
    if wish is Move.OPEN:
        return Move.OPEN if seen.card and not seen.is_own else None
    return Move.CLOSE if seen.is_own else None


def _may_look(past: Past, seen: Seen, now_s: float) -> bool:
    """May the own network be closed for a minute, to look for the house's?"""
    is_idle = not (past.is_wished or seen.has_guests)
    return is_idle and bool(seen.known) and now_s >= (past.moved_s or 0.0) + LOOK_S


def moved(past: Past, move: Move, now_s: float, *, is_wished: bool) -> Past:
    """Return the past after a move, whether it worked or not."""
    return replace(past, lonely_s=None, moved_s=now_s, is_wished=is_wished and move is Move.OPEN)
