"""The files of wiring/ are those that the pins make, and a maker can rely on them."""

import math
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from companion.app.cli.main import main
from hardware.panel.electrics import Lamps, Light
from hardware.panel.pins import BUTTONS, LAMPS, RAGE_LAMPS, Pins
from hardware.panel.plan import BLOCK_MM, PANEL_MM, WALL_MM, Hole, label_places
from hardware.panel.plan import holes as holes_of
from hardware.wiring.build import Build
from hardware.wiring.drawings.drill import (
    A4_HEIGHT_MM,
    CORNER,
    LETTER_WIDTH_MM,
    SHEET_MM,
    drill_template,
)
from hardware.wiring.drawings.labels import (
    HINT_LETTERS_MM,
    HINT_MM,
    HINTS,
    LABELS,
    label_sheet,
)
from hardware.wiring.files import FILES, fill, is_drawn, write
from hardware.wiring.harness import harness
from hardware.wiring.header import NOT_GPIO, PIN_OF_BCM
from hardware.wiring.tables import nearest_ground, pins_table, power_table
from tests.support.places import WIRING

SVG_TEXT = "{http://www.w3.org/2000/svg}text"
USUAL = Build()
FEWER = Build(Pins().changed({}, {}, without=("yellow", "rage_7", "buzzer")))
OTHER = Build(
    Pins().changed({"undo": 4}, {"rage_5": 5}),
    Lamps(ohms={"blue": 220}, colours={"yellow": Light.WHITE}),
)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.slow
def test_a_file_is_what_the_pins_make(name: str) -> None:
    assert (WIRING / name).read_text() == FILES[name](USUAL), "out of date: run `make wiring`"


def test_the_guides_tables_are_what_the_pins_make() -> None:
    guide = (WIRING / "README.md").read_text()
    assert fill(guide, USUAL) == guide, "out of date: run `make wiring`"


def test_the_drawn_diagram_is_that_of_the_yaml() -> None:
    drawn = (WIRING / "panel.svg").read_text()
    assert is_drawn(WIRING), "out of date: run `make wiring`"
    for name in (*BUTTONS, *LAMPS):
        assert re.search(rf">{name}( button| lamp)?<", drawn), name


def test_the_drawn_diagram_holds_no_path_no_picture_and_no_code() -> None:
    drawn = (WIRING / "panel.svg").read_text()
    assert not re.search(
        r"<(script|image|style|foreignObject)|\b(xlink:)?href=|file:|/home|/tmp", drawn
    )


@pytest.mark.skipif(not shutil.which("dot"), reason="graphviz is not installed")
def test_the_diagram_drawn_anew_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "panel.yml").write_text(harness(USUAL))
    wireviz = Path(sys.executable).with_name("wireviz")
    subprocess.run([wireviz, "--format", "s", tmp_path / "panel.yml"], check=True, timeout=120)
    drawn = (ElementTree.parse(folder / "panel.svg") for folder in (tmp_path, WIRING))
    words = [sorted(mark.text or "" for mark in picture.iter(SVG_TEXT)) for picture in drawn]
    assert len(words[0]) > 100
    assert words[0] == words[1]


@pytest.mark.slow
def test_other_pins_make_other_files() -> None:
    same = {name for name, make in FILES.items() if make(USUAL) == make(OTHER)}
    assert {"panel.yml", "parts.csv", "pictures/breadboard.svg"} & same == set()
    assert {"drill.svg", "labels.svg"} <= same


def joins(build: Build) -> set[tuple[str, int, str, int]]:
    """Return what the diagram joins: (thing, its pin, thing, its pin)."""
    found = set()
    for join in yaml.safe_load(harness(build))["connections"]:
        (first, one), _, (last, two) = (next(iter(end.items())) for end in join)
        found.add((first, one, last, two))
    return found


