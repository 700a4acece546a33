"""How far a reading can be trusted: every sign against it takes from the odds, none adds."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader.alignment.five import are_swallowed
from hardware.tray.reader.belief.trust import Signs, trust_in
from hardware.tray.reader.channels import Floats, Photo
from hardware.tray.reader.first_look import Peak
from hardware.tray.reader.network import CELL, COLOUR_ROWS, OUTPUTS
from hardware.tray.reader.reading import COLOURS

KINDS = pytest.mark.parametrize("is_calibrated", [True, False])


@KINDS
def test_an_empty_tray_that_nothing_speaks_against_is_trusted(is_calibrated: bool) -> None:
    assert trust_in(Signs(), is_calibrated=is_calibrated) > 0.85


@KINDS
@pytest.mark.parametrize("sign", Signs._fields)
def test_no_sign_of_doubt_ever_makes_a_reading_surer(sign: str, is_calibrated: bool) -> None:
    values = np.linspace(-7, 7, 29)
    trust = [
        trust_in(Signs(**{sign: float(value)}), is_calibrated=is_calibrated) for value in values
    ]
    assert (np.diff(trust) <= 1e-9).all()


@KINDS
def test_much_that_speaks_against_a_reading_leaves_no_trust(is_calibrated: bool) -> None:
    assert trust_in(Signs(*[5.0] * len(Signs._fields)), is_calibrated=is_calibrated) < 0.1


def test_a_half_believed_cube_is_trusted_less_than_a_plain_one() -> None:
    plain, half = (trust_in(Signs(least_cube=n), is_calibrated=True) for n in (-4.0, 0.2))
    assert half < plain


def five(
    paints: list[tuple[int, int, int]], named: float
) -> tuple[Floats, tuple[Peak, ...], Photo]:
    """Return a photograph of five squares, their centres, and maps that name them so surely."""
    shot = np.full((64, 400, 3), 200, np.uint8)
    maps = np.full((len(OUTPUTS), 64 // CELL, 400 // CELL), 0.01, np.float32)
    found = []
    for number, paint in enumerate(paints):
        column = 10 + 16 * number
        shot[16:48, CELL * column - 16 : CELL * column + 16] = paint
        maps[COLOUR_ROWS, 8, column] = (1 - named) / 4
        maps[COLOUR_ROWS.start + number, 8, column] = named
        found.append(Peak(8, column, 0.9, 2.5))
    return maps, tuple(found), np.asarray(shot, np.uint8)


CLEAR = [(30, 30, 190), (20, 190, 230), (60, 140, 30), (143, 107, 104), (53, 67, 81)]
RED_LIGHT = [(26, 28, 129), (28, 56, 114), (40, 94, 229), (31, 30, 222), (71, 35, 106)]


def test_colours_that_differ_are_not_swallowed_though_the_network_misnames_one() -> None:
    assert len(COLOURS) == len(CLEAR)
    maps, found, shot = five(CLEAR, 0.09)
    assert not are_swallowed(found, maps, shot)


@pytest.mark.parametrize(("paints", "named"), [(RED_LIGHT, 0.05), (CLEAR, 0.01)])
def test_colours_that_a_light_made_alike_or_that_are_only_guessed_are(
    paints: list[tuple[int, int, int]], named: float
) -> None:
    maps, found, shot = five(paints, named)
    assert are_swallowed(found, maps, shot)
