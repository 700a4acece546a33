"""When has the tray come to rest? Several readings that agree, in a row."""

from dataclasses import dataclass, field

import hardware.tray.reader.reading as seen

AGREEING = 3
MOVED = 0.5  # of a cube's radius: more than this between two frames is a cube that rolls


@dataclass(slots=True)
class Steady:
    """Takes one reading after another and tells when the last few agree."""

    needed: int = AGREEING
    _row: list[seen.Reading] = field(default_factory=list)

    def take(self, reading: seen.Reading) -> seen.Reading | None:
        """Return the reading when enough in a row agree with it, None while something moves."""
        if self._row and not agree(self._row[-1], reading):
            self._row.clear()
        self._row = [*self._row, reading][-self.needed :]
        return reading if len(self._row) == self.needed else None

    def forget(self) -> None:
        """Begin anew: the tray was not looked at for a while."""
        self._row.clear()


def agree(one: seen.Reading, other: seen.Reading) -> bool:
    """Tell whether two readings see the same cubes in the same places, with the same doubts."""
    return (
        one.counts == other.counts
        and one.doubts == other.doubts
        and all(_has_stayed(cube, one.cubes) for cube in other.cubes)
    )


def _has_stayed(cube: seen.Cube, before: tuple[seen.Cube, ...]) -> bool:
    reach = (MOVED * cube.radius) ** 2
    return any(
        old.colour == cube.colour and (old.x - cube.x) ** 2 + (old.y - cube.y) ** 2 <= reach
        for old in before
    )
