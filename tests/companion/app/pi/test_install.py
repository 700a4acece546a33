"""Installing and removing in a scratch root; commands are noted, programs are real."""

import subprocess
from pathlib import Path

import pytest

from companion.app.cli.appliance import why_not
from companion.app.cli.main import main
from companion.app.pi import versions
from companion.app.pi.install import install, uninstall
from companion.app.pi.place import run_for_real, succeeds
from companion.app.pi.system_files import (
    FILES,
    SETTINGS,
    SETTINGS_TEXT,
    STATE,
    UNIT,
)
from companion.app.settings import Settings
from companion.engine.errors import StepFailed
from companion.table.table import Table
from tests.support.places import ROOT
from tests.support.scratch_pi import Pi


@pytest.fixture
def journal(pi: Pi) -> Path:
    path = pi.root / "var/lib/dragonbag/journal.sqlite"
    with Table.open(path) as table:
        table.open_game("cli", "clank")
    return path


def test_a_new_pi_gets_files_program_name_and_a_running_service(pi: Pi) -> None:
    install(pi.place(), ROOT)
    for path, text in FILES.items():
        assert (pi.root / path.relative_to("/")).read_text() == text
    assert (pi.root / "etc/dragonbag/dragonbag.toml").read_text() == SETTINGS_TEXT
    name = versions.name_of(ROOT)
    assert versions.current(pi.place()) == name
    assert (pi.root / "usr/local/bin/dragonbag").readlink() == Path(
        "/opt/dragonbag/current/venv/bin/dragonbag"
    )
    commands = [" ".join(words) for words in pi.ran]
    assert commands.index("systemd-sysusers dragonbag.conf") == 4  # venv, two pips, templates
    assert "--require-hashes" in commands[1]
    assert commands[3] == f"/opt/dragonbag/versions/{name}/venv/bin/python -P -m web_ui.compiling"
    assert "raspi-config nonint do_hostname dragonbag" in commands
    assert commands[-9] == "systemctl daemon-reload"
    units = [f"dragonbag{name}" for name in ("-caretaker.socket", "-network.socket", "-https.path")]
    units.append("dragonbag.service")
    assert commands[-8:] == [f"systemctl {do} {u}" for u in units for do in ("enable", "restart")]


def test_the_copied_program_really_runs(pi: Pi) -> None:
    install(pi.place(), ROOT)
    program = pi.root / "opt/dragonbag/versions" / versions.name_of(ROOT) / "venv/bin/dragonbag"
    done = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
    assert "Serve a board game table" in done.stdout


def test_installing_twice_changes_nothing_the_second_time_and_says_so(pi: Pi) -> None:
    install(pi.place(), ROOT)
    pi.running()
    (pi.root / "etc/hostname").write_text("dragonbag\n")
    before = pi.files()
    pi.ran.clear()
    pi.told.clear()
    install(pi.place(), ROOT)
    assert pi.files() == before
    assert pi.ran == []
    assert pi.told == ["Nothing to do: everything is installed already."]


def test_a_dry_run_tells_everything_and_does_nothing(pi: Pi) -> None:
    before = pi.files()
    install(pi.place(is_dry=True), ROOT)
    assert pi.files() == before
    assert pi.ran == []
    assert f"would write {UNIT}" in pi.told
    assert "would run systemctl restart dragonbag.service" in pi.told
    assert all(line.startswith("would ") for line in pi.told)


def test_settings_that_are_there_are_left_alone(pi: Pi) -> None:
    settings = pi.root / "etc/dragonbag/dragonbag.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("port = 8080\n")
    install(pi.place(), ROOT)
    assert settings.read_text() == "port = 8080\n"


@pytest.mark.parametrize(
    ("text", "port"), [("port = 8080\n", 8080), ("brightness = 0.5\n", Settings().port)]
)
def test_phones_are_told_of_the_port_that_the_settings_name(pi: Pi, text: str, port: int) -> None:
    install(pi.place(), ROOT)
    announced = pi.root / "etc/avahi/services/dragonbag.service"
    assert "<port>80</port>" in announced.read_text()
    (pi.root / SETTINGS.relative_to("/")).write_text(text)
    install(pi.place(), ROOT)
    assert f"<port>{port}</port>" in announced.read_text()


