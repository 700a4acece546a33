"""`tests/kernel/vm.sh` with a machine that does not start; needs no kernel."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="user-mode Linux needs Linux")
VM = Path(__file__).parent / "vm.sh"
# Stands for the kernel: counts its starts, notes what it was given, and ends as the test says.
MACHINE = """#!/bin/bash
for word; do case $word in VM_CONTROL=*) control=${word#*=} ;; esac; done
echo start >> "$(dirname "$0")/starts"
starts=$(wc -l < "$(dirname "$0")/starts")
"""


def ran(folder: Path, how: str) -> tuple[int, int, str]:
    """Return the exit status, how often the machine was started, and vm.sh's error messages."""
    machine = folder / "machine"
    machine.write_text(MACHINE + how)
    machine.chmod(0o755)
    done = subprocess.run(
        [VM, machine, folder, "true"], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, len((folder / "starts").read_text().split()), done.stderr


def test_a_machine_that_does_not_come_to_its_command_is_started_anew(tmp_path: Path) -> None:
    how = 'if ((starts < 3)); then echo "panic" >&9; exit 1; fi; echo 5 > "$control/status"'
    status, starts, said = ran(tmp_path, how)
    assert (status, starts) == (5, 3)
    assert said.count("panic") == 2


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("exit 1", (125, 3)),  # never came up
        ('touch "$control/started"; exit 1', (125, 1)),  # died of its command: that must be seen
    ],
)
def test_a_machine_that_fails_for_good_is_a_failure(
    tmp_path: Path, how: str, expected: tuple[int, int]
) -> None:
    assert ran(tmp_path, how)[:2] == expected
