"""The tray of a table: calibrated, read, watched; with a folder of pictures for a camera."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.places import PHOTOS

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from companion.engine.errors import TrayError
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import ProvokeDragon, ReportDraw, StartGame
from companion.games.clank.values import DrawnBy, Seat
from companion.games.the_game.commands import StartGame as StartTheGame
from companion.table.reading import Purpose, Seen
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.tray.cameras import open_camera
from hardware.tray.cameras.folder import FolderCamera
from hardware.tray.photos import encoded, open_photo
from hardware.tray.reader.channels import Photo
from hardware.tray.reader.reading import SENTENCES, Doubt
from hardware.tray.steady import CALM_COUNT
from hardware.tray.tray import Tray
from hardware.tray.watch import TrayWatch

WAIT_S = 30.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
        yield table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One set-up: calibration shots and 16 cubes."""
    made = tmp_path / "pictures"
    made.mkdir()
    images = PHOTOS / "images"
    setup = {
        "blank": f"{images}/d01_blank.jpg",
        "colors": f"{images}/d01_colors.jpg",
        "photos": [f"{images}/d01_01.jpg"],
    }
    (made / "setups.json").write_text(json.dumps({"d01": setup}))
    return made


D01_01 = {"red": 5, "yellow": 8, "green": 1, "blue": 1, "black": 1}


def calibrated(table: Table, store: Path, folder: Path) -> Tray:
    tray = Tray(table, store, FolderCamera(folder))
    tray.shoot_blank()
    tray.shoot_colours()
    return tray


def seen_by(table: Table, is_right: Callable[[Snapshot], bool]) -> Snapshot:
    """Wait until what everybody sees is right."""
    table.wait_newer(table.snapshot.version, WAIT_S, lambda: is_right(table.snapshot))
    assert is_right(table.snapshot)
    return table.snapshot


def test_two_pictures_calibrate_a_camera(table: Table, tmp_path: Path, folder: Path) -> None:
    tray = Tray(table, tmp_path / "tray", FolderCamera(folder))
    assert (tray.step, tray.learnt) == ("blank", None)
    number = tray.shoot_blank()
    assert tray.step == "colours"
    assert number is not None
    assert (tray.photo(number) or b"").startswith(b"\xff\xd8")
    learnt = tray.shoot_colours()
    assert tray.step == "done"
    assert sorted(learnt.counts) == ["black", "blue", "green", "red", "yellow"]
    assert set(learnt.counts.values()) == {1}
    assert tray.learnt == learnt


