"""The tray is at rest when several readings in a row agree."""

from dataclasses import dataclass, field

from hardware.tray.reader.reading import Cube, Reading

AGREEING_COUNT = 3
REST_RADII = 0.5  # a cube that moves by more between two photos is rolling


@dataclass(slots=True)
class Steady:
    """Takes one reading after another and knows when the last ones agree."""

    needed: int = AGREEING_COUNT
    _row: list[Reading] = field(default_factory=list)

    def take(self, reading: Reading) -> Reading | None:
        """Return the reading if enough in a row agree with it, None while something moves."""
        if self._row and not agree(self._row[-1], reading):
            self._row.clear()
        self._row = [*self._row, reading][-self.needed :]
        return reading if len(self._row) == self.needed else None

    def forget(self) -> None:
        """Start again: the tray was not watched for a while."""
        self._row.clear()


def agree(one: Reading, other: Reading) -> bool:
    """Tell whether two readings have the same cubes in the same places, and the same doubts."""
    return (
        one.counts == other.counts
        and one.doubts == other.doubts
        and all(_has_stayed(cube, one.cubes) for cube in other.cubes)
    )


def _has_stayed(cube: Cube, before: tuple[Cube, ...]) -> bool:
    reach = (REST_RADII * cube.radius) ** 2
    return any(
        old.colour == cube.colour and (old.x - cube.x) ** 2 + (old.y - cube.y) ** 2 <= reach
        for old in before
    )
