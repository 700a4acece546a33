"""A Wi-Fi of the table's own: NetworkManager's commands, and what phones ask of any Wi-Fi."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.cli.hotspot import LETTERS, PASSWORD_LENGTH, kept_password
from companion.app.cli.main import main
from companion.table.table import Table
from web_ui.access.guests import Guests
from web_ui.app import create_app
from web_ui.pages.captive import ANSWERS


@pytest.fixture
def nmcli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scripted nmcli first on PATH, which writes down what it is asked."""
    said = tmp_path / "said"
    script = tmp_path / "bin" / "nmcli"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nprintf "%s|" "$@" >> {said}\necho >> {said}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    return said


def test_the_hotspot_is_opened_with_a_password_that_is_kept(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["--names", str(tmp_path / "names" / "dragonbag.conf")]
    for _ in range(2):
        assert main(["hotspot", *names, "--data-dir", str(tmp_path), "--device", "wlan0"]) == 0
    password = (tmp_path / "hotspot.txt").read_text().strip()
    assert (tmp_path / "names" / "dragonbag.conf").read_text() == "address=/#/10.42.0.1\n"
    words = "device|wifi|hotspot|ifname|wlan0|con-name|dragonbag-hotspot|ssid|Dragonbag|password|"
    assert nmcli.read_text().splitlines() == [f"{words}{password}|"] * 2
    shown = capsys.readouterr().out
    assert f"Password:   {password}" in shown
    assert "█" in shown or "▄" in shown, "the QR code"


def test_the_password_is_the_owners_and_easy_to_type(tmp_path: Path) -> None:
    made = kept_password(tmp_path)
    assert len(made) == PASSWORD_LENGTH
    assert set(made) <= set(LETTERS)
    assert stat.S_IMODE((tmp_path / "hotspot.txt").stat().st_mode) == 0o600


def test_the_hotspot_is_closed_again(nmcli: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.conf"
    names.touch()
    assert main(["hotspot", "--off", "--names", str(names)]) == 0
    assert not names.exists()
    assert nmcli.read_text() == "connection|down|dragonbag-hotspot|\n"


def test_a_dry_run_only_tells(nmcli: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hotspot", "--password", "long enough", "--dry-run"]) == 0
    assert "nmcli device wifi hotspot" in capsys.readouterr().out
    assert not nmcli.exists()


@pytest.mark.parametrize("password", ["short", "x" * 64, "пароль-пароль"])
def test_a_password_that_no_wifi_takes_is_refused(
    nmcli: Path, password: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hotspot", "--password", password]) == 1
    assert "8 to 63 ASCII characters" in capsys.readouterr().err
    assert not nmcli.exists()


def test_a_computer_without_networkmanager_is_told_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["hotspot", "--password", "long enough", "--names", str(tmp_path / "n")]) == 1
    assert "needs NetworkManager" in capsys.readouterr().err


# Host and path as phones ask, and what they want to hear, by the makers' own descriptions.
PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    ("clients3.google.com", "/generate_204", 204, b""),
    ("captive.apple.com", "/hotspot-detect.html", 200, b"<BODY>Success</BODY>"),
    ("www.apple.com", "/library/test/success.html", 200, b"<BODY>Success</BODY>"),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt", 200, b"success\n"),
]


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[FlaskClient]:
    guests = Guests(tmp_path / "guests.json")
    with Table.open(tmp_path / "journal.sqlite") as table:
        app = create_app(table, address=lambda: "", version="test", guests=guests)
        yield app.test_client()


@pytest.mark.parametrize(("host", "path", "status", "body"), PROBES)
def test_a_phone_hears_that_it_may_stay(
    stranger: FlaskClient, host: str, path: str, status: int, body: bytes
) -> None:
    answer = stranger.get(path, headers={"Host": host})
    assert answer.status_code == status
    assert body in answer.data


def test_under_those_names_nothing_else_is_answered(stranger: FlaskClient) -> None:
    assert stranger.get("/", headers={"Host": "captive.apple.com"}).status_code == 421
    assert len(ANSWERS) == 7
