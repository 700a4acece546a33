"""What the doctor says of computers that the test makes up, file by file."""

import socket
import sqlite3
import string
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest

from companion.app.doctor import Finding, Machine, Verdict, examine
from companion.app.doctor.board import check_board
from companion.app.doctor.host import check_host
from companion.app.settings import Settings
from companion.engine.errors import JournalError
from companion.engine.sentence import Sentence
from companion.games.clank import CLANK
from companion.language.speech import Speech
from companion.table.table import Table
from hardware.panel.factories import PanelMissing
from hardware.panel.pins import Pins
from hardware.panel.pins.strip import Strip, StripKind

PI4 = "Raspberry Pi 4 Model B Rev 1.4"
TRIXIE = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n'
FINE, NOTE, BAD = Verdict.FINE, Verdict.NOTE, Verdict.BAD
LOOPBACK = "127.0.0.1"


def saying(told: Mapping[str, str]) -> Callable[[tuple[str, ...]], str | None]:
    """Return commands that print this; any other is missing."""
    return lambda words: told.get(" ".join(words))


def pi(
    root: Path, told: Mapping[str, str] | None = None, files: Mapping[str, str] | None = None
) -> Machine:
    """Return a well-kept Pi 4 with these files and command outputs on top."""
    usual = {
        "proc/device-tree/model": PI4,
        "etc/os-release": TRIXIE,
        "dev/gpiochip0": "",
        "boot/firmware/config.txt": "dtparam=audio=on\n#dtparam=spi=on\n",
    }
    for path, text in {**usual, **(files or {})}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    environ = {"GPIOZERO_PIN_FACTORY": "native"}
    return Machine(root, saying(told or {}), environ, frozenset(), dict)


def found(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings}


def told(sentence: Sentence | None) -> str:
    assert sentence is not None
    return Speech(NullTranslations(), CLANK, CLANK.empty).say(sentence)


def test_a_computer_that_is_no_pi_is_told_so_and_nothing_else_of_pins(tmp_path: Path) -> None:
    (finding,) = check_board(Machine(tmp_path, saying({})), Pins())
    assert (finding.name, finding.verdict) == ("board", NOTE)
    assert "/panel" in told(finding.cure)


def test_a_well_kept_pi_is_fine(tmp_path: Path) -> None:
    outputs = {
        "rpicam-hello --list-cameras": "Available cameras\n-----\n0 : imx708 [4608x2592]\n",
        "vcgencmd get_throttled": "throttled=0x0\n",
    }
    findings = found(check_board(pi(tmp_path, outputs), Pins()))
    assert {finding.verdict for finding in findings.values()} == {FINE}
    assert list(findings) == ["board", "system", "pins", "access", "busy", "camera", "power"]
    assert told(findings["board"].text) == PI4
    assert told(findings["camera"].text) == "imx708"
    assert told(findings["pins"].text) == "driven by native: GPIOZERO_PIN_FACTORY says so"


def test_a_strip_needs_spi_and_one_without_a_clock_a_steady_processor(tmp_path: Path) -> None:
    def strip(kind: StripKind, config: str) -> Finding:
        machine = pi(tmp_path, files={"boot/firmware/config.txt": config})
        pins = Pins().changed({}, {}, strip=Strip(kind))
        findings = found(check_board(machine, pins))
        assert "buses" not in findings  # SPI is the strip's own
        return findings["strip"]

    assert "raspi-config nonint do_spi 0" in told(strip(StripKind.APA102, "").cure)
    (tmp_path / "dev/spidev0.0").touch()
    assert strip(StripKind.APA102, "dtparam=spi=on").verdict is FINE
    assert "core_freq=250" in told(strip(StripKind.WS2812, "dtparam=spi=on").cure)
    steady = "dtparam=spi=on\ncore_freq=500"
    assert strip(StripKind.WS2812, steady).verdict is FINE


def test_another_system_is_a_note(tmp_path: Path) -> None:
    machine = pi(tmp_path, files={"etc/os-release": 'PRETTY_NAME="Something 11"\n'})
    system = found(check_board(machine, Pins()))["system"]
    assert system.verdict is NOTE
    assert "Something 11" in told(system.text)


def test_pins_that_no_library_can_drive_are_bad(tmp_path: Path) -> None:
    machine = replace(pi(tmp_path), environ={"GPIOZERO_PIN_FACTORY": "magic"})
    finding = found(check_board(machine, Pins()))["pins"]
    assert finding.verdict is BAD
    assert "magic" in told(finding.cure)


def test_pins_that_are_not_ours_name_the_group(tmp_path: Path) -> None:
    machine = pi(tmp_path)
    (tmp_path / "dev/gpiochip0").unlink()
    assert "adduser $USER gpio" in told(found(check_board(machine, Pins()))["access"].cure)
    machine = replace(machine, groups=frozenset({"gpio"}))
    assert "/dev/gpiochip0" in told(found(check_board(machine, Pins()))["access"].text)


