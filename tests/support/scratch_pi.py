"""A Pi in a scratch root: commands are noted, but what a version installs itself with runs."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.pi import versions
from companion.app.pi.place import Place
from tests.support.places import ROOT

SERVICES = (
    "dragonbag.service",
    "dragonbag-caretaker.socket",
    "dragonbag-network.socket",
    "dragonbag-https.path",
)
RESTART = ("systemctl", "restart", "dragonbag.service")
RUN_FROM_SOURCE = """#!/bin/sh
PYTHONPATH={source} exec {python} -m companion.app.cli "$@"
"""


@dataclass
class Pi:
    """A scratch root whose commands are noted; making a venv makes a program that really runs."""

    root: Path
    has: set[str] = field(default_factory=set)  # questions that are answered with yes
    ran: list[tuple[str, ...]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    on_restart: Callable[[], None] = lambda: None
    on_flush: Callable[[], None] = lambda: None

    def run(self, words: tuple[str, ...]) -> bool:
        self.ran.append(words)
        if words[:3] == ("python3", "-m", "venv"):
            venv = self.root / words[-1].lstrip("/")
            (venv / "bin").mkdir(parents=True)
            program = venv / "bin/dragonbag"
            program.write_text(
                RUN_FROM_SOURCE.format(source=venv.parent / "source", python=sys.executable)
            )
            program.chmod(0o755)
        if words[0].endswith("venv/bin/dragonbag"):
            here = [word.replace("/opt/", f"{self.root}/opt/", 1) for word in words]
            subprocess.run([*here, "--root", self.root], check=True, stdout=subprocess.DEVNULL)
        if words == RESTART:
            self.on_restart()
        return True

    def place(self, *, is_dry: bool = False) -> Place:
        return Place(
            self.root,
            self.run,
            lambda words: " ".join(words) in self.has,
            self.told.append,
            is_dry,
            flush=lambda: self.on_flush(),
        )

    def files(self) -> dict[str, str]:
        """Return every folder, file and link below the root with its mode and what is in it."""
        return {
            str(path.relative_to(self.root)): self._what(path)
            for path in sorted(self.root.rglob("*"))
        }

    @staticmethod
    def _what(path: Path) -> str:
        if path.is_symlink():
            return f"-> {path.readlink()}"
        mode = f"{path.stat().st_mode:o}"
        return mode if path.is_dir() else f"{mode} {path.read_bytes().hex()}"

    def running(self) -> None:
        """Answer questions as a Pi does on which everything runs."""
        self.has |= {
            f"systemctl is-{what} --quiet {service}"
            for what in ("enabled", "active")
            for service in SERVICES
        }
        self.has |= {"id dragonbag", "id dragonbag-https"}


def new_pi(folder: Path) -> Pi:
    """Return a Pi as it comes from the shop."""
    pi = Pi(folder / "pi")
    (pi.root / "etc").mkdir(parents=True)
    (pi.root / "etc/hostname").write_text("raspberrypi\n")
    return pi


def copy_source(folder: Path) -> Path:
    """Copy what belongs to the program and return the folder."""
    for path in versions.source_files(ROOT):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, folder / path)
    return folder
