"""The command `dragonbag https`, run as a program."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.app.https.places import Places, Wishes, places_of, status_in, wishes_in
from companion.app.pi.install import install, uninstall
from companion.app.settings import Settings
from tests.companion.app.https.conftest import phone
from tests.support.places import ROOT
from tests.support.scratch_pi import new_pi


@pytest.fixture
def table(tmp_path: Path) -> Places:
    return places_of(Settings(data_dir=tmp_path))


def https(folder: Path, *words: str) -> int:
    return main(["https", *words, "--data-dir", str(folder), "--settings", os.devnull])


def test_it_is_switched_and_told(
    tmp_path: Path, table: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    assert https(tmp_path) == 0
    assert "HTTPS is off." in capsys.readouterr().out
    assert https(tmp_path, "on", "--codes") == 0
    assert wishes_in(table.wishes) == Wishes(is_on=True, leads=True)
    assert "dragonbag https run" in capsys.readouterr().out
    assert https(tmp_path, "status") == 0
    assert "nothing serves it" in capsys.readouterr().out
    assert https(tmp_path, "off") == 0
    assert wishes_in(table.wishes) == Wishes()


def test_run_serves_until_a_signal_and_leaves_no_haproxy(tmp_path: Path, table: Places) -> None:
    assert https(tmp_path, "on") == 0
    words = ("https", "run", "--port", "0", "--data-dir", str(tmp_path))
    program = subprocess.Popen(
        [sys.executable, "-m", "companion.app.cli", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
    )
    with program:
        assert program.stdout is not None
        assert "https://127.0.0.1:" in program.stdout.readline()
        status = status_in(table.public)
        assert status is not None
        phone(table, status.port).close()
        program.send_signal(signal.SIGTERM)
        assert program.wait() == 0
    assert status_in(table.public) is None
    with pytest.raises(ConnectionRefusedError):
        phone(table, status.port)


def test_uninstalling_removes_units_keys_and_wishes(tmp_path: Path) -> None:

    pi = new_pi(tmp_path)
    install(pi.place(), ROOT)
    secrets = pi.root / "var/lib/dragonbag-https"
    wishes = pi.root / "var/lib/dragonbag/https"
    for folder in (secrets, wishes):
        folder.mkdir(parents=True)
    (secrets / "authority.key").write_text("a key")
    (wishes / "on").touch()
    assert [each for each in pi.files() if "dragonbag-https" in each]
    pi.running()
    pi.ran.clear()
    uninstall(pi.place())
    assert [each for each in pi.files() if "https" in each] == []
    assert ("systemctl", "disable", "--now", "dragonbag-https.path") in pi.ran
    assert ("systemctl", "stop", "dragonbag-https.service") in pi.ran
    assert ("userdel", "dragonbag-https") in pi.ran
