"""Which Raspberry Pi this is, if it is one."""

import re
from pathlib import Path

from companion.engine.value import Value

ROOT = Path("/")
# Their pins are behind the RP1 chip: libraries that write to the processor's registers fail.
WITH_RP1 = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")


class Board(Value, frozen=True):
    """A board by the name it gives itself, such as "Raspberry Pi 4 Model B Rev 1.4", or ""."""

    model: str

    @property
    def is_pi(self) -> bool:
        """Is it a Raspberry Pi?"""
        return "Raspberry Pi" in self.model

    @property
    def has_rp1(self) -> bool:
        """Is it a Pi 5, a 500 or a Compute Module 5?"""
        return self.model.startswith(WITH_RP1)


def read_board(root: Path = ROOT) -> Board:
    """Return the board that the device tree names, or else /proc/cpuinfo, both under `root`."""
    tree, cpus = root / "proc/device-tree/model", root / "proc/cpuinfo"
    if tree.exists():
        return Board(tree.read_text(errors="replace").rstrip("\0\n"))
    text = cpus.read_text(errors="replace") if cpus.exists() else ""
    found = re.search(r"^Model\s*: (.*)$", text, re.MULTILINE)
    return Board(found[1] if found else "")


def default_kind(board: Board | None = None) -> str:
    """Return "pins" on a Raspberry Pi and "mock" elsewhere."""
    return "pins" if (board or read_board()).is_pi else "mock"