def test_the_five_cubes_come_after_the_empty_tray(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    with pytest.raises(TrayError, match="First take the photo of the empty tray"):
        Tray(table, tmp_path / "tray", FolderCamera(folder)).shoot_colours()


def test_a_calibration_outlives_a_restart_until_it_is_given_up(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    calibrated(table, tmp_path / "tray", folder)
    again = Tray(table, tmp_path / "tray", FolderCamera(folder))
    assert again.step == "done"
    again.forget()
    assert Tray(table, tmp_path / "tray", FolderCamera(folder)).step == "blank"


@pytest.mark.parametrize(
    ("file", "torn"),
    [
        ("colours.png", b"torn"),
        ("camera.json", b"[" * 5000),
        ("camera.json", b'{"gain": "much"}'),
    ],
)
def test_a_calibration_that_is_torn_is_told_and_made_anew(
    table: Table,
    tmp_path: Path,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    file: str,
    torn: bytes,
) -> None:
    calibrated(table, tmp_path / "tray", folder)
    (tmp_path / "tray" / file).write_bytes(torn)
    assert Tray(table, tmp_path / "tray", FolderCamera(folder)).step == "blank"
    assert "is not used" in caplog.text


def test_a_reading_is_shown_to_everybody_until_it_is_put_away(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray = calibrated(table, tmp_path / "tray", folder)
    version = table.snapshot.version
    seen = tray.read(Purpose.AREA)
    assert {colour: n for colour, n in seen.counts.items() if n} == D01_01
    assert table.snapshot.seen == seen
    assert table.snapshot.version == version, "a reading is nothing that has happened"
    table.see(None)
    assert table.snapshot.seen is None


def test_a_bag_that_fills_two_trays_is_counted_together(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray = calibrated(table, tmp_path / "tray", folder)
    tray.read(Purpose.BAG)
    both = tray.read(Purpose.BAG, adds=True)
    assert both.counts["red"] == 2 * D01_01["red"]
    other = tray.read(Purpose.AREA, adds=True)
    assert other.before is None, "another place is another count"


def test_a_phones_photo_is_read_without_a_camera(table: Table, tmp_path: Path) -> None:
    tray = Tray(table, tmp_path / "tray")
    photo = (PHOTOS / "images" / "d02_06.jpg").read_bytes()
    assert tray.read(Purpose.AREA, photo).counts["yellow"] == 7
    assert not (tmp_path / "tray").exists(), "a photo is not kept"


@pytest.mark.slow
def test_a_phone_calibrates_a_table_without_a_camera(table: Table, tmp_path: Path) -> None:
    blank, colours, drawn = (
        (PHOTOS / "images" / f"d10_{name}.jpg").read_bytes() for name in ("blank", "colors", "06")
    )
    tray = Tray(table, tmp_path / "tray")
    tray.shoot_blank(blank)
    assert tray.step == "colours"
    assert set(tray.shoot_colours(colours).counts.values()) == {1}
    seen = Tray(table, tmp_path / "tray").read(Purpose.DRAW, drawn)  # after a restart as well
    assert (seen.is_sure, seen.width) == (True, 1024)
    half = open_photo(PHOTOS / "images" / "d10_06.jpg")[:, 400:]
    seen = tray.read(Purpose.DRAW, encoded(".png", half))
    assert SENTENCES[Doubt.UNSEEN] in seen.doubts
    assert [(edge.x, edge.to_x) for edge in seen.ends_at] == [(0, 0)]


@pytest.mark.slow
def test_two_photos_of_different_trays_calibrate_nothing(table: Table, tmp_path: Path) -> None:
    tray = Tray(table, tmp_path / "tray")
    tray.shoot_blank((PHOTOS / "images" / "d07_blank.jpg").read_bytes())
    with pytest.raises(TrayError, match="too little in common"):
        tray.shoot_colours((PHOTOS / "images" / "d10_colors.jpg").read_bytes())
    assert tray.step == "colours"


@pytest.mark.parametrize("action", ["read", "shoot_blank"])
def test_without_a_camera_a_photo_is_asked_for(table: Table, tmp_path: Path, action: str) -> None:
    tray = Tray(table, tmp_path / "tray")
    with pytest.raises(TrayError, match="no camera"):
        tray.read(Purpose.DRAW) if action == "read" else tray.shoot_blank()


def test_what_is_no_photo_is_refused(table: Table, tmp_path: Path) -> None:
    with pytest.raises(TrayError, match="cannot read this photo"):
        Tray(table, tmp_path / "tray").read(Purpose.DRAW, b"no photo")
    assert table.snapshot.seen is None


@pytest.mark.slow
def test_while_an_attack_waits_the_tray_is_watched_and_a_draw_proposed(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray = calibrated(table, tmp_path / "tray", folder)
    assert tray.camera is not None
    with TrayWatch(tray, tray.camera):
        assert table.snapshot.seen is None
        table.submit(ProvokeDragon(), "cli")
        seen = seen_by(table, lambda snapshot: snapshot.seen is not None).seen
    assert seen is not None
    assert seen.purpose is Purpose.DRAW
    assert {colour: n for colour, n in seen.counts.items() if n} == D01_01


class Unlike(FolderCamera):
    """A camera whose small pictures show something else than its stills, and always the same."""

    small: str
    looks: threading.Semaphore

    def watch(self) -> Photo:
        self.looks.release()
        return open_photo(PHOTOS / "images" / self.small)


@contextmanager
def proposed(table: Table, tmp_path: Path, folder: Path) -> Iterator[tuple[Unlike, Seen | None]]:
    """Watch a tray during an attack until a draw is proposed."""
    camera = Unlike(folder)
    camera.small, camera.looks = "d02_06.jpg", threading.Semaphore(0)
    with TrayWatch(Tray(table, tmp_path / "tray", camera), camera):
        table.submit(ProvokeDragon(), "cli")
        yield camera, seen_by(table, lambda snapshot: snapshot.seen is not None).seen


@pytest.mark.slow
def test_a_proposal_stays_until_the_small_pictures_change(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    with proposed(table, tmp_path, folder) as (camera, first):
        for _ in range(2 * CALM_COUNT):
            assert camera.looks.acquire(timeout=WAIT_S)
        assert table.snapshot.seen is first
        camera.small = "d10_06.jpg"
        seen_by(table, lambda snapshot: snapshot.seen is not first)


@pytest.mark.slow
def test_a_tray_that_was_touched_is_read_again(table: Table, tmp_path: Path, folder: Path) -> None:
    with proposed(table, tmp_path, folder) as (camera, first):
        camera.small = "d01_blank.jpg"
        for _ in range(2 * CALM_COUNT):
            assert camera.looks.acquire(timeout=WAIT_S)
        assert table.snapshot.seen is first  # an empty tray proposes nothing
        camera.small = "d02_06.jpg"
        seen_by(table, lambda snapshot: snapshot.seen is not first)


class Noting(FolderCamera):
    """Notes during which game it was looked through."""

    games: set[str]
    table: Table

    def watch(self) -> Photo:
        self.games.add(self.table.snapshot.game.name)
        return super().watch()


@pytest.mark.slow
def test_a_shuffle_of_cards_is_nothing_for_the_camera(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray, camera = calibrated(table, tmp_path / "tray", folder), Noting(folder)
    camera.games, camera.table = set(), table
    for _ in ("blank", "colours"):  # the folder's first pictures: they are calibrated with
        camera.still()
    with TrayWatch(tray, camera):
        clank = table.snapshot.game_id
        table.open_game("cli", "the_game")
        table.submit(StartTheGame(("",), practice=True), "cli")
        assert table.snapshot.game.awaits_hand(table.snapshot.state)
        table.return_to("cli", clank)
        table.submit(ProvokeDragon(), "cli")
        seen_by(table, lambda snapshot: snapshot.seen is not None)
    assert camera.games == {"clank"}


@pytest.mark.slow
def test_a_confirmed_draw_takes_the_picture_away_and_may_leave_it_as_evidence(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray = calibrated(table, tmp_path / "tray", folder)
    assert tray.camera is not None
    with TrayWatch(tray, tray.camera, tmp_path / "evidence"):
        table.submit(ProvokeDragon(), "cli")
        seen_by(table, lambda snapshot: snapshot.seen is not None)
        draw = ReportDraw(Cubes(black=3), (), DrawnBy.CAMERA, Cubes(black=4))
        after = table.submit(draw, "phone:red")
        assert after.seen is None
    name = f"{after.game_id}-{after.version}.jpg"
    assert [path.name for path in (tmp_path / "evidence").iterdir()] == [name]


@pytest.mark.slow
def test_a_camera_that_is_gone_is_told_and_comes_back(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    tray = calibrated(table, tmp_path / "tray", folder)
    assert tray.camera is not None
    away = folder / "away"
    away.mkdir()
    pictures = json.loads((folder / "setups.json").read_text())["d01"]["photos"]
    lying = folder / "lying.jpg"
    shutil.copy(pictures[0], lying)
    (folder / "setups.json").write_text(json.dumps({"x": {"photos": [str(lying)]}}))
    camera = FolderCamera(folder)
    tray.camera = camera
    lying.rename(away / "lying.jpg")
    with TrayWatch(tray, camera):
        table.submit(ProvokeDragon(), "cli")
        seen_by(table, lambda snapshot: "camera" in snapshot.notices)
        (away / "lying.jpg").rename(lying)
        seen_by(table, lambda snapshot: snapshot.seen is not None and not snapshot.notices)


def test_a_doubtful_reading_says_why(table: Table, tmp_path: Path) -> None:
    photo = (PHOTOS / "images" / "d02_08.jpg").read_bytes()  # blurred
    seen = Tray(table, tmp_path / "tray").read(Purpose.DRAW, photo)
    assert not seen.is_sure
    assert seen.doubts[0].one.endswith((".", "!"))


def test_a_folder_without_pictures_and_a_kind_that_is_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(TrayError, match="no photos"):
        open_camera(str(tmp_path / "empty"))
    with pytest.raises(TrayError, match="Choose none, pi, usb"):
        open_camera("periscope")
    assert open_camera("none") is None


def test_a_plain_folder_shows_its_pictures_in_order_and_again(tmp_path: Path) -> None:
    for number, name in enumerate(("d01_01", "d02_02")):
        shutil.copy(PHOTOS / "images" / f"{name}.jpg", tmp_path / f"{number}.jpg")
    camera = FolderCamera(tmp_path)
    stills: list[Photo] = [camera.still() for _ in range(3)]
    assert (stills[0] == stills[2]).all()
    assert (stills[0] != stills[1]).any()
    assert (camera.watch() == stills[1]).all()


def test_a_folder_that_is_watched_stays_at_its_picture_until_the_watching_ends(
    tmp_path: Path,
) -> None:
    for number, name in enumerate(("d01_01", "d02_02")):
        shutil.copy(PHOTOS / "images" / f"{name}.jpg", tmp_path / f"{number}.jpg")
    camera = FolderCamera(tmp_path)
    first = camera.watch()
    assert all((camera.still() == first).all() for _ in range(3))
    assert (camera.watch() == first).all()
    camera.rest()
    assert (camera.watch() != first).any()
    camera.rest()  # this one was seen, but never taken
    assert (camera.watch() != first).any()


@pytest.mark.slow
def test_a_laptops_folder_shows_the_next_draw_only_when_this_one_is_recorded(
    table: Table, tmp_path: Path, folder: Path
) -> None:
    photos = [f"{PHOTOS}/images/{name}.jpg" for name in ("d01_01", "d01_03")]
    (folder / "setups.json").write_text(json.dumps({"d01": {"photos": photos}}))
    camera = FolderCamera(folder)
    with TrayWatch(Tray(table, tmp_path / "tray", camera), camera):
        table.submit(ProvokeDragon(), "cli")
        first = seen_by(table, lambda snapshot: snapshot.seen is not None).seen
        shown = camera.watch()
        table.wait_newer(table.snapshot.version, 2.5, lambda: table.snapshot.seen is not first)
        assert table.snapshot.seen is first, "nobody's tray changes by itself"
        assert (camera.watch() == shown).all()
        table.submit(ReportDraw(Cubes(black=3), (), DrawnBy.CAMERA, Cubes(black=4)), "phone:red")
        table.submit(ProvokeDragon(), "cli")
        seen_by(table, lambda snapshot: snapshot.seen is not None)
        assert (camera.watch() != shown).any()


def test_every_doubt_of_the_reader_is_a_sentence_of_the_table() -> None:
    from hardware.tray.reader.read import SENTENCES

    assert set(SENTENCES) == set(Doubt)
