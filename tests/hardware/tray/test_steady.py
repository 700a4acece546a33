"""When the tray has come to rest."""

from hardware.tray.reader.reading import Cube, Doubt, Reading
from hardware.tray.steady import AGREEING_COUNT, Steady


def cube(colour: str = "red", x: float = 100, y: float = 100) -> Cube:
    return Cube(colour, x, y, 10, 0.9)


STILL = Reading((cube(), cube("black", 200)))


def test_readings_that_agree_in_a_row_are_steady() -> None:
    steady = Steady()
    taken = [steady.take(STILL) for _ in range(AGREEING_COUNT + 1)]
    assert taken == [None] * (AGREEING_COUNT - 1) + [STILL, STILL]


def test_a_cube_that_rolls_or_changes_begins_the_row_anew() -> None:
    rolled = Reading((cube(x=106), cube("black", 200)))
    other = Reading((cube("blue"), cube("black", 200)))
    fewer = Reading((cube(),))
    covered = Reading(STILL.cubes, (Doubt.HAND,))
    for changed in (rolled, other, fewer, covered):
        steady = Steady(2)
        assert steady.take(STILL) is None
        assert steady.take(changed) is None
        assert steady.take(changed) is changed


def test_a_cube_that_trembles_stays() -> None:
    steady = Steady(2)
    steady.take(STILL)
    assert steady.take(Reading((cube(x=103), cube("black", 200)))) is not None


def test_what_was_forgotten_does_not_count() -> None:
    steady = Steady(2)
    steady.take(STILL)
    steady.forget()
    assert steady.take(STILL) is None
