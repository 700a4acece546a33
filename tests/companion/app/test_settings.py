"""dragonbag.toml and flags."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from companion.app import addresses
from companion.app.panel_build import PanelBuild, panel_build
from companion.app.saying import say
from companion.app.settings import Settings, default_data_dir, load, usual_settings
from companion.app.settings.places import line_of, lines_of
from companion.engine.errors import BadSettings
from companion.games.clank import CLANK
from companion.language.terminal import speech
from hardware.panel.electrics import Light
from hardware.panel.pins.strip import Strip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dragonbag.toml"


def built(file: Path) -> PanelBuild:
    return panel_build(load(file, {}))


def test_without_a_file_the_defaults_count(file: Path) -> None:
    assert load(file, {}) == Settings()
    assert Settings().journal == default_data_dir() / "journal.sqlite"


def test_the_file_counts_and_a_flag_counts_more(file: Path) -> None:
    file.write_text('port = 9000\npanel = "none"\ndata_dir = "/evening"\n')
    found = load(file, {"port": 9001, "panel": None})
    assert found == Settings(port=9001, panel="none", data_dir=Path("/evening"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prot = 1", r"There is no prot\. Did you mean port\?"),
        ('file = "other.toml"', "There is no file"),
        ('port = "one"', "port is 'one'. It must be a whole number"),
        ("port = ", "dragonbag.toml"),
        ('panel = "magic"', "panel"),
        ("port = 70000", "port"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(file: Path, text: str, why: str) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings, match=why):
        load(file, {})


WRONG = [
    (
        "port = 1\n[pins.lamps]\nrage_1 = 17\n",
        3,
        "pins.lamps.rage_1",
        "buttons.red and lamps.rage_1 are both on",
    ),
    ("[pins.buttons]\nundo = 28", 2, "pins.buttons.undo", "There is no BCM 28"),
    (
        "[pins]\nbuttons = {pink = 4}",
        2,
        "pins.buttons.pink",
        "There is no pink. It may be red, green",
    ),
    ('[pins.buttons]\n"undo" = 0  # why not?', 2, "pins.buttons.undo", "ID EEPROM"),
    ("[pins.buttons]\nundo = 6", 2, "pins.buttons.undo", "undo and lamps.red are both on BCM 6"),
    (
        "\n[buses]\nspi = true\n",
        3,
        "buses.spi",
        "lamps.rage_5 is on BCM 9, which .* Free are BCM 4",
    ),
    ("buses.i2c = true\npins.buttons.next = 3", 2, "pins.buttons.next", "belongs to i2c"),
    ("[pins.lamps]\n\nred = 2", 3, "pins.lamps.red", "red would always glow. Free are BCM 4"),
    ("[pins.lamps]\nbuzzer = 8", 2, "pins.lamps.buzzer", "buzzer would sound"),
    ("[lamps]\nresistor_ohm = 47", 2, "lamps.resistor_ohm", "a pin may give 8 mA. Take 213 ohms"),
    ("[lamps]\nresistor_ohm = 330", 2, "lamps.resistor_ohm", "All lamps together may draw 5. mA"),
    ("[lamps.ohms]\nblue = 10000", 2, "lamps.ohms.blue", "too dark to see"),
    ("[lamps.ohms]\nblue = 0", 2, "lamps.ohms.blue", "0 ohms is no resistor"),
    ("[lamps]\nwithout = 7", 2, "lamps.without", "a list in square brackets"),
    ("[lamps]\nwithout = [7]", 2, "lamps.without", "text in quotes"),
    ("[lamps]\nwithout = ['rage_8']", 2, "lamps.without", "Did you mean rage_7"),
    ("[lamps.ohms]\nbuzzer = 470", 2, "lamps.ohms.buzzer", "There is no buzzer. .*It may be red"),
    (
        "[lamps.ohms]\nred=220\ngreen=220\nyellow=220\nrage_1=220\n",
        1,
        "lamps.ohms",
        "may draw 5. mA",
    ),
    ("lamps.resistor_ohm = 2000\nlamps.colours.red = 'blue'", 1, "lamps.resistor_ohm", "1000 ohms"),
    (
        '[lamps.colours]\nred = "pink"',
        2,
        "lamps.colours.red",
        "There is no pink. It may be red, yellow, green, blue, white.$",
    ),
    (
        "[pins.lamps]\nred = 1\nblue = 2.5",
        3,
        "pins.lamps.blue",
        "blue is 2.5. It must be a whole number.$",
    ),
    (
        "[pins]\nlamps = {pink = 3, red = 'six'}",
        2,
        "pins.lamps.red",
        "red is 'six'. It must be a whole number",
    ),
    ("pins = 3", 1, "pins", "pins is 3. It must be a table"),
    ("# port = 1\nport = 70000", 2, "port", "port is 70000. It may be 0 to 65535"),
    ("\nbrightness = 0.01", 2, "brightness", "It may be 0.05 to 1"),
    ("camera = 'pi'\nzoom = 9", 2, "zoom", "zoom is 9. It may be 1 to 4"),
    ("panel = 'magic'", 1, "panel", "There is no magic. It may be auto, mock, pins, none"),
    (
        'port = 1\npanel = """\nmagic"""',
        2,
        "panel",
        "There is no magic. It may be auto, mock, pins, none",
    ),
    ("[strip]\nkind = 'lamp'", 2, "strip.kind", "There is no lamp. It may be apa102, ws2812"),
    ("strip.brightness = 0.9", 1, "strip.brightness", "It may be 0.02 to 0.5"),
    (
        "strip.is_shifted = false",
        1,
        "strip.is_shifted",
        "takes 3.5 V for .on., but a pin gives 3.3",
    ),
    (
        "strip.kind = 'ws2812'\n[pins.buttons]\nundo = 8",
        3,
        "pins.buttons.undo",
        "is on BCM 8, which SPI takes",
    ),
    ("strip.kind = 'apa102'\n[pins.buttons]\nundo = 11", 3, "pins.buttons.undo", "both on BCM 11"),
    ("[lamps]\nlit = ['buzzer']", 2, "lamps.lit", "There is no buzzer"),
    ("\n\nprot = 1", 3, "prot", "There is no prot. Did you mean port"),
    (
        "lamps.colours.red = 'Red'",
        1,
        "lamps.colours.red",
        "no Red. Did you mean red. It may be red, yellow, green, blue, white.$",
    ),
    ("\nhost = ''", 2, "host", "host is empty. Write 0.0.0.0"),
    ('host = "a\\u0000b"', 1, "host", "host holds the character NUL"),
    ('data_dir = "a\\u0000b"', 1, "data_dir", "data_dir holds the character NUL"),
    ("zoom = 4.0000001", 1, "zoom", r"zoom is 4\.0000001\. It may be 1 to 4"),
    ("camera = 'Pi'", 1, "camera", "There is no Pi. Did you mean pi. .* A folder of photos must"),
    ("camera = 'usb:one'", 1, "camera", "There is no usb:one"),
    ("lamps.colours.red = []", 1, "lamps.colours.red", r"There is no \[\]. It may be red, yellow"),
    ("[strip]\nkind = {}", 2, "strip.kind", "There is no {}. It may be apa102, ws2812"),
]


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_colours_are_told_as_a_file_must_have_them(file: Path, language: str) -> None:
    file.write_text("lamps.colours.red = 'Red'")
    with pytest.raises(BadSettings) as refused:
        built(file)
    said = say(refused.value.told, language)
    row = speech(CLANK, CLANK.empty, language).formats.row
    assert row.join(["red", "yellow", "green", "blue", "white"]) in said


@pytest.mark.parametrize(("text", "line", "key", "why"), WRONG)
def test_what_would_hurt_the_board_or_not_work_is_refused_with_its_line(
    file: Path, text: str, line: int, key: str, why: str
) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings, match=why) as refused:
        built(file)
    assert str(refused.value).startswith(f"{file}, line {line}, {key}: ")


ENTRIES = st.lists(
    st.sampled_from(
        (
            "# undo = 9",
            "",
            "[buses]",
            "buses.uart = true",
            "spi = false",
            'data_dir = """\n[pins.buttons]\nundo = 1\n"""',
            "data_dir = '# undo = 1'",
        )
    )
)
UNDO = ("[pins.buttons]\nundo = 4", "[pins]\nbuttons = {undo = 4}", "[ pins . 'buttons' ]\nundo=4")


@given(ENTRIES, st.sampled_from(UNDO), ENTRIES)
@pytest.mark.slow
def test_an_entrys_line_is_the_one_that_makes_it_so(
    before: list[str], undo: str, after: list[str]
) -> None:
    text = "\n".join((*before, undo, *after))
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        reject()
    line = line_of(text, "pins.buttons.undo")
    lines = text.split("\n")
    assert "undo" in lines[line - 1]
    lines[line - 1] = re.sub("undo ?= ?4", "", lines[line - 1])
    assert line_of("\n".join(lines), "pins.buttons.undo") == 0
    assert tomllib.loads("\n".join(lines))["pins"]


MANY = 20_000


@pytest.mark.parametrize("before", ["# line\n" * MANY, "x = [\n" + "1,\n" * MANY + "]\n"])
def test_a_line_far_down_is_found_as_fast(before: str) -> None:
    assert line_of(f"{before}prot = 1\n", "prot") == before.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("""x = \"\"\"\nport = 2 \\\"\"\" [\n\"\"\"\nport = 1""", [4]),
        ("x = '''\nport = 2\n]'''\nport = 1\n", [4]),
        ("""x = [ # ]\n 'port = 2', "]",\n]\nport = 1""", [4]),
        ("x = '[' # {\nport = 1\n", [2]),
        ("[[port.x]]\n", [1]),
        ("[x]\nport = 2", []),
        ("x = 1\nport = [\n1,\n]\n", [2, 3, 4]),
        ("x = 1\nport = [\n1,\n]", [2, 3, 4]),
    ],
)
def test_texts_lists_and_remarks_hide_no_line(text: str, lines: list[int]) -> None:
    assert tomllib.loads(text)
    assert list(lines_of(text, "port")) == lines


