"""The build guide and its pictures: up to date, complete, and true to the pins."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.app.cli.main import main
from hardware.panel import plan
from hardware.panel.pins import BUTTONS, LAMPS, Pins
from hardware.wiring import header
from hardware.wiring.breadboard import HeaderPin, Part, layout
from hardware.wiring.build import Build
from hardware.wiring.drawings import camera_arm, meter, steps
from hardware.wiring.drawings.svg import NAMESPACE
from hardware.wiring.header import PIN_OF_BCM
from hardware.wiring.pictures import PICTURES
from hardware.wiring.routes import hole_at
from tests.support.places import WIRING

GUIDE = (WIRING / "README.md").read_text()
POWERED = (7, 9, 11)  # at the end of these steps the power comes on, and what is new is tested
OTHER = Pins(dict(zip(BUTTONS, reversed(BUTTONS.values()), strict=True)), LAMPS)
Marks = list[ElementTree.Element]
Point = tuple[float, float]


def marks(name: str, tag: str, pins: Pins | None = None) -> Marks:
    root = ElementTree.fromstring(PICTURES[name](Build(pins or Pins())))
    return root.findall(f"{{{NAMESPACE}}}{tag}")


def number_at(name: str, pins: Pins) -> dict[str, Point]:
    """Return where the picture writes each pin's number, as a reader would find it."""
    return {
        text.text or "": (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in marks(name, "text", pins)
        if text.get("font-weight") == "bold" and text.get("font-size") == "2.9"
    }


def wires(name: str, pins: Pins) -> set[tuple[str, tuple[Point, Point]]]:
    """Return the drawn wires: what they belong to, and where they begin and end."""
    drawn = set()
    for line in marks(name, "polyline", pins):
        if thing := line.get("data-wire"):
            points = [tuple(map(float, at.split(","))) for at in line.attrib["points"].split()]
            drawn.add((thing, ((points[0][0], points[0][1]), (points[-1][0], points[-1][1]))))
    return drawn


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.slow
def test_a_picture_is_what_the_pins_say_today(name: str) -> None:
    written = (WIRING / name).read_text()
    assert written == PICTURES[name](Build()), "out of date: run `dragonbag wiring`"


def test_no_picture_is_left_over() -> None:
    ours = {path.name for path in (WIRING / "pictures").iterdir()}
    assert ours == {Path(name).name for name in PICTURES}


@pytest.mark.parametrize("pins", [Pins(), OTHER], ids=["ours", "another"])
@pytest.mark.slow
def test_every_drawn_wire_runs_from_its_pin_or_hole_to_its_hole(pins: Pins) -> None:
    numbers = number_at("pictures/breadboard.svg", pins)

    def place(end: object, part: Part, leg: int) -> Point:
        if isinstance(end, HeaderPin):
            x, y = numbers[str(end.number)]
            return x, y - 1  # a number stands on its base line, the wire in the middle
        return hole_at(part.holes[leg])

    wanted = set()
    for part in layout(pins):
        if part.kind == "wire":
            start, end = part.legs[0][1], part.legs[1][1]
            wanted.add((part.thing, (place(start, part, 0), place(end, part, -1))))
    assert wires("pictures/breadboard.svg", pins) == wanted


def test_pins_changed_by_the_maker_change_the_pictures() -> None:
    name = "pictures/step-6-red-button.svg"
    lines = [text.text for text in marks(name, "text", OTHER)]
    pin = PIN_OF_BCM[OTHER.buttons["red"]]
    assert any(line and f"pin\N{NO-BREAK SPACE}{pin}\N{NO-BREAK SPACE}→" in line for line in lines)


def test_a_step_greys_what_was_there_before_and_hides_what_comes() -> None:
    ink = {
        line.attrib["data-wire"]: line.attrib["stroke"]
        for line in marks("pictures/step-7-red-lamp.svg", "polyline")
        if "data-wire" in line.attrib
    }
    assert ink["red lamp"] != ink["red button"] == ink["upper ground"] == "#b4b4b4"
    assert not any("green" in thing for thing in ink)


def test_every_part_of_the_panel_has_exactly_one_step() -> None:
    things = [thing for step in steps.STEPS for thing in step.things]
    lit = Pins().changed({}, {}, lit=("attack", "next", "undo"))
    assert sorted(things) == sorted({part.thing for part in layout(lit)})
    assert all(later.number - earlier.number == 1 for earlier, later in pairwise(steps.STEPS))


def test_every_list_says_all_places_and_fits_beside_the_wires() -> None:
    for step in steps.STEPS:
        parts = [part for part in layout(Pins()) if part.thing in step.things]
        lines = steps.list_of(parts)
        words = " ".join(lines).replace("\N{NO-BREAK SPACE}", " ")
        assert all(str(place) in words for part in parts for _, place in part.legs)
        assert steps.LIST_AT[1] + steps.LINE_MM * len(lines) < steps.HEIGHT_MM
        assert max(map(len, lines)) <= steps.LIST_COLUMNS


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.slow
def test_all_words_of_a_picture_are_big_enough_and_on_the_sheet(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name](Build()))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for text in root.iter(f"{{{NAMESPACE}}}text"):
        size = float(text.attrib["font-size"])
        assert size >= 2.1, text.text
        half = 0.3 * size * len(text.text or "")  # DejaVu Sans: about 0.6 of its size a letter
        shift = {"middle": 0.0, "end": -half}.get(text.get("text-anchor", ""), half)
        middle = float(text.attrib["x"]) + shift
        assert middle - half >= 0, text.text
        assert middle + half <= width, text.text
        assert size <= float(text.attrib["y"]) <= height, text.text


