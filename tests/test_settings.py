"""dragonbag.toml and flags."""

from pathlib import Path

import pytest

from companion import addresses
from companion.settings import BadSettings, Settings, default_data_dir, load
from hardware.electrics import Light


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dragonbag.toml"


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
        ("prot = 1", "no such field: prot"),
        ('port = "one"', "Expected `int`"),
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
    ("port = 1\n[pins.lamps]\nrage_1 = 17\n", 3, "pins.lamps.rage_1", "taken by buttons.red"),
    ("[pins.buttons]\nundo = 28", 2, "pins.buttons.undo", "there is no BCM 28"),
    ("[pins]\nbuttons = {pink = 4}", 2, "pins.buttons.pink", "the panel has red, green"),
    ('[pins.buttons]\n"undo" = 0  # why not?', 2, "pins.buttons.undo", "ID EEPROM"),
    ("[buses]\nspi = true\n", 0, "pins.lamps.rage_5", "belongs to spi, which is on"),
    ("buses.i2c = true\npins.buttons.next = 3", 2, "pins.buttons.next", "belongs to i2c"),
    ("[pins.lamps]\n\nred = 2", 3, "pins.lamps.red", "it would always glow"),
    ("[pins.lamps]\nbuzzer = 8", 2, "pins.lamps.buzzer", "it would sound"),
    ("[lamps]\nresistor_ohm = 47", 2, "lamps.resistor_ohm", "a pin may give 12 mA; take 1.. ohms"),
    ("[lamps]\nresistor_ohm = 330", 2, "lamps.resistor_ohm", "all lamps together may draw 5. mA"),
    ("[lamps.ohms]\nblue = 10000", 2, "lamps.ohms.blue", "too dark to see"),
    ("[lamps.ohms]\nblue = 0", 2, "lamps.ohms.blue", "0 ohms is no resistor"),
    ("[lamps.ohms]\nbuzzer = 470", 2, "lamps.ohms.buzzer", "the panel has no such lamp"),
    ('[lamps.colours]\nred = "pink"', 1, "lamps.colours", "Invalid enum value 'pink'"),
    ("[pins.lamps]\nred = 'six'", 1, "pins.lamps", "Expected `int`"),
    ("\n\nprot = 1", 3, "prot", "no such field"),
]


@pytest.mark.parametrize(("text", "line", "key", "why"), WRONG)
def test_what_would_hurt_the_board_or_not_work_is_refused_with_its_line(
    file: Path, text: str, line: int, key: str, why: str
) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings, match=why) as refused:
        load(file, {})
    place = f"{file}, line {line}, " if line else f"{file}, "
    assert str(refused.value).startswith(place + key)


def test_other_pins_lamps_and_buses_count(file: Path) -> None:
    file.write_text(
        "brightness = 0.5\n[pins.buttons]\nundo = 4\n[pins.lamps]\nrage_5 = 5\nrage_6 = 7\n"
        'rage_7 = 8\n[lamps]\nohms = {blue = 220}\ncolours = {yellow = "white"}\n'
        "[buses]\nuart = true\n"
    )
    found = load(file, {})
    assert found.brightness == 0.5
    assert (found.pins.buttons["undo"], found.pins.buttons["red"]) == (4, 17)
    assert found.pins.lamps["rage_7"] == 8
    assert found.lamps.ohm("blue") == 220
    assert found.lamps.light("yellow") is Light.WHITE
    assert found.buses.uart


@pytest.mark.parametrize("brightness", [0.0, 1.5, -1])
def test_a_brightness_that_no_lamp_has_is_refused(file: Path, brightness: float) -> None:
    file.write_text(f"brightness = {brightness}")
    with pytest.raises(BadSettings, match="brightness"):
        load(file, {})


def test_every_fault_is_told_at_once(file: Path) -> None:
    file.write_text("[buses]\nspi = true\n")
    with pytest.raises(BadSettings) as refused:
        load(file, {})
    assert len(str(refused.value).splitlines()) == 3


def test_the_data_folder_follows_the_desktop_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "dragonbag"


def test_a_server_on_one_address_has_one_url() -> None:
    assert addresses.urls("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]


def test_a_server_on_all_addresses_names_each_card_and_the_machine() -> None:
    found = addresses.urls("0.0.0.0", 8000)
    assert found[-1].endswith(".local:8000/")
    assert all("127." not in url for url in found)
    assert len(found) == len(addresses.numeric()) + 1
