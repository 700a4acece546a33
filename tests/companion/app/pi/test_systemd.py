"""What systemd hears, on a real datagram socket, from the functions and from the real program."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.app.pi.power import power_off
from companion.app.pi.systemd import Watch, notify, watchdog_s
from companion.engine.errors import PowerOffFailed

WAIT_S = 20.0


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    """The service manager's end; macOS has paths of temporary files too long for a socket."""
    with (
        TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        line.bind(f"{folder}/notify")
        line.settimeout(WAIT_S)
        yield line


def environ(manager: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(manager.getsockname()), **more}


def test_without_a_service_manager_nothing_is_told() -> None:
    assert not notify("READY=1", {})


def test_a_state_arrives(manager: socket.socket) -> None:
    assert notify("READY=1", environ(manager))
    assert manager.recv(100) == b"READY=1"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has abstract sockets")
def test_an_abstract_socket_is_one_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0dragonbag-test-{os.getpid()}")
        notify("READY=1", {"NOTIFY_SOCKET": f"@dragonbag-test-{os.getpid()}"})
        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    ("told", "limit_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
    ],
)
def test_the_watchdogs_time_is_read(told: dict[str, str], limit_s: float | None) -> None:
    assert watchdog_s(told) == limit_s


def test_a_watch_pings_only_while_all_is_well(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in environ(manager, WATCHDOG_USEC="20000").items():
        monkeypatch.setenv(name, text)
    answers = iter([True, False, True])
    with Watch(lambda: next(answers, False)):
        assert manager.recv(100) == b"READY=1"
        assert [manager.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
    assert manager.recv(100) == b"STOPPING=1"


ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="macOS has one loopback address")


@pytest.mark.parametrize("host", ["0.0.0.0", pytest.param("127.0.0.2", marks=ONLY_LINUX)])
@pytest.mark.slow
def test_the_program_says_ready_pings_and_stops(
    manager: socket.socket, tmp_path: Path, host: str
) -> None:
    words = ("serve", "--port", "0", "--host", host, "--data-dir", str(tmp_path / "data"))
    told = environ(manager, WATCHDOG_USEC="200000", http_proxy="http://127.0.0.1:9", no_proxy="")
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.app.cli", *words],
        stdout=subprocess.DEVNULL,
        env={**os.environ, **told},
    )
    try:
        assert manager.recv(100) == b"READY=1"
        assert manager.recv(100) == b"WATCHDOG=1"
        process.terminate()
        said = {manager.recv(100)}
        while b"STOPPING=1" not in said:
            said.add(manager.recv(100))
        assert process.wait(WAIT_S) == 0
    finally:
        process.kill()
        process.wait()


def systemctl(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a systemctl into the path that does this."""
    program = folder / "systemctl"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_switching_off_asks_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systemctl(tmp_path, f'echo "$@" > {tmp_path}/asked', monkeypatch)
    power_off()
    assert (tmp_path / "asked").read_text() == "poweroff\n"


def test_a_refusal_to_switch_off_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systemctl(tmp_path, "echo Interactive authentication required. >&2; exit 1", monkeypatch)
    with pytest.raises(PowerOffFailed, match="authentication required"):
        power_off()


def test_a_system_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl(tmp_path, "exec sleep 60", monkeypatch)
    with pytest.raises(PowerOffFailed, match="does not answer"):
        power_off(timeout_s=0.2)


def test_a_computer_that_cannot_be_switched_off_so_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PowerOffFailed, match="no systemctl"):
        power_off()
