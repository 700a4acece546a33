"""What the cube reader's network learns from: photographs of rendered light, cut into crops."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from hardware.tray.reader import closer_look
from hardware.tray.reader.alignment.registration import UNMOVED
from hardware.tray.reader.channels import CHANNELS
from hardware.tray.reader.channels import places as whole_places
from hardware.tray.reader.network import OUTPUTS
from hardware.tray.reader.training.networks.closer_look import (
    AT_A_THING,
    TOGETHER,
    Place,
    Source,
    close,
    cubes_of,
    endless,
)
from hardware.tray.reader.training.networks.crops import (
    AT,
    CELLS,
    SIDE,
    Labelled,
    chances,
    crop,
    load,
    places,
)
from hardware.tray.reader.training.networks.manifest import MANIFEST
from hardware.tray.reader.training.recipe import story, stretches
from hardware.tray.reader.training.scenes.camera import Photo
from hardware.tray.reader.training.scenes.clutter import THING
from hardware.tray.reader.training.scenes.develop import develop
from hardware.tray.reader.training.scenes.layout import COLOURS, scatter, stack
from hardware.tray.reader.training.scenes.lens import HEIGHT, WIDTH, Floats
from hardware.tray.reader.training.scenes.setups import random_paints
from hardware.tray.reader.training.scenes.variants import refloored, repainted, reshaded

SEED = 23
PLACES = ((100, 80), (200, 90), (300, 100), (150, 250), (350, 280))


def rendered(paints: Floats | None = None) -> dict[str, Floats]:
    """Return what a rendering looks like: five squares of light on a grey floor."""
    squares = np.eye(5, 3) * 0.5 if paints is None else paints
    blank = np.full((HEIGHT, WIDTH, 3), 0.3, np.float32)
    colours, codes = blank.copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
    rows = []
    for number, (x, y) in enumerate(PLACES):
        colours[y - 9 : y + 10, x - 9 : x + 10] = squares[number]
        codes[y - 9 : y + 10, x - 9 : x + 10] = number + 1
        rows.append([x, y, number, 9.5, 1.0, 0.0])
    truth = np.array(rows, np.float32)
    return {
        "blank": blank,
        "colours": colours,
        "colours_codes": codes,
        "colours_truth": truth,
        "scenes": colours[None],
        "codes": codes[None],
        "cubes": np.insert(truth, 0, 0, 1),
        "paints": np.asarray(squares, np.float32),
        "floor_mean": np.full(3, 0.3, np.float32),
        "floor_mm": flat_floor(),
        "half_mm": np.full(2, np.inf, np.float32),
        "poses": np.zeros((2, 3), np.float32),
    }


def flat_floor() -> Floats:
    """Return where each picture element looks on the floor, from straight above: (H, W, 2), mm."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    return np.asarray(np.stack([columns - WIDTH / 2, rows - HEIGHT / 2], -1) / 2.5, np.float32)


def test_the_same_chance_develops_the_same_photographs() -> None:
    first, again = (develop(np.random.default_rng(SEED), rendered()) for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)


def test_a_camera_photographs_all_with_the_same_light() -> None:
    photos = develop(np.random.default_rng(SEED), rendered())
    assert photos["blank"].dtype == np.uint8
    assert photos["photos"].shape == (1, HEIGHT, WIDTH, 3)
    floor = [each[340, 40].astype(int) for each in (photos["blank"], photos["colours"])]
    assert np.abs(floor[0] - floor[1]).max() < 60


def test_another_floor_lies_under_the_cubes_not_on_them() -> None:
    given = rendered()
    new = refloored(np.random.default_rng(SEED), given)
    x, y = PLACES[0]
    kept = new["scenes"][0][y - 4 : y + 5, x - 4 : x + 5]
    assert np.allclose(kept, given["scenes"][0][y - 4 : y + 5, x - 4 : x + 5], atol=0.02)
    assert not np.allclose(new["blank"], given["blank"], atol=0.05)


def test_the_calibrations_cubes_lie_on_another_floor_up_to_their_edges() -> None:
    given = rendered()
    x, y = PLACES[0]
    given["colours_codes"] = given["codes"][0].copy()
    given["colours_codes"][:, x + 1 : x + 10] = 0  # the right half is floor
    new = refloored(np.random.default_rng(SEED), given)
    change = np.abs(new["colours"] - given["colours"])[y - 4 : y + 5]
    assert change[:, x - 8 : x - 3].max() < 0.02
    assert change[:, x + 4 : x + 9].max() > 0.05


