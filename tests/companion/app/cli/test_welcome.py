"""What an installation ends with."""

from pathlib import Path

import pytest

from companion.app.cli.welcome import welcome
from companion.app.pi.wifi.secret import Secret, keep
from web_ui.access.guests import Guests


def settings(folder: Path, more: str = "") -> Path:
    file = folder / "dragonbag.toml"
    file.write_text(f'host = "192.168.7.8"\nport = 80\ndata_dir = "{folder}"\n{more}')
    return file


def test_an_installation_ends_with_address_code_and_lamps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guests = Guests(tmp_path / "guests.json")
    welcome(settings(tmp_path))
    told = capsys.readouterr().out
    assert guests.link("http://192.168.7.8", is_host=True) in told
    assert "\u2588" in told, "a QR code"
    assert "The table:  http://192.168.7.8/" in told
    assert "round the player lamps" in told


def test_it_tells_how_to_join_the_tables_own_wifi(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Guests(tmp_path / "guests.json")
    keep(tmp_path, Secret("Cave", "k7m2p9w4xq"))
    welcome(settings(tmp_path))
    told = capsys.readouterr().out
    assert "Own Wi-Fi:  Cave" in told
    assert "Password:   k7m2p9w4xq" in told


def test_an_open_table_has_no_key_to_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Guests(tmp_path / "guests.json")
    welcome(settings(tmp_path, "is_open = true\n"))
    told = capsys.readouterr().out
    assert "/join/" not in told
    assert "\u2588" in told


def test_no_key_is_printed_into_a_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Guests(tmp_path / "guests.json")
    keep(tmp_path, Secret("Cave", "k7m2p9w4xq"))
    out = Path("/dev/fd/1").stat()
    monkeypatch.setenv("JOURNAL_STREAM", f"{out.st_dev}:{out.st_ino}")
    welcome(settings(tmp_path))
    told = capfd.readouterr().out
    assert "/join/" not in told
    assert "k7m2p9w4xq" not in told
    assert "\u2588" not in told
    assert "http://192.168.7.8/" in told


def test_settings_that_are_wrong_are_left_to_the_service(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    welcome(settings(tmp_path, "pot = 1\n"))
    assert capsys.readouterr().out == ""
