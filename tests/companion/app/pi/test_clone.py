"""Installing takes over what the table in the clone has: nothing is asked or measured twice."""

import tomllib
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.panel_build import panel_build
from companion.app.pi import versions
from companion.app.pi.backup import check
from companion.app.pi.clone import Clone, clone_at, home_of_caller, settings_of
from companion.app.pi.install import install, uninstall
from companion.app.pi.system_files import SETTINGS, SETTINGS_TEXT
from companion.app.settings import load
from companion.engine.errors import BadSettings, StepFailed
from companion.table.table import Table
from tests.support.places import ROOT
from tests.support.scratch_pi import Pi

OWN = """\
# my panel
brightness = 0.5
camera = "usb"
zoom = 1.5

[pins.buttons]
undo = 4
[lamps]
ohms = { blue = 220 }
"""
STATE = Path("var/lib/dragonbag")
TRAY = ("blank.png", "colours.png", "camera.json")


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """Return a clone with settings of its own where one game was played."""
    folder, home = tmp_path / "clone", tmp_path / "home"
    folder.mkdir()
    (folder / "dragonbag.toml").write_text(OWN)
    clone = clone_at(folder, home)
    with Table.open(clone.journal) as table:
        table.open_game("cli", "clank")
    (clone.data_dir / "tray").mkdir()
    for name in TRAY:
        (clone.data_dir / "tray" / name).write_bytes(name.encode())
    (clone.data_dir / "guests.json").write_text("{}")
    return clone


def settings_at(pi: Pi) -> Path:
    return pi.root / SETTINGS.relative_to("/")


def test_the_service_gets_the_clones_pins_lamps_and_camera(pi: Pi, clone: Clone) -> None:
    install(pi.place(), ROOT, clone=clone)
    found = load(settings_at(pi), {})
    assert (found.brightness, found.camera, found.zoom) == (0.5, "usb", 1.5)
    assert (found.port, found.data_dir) == (80, Path("/var/lib/dragonbag"))
    assert panel_build(found).pins.buttons["undo"] == 4
    assert panel_build(found).lamps.ohm("blue") == 220
    assert "# my panel" in settings_at(pi).read_text()


def test_the_service_gets_the_clones_journal_keys_and_calibration(pi: Pi, clone: Clone) -> None:
    install(pi.place(), ROOT, clone=clone)
    state = pi.root / STATE
    assert check(state / "journal.sqlite") == 1
    for name in TRAY:
        assert (state / "tray" / name).read_bytes() == name.encode()
    assert {path.stat().st_mode & 0o777 for path in state.rglob("*") if path.is_file()} == {0o600}
    assert (state / "guests.json").exists()
    commands = [" ".join(words) for words in pi.ran]
    given = commands.index("chown --recursive dragonbag:dragonbag /var/lib/dragonbag")
    assert commands.index("systemd-sysusers dragonbag.conf") < given
    assert given < commands.index("systemctl restart dragonbag.service")


def test_installing_again_takes_nothing_over_twice(pi: Pi, clone: Clone) -> None:
    install(pi.place(), ROOT, clone=clone)
    pi.running()
    (pi.root / "etc/hostname").write_text("dragonbag\n")
    with Table.open(clone.journal) as table:
        table.open_game("cli", "clank")  # somebody tried something in the clone since
        pi.told.clear()
        install(pi.place(), ROOT, clone=clone)
    assert pi.told == ["Nothing to do: everything is installed already."]
    assert check(pi.root / STATE / "journal.sqlite") == 1


def test_other_pins_in_the_clone_are_told_and_not_taken_by_stealth(pi: Pi, clone: Clone) -> None:
    install(pi.place(), ROOT, clone=clone)
    before = settings_at(pi).read_text()
    clone.file.write_text(OWN.replace("undo = 4", "undo = 7"))
    install(pi.place(), ROOT, clone=clone_at(clone.file.parent, clone.data_dir))
    assert any("the clone has other pins" in line for line in pi.told)
    assert settings_at(pi).read_text() == before


