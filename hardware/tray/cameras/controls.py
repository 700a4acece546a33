"""The settings of the light that a calibration keeps in a file."""

from companion.engine.codec import parse
from companion.engine.errors import BadMessage

MOST = 2.0**31  # cameras count in 32 bits
MOST_VALUES = 8  # of one setting; two colour gains

Kept = dict[str, float | list[float]]


def controls_in(text: bytes) -> Kept:
    """Return the settings that Camera.lock() gave; BadMessage if they are none.

    >>> controls_in(b'{"AnalogueGain": 2.0, "ColourGains": [1.7, 1.4]}')["ColourGains"]
    [1.7, 1.4]
    """
    given = parse(text)
    if not isinstance(given, dict):
        raise BadMessage("not a camera's settings")
    for name, value in given.items():
        numbers = value if isinstance(value, list) else [value]
        if len(numbers) > MOST_VALUES or not all(map(_is_number, numbers)):
            raise BadMessage(f"not a camera's setting: {name[:40]!r}")
    return given


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) < MOST