def test_every_file_and_picture_that_the_guide_links_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", GUIDE)
    local = [link.partition("#")[0] for link in links if "://" not in link]
    assert [link for link in local if link and not (WIRING / link).exists()] == []
    anchors = {link[1:] for link in links if link.startswith("#")}
    headlines = re.findall(r"^#+ (.+)$", GUIDE, re.MULTILINE)
    known = {re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in headlines}
    assert anchors <= known


def test_the_guide_shows_every_picture() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", GUIDE))
    assert set(PICTURES) <= shown


def chapters() -> list[str]:
    """Return the guide's chapters, number 0 being what stands before the first."""
    return re.split(r"^##? ", GUIDE.partition("\n")[2], flags=re.MULTILINE)


def test_every_step_is_numbered_and_says_how_to_test_what_one_sees_and_what_if_not() -> None:
    numbered = [chapter for chapter in chapters() if re.match(r"\d", chapter)]
    assert [chapter.partition(".")[0] for chapter in numbered] == [str(n) for n in range(1, 18)]
    for chapter in numbered:
        told = re.findall(r"^\*\*(Test|You see|If not):\*\*", chapter, re.MULTILINE)
        assert told == ["Test", "You see", "If not"], chapter[:20]


def newly_powered(step: steps.Step) -> tuple[str, ...]:
    """Return the names of all that is new since the power was on last, as the doctor knows them."""
    before = max((number for number in POWERED if number < step.number), default=0)
    new = [other for other in steps.STEPS if before < other.number <= step.number]
    things = (thing for each in new for thing in each.things if not thing.endswith("ground"))
    return tuple(dict.fromkeys(thing.partition(" ")[0] for thing in things))


def test_a_step_at_the_breadboard_has_its_title_its_picture_and_its_command() -> None:
    for step in steps.STEPS:
        chapter = chapters()[step.number]
        assert chapter.startswith(f"{step.number}. {step.title}\n")
        assert f"(pictures/step-{step.number}-{step.file}.svg)" in chapter
        tested = re.findall(r"doctor panel --only ([\w,]+)", chapter)
        if step.number not in POWERED:
            assert "**Power off; it stays off until step" in chapter
            assert tested == []
            continue
        assert "**Power still off.**" in chapter
        checks = chapter.index("hree checks")
        assert checks < chapter.index("ower on", checks) < chapter.index("doctor panel")
        assert ",".join(tested).split(",") == list(newly_powered(step))


def test_the_breadboard_needs_the_power_only_three_times() -> None:
    asks = [step.number for step in steps.STEPS if "doctor panel" in chapters()[step.number]]
    assert asks == list(POWERED)
    assert "only three times on the breadboard" in GUIDE


def test_the_meter_touches_3_3_volts_5_volts_and_ground_where_no_wire_ever_is() -> None:
    carried = {header.NOT_GPIO[pin] for check in meter.CHECKS for pin in check[:2]}
    assert carried == {"3.3 V", "5 V", "ground"}
    used = {part.pin for part in layout(Pins())}
    assert not used & {pin for check in meter.CHECKS for pin in check[:2]}
    for one, other, words in meter.CHECKS:
        assert words == f"{header.NOT_GPIO[one]} to {header.NOT_GPIO[other]}"


def test_buttons_and_lamps_are_mounted_from_above() -> None:
    mount, a_box = chapters()[13], chapters()[15]
    assert "**Buttons from above:**" in mount
    assert "**Lamps from above:**" in mount
    assert "mounted from above" in " ".join(a_box.split())
    words = " ".join(text.text or "" for text in marks("pictures/box.svg", "text"))
    assert "LED holders go in from above" in words
    assert "lamps from below" not in GUIDE


def test_the_guide_says_the_numbers_of_the_drawings() -> None:
    assert (
        f"{camera_arm.ARM_MM:.0f} mm long and bolted to a mast of {camera_arm.MAST_MM:.0f}" in GUIDE
    )
    assert "260 × 120 mm" in GUIDE
    assert (plan.PANEL_MM, GUIDE.count("22 jumper wires")) == ((260.0, 120.0), 2)


def test_the_guide_counts_buttons_and_wires_as_they_are() -> None:
    parts = layout(Pins())
    wired = [part for part in parts if part.kind == "wire"]
    to_the_pi = sum(part.pin is not None for part in wired)
    assert f'{to_the_pi} jumper wires "female to male"' in GUIDE
    assert len(wired) - to_the_pi == 9
    assert 'nine short ones "male to male"' in GUIDE
    assert sum(part.kind == "button" for part in parts) == 7
    assert "seven small push buttons" in GUIDE


def test_every_command_of_the_guide_exists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = set(re.findall(r"^    (\w+) +\w", capsys.readouterr().out, re.MULTILINE))
    named = set(re.findall(r"\bdragonbag ([a-z]+)\b", GUIDE))
    assert named <= commands


def test_every_button_and_lamp_is_tested_by_a_command_of_the_guide() -> None:
    only = re.findall(r"doctor panel --only ([\w,]+)", GUIDE)
    names = {name for group in only for name in group.split(",")}
    assert names == {*BUTTONS, *LAMPS}


def test_the_camera_sees_the_whole_tray() -> None:
    for camera in camera_arm.CAMERAS:
        across, down = camera.view_mm(camera_arm.LENS_HEIGHT_MM)
        assert across > camera_arm.TRAY_MM[0] * 1.5
        assert down > camera_arm.TRAY_MM[1] * 1.5
    assert camera_arm.CAMERAS[0].view_mm(300) == pytest.approx((389.6, 224.3), abs=0.1)