@pytest.mark.parametrize(
    ("line", "bus", "taken"),
    [
        ("dtparam=spi=on", "SPI", "rage_5 (BCM 9), rage_6 (BCM 10), rage_7 (BCM 11)"),
        ("dtparam=i2c_arm=on", "I2C", "undo (BCM 2)"),
        ("enable_uart=1", "UART", "next (BCM 14)"),
        ("dtoverlay=w1-gpio", "1-wire", "attack (BCM 4)"),
        (
            "dtoverlay=hifiberry-dac",
            "a sound HAT",
            "rage_1 (BCM 18), rage_2 (BCM 19), rage_3 (BCM 20), rage_4 (BCM 21)",
        ),
    ],
)
def test_a_bus_that_takes_a_pin_is_named_with_what_it_takes(
    tmp_path: Path, line: str, bus: str, taken: str
) -> None:
    class AnyPins(Pins, frozen=True):
        """A table that would be refused: the doctor must tell it all the same."""

        def __post_init__(self) -> None:
            return

    pins = AnyPins(buttons={**Pins().buttons, "undo": 2, "next": 14, "attack": 4})
    machine = pi(tmp_path, files={"boot/firmware/config.txt": f"dtparam=audio=on\n{line}\n"})
    finding = found(check_board(machine, pins))["buses"]
    assert finding.verdict is BAD
    assert told(finding.text) == f"{bus} uses pins of the panel: {taken}."
    assert f"Take the line {line} out of /boot/firmware/config.txt" in told(finding.cure)


def test_pins_that_somebody_holds_are_named_with_who(tmp_path: Path) -> None:
    machine = replace(pi(tmp_path), line_users=lambda: {17: "lg", 6: "other", 2: "i2c"})
    finding = found(check_board(machine, Pins()))["busy"]
    assert finding.verdict is NOTE
    assert told(finding.text) == "Pins in use: buttons.red, lamps.red. Used by: lg, other."


def test_without_a_library_nobody_can_tell_who_holds_the_pins(tmp_path: Path) -> None:
    def fail() -> dict[int, str]:
        raise PanelMissing("lgpio cannot tell")

    machine = replace(pi(tmp_path), line_users=fail)
    assert "busy" not in found(check_board(machine, Pins()))


def test_no_camera_is_no_fault(tmp_path: Path) -> None:
    outputs = {"rpicam-hello --list-cameras": "No cameras available!\n"}
    assert found(check_board(pi(tmp_path, outputs), Pins()))["camera"].verdict is NOTE


@pytest.mark.parametrize("bits", ["0x1", "0x50000", "0x50005"])
def test_too_little_voltage_is_bad_even_if_it_is_over(tmp_path: Path, bits: str) -> None:
    machine = pi(tmp_path, {"vcgencmd get_throttled": f"throttled={bits}\n"})
    assert found(check_board(machine, Pins()))["power"].verdict is BAD


@pytest.mark.parametrize(
    ("bits", "millidegrees", "verdict", "said"),
    [
        ("0x0", "48312", FINE, "48.3 °C"),
        ("0x0", "79000", NOTE, "too hot (79 °C now)"),
        ("0x80000", "48312", NOTE, "too hot (48.3 °C now)"),
        ("0x20000", "48312", NOTE, "slowed itself down"),
        ("0x8", "", NOTE, "too hot (? °C now)"),
    ],
)
def test_heat_and_slowing_down_are_told(
    tmp_path: Path, bits: str, millidegrees: str, verdict: Verdict, said: str
) -> None:
    files = {"sys/class/thermal/thermal_zone0/temp": f"{millidegrees}\n"}
    machine = pi(tmp_path, {"vcgencmd get_throttled": f"throttled={bits}\n"}, files)
    finding = found(check_board(machine, Pins()))["heat"]
    assert finding.verdict is verdict
    assert said in told(finding.text)


def host(
    tmp_path: Path, outputs: Mapping[str, str] | None = None, port: int = 0
) -> dict[str, Finding]:
    wished = Settings(host=LOOPBACK, port=port, data_dir=tmp_path / "data")
    return found(check_host(Machine(tmp_path, saying(outputs or {})), wished))


def test_a_disk_that_can_be_written_says_how_fast(tmp_path: Path) -> None:
    findings = host(tmp_path)
    assert findings["writing"].verdict is FINE
    assert float(str(findings["writing"].text.facts["ms"])) > 0
    assert findings["disk"].text.facts["folder"] == tmp_path  # the folder to come does not exist
    assert not (tmp_path / "data").exists()


