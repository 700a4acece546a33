"""What is installed for systemd: the service with its bounds, the log's and the watchdog's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from companion.app.pi.install import install, uninstall
from companion.app.pi.system_files import (
    CURRENT,
    FILES,
    JOURNALD,
    SETTINGS,
    UNIT,
    UNIT_TEXT,
    WATCHDOG,
)
from tests.support.places import ROOT
from tests.support.scratch_pi import Pi
from web_ui.live.hub import MOST_STREAMS
from web_ui.live.limits import Limits


def test_the_service_is_hardened(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        if sys.platform == "linux" and os.environ.get("CI"):
            pytest.fail("systemd-analyze is missing")
        pytest.skip("no systemd here")
    unit = tmp_path / "dragonbag.service"
    unit.write_text(UNIT_TEXT)
    done = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=15", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-200:]  # 15 is an exposure of 1.5
    assert subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=1", unit],
        capture_output=True,
        check=False,
    ).returncode  # the check can fail


def test_the_systems_log_and_a_kernel_that_hangs_have_bounds_and_take_effect_at_once(
    pi: Pi,
) -> None:
    again, reload = ("systemctl", "try-restart", "systemd-journald.service"), "daemon-reload"
    install(pi.place(), ROOT)
    journald = (pi.root / JOURNALD.relative_to("/")).read_text().splitlines()
    assert {"SystemMaxUse=50M", "RuntimeMaxUse=16M"} <= set(journald)
    assert "RuntimeWatchdogSec=1min" in (pi.root / WATCHDOG.relative_to("/")).read_text()
    assert pi.ran.count(again) == pi.ran.count(("systemctl", reload)) == 1
    (pi.root / WATCHDOG.relative_to("/")).unlink()  # as an earlier version left it
    install(pi.place(), ROOT)
    assert (pi.ran.count(again), pi.ran.count(("systemctl", reload))) == (1, 2)
    uninstall(pi.place())
    assert (pi.ran.count(again), pi.ran.count(("systemctl", reload))) == (2, 3)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_knows_the_settings_of_log_and_watchdog(tmp_path: Path) -> None:
    for path in (JOURNALD, WATCHDOG):
        file = tmp_path / path.relative_to("/")
        file.parent.mkdir(parents=True)
        file.write_text(FILES[path])
        kind = "systemd/" + path.parts[3].removesuffix(".d")
        told = subprocess.run(
            ["systemd-analyze", "cat-config", f"--root={tmp_path}", kind],
            capture_output=True,
            text=True,
            check=True,
        )
        assert FILES[path].strip() in told.stdout, "systemd reads it"


def test_the_service_has_bounds_and_does_not_ask_a_broken_card_for_ever() -> None:
    lines = dict(line.split("=", 1) for line in UNIT_TEXT.splitlines() if "=" in line)
    assert lines["MemoryMax"] == "75%"
    assert lines["TasksMax"] == "128"
    assert int(lines["LimitNOFILE"]) > Limits().connections + MOST_STREAMS
    assert int(lines["StartLimitBurst"]) * int(lines["RestartSec"]) <= 300, "then it rests"
    assert lines["StartLimitIntervalSec"] == "1h"
    assert lines["RestartMaxDelaySec"] == "5min"


@pytest.mark.parametrize(
    ("host", "is_private"),
    [
        ("", True),
        ("0.0.0.0", True),
        ("192.168.1.4", True),
        ("dragonbag.local", True),
        ("8.8.8.8", False),
        ("::", False),
        ("2a00:1450::1", False),
    ],
)
def test_only_private_networks_reach_the_service_unless_the_settings_say_so(
    pi: Pi, host: str, is_private: bool
) -> None:
    settings = pi.root / SETTINGS.relative_to("/")
    settings.parent.mkdir(parents=True)
    settings.write_text(f'host = "{host}"\n' if host else "port = 80\n")
    install(pi.place(), ROOT)
    unit = (pi.root / UNIT.relative_to("/")).read_text()
    assert ("IPAddressDeny=any" in unit) is is_private


def test_the_service_runs_what_is_installed() -> None:
    assert f"ExecStart={CURRENT}/venv/bin/dragonbag serve --settings {SETTINGS}" in UNIT_TEXT
    assert PurePosixPath("/etc/systemd/system/dragonbag.service") == UNIT


def test_the_service_file_among_the_wiring_is_the_one_that_is_installed() -> None:
    assert (ROOT / "wiring/dragonbag.service").read_text() == UNIT_TEXT, "try: make wiring"