@pytest.mark.parametrize("build", [USUAL, OTHER, FEWER])
def test_the_diagram_joins_every_part_to_its_pin_and_to_ground(build: Build) -> None:
    joined = joins(build)
    for key, bcm in build.pins.entries().items():
        kind, _, name = key.partition(".")
        part, leg = (name, 2) if name == "buzzer" else (f"{name} {kind.removesuffix('s')}", 1)
        assert ("Pi", PIN_OF_BCM[bcm], part, leg) in joined
        grounded = {(first, one) for first, one, last, _ in joined if last == "ground"}
        assert (part, leg + 1) in grounded
    to_pi = {one for first, one, last, _ in joined if (first, last) == ("Pi", "ground")}
    assert {NOT_GPIO[pin] for pin in to_pi} == {"ground"}
    ground_places = [two for _, _, last, two in joined if last == "ground"]
    assert len(ground_places) == len(set(ground_places)) == len(build.pins.entries()) + 2


def test_a_wire_is_a_wire_of_its_cable() -> None:
    diagram = yaml.safe_load(harness(USUAL))
    for join in diagram["connections"]:
        ((cable, wire),) = join[1].items()
        assert 1 <= wire <= len(diagram["cables"][cable]["colors"])


def test_the_pin_table_has_every_entry_with_both_numbers() -> None:
    rows = re.findall(r"^\| (\w+) \| (\w+) \| (\d+) \| (\d+) \|", pins_table(OTHER), re.MULTILINE)
    table = {f"{kind}s.{name}": (int(bcm), int(pin)) for name, kind, bcm, pin in rows}
    assert table == {key: (bcm, PIN_OF_BCM[bcm]) for key, bcm in OTHER.pins.entries().items()}


@pytest.mark.parametrize(("pin", "ground"), [(11, 9), (13, 14), (40, 39), (1, 6), (33, 34)])
def test_the_nearest_ground_is_the_fewest_rows_away(pin: int, ground: int) -> None:
    assert nearest_ground(pin) == ground


def test_the_power_table_warns_of_dim_lamps_and_of_those_that_glow_at_the_start() -> None:
    assert "dark:" not in power_table(USUAL)  # blue has a resistor of its own
    assert "dark: blue.**" in power_table(Build(lamps=Lamps(ohms={"blue": 470})))
    assert "dark: yellow.**" in power_table(OTHER)  # a white LED may keep 4 V
    assert "starts: red.**" in power_table(USUAL)
    assert "starts: red, rage_5.**" in power_table(
        Build(OTHER.pins.changed({"undo": 15}, {}), OTHER.lamps)
    )
    calm = Build(Pins().changed({"next": 6}, {"red": 25}), Lamps(colours={"blue": Light.RED}))
    assert "**Blue**" not in power_table(calm)
    assert "starts:" not in power_table(calm)


def test_the_power_table_adds_up() -> None:
    text = power_table(USUAL)
    most = [float(value) for value in re.findall(r"([\d.]+) mA \| \d+% \|$", text, re.MULTILINE)]
    assert len(most) == 12
    assert f"at most {sum(most):.0f} mA" in text


def holes() -> tuple[Hole, ...]:
    return holes_of(Pins())


def test_every_button_and_lamp_has_its_hole() -> None:
    keys = [hole.key for hole in holes()]
    assert sorted(key for key in keys if key != "screw") == sorted(Pins().entries())
    assert keys.count("screw") == 4


def distance(one: Hole, other: Hole) -> float:
    return math.dist(one.at, other.at) - one.radius_mm - other.radius_mm


def test_nothing_on_the_panel_touches_and_wood_is_left_between() -> None:
    for one, other in combinations(holes(), 2):
        assert distance(one, other) >= 4.0, (one.key, other.key)


