"""Cubes that a camera has read, checked against the rules before anybody confirms them."""

from collections.abc import Mapping

from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.games.clank.box import Cube, Cubes
from companion.games.clank.state import Clank
from companion.games.clank.values import Place

TOO_FEW = Sentence(
    "The dragon draws {n} cube, but the camera sees {seen}. It is missing or hidden.",
    "The dragon draws {n} cubes, but the camera sees {seen}. Some are missing or hidden.",
)
TOO_MANY = Sentence(
    "The dragon draws {n} cube, but {seen} are in the tray.",
    "The dragon draws {n} cubes, but {seen} are in the tray.",
)
NOT_IN_BAG = Sentence("{seen} × {cube} is not possible: the bag holds {n}.")
NO_ATTACK = Sentence("The dragon is not attacking, so there is nothing to draw.")


def weigh(state: Clank, seen: Mapping[str, int]) -> tuple[Sentence, ...]:
    """Return why this cannot be the draw, by the rules; () if it can (EN 356)."""
    if state.attack is None:
        return (NO_ATTACK,)
    due, total = state.attack.cubes_to_draw, sum(seen.values())
    said = TOO_FEW if total < due else TOO_MANY
    wrong = [] if total == due else [said.about(n=due, seen=total)]
    for cube in Cube:
        count, there = seen.get(cube.value, 0), state.bag.of(cube)
        if count > there:
            wrong.append(NOT_IN_BAG.about(cube=cube, seen=count, n=there))
    return tuple(wrong)


class Difference(Value, frozen=True):
    """One colour in a place: how many Dragonbag counts there, and how many were seen."""

    cube: Cube
    place: Place
    booked: int
    seen: int

    @property
    def balance(self) -> Place:
        """Return where the difference usually is: black cubes set aside, others in the supply."""
        return Place.SET_ASIDE if self.cube is Cube.BLACK else Place.SUPPLY


def differences(state: Clank, place: Place, seen: Mapping[str, int]) -> tuple[Difference, ...]:
    """Return for each colour in a place how many Dragonbag counts and the camera saw."""
    booked: Cubes = state.bag if place is Place.BAG else state.area
    return tuple(
        Difference(cube, place, booked.of(cube), seen.get(cube.value, 0))
        for cube in Cube
        if booked.of(cube) or seen.get(cube.value, 0)
    )