def test_settings_that_cannot_be_read_are_a_sentence(pi: Pi) -> None:
    install(pi.place(), ROOT)
    (pi.root / SETTINGS.relative_to("/")).write_text("port = = 1\n")
    with pytest.raises(StepFailed, match=r"/etc/dragonbag/dragonbag\.toml cannot.*line 1"):
        install(pi.place(), ROOT)


def test_an_installation_that_stopped_half_way_is_finished(pi: Pi) -> None:
    half = pi.root / "opt/dragonbag/versions" / versions.name_of(ROOT)
    (half / "venv").mkdir(parents=True)
    install(pi.place(), ROOT)
    assert (half / versions.COMPLETE).exists()


@pytest.mark.parametrize(
    ("now", "wished", "given"),
    [("raspberrypi", None, "dragonbag"), ("tower", None, ""), ("tower", "cafe-3", "cafe-3")],
)
def test_a_pi_that_has_a_name_keeps_it_unless_asked(
    pi: Pi, now: str, wished: str | None, given: str
) -> None:
    (pi.root / "etc/hostname").write_text(f"{now}\n")
    install(pi.place(), ROOT, host_name=wished)
    named = [words[-1] for words in pi.ran if words[0] == "raspi-config"]
    assert named == ([given] if given else [])


def test_wheels_install_without_a_network(pi: Pi) -> None:
    install(pi.place(), ROOT, wheels=Path("/media/stick"))
    pips = [words for words in pi.ran if "pip" in words]
    assert pips
    assert all("--no-index" in words and "/media/stick" in words for words in pips)


def test_network_manager_is_told_of_the_new_wifi_settings(pi: Pi) -> None:
    pi.has.add("nmcli general")
    install(pi.place(), ROOT)
    assert pi.ran.count(("nmcli", "general", "reload")) == 1
    uninstall(pi.place())
    assert pi.ran.count(("nmcli", "general", "reload")) == 2


def test_a_folder_without_a_dragonbag_is_a_sentence(pi: Pi, tmp_path: Path) -> None:
    with pytest.raises(StepFailed, match="holds no Dragonbag to install"):
        install(pi.place(), tmp_path)


def test_uninstalling_leaves_nothing_but_the_journal(pi: Pi, journal: Path) -> None:
    before = pi.files()
    install(pi.place(), ROOT)
    pi.running()
    uninstall(pi.place())
    assert pi.files() == before
    assert ("systemctl", "disable", "--now", "dragonbag.service") in pi.ran
    assert pi.ran[-1] == ("userdel", "dragonbag")
    assert "journal stays" in pi.told[-1]


def test_uninstalling_keeps_edited_settings_beside_the_journal(pi: Pi, journal: Path) -> None:
    install(pi.place(), ROOT)
    (pi.root / SETTINGS.relative_to("/")).write_text("[pins.buttons]\nundo = 4\n")
    uninstall(pi.place())
    kept = pi.root / STATE.relative_to("/") / "dragonbag.toml"
    assert kept.read_text() == "[pins.buttons]\nundo = 4\n"
    assert not (pi.root / "etc/dragonbag").exists()


def test_removing_gives_the_old_name_back_unless_it_was_changed_since(pi: Pi) -> None:
    install(pi.place(), ROOT)
    (pi.root / "etc/hostname").write_text("dragonbag\n")  # as raspi-config does
    install(pi.place(), ROOT, host_name="cafe-3")
    (pi.root / "etc/hostname").write_text("cafe-3\n")
    uninstall(pi.place())
    assert ("raspi-config", "nonint", "do_hostname", "raspberrypi") in pi.ran
    install(pi.place(), ROOT, host_name="dragon")
    (pi.root / "etc/hostname").write_text("tower\n")
    pi.ran.clear()
    uninstall(pi.place())
    assert "raspi-config" not in [words[0] for words in pi.ran]