def test_other_pins_lamps_and_buses_count(file: Path) -> None:
    file.write_text(
        "brightness = 0.5\n[pins.buttons]\nundo = 4\n[pins.lamps]\nrage_5 = 5\nrage_6 = 7\n"
        'rage_7 = 8\n[lamps]\nohms = {blue = 220}\ncolours = {yellow = "white"}\n'
        "[buses]\nuart = true\n"
    )
    assert load(file, {}).brightness == 0.5
    found = built(file)
    assert (found.pins.buttons["undo"], found.pins.buttons["red"]) == (4, 17)
    assert found.pins.lamps["rage_7"] == 8
    assert found.lamps.ohm("blue") == 220
    assert found.lamps.light("yellow") is Light.WHITE
    assert found.buses.uart


def test_cameras_and_folders_of_photos_are_taken(file: Path, tmp_path: Path) -> None:
    for camera in ("none", "pi", "usb", "usb:3", str(tmp_path), "/not/plugged/in"):
        file.write_text(f"camera = '{camera}'")
        assert load(file, {}).camera == camera


def test_a_file_may_begin_with_the_mark_of_windows_editors(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfport = 8001\nprot = 1\n")
    with pytest.raises(BadSettings, match="line 2, prot: "):
        load(file, {})
    file.write_bytes(b"\xef\xbb\xbfport = 8001\n")
    assert load(file, {}).port == 8001


def test_a_tilde_is_the_home_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file.write_text("data_dir = '~/evenings'")
    assert load(file, {}).data_dir == tmp_path / "evenings"
    file.write_text("data_dir = '~nobody-of-this-name/evenings'")
    with pytest.raises(BadSettings, match="cannot be read"):
        load(file, {})


def test_limits_are_told_as_a_file_must_have_them(file: Path) -> None:
    file.write_text("brightness = 1.5")
    with pytest.raises(BadSettings) as refused:
        load(file, {})
    assert "0.05" in say(refused.value.told, "ru")


def test_an_empty_strip_is_the_usual_one(file: Path) -> None:
    file.write_text("[lamps]\n")
    assert built(file).pins.strip is None
    file.write_text("[strip]\n")
    assert built(file).pins.strip == Strip()


def test_a_key_that_is_not_found_again_is_named_all_the_same(file: Path) -> None:
    file.write_text('[pins.lamps]\n"a.b" = 4')
    with pytest.raises(
        BadSettings, match=r"dragonbag.toml, pins.lamps.a.b: There is no a.b\. It may be red"
    ):
        built(file)


def test_a_wrong_panel_is_told_without_a_file_too() -> None:
    with pytest.raises(BadSettings, match=r"^pins\.buttons\.undo: There is no BCM 28"):
        panel_build(Settings(pins={"buttons": {"undo": 28}}))


def test_a_flag_that_cannot_be_used_says_why(file: Path) -> None:
    with pytest.raises(BadSettings, match=r"port is 70000\. It may be 0 to 65535"):
        load(file, {"port": 70000})


def test_a_broken_file_is_named_with_the_line_that_the_parser_names(file: Path) -> None:
    file.write_text("port = 1\nhost = \n")
    with pytest.raises(
        BadSettings, match=r"dragonbag.toml cannot be read: Invalid value \(at line 2"
    ):
        load(file, {})


@pytest.mark.parametrize("brightness", [0.0, 1.5, -1])
def test_a_brightness_that_no_lamp_has_is_refused(file: Path, brightness: float) -> None:
    file.write_text(f"brightness = {brightness}")
    with pytest.raises(BadSettings, match="brightness"):
        load(file, {})


def test_every_fault_is_told_at_once(file: Path) -> None:
    file.write_text("[buses]\nspi = true\n")
    with pytest.raises(BadSettings) as refused:
        built(file)
    assert len(str(refused.value).splitlines()) == 3


def test_an_installed_tables_settings_are_meant_unless_this_folder_has_its_own(
    tmp_path: Path, file: Path
) -> None:
    installed = tmp_path / "installed.toml"
    assert usual_settings(tmp_path, installed) == file
    installed.write_text("port = 80\n")
    assert usual_settings(tmp_path, installed) == installed
    file.write_text("port = 8000\n")
    assert usual_settings(tmp_path, installed) == file


def test_the_data_folder_follows_the_desktop_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "dragonbag"


def test_a_server_on_one_address_has_one_url() -> None:
    assert addresses.urls("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert addresses.urls("127.0.0.1", 80) == ["http://127.0.0.1/"]


def test_a_server_on_all_addresses_names_each_card_and_the_machine() -> None:
    found = addresses.urls("0.0.0.0", 8000)
    assert found[-1].endswith(".local:8000/")
    assert all("127." not in url for url in found)
    assert len(found) == len(addresses.numeric()) + 1