def test_every_label_has_its_place_where_it_covers_nothing() -> None:
    places = label_places(Pins())
    labelled = {f"buttons.{label.button}" for label in LABELS} | {f"lamps.{n}" for n in RAGE_LAMPS}
    assert {place.key for place in places} == labelled
    for place in places:
        (left, top), (width, height) = place.corner, place.size_mm
        assert 0 < left < left + width < PANEL_MM[0]
        assert 0 < top < top + height < PANEL_MM[1]
        for hole in holes():
            x, y = hole.at
            nearest = (min(max(x, left), left + width), min(max(y, top), top + height))
            assert math.dist(hole.at, nearest) >= hole.radius_mm + 0.9, (place.key, hole.key)


def test_no_label_lies_on_another() -> None:
    for one, other in combinations(label_places(Pins()), 2):
        apart = (
            abs(a + size / 2 - b - wide / 2) - (size + wide) / 2
            for a, size, b, wide in zip(
                one.corner, one.size_mm, other.corner, other.size_mm, strict=True
            )
        )
        assert max(apart) >= 0.4, (one.key, other.key)


def test_everything_is_inside_the_walls_and_clear_of_the_corner_blocks() -> None:
    blocks = [
        (x, y)
        for x in (WALL_MM + BLOCK_MM, PANEL_MM[0] - WALL_MM - BLOCK_MM)
        for y in (WALL_MM + BLOCK_MM, PANEL_MM[1] - WALL_MM - BLOCK_MM)
    ]
    for hole in holes():
        if hole.key == "screw":
            continue
        for middle, size in zip(hole.at, PANEL_MM, strict=True):
            assert WALL_MM < middle - hole.radius_mm < middle + hole.radius_mm < size - WALL_MM
        assert all(math.dist(hole.at, block) > hole.diameter_mm / 2 for block in blocks)


def test_the_template_fits_on_a4_and_on_us_letter_with_room_for_the_printers_edge() -> None:
    assert SHEET_MM == (LETTER_WIDTH_MM, A4_HEIGHT_MM) == (279.4, 210.0)
    assert CORNER[0] >= 6.4  # a quarter of an inch, which most printers leave white
    assert SHEET_MM[0] - CORNER[0] - PANEL_MM[0] >= 6.4


def test_the_template_says_where_every_hole_is() -> None:
    texts = [
        text.text or "" for text in ElementTree.fromstring(drill_template(USUAL)).iter(SVG_TEXT)
    ]
    places = Counter(f"{hole.at[0]:g}, {hole.at[1]:g}" for hole in holes())
    assert {place: texts.count(place) for place in places} == places


def test_the_template_is_drawn_in_its_true_size() -> None:
    drawing = ElementTree.fromstring(drill_template(USUAL))
    assert drawing.attrib["width"] == f"{SHEET_MM[0]:g}mm"
    assert drawing.attrib["viewBox"] == f"0 0 {SHEET_MM[0]:g} {SHEET_MM[1]:g}"
    drawn = {
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]), float(circle.attrib["r"]))
        for circle in drawing.iter("{http://www.w3.org/2000/svg}circle")
    }
    for hole in holes():
        x, y = (round(start + middle, 2) for start, middle in zip(CORNER, hole.at, strict=True))
        assert (x, y, hole.diameter_mm / 2) in drawn


def test_every_button_has_a_label_and_every_colour_its_letter() -> None:
    assert {label.button for label in LABELS} == set(BUTTONS)
    texts = {text.text for text in ElementTree.fromstring(label_sheet(USUAL)).iter() if text.text}
    assert {"R", "G", "B", "Y", "1", "7", "Attack"} <= texts


def test_every_hint_fits_on_its_strip() -> None:
    letter_mm = 0.55 * HINT_LETTERS_MM  # DejaVu Sans, small letters
    assert all(3 + letter_mm * len(hint) <= HINT_MM for hint in HINTS)