def test_a_folder_that_is_no_folder_is_bad(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    finding = host(tmp_path)["writing"]
    assert finding.verdict is BAD
    assert "Not a directory" in told(finding.text)


def test_a_journal_is_none_yet_or_sound_or_damaged(
    tmp_path: Path, journal_at: Callable[[Path], None]
) -> None:
    folder = tmp_path / "data"
    assert host(tmp_path)["journal"].verdict is FINE
    journal_at(folder / "journal.sqlite")
    assert "is not damaged" in told(host(tmp_path)["journal"].text)
    (folder / "journal.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    damaged = host(tmp_path)["journal"]
    assert damaged.verdict is BAD
    assert "dragonbag restore" in told(damaged.cure)


def test_a_line_that_was_changed_is_found_and_a_start_mends_it(
    tmp_path: Path, journal_at: Callable[[Path], None]
) -> None:
    journal = tmp_path / "data" / "journal.sqlite"
    journal_at(journal)
    journal_at(journal)
    text = journal.read_bytes()
    journal.write_bytes(text.replace(b'"edition":', b'"editiom":', 1))  # of the game before
    before = {path: path.read_bytes() for path in journal.parent.iterdir()}
    damaged = host(tmp_path)["journal"]
    assert damaged.verdict is BAD
    assert "is damaged: Line 1 of" in told(damaged.text)
    assert "Start the table again" in told(damaged.cure)
    assert {path: path.read_bytes() for path in before} == before


def test_an_empty_file_where_a_journal_was_is_no_new_one(
    tmp_path: Path, journal_at: Callable[[Path], None]
) -> None:
    journal = tmp_path / "data" / "journal.sqlite"
    journal_at(journal)
    journal.write_bytes(b"")
    assert "last lines of the journal are missing" in told(host(tmp_path)["journal"].text)
    journal.unlink()
    assert host(tmp_path)["journal"].verdict is BAD


def test_the_database_of_another_program_is_no_journal(tmp_path: Path) -> None:
    other = tmp_path / "data" / "journal.sqlite"
    other.parent.mkdir()
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE letters (text)")
    before = other.read_bytes()
    with pytest.raises(JournalError, match="is a database of another program"):
        Table.open(other)
    assert other.read_bytes() == before
    strange = host(tmp_path)["journal"]
    assert strange.verdict is BAD
    assert "is a database of another program" in told(strange.text)
    assert "choose another --data-dir" in told(strange.cure)


@pytest.fixture
def journal_at() -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with Table.open(path) as table:
            table.open_game("cli", "clank")

    return make


def test_a_clock_that_is_not_set_is_a_note(tmp_path: Path) -> None:
    outputs = {"timedatectl show --property=NTPSynchronized": "NTPSynchronized=no\n"}
    assert host(tmp_path, outputs)["clock"].verdict is NOTE
    outputs = {"timedatectl show --property=NTPSynchronized": "NTPSynchronized=yes\n"}
    assert host(tmp_path, outputs)["clock"].verdict is FINE


def test_a_name_that_nobody_answers_for_is_a_note(tmp_path: Path) -> None:
    assert host(tmp_path)["name"].verdict is NOTE
    answered = host(tmp_path, {"systemctl is-active avahi-daemon": "active\n"})["name"]
    assert answered.verdict is FINE
    assert told(answered.text).startswith(f"phones find the table as {socket.gethostname()}")


@pytest.mark.slow
def test_a_port_is_free_or_taken(tmp_path: Path) -> None:
    assert host(tmp_path)["port"].verdict is FINE
    with socket.create_server((LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        taken = host(tmp_path, port=port)["port"]
    assert taken.verdict is BAD
    assert f"--port {port + 1}" in told(taken.cure)


def test_wifi_that_sleeps_is_a_note(tmp_path: Path) -> None:
    outputs = {"iw dev": "phy#0\n\tInterface wlan0\n"}
    asleep = outputs | {"iw dev wlan0 get power_save": "Power save: on\n"}
    awake = outputs | {"iw dev wlan0 get power_save": "Power save: off\n"}
    assert host(tmp_path, asleep)["wifi"].verdict is NOTE
    assert host(tmp_path, awake)["wifi"].verdict is FINE
    assert "wifi" not in host(tmp_path)


def test_this_very_computer_can_be_examined_and_every_sentence_has_its_facts(
    tmp_path: Path,
) -> None:
    settings = Settings(host=LOOPBACK, port=0, data_dir=tmp_path)
    findings = examine(settings, Pins())
    assert findings[0].name == "version"
    for finding in findings:
        for sentence in filter(None, (finding.text, finding.cure)):
            places = {name for _, name, _, _ in string.Formatter().parse(sentence.one) if name}
            assert places <= set(sentence.facts)
        assert (finding.cure is None) == (finding.verdict is FINE)