def test_another_floor_moves_with_its_tray_and_ends_at_its_walls() -> None:
    given = rendered()
    given["half_mm"] = np.array([80, 60], np.float32)
    given["scenes"], given["codes"] = given["blank"][None], np.zeros_like(given["codes"])
    given["poses"] = np.zeros((2, 3), np.float32)
    given["poses"][1, 0] = 4.0  # mm, which are 10 picture elements
    new = refloored(np.random.default_rng(SEED), given)
    scene, blank = new["scenes"][0], new["blank"]
    assert np.allclose(scene[100:280, 110:410], blank[100:280, 100:400], atol=0.01)
    assert not np.allclose(scene[100:280, 100:400], blank[100:280, 100:400], atol=0.01)
    assert np.array_equal(blank[:, :50], given["blank"][:, :50])


def test_repainted_cubes_have_their_colour_in_every_picture_and_the_floor_keeps_its_own() -> None:
    given = rendered(random_paints(np.random.default_rng(SEED)))
    seen_black = 0
    for seed in range(12):
        new = repainted(np.random.default_rng(seed), given)
        assert np.allclose(new["scenes"][0][340, 40], 0.3)
        for (x, y), old, row in zip(PLACES, given["cubes"], new["cubes"], strict=True):
            assert row[3] in (old[3], COLOURS.index("black"))
            if row[3] == old[3]:
                assert np.allclose(new["scenes"][0][y, x], new["colours"][y, x], atol=0.02)
            else:
                seen_black += 1
                assert new["scenes"][0][y, x].max() < given["scenes"][0][y, x].max()
    assert seen_black


def test_reshaded_scenes_have_other_shadows_beside_the_same_cubes() -> None:
    given = rendered()
    x, y = PLACES[0]
    given["scenes"] = given["scenes"].copy()
    given["scenes"][0][y - 5 : y + 6, x + 12 : x + 20] *= 0.4  # a shadow
    new = reshaded(np.random.default_rng(SEED), given)
    shadow = new["scenes"][0][y, x + 16, 0] / 0.3
    assert abs(shadow - 0.4) > 0.02
    assert np.allclose(new["scenes"][0][y, x], given["scenes"][0][y, x])
    assert np.allclose(new["blank"], given["blank"])


def test_cubes_that_are_scattered_do_not_overlap_and_stacked_ones_are_marked() -> None:
    rng = np.random.default_rng(SEED)
    cubes = scatter(rng, 15, np.array([70.0, 50.0]), 8.0, 0.01)
    places = np.array([cube.centre[:2] for cube in cubes])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 99 * np.eye(len(cubes))
    assert apart.min() > 7.5
    assert sum(cube.is_raised for cube in stack(rng, cubes, 2)) == 4


def test_a_crop_asks_for_a_centre_and_a_colour_where_a_cube_lies() -> None:
    given = rendered()
    codes: Photo = given["codes"][0][::2, ::2].astype(np.uint8)
    picture = (given["colours"] * 255).astype(np.uint8)
    source = Labelled(
        picture, codes, given["colours_truth"], 0.0, picture, UNMOVED, np.zeros((5, 3), np.float32)
    )
    seen = [crop(np.random.default_rng(seed), source) for seed in range(12)]
    assert seen[0].shown.shape == (CHANNELS, SIDE, SIDE)
    assert seen[0].wanted.shape == (len(OUTPUTS), CELLS, CELLS)
    hot = [each for each in seen if each.wanted[AT["centre"]].max() > 0.9]
    assert len(hot) > 5
    for each in hot:
        place = np.unravel_index(int(each.wanted[AT["centre"]].argmax()), (CELLS, CELLS))
        assert each.wanted[AT["cube"]][place] == 1
        assert each.wanted[AT["red"] : AT["black"] + 1, place[0], place[1]].sum() == 1


def test_photographs_are_read_from_the_disk_where_they_lie(tmp_path: Path) -> None:
    photos = develop(np.random.default_rng(SEED), rendered())
    save: Callable[..., None] = np.savez  # its own type takes no dict of arrays
    save(tmp_path / "one.npz", **photos)
    (loaded,) = load(tmp_path / "one.npz")
    assert np.array_equal(loaded.photo, photos["photos"][0])
    assert np.array_equal(loaded.codes, photos["codes"][0])
    assert np.array_equal(loaded.blank, photos["blank"])
    assert not loaded.photo.flags.writeable  # the file itself, not a copy in memory
    assert len(np.unique(loaded.paints, axis=0)) == len(PLACES)


