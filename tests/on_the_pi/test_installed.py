"""An installed Pi: what only systemd, Wi-Fi and the network there can confirm."""

import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from companion.app.pi.wifi.sight import look

pytestmark = [
    pytest.mark.pi,
    pytest.mark.skipif(
        not Path("/etc/systemd/system/dragonbag.service").exists(),
        reason="first: sudo dragonbag install",
    ),
]
SERVICE = "dragonbag.service"


def output(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def properties(*names: str) -> dict[str, str]:
    told = output("systemctl", "show", SERVICE, f"--property={','.join(names)}")
    return dict(line.split("=", 1) for line in told.splitlines())


def test_the_service_runs_as_its_own_user_with_a_watchdog() -> None:
    told = properties("ActiveState", "User", "WatchdogUSec", "NRestarts")
    assert told["ActiveState"] == "active"
    assert told["User"] == "dragonbag"
    assert told["WatchdogUSec"] == "30s"
    assert told["NRestarts"] == "0"


def test_its_exposure_is_small() -> None:
    assert "OK" in output("systemd-analyze", "security", SERVICE).splitlines()[-1]


def test_a_phone_reaches_it_by_name_on_port_80() -> None:
    with urllib.request.urlopen(
        f"http://{socket.gethostname()}.local/healthz", timeout=5
    ) as answer:
        assert answer.status == 200


def test_it_was_up_within_half_a_minute_of_the_kernel() -> None:
    told = properties("ActiveEnterTimestampMonotonic")
    assert int(told["ActiveEnterTimestampMonotonic"]) < 30_000_000


def test_it_uses_little_memory() -> None:
    assert int(properties("MemoryCurrent")["MemoryCurrent"]) < 120_000_000


def test_wifi_stays_awake() -> None:
    cards = [line.split()[1] for line in output("iw", "dev").splitlines() if "Interface" in line]
    for card in cards:
        assert "off" in output("iw", "dev", card, "get", "power_save")


def test_networkmanager_tells_which_networks_there_are() -> None:
    seen = look()
    assert seen.card, "no Wi-Fi card"
    assert not seen.is_lonely, "this test runs over a network"


def test_the_table_can_order_its_own_wifi() -> None:
    assert output("systemctl", "is-active", "dragonbag-network.socket").strip() == "active"
    told = output("systemd-analyze", "security", "dragonbag-network@1.service").splitlines()[-1]
    assert "SAFE" in told or "OK" in told