@pytest.mark.slow
def test_the_command_draws_for_the_makers_own_pins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, out = tmp_path / "dragonbag.toml", tmp_path / "mine"
    settings.write_text("[pins.buttons]\nundo = 4\n")
    command = ["wiring", "--settings", str(settings), "--out", str(out)]
    assert main(command) == 0
    assert "| undo | button | 4 | 7 |" in (out / "tables.md").read_text()
    assert {str(path.relative_to(out)) for path in out.rglob("*.*")} == {*FILES, "tables.md"}
    capsys.readouterr()
    assert main(command) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "0 files written; the others were up to date."
    assert told[1].endswith(f"wireviz -f s {out}/panel.yml")
    assert len(told) == 2


@pytest.mark.slow
def test_a_drawing_of_other_pins_is_no_drawing(tmp_path: Path) -> None:
    write(tmp_path, USUAL)
    assert not is_drawn(tmp_path)
    (tmp_path / "panel.svg").write_bytes((WIRING / "panel.svg").read_bytes())
    assert is_drawn(tmp_path)
    write(tmp_path, OTHER)
    assert not is_drawn(tmp_path)


@pytest.mark.slow
def test_the_command_says_nothing_of_a_diagram_that_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "panel.svg").write_bytes((WIRING / "panel.svg").read_bytes())
    assert main(["wiring", "--settings", os.devnull, "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("the others were up to date.\n")


@pytest.mark.slow
def test_the_pictures_show_the_makers_own_resistors_even_such_as_rings_cannot_tell(
    tmp_path: Path,
) -> None:
    settings, out = tmp_path / "dragonbag.toml", tmp_path / "mine"
    settings.write_text("[lamps]\nresistor_ohm = 680\nohms = {blue = 475}\n")
    assert main(["wiring", "--settings", str(settings), "--out", str(out)]) == 0
    assert "680 Ω" in (out / "tables.md").read_text()
    board = (out / "pictures" / "breadboard.svg").read_text()
    assert "680 Ω   blue grey brown gold" in board
    assert ">475 Ω<" in board
    assert "470 Ω" not in board
    for picture in ("parts", "circuit", "step-7-red-lamp"):
        assert "680 Ω" in (out / "pictures" / f"{picture}.svg").read_text()


@pytest.mark.slow
def test_the_pictures_show_the_lamps_as_they_were_bought(tmp_path: Path) -> None:
    settings, out = tmp_path / "dragonbag.toml", tmp_path / "mine"
    settings.write_text('[lamps]\nwithout = ["rage_7"]\ncolours = {rage_1 = "white"}\n')
    assert main(["wiring", "--settings", str(settings), "--out", str(out)]) == 0
    step = (out / "pictures" / "step-10-rage.svg").read_text()
    assert "1  rage 1 lamp, white LED:" in step
    assert "2  rage 2 lamp, red LED:" in step
    assert "rage 7" not in step
    assert "rage 7" not in (out / "drill.svg").read_text()
    assert "rage_7" not in (out / "panel.yml").read_text()


def test_the_command_refuses_pins_that_would_hurt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "dragonbag.toml"
    settings.write_text("[lamps]\nresistor_ohm = 33\n")
    assert main(["wiring", "--settings", str(settings), "--out", str(tmp_path / "mine")]) == 1
    told = capsys.readouterr().err
    assert "line 2, lamps.resistor_ohm: " in told
    assert "All lamps together may draw 536 mA" in told
    assert not (tmp_path / "mine").exists()


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("a file")
    assert main(["wiring", "--out", str(tmp_path / "mine")]) == 1
    assert "Not a directory" in capsys.readouterr().err


@pytest.mark.slow
def test_a_guide_in_the_folder_gets_its_tables(tmp_path: Path) -> None:
    guide = (WIRING / "README.md").read_text()
    (tmp_path / "README.md").write_text(guide)
    write(tmp_path, OTHER)
    assert "| undo | button | 4 | 7 |" in (tmp_path / "README.md").read_text()
    with pytest.raises(ValueError, match="0 blocks made:pins"):
        fill("no blocks", OTHER)
