"""A Wi-Fi of the table's own: NetworkManager's commands, and what phones ask of any Wi-Fi."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.cli.main import main
from companion.app.pi.wifi.duties import NAMES, OWN_PROFILE
from companion.table.table import Table
from tests.companion.app.pi.wifi.own_wifi import OwnWifi
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.access.policy import Access
from web_ui.app import Options
from web_ui.pages.captive import ANSWERS, READ_S, CaptivePage
from web_ui.render.site import Site

DEVICES = "wlan0:wifi:disconnected:"


@pytest.fixture
def nmcli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scripted nmcli first on PATH, which writes down what it is asked to do."""
    said = tmp_path / "said"
    script = tmp_path / "bin" / "nmcli"
    script.parent.mkdir()
    script.write_text(
        f"""#!/bin/sh
[ "$1" = -t ] && {{ echo '{DEVICES}'; exit; }}
printf "%s|" "$@" >> {said}
echo >> {said}
"""
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    return said


def hotspot(folder: Path, *words: str) -> int:
    return main(["hotspot", "--root", str(folder / "pi"), "--data-dir", str(folder), *words])


def test_the_hotspot_is_opened_with_a_password_that_is_kept(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert hotspot(tmp_path) == 0
    password, name = (tmp_path / "hotspot.txt").read_text().splitlines()
    assert name == "Dragonbag"
    at = tmp_path / "pi"
    assert (at / NAMES.relative_to("/")).read_text() == "address=/#/10.42.0.1\n"
    assert f"psk={password}\n" in (at / OWN_PROFILE.relative_to("/")).read_text()
    assert nmcli.read_text().splitlines()[-1] == "--wait|60|connection|up|id|dragonbag-hotspot|"
    shown = capsys.readouterr().out
    assert f"Password:   {password}" in shown
    assert "█" in shown or "▄" in shown, "the QR code"


def test_the_hotspot_is_closed_again(nmcli: Path, tmp_path: Path) -> None:
    assert hotspot(tmp_path) == 0
    nmcli.unlink()
    assert hotspot(tmp_path, "--off") == 0
    assert not (tmp_path / "pi" / NAMES.relative_to("/")).exists()
    assert nmcli.read_text() == "connection|delete|id|dragonbag-hotspot|\n"


def test_a_dry_run_only_tells(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path.name for path in tmp_path.rglob("*")}
    assert hotspot(tmp_path, "--password", "long enough", "--dry-run") == 0
    assert hotspot(tmp_path, "--card", str(tmp_path / "card.svg"), "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "would run nmcli --wait 60 connection up id dragonbag-hotspot" in shown
    assert "long enough" not in shown
    assert {path.name for path in tmp_path.rglob("*")} == before


def test_the_card_is_drawn_without_opening_anything(nmcli: Path, tmp_path: Path) -> None:
    assert hotspot(tmp_path, "--name", "Cave", "--card", str(tmp_path / "card.svg")) == 0
    assert "Cave" in (tmp_path / "card.svg").read_text()
    assert not nmcli.exists()


def test_a_card_that_cannot_be_written_is_told(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "bin" / "nmcli" / "card.svg"  # in a file, which is no folder
    assert hotspot(tmp_path, "--card", str(card)) == 1
    assert f"There is no folder {card.parent}." in capsys.readouterr().err


def test_the_card_replaces_an_older_one_and_nothing_else(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, mine = tmp_path / "card.svg", tmp_path / "home" / "mysettings.toml"
    assert hotspot(tmp_path, "--card", str(card)) == 0
    assert hotspot(tmp_path, "--name", "Cave", "--card", str(card)) == 0
    assert "Cave" in card.read_text()
    mine.parent.mkdir()
    mine.write_text("port = 8080\n")
    assert hotspot(tmp_path, "--card", str(mine)) == 1
    assert "this command did not make it" in capsys.readouterr().err
    assert mine.read_text() == "port = 8080\n"


@pytest.mark.parametrize("password", ["short", "x" * 64, "пароль-пароль"])
def test_a_password_that_no_wifi_takes_is_refused(
    nmcli: Path, tmp_path: Path, password: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hotspot(tmp_path, "--password", password) == 1
    assert "8 to 63 characters" in capsys.readouterr().err
    assert not nmcli.exists()


def test_a_computer_without_networkmanager_is_told_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hotspot(tmp_path, "--password", "long enough") == 1
    assert "needs NetworkManager" in capsys.readouterr().err


def test_what_nmcli_says_is_told(
    nmcli: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "bin" / "nmcli"
    script.write_text("#!/bin/sh\necho Error: NetworkManager is not running. >&2\nexit 8\n")
    assert hotspot(tmp_path, "--password", "long enough") == 1
    assert capsys.readouterr().err == (
        "dragonbag: NetworkManager does not answer: Error: NetworkManager is not running.\n"
        "The hotspot needs NetworkManager and a Wi-Fi card.\n"
    )


# Host and path as phones ask, and what they want to hear, by the makers' own descriptions.
PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    ("clients3.google.com", "/generate_204", 204, b""),
    ("captive.apple.com", "/hotspot-detect.html", 200, b"<BODY>Success</BODY>"),
    ("www.apple.com", "/library/test/success.html", 200, b"<BODY>Success</BODY>"),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/canonical.html", 200, b"support.mozilla.org/kb/captive-portal"),
    ("detectportal.firefox.com", "/success.txt", 200, b"success\n"),
]


@pytest.fixture
def wifi() -> OwnWifi:
    return OwnWifi()


@pytest.fixture
def stranger(tmp_path: Path, wifi: OwnWifi) -> Iterator[FlaskClient]:
    guests = Guests(tmp_path / "guests.json")
    with Table.open(tmp_path / "journal.sqlite") as table:
        app = create_app(
            table, Options(address=lambda: "", version="test", guests=guests, network=wifi)
        )
        yield app.test_client()


@pytest.mark.parametrize(("host", "path", "status", "body"), PROBES)
def test_a_phone_hears_that_it_may_stay(
    stranger: FlaskClient, host: str, path: str, status: int, body: bytes
) -> None:
    answer = stranger.get(path, headers={"Host": host})
    assert answer.status_code == status
    assert body in answer.data


@pytest.mark.parametrize(("host", "path", "status", "body"), PROBES)
def test_in_the_own_wifi_a_phone_sees_a_page_first_and_is_online_then(
    stranger: FlaskClient, wifi: OwnWifi, host: str, path: str, status: int, body: bytes
) -> None:
    wifi.captive = "http://10.42.0.1/"
    answer = stranger.get(path, headers={"Host": host})
    assert (answer.status_code, answer.headers["Location"]) == (302, "http://10.42.0.1/stay")
    page = stranger.get("/stay", headers={"Host": "10.42.0.1"})
    assert 'href="http://10.42.0.1/"' in page.text
    assert stranger.get(path, headers={"Host": host}).status_code == 302, "it is to be read"
    assert stranger.post("/stay", headers={"Host": "10.42.0.1"}).status_code == 200
    answer = stranger.get(path, headers={"Host": host})
    assert answer.status_code == status
    assert body in answer.data


def test_one_phone_that_stays_does_not_speak_for_another(
    stranger: FlaskClient, wifi: OwnWifi
) -> None:
    wifi.captive = "http://10.42.0.1/"
    stranger.post("/stay", environ_base={"REMOTE_ADDR": "10.42.0.7"})
    answers = [
        stranger.get("/generate_204", environ_base={"REMOTE_ADDR": f"10.42.0.{last}"}).status_code
        for last in (7, 8)
    ]
    assert answers == [204, 302]


@pytest.mark.parametrize("ask", ["get", "post"])
def test_no_page_of_the_own_wifi_where_there_is_none(stranger: FlaskClient, ask: str) -> None:
    answer = stranger.open("/stay", method=ask.upper())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_windows_opens_its_browser_on_the_page(stranger: FlaskClient, wifi: OwnWifi) -> None:
    host = {"Host": "www.msftconnecttest.com"}
    assert stranger.get("/redirect", headers=host).status_code == 404
    wifi.captive = "http://10.42.0.1/"
    assert stranger.get("/redirect", headers=host).headers["Location"].endswith("/stay")


def test_who_read_the_page_and_did_not_tap_is_online_after_a_minute(tmp_path: Path) -> None:
    with Table.open(tmp_path / "journal.sqlite") as table:
        app, now_s = create_app(table, Options(address=lambda: "", version="test")), [100.0]
        page = CaptivePage(
            Site(table, app.extensions["renderer"], Access(None)),
            OwnWifi("http://10.42.0.1/"),
            lambda: now_s[0],
        )
        with app.test_request_context("/generate_204"):
            page.show()
            assert page.answer().status_code == 302
            now_s[0] += READ_S
            assert page.answer().status_code == 204


def test_under_those_names_nothing_else_is_answered(stranger: FlaskClient) -> None:
    assert stranger.get("/", headers={"Host": "captive.apple.com"}).status_code == 421
    assert len(ANSWERS) == 8
