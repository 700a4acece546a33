"""Real frames out of public repositories, as a data set."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

import cv2
import numpy as np

from hardware.tray.photos import open_photo
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import COLOURS
from tests.bench.cubes.real import LABELS, Frames, changed, made, write

RED, YELLOW, WHITE = (30, 30, 190), (20, 200, 240), (210, 215, 220)
HIGH, WIDE, HALF = 160, 240, 8
AT = (60, 50)
OWNER, NAME = "somebody", "blocks"


def frame(*blocks: tuple[tuple[int, int], tuple[int, int, int]], level: float = 1) -> Photo:
    """Return a white board with blocks, each with a shadow to its right."""
    photo = np.full((HIGH, WIDE, 3), WHITE, np.float32)
    for (x, y), _ in blocks:
        photo[y - HALF : y + HALF, x : x + HALF + 6] *= 0.8
    for (x, y), paint in blocks:
        photo[y - HALF : y + HALF, x - HALF : x + HALF] = paint
    return np.asarray(photo * level, np.uint8)


def git(where: Path, *words: str) -> str:
    """Return what git says."""
    said = subprocess.run(
        ["git", "-C", where, "-c", "user.name=a", "-c", "user.email=a@b.c", *words],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    return said.stdout.strip()


@pytest.fixture
def repositories(tmp_path: Path) -> Path:
    """Return a folder with a clone whose frames are empty.png, red.png and both.png."""
    clone = tmp_path / OWNER / NAME
    clone.mkdir(parents=True)
    git(clone, "init", "--quiet")
    shots = {
        "empty": frame(),
        "red": frame((AT, RED), level=0.8),
        "both": frame((AT, RED), ((150, 90), YELLOW)),
    }
    for name, photo in shots.items():
        cv2.imwrite(str(clone / f"{name}.png"), photo)
    git(clone, "add", ".")
    git(clone, "commit", "--quiet", "--message", "frames")
    return tmp_path


def labels(repositories: Path, **setups: Any) -> dict[str, Any]:
    """Return labels of the three frames."""
    repository = f"{OWNER}/{NAME}"
    commit = git(repositories / repository, "rev-parse", "HEAD")
    place = {"repository": repository, "empty": "empty", "reach": 16}
    return {
        "repositories": {repository: {"commit": commit, "licence": "none stated"}},
        "frames": {
            "empty": {"repository": repository, "path": "empty.png"},
            "red": {**place, "path": "red.png", "blocks": [[*AT, "red"]]},
            "both": {
                **place, "path": "both.png",
                "blocks": [[*AT, "red"], [150, 90, "yellow"], [200, 20, "violet"]],
            },
        },
        "setups": setups,
    }  # fmt: skip


def test_only_blocks_in_the_crop_are_counted(repositories: Path) -> None:
    frames = Frames(repositories, labels(repositories))

    photo, colours = made(frames, {"frame": "both", "crop": [100, 0, 140, 120]})

    assert photo.shape == (120, 140, 3)
    assert colours == ["yellow", "violet"]


def test_a_block_is_added_as_bright_as_the_other_frame_with_its_shadow(
    repositories: Path,
) -> None:
    frames = Frames(repositories, labels(repositories))

    photo, colours = made(frames, {"frame": "empty", "add": [["red", 0]]})

    assert colours == ["red"]
    assert np.abs(photo[AT[1], AT[0]] - np.array(RED)).max() < 4  # the frame was a fifth darker
    beside = photo[AT[1], AT[0] + HALF + 3] / np.array(WHITE)
    assert beside == pytest.approx([0.8] * 3, abs=0.03)
    assert np.array_equal(photo[120:], frame()[120:])


def test_a_block_can_be_added_elsewhere(repositories: Path) -> None:
    frames = Frames(repositories, labels(repositories))

    photo, _ = made(frames, {"frame": "empty", "add": [["red", 0, 200, 100]]})

    assert np.abs(photo[100, 200] - np.array(RED)).max() < 4
    assert np.array_equal(photo[AT[1], AT[0]], WHITE)


def test_a_frame_can_be_narrowed_and_have_red_and_blue_swapped(repositories: Path) -> None:
    given = labels(repositories)
    given["frames"]["red"] |= {"width": WIDE // 2, "swapped": True}

    photo = Frames(repositories, given).read("red")

    assert photo.shape == (HIGH // 2, WIDE // 2, 3)
    assert photo[AT[1] // 2, AT[0] // 2].tolist() == [152, 24, 24]


def test_a_photograph_taken_again_differs_a_little_and_always_alike() -> None:
    photo = frame((AT, RED))

    again = changed(photo, 1)

    assert np.array_equal(again, changed(photo, 1))
    assert not np.array_equal(again, changed(photo, 2))
    assert 0 < np.abs(again.astype(int) - photo).mean() < 15


def test_the_data_set_is_as_the_command_wants_it(repositories: Path, tmp_path: Path) -> None:
    tray = {"frame": "empty"}
    wanted = {
        "floor": "white", "blank": tray, "colors": {"frame": "both"},
        "photos": [{"frame": "red"}, {"frame": "both", "refuse": "hand"}],
    }  # fmt: skip
    given = labels(repositories, board=wanted)

    write(Frames(repositories, given), given, tmp_path / "set")

    [(name, setup)] = json.loads((tmp_path / "set/setups.json").read_text()).items()
    assert (name, setup["blank"]) == ("board", "images/board_blank.jpg")
    lines = [json.loads(line) for line in (tmp_path / "set/index.jsonl").read_text().splitlines()]
    assert [line["image"] for line in lines] == [Path(photo).name for photo in setup["photos"]]
    assert lines[0]["counts"] == dict.fromkeys(COLOURS, 0) | {"red": 1}
    assert [line["refuse_reason"] for line in lines] == [None, "hand"]
    assert lines[1]["distractors"] == ["violet"]
    assert open_photo(tmp_path / "set" / setup["colors"]).shape == (HIGH, WIDE, 3)


def test_photographs_from_the_hand_are_marked_as_such(repositories: Path, tmp_path: Path) -> None:
    shots = {"blank": {"frame": "empty"}, "photos": [{"frame": "red"}]}
    given = labels(repositories, still={"floor": "white", **shots})
    given["setups"]["hand"] = {"floor": "white", "held": True, **shots}

    write(Frames(repositories, given), given, tmp_path / "set")

    setups = json.loads((tmp_path / "set/setups.json").read_text())
    assert {name: setup.get("held", False) for name, setup in setups.items()} == {
        "still": False, "hand": True,
    }  # fmt: skip


def test_a_setup_whose_repository_is_missing_is_left_out(
    repositories: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = labels(repositories, board={"floor": "white", "photos": [{"frame": "red"}]})
    given["repositories"]["nobody/nothing"] = {"commit": "0" * 40, "licence": "none stated"}
    given["frames"]["gone"] = {"repository": "nobody/nothing", "path": "a.png"}
    given["setups"]["other"] = {"floor": "?", "photos": [{"frame": "gone"}]}

    write(Frames(repositories, given), given, tmp_path / "set")

    assert list(json.loads((tmp_path / "set/setups.json").read_text())) == ["board"]
    assert "other" in capsys.readouterr().out


def test_the_labels_name_only_frames_and_blocks_that_there_are() -> None:
    given = json.loads(LABELS.read_text())
    frames = given["frames"]
    for setup in given["setups"].values():
        shots = [*setup["photos"], *(setup[shot] for shot in ("blank", "colors") if shot in setup)]
        for shot in shots:
            assert shot["frame"] in frames
            for name, index, *_ in shot.get("add", []):
                assert index < len(frames[name]["blocks"])
                assert frames[name]["empty"] in frames
    assert all(frame["repository"] in given["repositories"] for frame in frames.values())
    assert all(len(one["commit"]) == 40 for one in given["repositories"].values())
