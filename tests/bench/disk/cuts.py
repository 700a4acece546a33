"""The power of a machine with its disk is cut while a table plays: user-mode Linux, of Debian."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.bench.report import Row
from tests.support.places import ROOT

CUTS = 20
DISK_MIB = 64
LONGEST_S = 6.0  # it plays so long at most
KERNEL = "linux.uml"
NEEDED = "try: sudo apt install user-mode-linux e2fsprogs"


def cuts(count: int = CUTS) -> list[Row]:
    """Cut the power so often; AssertionError if a promise is broken at the next start."""
    dice, began_s = random.Random(4), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        disk, promises = Path(folder) / "disk", Path(folder) / "promises"
        promises.touch()
        with disk.open("wb") as file:
            file.truncate(DISK_MIB << 20)
        try:
            subprocess.run(["mkfs.ext4", "-q", "-F", str(disk)], check=True)
            for start in range(count + 1):  # the last one only looks
                _play(disk, promises, start, dice.uniform(0.05, LONGEST_S))
        except FileNotFoundError as missing:
            sys.exit(f"{missing}; {NEEDED}")
        given = len(promises.read_text().splitlines())
    took_s = (time.perf_counter() - began_s) / (count + 1)
    what = "power cuts of a machine with its disk: nothing promised lost, nothing doubled"
    return [Row(what, f"{count} of {count} ({given:,} promises, {took_s:.1f} s each)")]


def _play(disk: Path, promises: Path, start: int, play_s: float) -> None:
    """Start the machine, note what it promises, and cut its power so long after it has looked."""
    words = [KERNEL, "mem=768M", "root=/dev/root", "rootfstype=hostfs", "hostfs=/", "ro", "quiet"]
    words += ["loglevel=3", "panic=-1", f"ubd0={disk}", f"init={ROOT}/tests/bench/disk/powered.sh"]
    words += [f"VM_ROOT={ROOT}", f"VM_PYTHON={sys.executable}", f"VM_PROMISES={promises}"]
    words += [f"VM_START={start}", "con=null", "con0=null,fd:1", "con1=null,fd:1", "console=tty1"]
    machine = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
    )
    assert machine.stdout is not None
    told, found, timer = [], None, None
    for line in machine.stdout:
        promise = _promise(line)
        if promise is None:
            told.append(line.decode(errors="replace"))
        elif "wrong" in promise:
            found = promise["wrong"]
            timer = threading.Timer(play_s, os.killpg, (machine.pid, signal.SIGKILL))
            timer.start()
        else:
            with promises.open("a") as file:
                file.write(json.dumps(promise) + "\n")
    ended = machine.wait()
    if timer is not None:
        timer.cancel()
    is_sound = (found, ended) == ("", -signal.SIGKILL)
    assert is_sound, f"start {start}: {found}, {ended}; {''.join(told)}"


def _promise(line: bytes) -> dict[str, object] | None:
    """Return what a whole line says; None for the kernel's words, and for half a line."""
    if not line.endswith(b"\n"):
        return None
    try:
        return dict(json.loads(line))
    except ValueError:
        return None