def test_a_crop_tells_where_in_the_photograph_it_lies() -> None:
    turn = 2 * np.array([[0.0, -1], [1, 0]])  # a quarter turn, twice as large
    corner = np.array([0.0, 0.0])  # of the photograph, in the middle of the crop
    shift = np.array([SIDE / 2, SIDE / 2]) - turn @ corner
    told = places(np.column_stack([turn, shift]).astype(np.float32))
    middle = told[:, SIDE // 2, SIDE // 2]
    whole = whole_places(HEIGHT, WIDTH)
    assert np.allclose(middle, [-whole[1, 0, 0], whole[0, 0, 0]])
    right = told[:, SIDE // 2, SIDE // 2 + 2] - middle
    assert np.allclose(right, [whole[0, 0, 1] - whole[0, 0, 0], 0])


def test_all_colours_have_a_row() -> None:
    assert len(COLOURS) == AT["black"] - AT["red"] + 1


def test_a_closer_look_is_taught_cubes_of_their_colour_and_places_that_are_none() -> None:
    given = rendered()
    picture = (given["colours"] * 255).astype(np.uint8)
    codes: Photo = given["codes"][0][::2, ::2].astype(np.uint8)
    truth = given["colours_truth"].copy()
    truth[2, 5] = 1  # the third lies on another
    photo = Labelled(picture, codes, truth, 0.0, picture, UNMOVED, np.zeros((5, 3), np.float32))
    first_look = np.array([[0, *PLACES[0]], [0, 440, 60]], np.float32)
    five = photo._replace(cubes=given["colours_truth"])
    source = Source([photo], five, 9.5, first_look)
    flat, raised, none = cubes_of(source)
    assert [len(flat), len(raised), len(none)] == [4, 1, 1]  # what it rightly saw teaches nothing
    rng = np.random.default_rng(SEED)
    shown = list(islice(endless(rng, [source], [cubes_of(source)]), 12))
    assert shown[0].shown.shape == (5 + TOGETHER, CHANNELS, closer_look.SIDE, closer_look.SIDE)
    wanted = np.concatenate([each.wanted for each in shown])
    weight = np.concatenate([each.weight for each in shown])
    assert (wanted[:, closer_look.COLOURS].sum(1) == wanted[:, 0]).all()
    assert (wanted[:, -1] == wanted[:, 3]).all()
    assert (weight[:, 1:] == wanted[:, :1]).all()
    assert weight[:, 0].all()
    assert set(wanted[:, 0]) == {0.0, 1.0}


def test_a_place_where_a_thing_lies_can_be_told_from_one_where_nothing_does() -> None:
    given = rendered()
    picture = (given["colours"] * 255).astype(np.uint8)
    codes = np.zeros((HEIGHT // 2, WIDTH // 2), np.uint8)
    codes[20:40, 200:240] = THING
    paints = np.ones((5, 3), np.float32)
    truth = given["colours_truth"]
    photo = Labelled(picture, codes, truth, 0.0, picture, UNMOVED, paints)
    source = Source([photo], photo, 9.5, np.zeros((0, 3), np.float32))
    x, y, *_ = truth[0]
    places = [Place(0, 440, 60, -1), Place(0, 300, 300, -1), Place(0, x, y, 0)]
    weight = close(np.random.default_rng(SEED), source, places).weight
    assert weight[:, 0].tolist() == [AT_A_THING, 1, 1]


def test_a_set_up_is_shown_in_one_light_with_the_cubes_of_its_calibration() -> None:
    given = rendered()
    picture = (given["colours"] * 255).astype(np.uint8)
    codes: Photo = given["codes"][0][::2, ::2].astype(np.uint8)
    truth = given["colours_truth"]
    photo = Labelled(picture, codes, truth, 0.0, picture, UNMOVED, np.ones((5, 3), np.float32))
    source = Source([photo], photo, 9.5, np.zeros((0, 3), np.float32))
    places = [Place(0, x, y, cube) for cube, (x, y, *_) in enumerate(truth)]
    for seed in range(20):
        each = close(np.random.default_rng(seed), source, places)
        middle = slice(closer_look.SIDE // 2 - 3, closer_look.SIDE // 2 + 3)
        tops = each.shown[:, :3, middle, middle].mean((2, 3))
        assert np.allclose(tops[:5], tops[5:], atol=0.05)
        has_blank = bool(each.shown[:, 11].all())
        knows_colours = bool(each.shown[:, 6:11].any())
        assert each.is_known == [has_blank and knows_colours]


def test_a_folder_of_few_photographs_is_shown_as_often_as_one_of_many() -> None:
    often = chances([2, 300], None)
    assert np.isclose(often[:2].sum(), 0.5)
    assert np.isclose(often.sum(), 1)
    assert np.isclose(chances([2, 300], [3, 1])[:2].sum(), 0.75)


def test_weights_that_were_trained_on_keep_the_story_of_those_before() -> None:
    before = json.loads(MANIFEST.read_text())["first_look"]["runs"]
    assert story("first_look", "more", 1e-3) == [*before, "more"]
    assert story("first_look", before[-1], 1e-3) == before  # stopped and started again
    assert story("first_look", "from nothing", None) == ["from nothing"]


def test_each_set_up_is_rendered_once_whatever_the_number_of_cores() -> None:
    for hands in (1, 2, 7):
        seeds = [begin + more for count, begin in stretches(45, hands) for more in range(count)]
        assert seeds == list(range(840_000, 840_045))