def test_what_others_put_beside_it_stays(pi: Pi) -> None:
    install(pi.place(), ROOT)
    theirs = pi.root / "etc/avahi/services/printer.service"
    theirs.write_text("theirs")
    uninstall(pi.place())
    assert list(pi.files()) == [
        *("etc", "etc/avahi", "etc/avahi/services", "etc/avahi/services/printer.service"),
        "etc/hostname",
    ]


def test_a_new_installation_finds_the_settings_that_the_last_one_left(pi: Pi) -> None:
    for _ in range(2):
        install(pi.place(), ROOT)
        (pi.root / SETTINGS.relative_to("/")).write_text("brightness = 0.5\n")
        uninstall(pi.place())
    install(pi.place(), ROOT)
    assert (pi.root / SETTINGS.relative_to("/")).read_text() == "brightness = 0.5\n"


@pytest.mark.parametrize("name", ["two words", "-x", "a" * 64, "käse", ""])
def test_what_cannot_be_a_name_is_refused_before_anything_is_done(pi: Pi, name: str) -> None:
    with pytest.raises(StepFailed, match="is no name for a Pi"):
        install(pi.place(), ROOT, host_name=name)
    assert pi.ran == []


@pytest.mark.parametrize(
    ("has_systemd", "model", "user", "is_dry", "is_sure", "why"),
    [
        (True, "Raspberry Pi 4 Model B", 0, False, False, ""),
        (True, "Raspberry Pi 4 Model B", 1000, True, False, ""),
        (True, "Raspberry Pi 4 Model B", 1000, False, False, "put sudo in front"),
        (True, "Banana", 0, False, False, "no Raspberry Pi"),
        (True, "Banana", 0, False, True, ""),
        (False, "Raspberry Pi 4 Model B", 0, False, False, "no systemd; --root FOLDER"),
    ],
)
def test_what_a_computer_lacks_is_said_first(
    tmp_path: Path, has_systemd: bool, model: str, user: int, is_dry: bool, is_sure: bool, why: str
) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(model + "\0")
    if has_systemd:
        (tmp_path / "run/systemd/system").mkdir(parents=True)
    said = why_not(tmp_path, user, is_dry=is_dry, is_sure=is_sure)
    assert why in said
    assert bool(why) == bool(said)


def test_purging_leaves_nothing_at_all(pi: Pi, journal: Path) -> None:
    install(pi.place(), ROOT)
    uninstall(pi.place(), purge=True)
    assert list(pi.files()) == [
        "etc",
        "etc/hostname",
        "var",
        "var/lib",
    ]  # the journal's own parents


def test_uninstalling_what_is_not_there_says_so(pi: Pi) -> None:
    uninstall(pi.place())
    assert pi.told == ["Nothing to do: Dragonbag is not installed."]
    assert pi.ran == []


def test_a_command_that_fails_says_its_last_line() -> None:
    with pytest.raises(StepFailed, match=r"sh -c .*: no luck"):
        run_for_real(("sh", "-c", "echo no luck >&2; exit 3"))
    with pytest.raises(StepFailed, match="no-such-program failed: No such file"):
        run_for_real(("no-such-program",))
    assert run_for_real(("true",))


def test_questions_are_answered_by_exit_codes() -> None:
    answers = [succeeds(words) for words in (("true",), ("false",), ("no-such-program",))]
    assert answers == [True, False, False]


def test_the_command_lists_what_it_would_do_in_a_scratch_root(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # what this computer's table has is left alone
    monkeypatch.delenv("SUDO_USER", raising=False)
    assert main(["install", "--root", str(tmp_path), "--dry-run"]) == 0
    assert "would run systemctl enable dragonbag.service" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert (tmp_path / "etc/systemd/system/dragonbag.service").exists()
    assert main(["rollback", "--root", str(tmp_path)]) == 1
    assert "no version before" in capsys.readouterr().err
    assert main(["update", str(ROOT), "--root", str(tmp_path)]) == 0
    assert main(["uninstall", "--root", str(tmp_path), "--purge"]) == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_computer_without_systemd_is_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if Path("/run/systemd/system").is_dir():
        pytest.skip("this computer has systemd")
    assert main(["install"]) == 1
    assert "no systemd; --root FOLDER" in capsys.readouterr().err