def test_fresh_starts_anew_and_sets_aside_what_was_there(pi: Pi, clone: Clone) -> None:
    install(pi.place(), ROOT, clone=clone)
    pi.running()
    install(pi.place(), ROOT, is_fresh=True)
    assert settings_at(pi).read_text() == SETTINGS_TEXT
    assert not (pi.root / STATE).exists()
    (kept,) = (pi.root / "var/lib").iterdir()
    assert check(kept / "journal.sqlite") == 1
    assert "undo = 4" in (kept / "dragonbag.toml").read_text()
    stop = ("systemctl", "stop", "dragonbag.service")
    assert pi.ran.index(stop) < len(pi.ran) - 1
    uninstall(pi.place())
    assert kept.exists()


def test_settings_that_would_hurt_the_pi_stop_the_installation_first(
    pi: Pi, tmp_path: Path
) -> None:
    (tmp_path / "dragonbag.toml").write_text("[pins.buttons]\nundo = 6\n")
    with pytest.raises(BadSettings, match="both on BCM 6"):
        clone_at(tmp_path, tmp_path)


@pytest.mark.parametrize("is_damaged", [True, False])
def test_a_journal_that_cannot_be_taken_over_stops_it_before_anything_is_done(
    pi: Pi, clone: Clone, is_damaged: bool
) -> None:
    before = pi.files()
    if is_damaged:
        clone.journal.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        with pytest.raises(StepFailed, match=r"is no journal.* add --fresh"):
            install(pi.place(), ROOT, clone=clone)
    else:
        with (
            Table.open(clone.journal),
            pytest.raises(StepFailed, match=r"another Dragonbag.*Ctrl\+C"),
        ):
            install(pi.place(), ROOT, clone=clone)
    assert pi.files() == before
    assert pi.ran == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "data_dir = 'somewhere'\nport = 8001\n[pins]\nbuttons = {undo = 4}\n",
        'data_dir = """\nsome\nwhere"""\nbrightness = 0.5 # data_dir = 3\n[buses]\nuart = true\n',
        "pins.buttons.undo = 4\ndata_dir='x'",
    ],
)
def test_only_folder_and_a_missing_port_are_written_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / "dragonbag.toml").write_text(text)
    given = tomllib.loads(text)
    told = tomllib.loads(settings_of(clone_at(tmp_path, tmp_path)))
    assert told == {**given, "port": given.get("port", 80), "data_dir": "/var/lib/dragonbag"}


def test_a_folder_that_the_clone_names_is_found_from_the_clone(tmp_path: Path) -> None:
    (tmp_path / "dragonbag.toml").write_text("data_dir = 'evenings'\n")
    assert clone_at(tmp_path, Path("/root")).data_dir == tmp_path / "evenings"


def test_a_tilde_in_it_is_the_home_of_the_clones_user(tmp_path: Path) -> None:
    (tmp_path / "dragonbag.toml").write_text("data_dir = '~/evenings'\n")
    assert clone_at(tmp_path, Path("/home/ann")).data_dir == Path("/home/ann/evenings")


def test_behind_sudo_the_home_is_that_of_who_typed_the_command() -> None:
    assert home_of_caller({"SUDO_USER": "root"}) == Path("/root")
    assert home_of_caller({}) == Path.home()
    assert home_of_caller({"SUDO_USER": "nobody-has-this-name"}) == Path.home()


def test_the_command_takes_over_unless_told_otherwise(
    clone: Clone,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SUDO_USER", raising=False)
    for path in versions.source_files(ROOT):
        (clone.file.parent / path).parent.mkdir(parents=True, exist_ok=True)
        (clone.file.parent / path).touch()
    root, source = tmp_path / "root", ("--source", str(clone.file.parent))
    assert main(["install", "--root", str(root), "--dry-run", *source]) == 0
    assert "would copy" in (told := capsys.readouterr().out)
    assert "/tray/colours.png" in told
    assert main(["install", "--root", str(root), "--dry-run", "--fresh", *source]) == 0
    assert "journal.sqlite" not in capsys.readouterr().out
