"""The tray's pages, as a browser without script has them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.pages import create_app
from tests.support.places import PHOTOS
from web_ui.app import Options

pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")

from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, ProvokeDragon, StartGame
from companion.games.clank.events import CubesDrawn
from companion.games.clank.values import DrawnBy, Seat
from companion.table.reading import Edge, Mark, Purpose, Seen, Spot
from companion.table.table import Table
from hardware.tray.cameras.folder import FolderCamera
from hardware.tray.jobs import marks, spot
from hardware.tray.reader.reading import (
    SENTENCES,
    SENTENCES_OF_PLACE,
    Cube,
    Doubt,
    Reading,
)
from hardware.tray.reader.reading import Mark as Place
from hardware.tray.tray import Tray
from tests.support.pages import Page

D02_02 = PHOTOS / "images" / "d02_02.jpg"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
        yield table


@pytest.fixture
def client(table: Table, tmp_path: Path) -> FlaskClient:
    tray = Tray(table, tmp_path / "tray", FolderCamera(PHOTOS))
    return client_of(table, tray)


def client_of(table: Table, tray: Tray | None) -> FlaskClient:
    given = None if tray is None else (lambda: tray)
    app = create_app(table, Options(address=lambda: "", version="test", tray=given))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()


def seen(purpose: Purpose, **cubes: int) -> Seen:
    spots = tuple(Spot(colour, 10, 20, 5) for colour, n in cubes.items() for _ in range(n))
    return Seen(1, purpose, 100, 80, spots)


def confirm(client: FlaskClient, **changed: str) -> None:
    """Press "These were drawn" on the page of a seat."""
    page = Page(client.get("/seat/red").text)
    (form,) = (
        form for form in page.forms if form.action == "/do/ReportDraw" and "seen.red" in form.fields
    )
    assert client.post(form.action, data=form.sent(0, **changed)).status_code == 303


def attacked(table: Table) -> int:
    table.submit(ProvokeDragon(), "cli")
    cubes = table.snapshot.state.attack.cubes_to_draw
    assert isinstance(cubes, int)
    return cubes


def test_a_proposed_draw_is_confirmed_with_one_tap(table: Table, client: FlaskClient) -> None:
    table.see(seen(Purpose.DRAW, black=attacked(table)))
    page = client.get("/seat/red").text
    assert "/tray/photo/1.jpg" in page
    assert page.count('<g class="ring black"') == len(table.snapshot.seen.spots)  # type: ignore[union-attr]
    confirm(client)
    drawn = next(event for event in table.snapshot.events if isinstance(event, CubesDrawn))
    assert (drawn.drawn_by, drawn.seen) == (DrawnBy.CAMERA, None)
    assert table.snapshot.seen is None


def test_a_misread_draw_is_set_right_and_the_misreading_kept(
    table: Table, client: FlaskClient
) -> None:
    cubes = attacked(table)
    table.see(seen(Purpose.DRAW, black=cubes - 1))
    assert "missing or hidden" in client.get("/seat/red").text
    confirm(client, **{"cubes.black": str(cubes)})
    drawn = next(event for event in table.snapshot.events if isinstance(event, CubesDrawn))
    assert drawn.seen is not None
    assert (drawn.cubes.black, drawn.seen.black) == (cubes, cubes - 1)


def test_a_ring_says_of_its_own_cube_why_it_is_in_doubt(table: Table, client: FlaskClient) -> None:
    attacked(table)
    unclear = spot(Cube("black", 10, 20, 5, 0.4, Doubt.UNCLEAR))
    whole = SENTENCES[Doubt.UNCLEAR]
    table.see(Seen(1, Purpose.DRAW, 100, 80, (unclear,), (whole,)))
    page = client.get("/seat/red").text
    assert "<title>Black: This cube is not clear.</title>" in page
    assert "Not every cube is clear. Spread the cubes a little." in page


def test_what_the_bag_cannot_hold_is_said_before_anybody_confirms(
    table: Table, client: FlaskClient
) -> None:
    table.see(seen(Purpose.DRAW, blue=attacked(table)))
    assert "Blue is not possible: the bag holds 0" in client.get("/seat/red").text


def test_a_phones_photo_is_read_for_the_area_and_offered_as_corrections(
    table: Table, client: FlaskClient
) -> None:
    table.submit(MakeClank(Colour.GREEN, 1), "cli")
    answer = client.post(
        "/tray/read", data={"purpose": "area", "photo": (D02_02.open("rb"), "photo.jpg")}
    )
    assert answer.status_code == 303
    page = Page(client.get("/tray").text)
    offered = {
        form.fields["cube"]: form for form in page.forms if form.action == "/do/CorrectCubes"
    }
    client.post("/do/CorrectCubes", data=offered["red"].sent())
    assert table.snapshot.state.area.red == 2
    client.post("/tray/done")
    assert table.snapshot.seen is None


def test_black_cubes_cannot_be_set_in_the_area(table: Table, client: FlaskClient) -> None:
    table.see(seen(Purpose.AREA, black=1))
    page = Page(client.get("/tray").text)
    assert not [form for form in page.forms if form.fields.get("cube") == "black"]


def test_a_camera_is_calibrated_step_by_step(client: FlaskClient) -> None:
    for step in ("blank", "colours"):
        page = Page(client.get("/tray/calibrate").text)
        form = next(form for form in page.forms if {"step": step} in form.buttons)
        assert client.post("/tray/calibrate", data=form.sent()).status_code == 303
    done = client.get("/tray/calibrate").text
    assert done.count('<g class="ring') == 5
    assert client.post("/tray/calibrate", data={"step": "again"}).status_code == 303
    assert "The tray is empty" in client.get("/tray/calibrate").text
    assert client.post("/tray/calibrate", data={"step": "fly"}).status_code == 400


def test_a_step_too_early_is_refused_with_a_sentence(client: FlaskClient) -> None:
    answer = client.post("/tray/calibrate", data={"step": "colours"})
    assert answer.status_code == 409
    assert "First take the photo of the empty tray" in answer.text


def test_the_pictures_that_were_read_can_be_fetched_for_a_while(
    table: Table, client: FlaskClient
) -> None:
    client.post("/tray/read", data={"purpose": "area"})
    assert table.snapshot.seen is not None
    picture = client.get(f"/tray/photo/{table.snapshot.seen.number}.jpg")
    assert picture.mimetype == "image/jpeg"
    assert picture.data.startswith(b"\xff\xd8")
    assert client.get("/tray/photo/99.jpg").status_code == 404


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "Choose a photo first"), (b"no photo", "cannot read this photo")],
)
def test_what_is_no_photo_is_refused_and_changes_nothing(
    table: Table, client: FlaskClient, content: bytes, why: str
) -> None:
    from io import BytesIO

    data = {"purpose": "draw", "photo": (BytesIO(content), "x.jpg")}
    answer = client.post("/tray/read", data=data)
    assert (answer.status_code, why in answer.text) == (409, True)
    assert table.snapshot.seen is None


def test_a_purpose_that_there_is_not_is_a_bad_request(client: FlaskClient) -> None:
    assert client.post("/tray/read", data={"purpose": "tea"}).status_code == 400


def test_a_table_without_opencv_says_so(table: Table) -> None:
    client = client_of(table, None)
    attacked(table)
    assert "OpenCV is not installed" in client.get("/tray").text
    assert "OpenCV is not installed" in client.post("/tray/read", data={"purpose": "draw"}).text
    assert "with a camera" not in client.get("/seat/red").text


def test_a_table_without_a_camera_reads_phones_photos(table: Table, tmp_path: Path) -> None:
    client = client_of(table, Tray(table, tmp_path / "tray"))
    assert "With this phone" in client.get("/tray").text
    assert "With the table" not in client.get("/tray").text
    assert "Two photos teach Dragonbag" in client.get("/tray/calibrate").text


def test_a_cube_in_doubt_has_a_ring_that_says_why(table: Table, client: FlaskClient) -> None:
    doubt = SENTENCES[Doubt.STACKED]
    spots = (Spot("red", 10, 20, 5), Spot("blue", 40, 20, 5, doubt))
    table.see(Seen(1, Purpose.AREA, 100, 80, spots, (doubt,)))
    page = client.get("/tray").text
    assert 'class="ring red"' in page
    assert re.search(r'data-ring="blue".*?<circle[^>]*stroke-dasharray', page, re.DOTALL)
    assert "<title>Blue: Cubes lie on each other. Spread them out.</title>" in page


def test_a_line_shows_where_the_photo_ends_and_the_tray_does_not(
    table: Table, client: FlaskClient
) -> None:
    doubt, edge = SENTENCES[Doubt.UNSEEN], Edge(100.0, 12.25, 100.0, 64.5)
    table.see(Seen(1, Purpose.AREA, 100, 80, (), (doubt,), ends_at=(edge,)))
    page = client.get("/tray").text
    assert re.search(r'<line class="ends" x1="100.0" y1="12.0"\s+x2="100.0" y2="64.0"', page)
    assert "<title>The tray goes on here.</title>" in page
    assert "Hold the phone so that the whole tray is seen." in page


@pytest.mark.slow
def test_a_phone_calibrates_where_there_is_no_camera(table: Table, tmp_path: Path) -> None:
    client = client_of(table, Tray(table, tmp_path / "tray"))
    for step, name in (("blank", "d10_blank"), ("colours", "d10_colors")):
        assert 'type="file" name="photo"' in client.get("/tray/calibrate").text
        with (PHOTOS / "images" / f"{name}.jpg").open("rb") as photo:
            sent = client.post("/tray/calibrate", data={"step": step, "photo": (photo, "a.jpg")})
        assert sent.status_code == 303
    assert "Compare the rings" in client.get("/tray/calibrate").text


def test_what_may_be_a_cube_and_what_is_in_the_way_is_marked_in_the_photo(
    table: Table, client: FlaskClient
) -> None:
    maybe = Mark(40, 20, 5, SENTENCES_OF_PLACE[Doubt.UNCLEAR], likely_colour="green")
    hand = Mark(70, 50, 20, SENTENCES_OF_PLACE[Doubt.HAND])
    why = (SENTENCES[Doubt.UNCLEAR], SENTENCES[Doubt.HAND])
    table.see(Seen(1, Purpose.AREA, 100, 80, (), why, marks=(maybe, hand)))
    page = client.get("/tray").text
    ring = r'<g class="ring none"( data-ring="none" data-likely="green")?>.*?<title>(.*?)</title>'
    rings = re.findall(ring + ".*?</g>", page, re.DOTALL)
    assert rings == [
        (' data-ring="none" data-likely="green"', "Is this a cube? It is not counted."),
        ("", "Something covers the tray. Take hands, sleeves and cards away."),
    ]
    assert "<b>?</b> Is this a cube? It is not counted." in page


def test_only_what_is_unclear_may_be_a_cube() -> None:
    places = Place(1, 2, 3, Doubt.UNCLEAR, "blue"), Place(4, 5, 6, Doubt.GLARE)
    maybe, glare = marks(Reading((), marks=places))
    assert (maybe.x, maybe.y, maybe.radius, maybe.likely_colour) == (1, 2, 3, "blue")
    assert (glare.why, glare.likely_colour) == (SENTENCES[Doubt.GLARE], None)
