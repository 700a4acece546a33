"""Values: classes of fields that nobody can change, made in C.

    class ClankMade(Value, frozen=True):
        colour: Colour
        cubes: int = 1

A dataclass writes and compiles its methods anew at every start: half a millisecond a class, and
games have hundreds. These take a hundredth of that, and replace() copies them far quicker.
"""

from msgspec import Struct as Value
from msgspec import field
from msgspec.structs import fields, replace

__all__ = ["Value", "field", "fields", "replace"]
