"""The route of each wire from the header to the breadboard: own lanes, few crossings."""

from functools import lru_cache

from hardware.wiring import header
from hardware.wiring.breadboard import COLUMNS, RAIL, RAIL_BREAK, Hole, Kind, Part
from hardware.wiring.drawings.svg import Point

HOLE_MM = 4.0  # drawn 1.6 times as large as the real 2.54 mm
LANE_MM = 2.0
FIRST_HOLE: Point = (109.0, 28.0)  # the outermost rail beside row 1
# Rows lie on every fourth millimetre and the header's ways out halfway between them, so that the
# level stretches of two wires never lie on each other.
FIRST_PIN: Point = (32.0, FIRST_HOLE[1] + 6)
TAG_X = FIRST_PIN[0] + 16
FIRST_LANE_X = TAG_X + 9
COLUMN_STEPS = dict(zip((*COLUMNS, RAIL), (4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 18), strict=True))
Span = tuple[float, float]


def at(column_steps: float, row: float) -> Point:
    """Return the point so many holes from the outermost rail, in a row."""
    return FIRST_HOLE[0] + HOLE_MM * column_steps, FIRST_HOLE[1] + HOLE_MM * (row - 1)


def hole_at(hole: Hole) -> Point:
    """Return where a hole is drawn."""
    return at(COLUMN_STEPS[hole.column], hole.row)


def routes(parts: tuple[Part, ...]) -> dict[Part, list[Point]]:
    """Return the corners of the route of every wire among these parts."""
    wires = [part for part in parts if part.kind is Kind.WIRE]
    ways = {part: [hole_at(hole) for hole in part.holes] for part in wires}
    from_header = [part for part in wires if part.pin is not None]
    lanes = in_lanes(tuple((_way_out(part)[-1][1], _arrival(part)[0][1]) for part in from_header))
    for part, lane in zip(from_header, lanes, strict=True):
        start, end = _way_out(part), _arrival(part)
        x = FIRST_LANE_X + LANE_MM * lane
        ways[part] = [*start, (x, start[-1][1]), (x, end[0][1]), *end]
    return ways


def _way_out(part: Part) -> list[Point]:
    assert part.pin is not None
    return header.way_out(part.pin, FIRST_PIN)


def _arrival(part: Part) -> list[Point]:
    """Return the wire's last corners: rail wires go round the parts, above row 2 or below 62."""
    hole = part.holes[-1]
    if hole.column != RAIL:
        return [hole_at(hole)]
    free_row = 1.5 if hole.row < RAIL_BREAK else 62.5
    return [at(COLUMN_STEPS[RAIL] - 1, free_row), hole_at(hole)]


@lru_cache(maxsize=8)  # each step of the guide shows the same wires, and to place them takes long
def in_lanes(spans: tuple[Span, ...]) -> tuple[int, ...]:
    """Return each span's lane, counted from the header, so that few wires cross.

    A span is the height at which a wire comes from the header and that at which it goes on.
    """
    order = sorted(range(len(spans)), key=lambda wire: -spans[wire][0])
    while (better := _one_move_better(order, spans)) is not None:
        order = better
    return tuple(order.index(wire) for wire in range(len(spans)))


def _one_move_better(order: list[int], spans: tuple[Span, ...]) -> list[int] | None:
    now = crossings(order, spans)
    for wire in order:
        rest = [other for other in order if other != wire]
        for place in range(len(order)):
            moved = [*rest[:place], wire, *rest[place:]]
            if crossings(moved, spans) < now:
                return moved
    return None


def crossings(order: list[int], spans: tuple[Span, ...]) -> int:
    """Count how often wires cross when their lanes stand in this order."""
    return sum(
        _is_within(spans[right][0], spans[left]) + _is_within(spans[left][1], spans[right])
        for place, left in enumerate(order)
        for right in order[place + 1 :]
    )


def _is_within(height: float, span: Span) -> bool:
    return min(span) < height < max(span)
